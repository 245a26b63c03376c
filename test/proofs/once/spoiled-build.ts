/**
 * Builds that lack a guard, which the proof must detect. The source stays unchanged; the change is
 * made while the programs are bundled.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { bundle } from '../../unit/support/programs/build-programs.ts'
import { programs } from '../../unit/support/programs/programs.ts'

/** A text that occurs once in a file of main, and its replacement. */
export type Change = readonly [file: string, text: string, instead: string]

const journals = '      await journal(this.#context, sendAttempt)\n'
const ends = 'const result = sent ? sendResult(sent) : unforeseenEnd\n'
/** As long as a slow disk may take to flush. */
const begun =
  '      void new Promise((later) => setTimeout(later, 200)).then(() => journal(this.#context, sendAttempt)).catch(() => undefined)\n'
const sender = '/main/money/order/sending/sender.ts'

/** Later reports of the bank hold nothing back. */
const laterReports: readonly Change[] = [
  [
    '/main/money/order/order-machine.ts',
    "return from(...notOnItsWay) && facts.wasSent && facts.bankKnows ? 'outcome-unknown' : null",
    'return null',
  ],
  [
    '/main/money/order/order-machine.ts',
    '(facts.mayBeAtBank ? isConfirmed(facts) && mayBeResent(facts) : isUnreported(facts))',
    '(facts.mayBeAtBank ? isConfirmed(facts) && mayBeResent(facts) : true)',
  ],
]

/**
 * `late`: a sending is journalled when its result is known. `unawaited`: the journal write starts
 * before the first byte, but nobody waits until it is on disk. `followed`: bytes after an answer
 * are not noticed. `bare`: a rejection counts without the bank's own message. `unread`: a rejection
 * never counts, whatever the bank says. `unproved`: every route counts as proven. `repeated`: of
 * two members with one name the last is read. `believed`: a batch that the addenda status rejects
 * counts as rejected, although the bank may not have it. `exact`: customData identifies a batch in
 * one format only. `unmoved`: what came back as not sent stays there whatever the bank reports.
 * Where a build would send twice, the second guard is off too: otherwise an alert would hold a
 * payment back, or a status inquiry would resolve it.
 */
const changes = {
  late: [[sender, journals, ''], [sender, ends, `${journals}${ends}`], ...laterReports],
  unawaited: [[sender, journals, begun], ...laterReports],
  followed: [
    [
      '/main/bank/answers/classification.ts',
      "if (followedBy) return unknown(followedBy === 'reset' ? 'answer-reset' : 'answer-followed')",
      '',
    ],
    ...laterReports,
  ],
  repeated: [
    [
      '/main/bank/answers/classification.ts',
      "if (repeatedNames(text).length > 0) return unknown('names-repeated')",
      '',
    ],
  ],
  bare: [
    [
      '/main/bank/answers/ambiguous-refusal.ts',
      "return isOwn || answer.status === 429 ? null : 'refused-barely'",
      'return null',
    ],
    ...laterReports,
  ],
  unproved: [
    [
      '/main/money/order/status/route-proof.ts',
      "return (await isShownByRoute(other)) ? 'proven' : 'failed'",
      "return 'proven'",
    ],
  ],
  believed: [
    [
      '/main/money/batch/tracking/batch-inquiry-addenda.ts',
      "return { ...nothing('not-found'), statusText }",
      "return { ...nothing('found'), found: 'rejected', statusText }",
    ],
  ],
  exact: [
    [
      '/main/money/batch/tracking/batch-inquiry-rows.ts',
      "const text = customData?.toLowerCase() ?? ''",
      "if (customData !== null) return customData === uuid ? 'ours' : 'another'\nconst text = ''",
    ],
  ],
  unmoved: laterReports,
  unread: [
    [
      '/main/bank/answers/ambiguous-refusal.ts',
      "return isOwn || answer.status === 429 ? null : 'refused-barely'",
      "return 'refused-barely'",
    ],
    [
      '/main/money/order/sending/send-result.ts',
      "const barely: RefusalAmbiguity = 'refused-barely'",
      "const barely = 'none'",
    ],
  ],
} as const satisfies Record<string, readonly Change[]>

export type SpoiledBuild = keyof typeof changes
export const spoiledBuilds = Object.keys(changes) as readonly SpoiledBuild[]

/** Returns the plugin. Bundling fails if a file does not contain the expected text. */
export const spoil = (how: SpoiledBuild): Plugin => spoilBy(changes[how])

/** Returns a plugin that makes these changes. */
export const spoilBy = (made: readonly Change[]): Plugin => ({
  name: 'spoiled-build',
  enforce: 'pre',
  transform(code, id) {
    const ofFile = made.filter(([file]) => id.endsWith(file))
    if (ofFile.length === 0) return null
    return ofFile.reduce((text, [file, from, to]) => {
      if (text.split(from).length !== 2) throw new Error(`${file} reads otherwise: spoil it again`)
      return text.replace(from, to)
    }, code)
  },
})

const results = fileURLToPath(new URL('../../../test-results/', import.meta.url))

/** Programs that were bundled with changes. */
export interface SpoiledPrograms<Name extends string> {
  readonly path: (name: Name) => string
  readonly remove: () => Promise<void>
}

/** Bundles these programs again with a plugin, into a folder of their own. */
export async function spoiledPrograms<Name extends keyof typeof programs>(
  names: readonly Name[],
  plugin: Plugin,
): Promise<SpoiledPrograms<Name>> {
  await mkdir(results, { recursive: true })
  const folder = await mkdtemp(join(results, 'spoiled-'))
  await bundle(folder, Object.fromEntries(names.map((name) => [name, programs[name]])), [plugin])
  return {
    path: (name) => join(folder, `${name}.js`),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
