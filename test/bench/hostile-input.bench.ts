/**
 * Cost of hostile input: seconds of the processor (main with its readers, and main), megabytes of
 * both, and how long main is blocked at once, at the size of the original attack and at ten times that size. Input:
 * certificate files with many key derivation rounds, text that is masked or read as JSON, and
 * workbooks that expand to far more than their size. Ten times the size should cost ten times as
 * much; input beyond its limit is refused.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { readFileSync } from 'node:fs'
import { launchReaderInNode, launchReadersWith } from '../../main/platform/reader-launcher.ts'
import { createCertificateDrafts } from '../../main/profile/certificate-drafts.ts'
import { systemClock } from '../../main/platform/clock.ts'
import { callMask } from '../../main/bank/privacy/mask.ts'
import { readSpreadsheet } from '../../main/platform/spreadsheets/read-spreadsheet.ts'
import { maskedRuns } from '../../main/bank/privacy/mask-in-text.ts'
import { repeatedNames, rewriteJson } from '../../preload/contract/kernel/json.ts'
import { maskedDigits } from '../../preload/contract/domain/personal-names.ts'
import { makeChain } from '../unit/profile/certificates/support/test-certificates.ts'
import * as generated from '../unit/profile/certificates/support/test-encryptions.ts'
import { withFolded, workbookParts } from '../unit/platform/spreadsheets/workbooks.ts'
import { benchSize, sized } from './support/size.ts'

const { root, leaf } = await makeChain()
const light = { digest: 'sha256', rounds: 1 } as const
const certificates = generated.aesByPbkdf2(1)
/** A store with the empty password, of so many key bags. */
const bags = (keys: number, key: generated.Encryption): Buffer =>
  generated.pkcs12([root], leaf.key, '', { certificates, key }, { mac: light, keys })
/** Returns the result of opening a certificate file. */
async function inspected(bytes: Buffer): Promise<string> {
  const drafts = createCertificateDrafts({ clock: systemClock, newId: () => 'a-draft' })
  const read = await drafts.open([{ name: 'a.p12', bytes }])
  drafts.forget()
  return read?.findings.map(({ problem }) => problem).join(', ') ?? ''
}

const masked = (text: string): string =>
  callMask({ path: '/accounts/12345678', requestBody: null, responseBody: text }).body(text)
const rewritten = (text: string): string => rewriteJson(text, ({ token }) => token)
const sheet = 'xl/worksheets/sheet1.xml'
const workbookOf = (xml: string): Uint8Array => {
  const parts = workbookParts({ sheets: { A: '' } })
  parts.set(sheet, Buffer.from(`<worksheet><sheetData>${xml}`))
  return withFolded(parts, sheet, 10)
}
const read = async (bytes: Uint8Array): Promise<string> => {
  const result = await readSpreadsheet('a.xlsx', bytes)
  return result.ok ? 'read' : result.error.detail
}

/** The size of the original attack, and ten times that size. */
const sizesOf = (size: number): readonly number[] =>
  benchSize() === 'tiny' ? [Math.ceil(size / 1_000)] : [size, size * 10]
const claimed = sized(10_000_000, 1_000)

/** Each with its size: letters of a text. */
const texts: readonly (readonly [string, number, string, (text: string) => unknown])[] = [
  ['a delivery of backslashes, masked', 80_000, '\\', maskedRuns],
  ['an answer of digits, masked', 80_000, '1', masked],
  ['a text of digits in groups, masked', 80_000, '1 ', maskedDigits],
  ['a JSON answer of blanks', 3_000_000, ' ', (text) => rewritten(`[1${text}]`)],
  ['a JSON answer of escapes', 3_000_000, '\\n', (text) => rewritten(`["${text}"]`)],
  ['an answer of opening braces', 3_000_000, '{', repeatedNames],
]

/** Each with its size: letters of the sheet that a workbook expands to. */
const workbooks: readonly (readonly [string, number, string])[] = [
  ['a workbook of blanks', 20_000_000, ' '],
  ['a workbook of empty rows', 12_000_000, '<row/>'],
  ['a workbook of rows without an end', 20_000_000, '<row '],
]

/** Each with its size: key bags, rounds, keys or values of a certificate file. */
const certificateFiles: readonly (readonly [string, number, (size: number) => Buffer])[] = [
  [
    `key bags of ${claimed.toLocaleString('en-US')} rounds`,
    6,
    (size) => bags(size, generated.aesByPbkdf2(1, claimed)),
  ],
  ['rounds of PBKDF2 in ten bags', 4_900_000, (size) => bags(10, generated.aesByPbkdf2(size / 10))],
  ['rounds of PKCS#12 in one bag', 160_000, (size) => bags(1, generated.tripleDesOf(size))],
  ['private keys', 40, (size) => Buffer.from(leaf.key.repeat(size))],
  ['empty values', 45_000, (size) => generated.emptyValues(size)],
]

/** What the readers of an attack took. */
let readers = { seconds: 0, megabytes: 0 }
launchReadersWith((program) => {
  const started = launchReaderInNode(program)
  const kill = (): void => {
    const { seconds: more, megabytes } = usageOf(started.pid)
    readers = {
      seconds: readers.seconds + more,
      megabytes: Math.max(readers.megabytes, megabytes),
    }
    started.kill()
  }
  return { ...started, kill }
})

/** Processor time and peak of memory of another process; zero where there is no `/proc`. */
function usageOf(pid = 0): typeof readers {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // In hundredths of a second: utime and stime (proc_pid_stat(5)).
    const ticks = Number(fields[11]) + Number(fields[12])
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8')
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(status) ?? []
    return { seconds: ticks / 100, megabytes: Number(kilobytes) / 1024 }
  } catch {
    return { seconds: 0, megabytes: 0 }
  }
}

const peak = (): number => process.resourceUsage().maxRSS / 1024
const seconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000_000

/** Returns the cost of an attack for this process with its readers, and for main. */
async function costOf(attack: () => unknown): Promise<string> {
  const [before, all, main] = [peak(), process.cpuUsage(), process.threadCpuUsage()]
  readers = { seconds: 0, megabytes: 0 }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await setTimeout(5)
  const outcome = await attack()
  // Counts a block that lasted to the end.
  await setTimeout(5)
  delay.disable()
  const ofAll = `${(seconds(process.cpuUsage(all)) + readers.seconds).toFixed(2)} s`
  const ofMain = `${seconds(process.threadCpuUsage(main)).toFixed(2)} s`
  const blockedMs = `${(delay.max / 1_000_000).toFixed(0)} ms at once`
  const memory = `${(peak() - before + readers.megabytes).toFixed(0)} MB more`
  const ended = typeof outcome === 'string' && outcome.length < 200 ? `; ${outcome}` : ''
  return `${ofAll}, of main ${ofMain}, ${blockedMs}; ${memory}${ended}`
}

for (const [what, size, file] of certificateFiles) {
  for (const count of sizesOf(size)) {
    const bytes = file(count)
    const length = bytes.length.toLocaleString('en-US')
    const cost = await costOf(() => inspected(bytes))
    console.log(
      `a certificate file of ${count.toLocaleString('en-US')} ${what}, ${length} bytes: ${cost}`,
    )
  }
}
for (const [what, size, run, mask] of texts) {
  for (const letters of sizesOf(size)) {
    const text = run.repeat(letters / run.length)
    const cost = await costOf(() => mask(text))
    console.log(`${what}, ${letters.toLocaleString('en-US')} letters: ${cost}`)
  }
}
for (const [what, size, run] of workbooks) {
  for (const letters of sizesOf(size)) {
    const bytes = workbookOf(run.repeat(letters / run.length))
    const cost = await costOf(() => read(bytes))
    console.log(`${what}, ${letters.toLocaleString('en-US')} letters: ${cost}`)
  }
}
