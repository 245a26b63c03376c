/**
 * The stand-alone verifier as a process of its own, on files that were tampered with in every way.
 */
import { describe, expect, it } from 'vitest'
import { auditKeyFrom, newAuditKey } from '../../../../main/store/audit-key.ts'
import { checkpointText, keyCreated } from '../../../../main/store/audit-chain/checkpoints.ts'
import { endText } from '../../../../main/workplace/audit/audit-export.ts'
import { entryHash, type AuditEntry } from '../../../../main/store/hash-chain.ts'
import { act } from '../../store/stores.ts'
import { openAudit, exported, ownKeys, runVerifier, storeWithActs, verify } from './open-audit.ts'

type Line = Record<string, unknown>
const edited = (line: string | undefined, part: Line): string =>
  JSON.stringify({ ...(JSON.parse(line ?? '{}') as Line), ...part })
const at = (lines: readonly string[], seq: number, type = 'entry'): number =>
  lines.findIndex((line) => {
    const value = JSON.parse(line) as Line
    return value['type'] === type && value['seq'] === seq
  })
const file = (lines: readonly string[]): string => `${lines.join('\n')}\n`

/** An export with a checkpoint at 6 and one at its end. */
async function anExport(pkcs8 = newAuditKey()) {
  const store = await storeWithActs(5)
  const { session, keys } = await openAudit(store, ownKeys(pkcs8))
  const first = await exported(session)
  for (const subject of ['a', 'b']) await store.note({ ...act(subject), detail: { '\u2028': 'x' } })
  const lines = await exported(session)
  return { lines, first, fingerprint: keys.currentKey()?.fingerprint ?? '', store, session }
}

describe('an export that nobody touched', () => {
  it('holds, and reports its length and its signer', async () => {
    const { lines, fingerprint } = await anExport()
    const { code, output } = await verify(file(lines))
    expect(output).toBe(`holds: 10 entries, 2 checkpoints, signed by ${fingerprint}`)
    expect(code).toBe(0)
  })

  it('holds where its signer is insisted on, however the fingerprint is written', async () => {
    const { lines, fingerprint } = await anExport()
    const spaced = fingerprint.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:')
    expect(await verify(file(lines), '--key', spaced)).toMatchObject({ code: 0 })
  })

  it('holds with a key that took another one\u2019s place, once the chain names it', async () => {
    const { store } = await anExport()
    const { session, keys } = await openAudit(store)
    const { code, output } = await verify(file(await exported(session)))
    expect(output).toContain(`signed by ${keys.currentKey()?.fingerprint ?? ''}`)
    expect(code).toBe(0)
  })

  it('holds while nothing but its head has no line feed at its end', async () => {
    const { lines } = await anExport()
    expect(await verify(lines.join('\n'))).toMatchObject({ code: 0 })
  })
})

describe('an export that was tampered with', () => {
  type Tamper = (lines: string[]) => void
  const change =
    (seq: number, part: Line, type?: string): Tamper =>
    (lines) => {
      const place = at(lines, seq, type)
      lines[place] = edited(lines[place], part)
    }
  it.each<[string, string, Tamper]>([
    ['a changed subject', 'entry 3, hash', change(3, { subject: 'other' })],
    ['a changed detail', 'entry 3, hash', change(3, { detail: '{"from":1}' })],
    ['a changed time', 'entry 3, hash', change(3, { at: '2026-11-23T14:00:00.001Z' })],
    ['a field that was added', 'entry 3, hash', change(3, { note: 'x' })],
    ['a hash of its own', 'entry 3, hash', change(3, { hash: 'a'.repeat(64) })],
    ['another predecessor', 'entry 3, link', change(3, { previous_hash: 'a'.repeat(64) })],
    [
      'a line that is not readable',
      'entry 3, hash',
      (lines) => void (lines[at(lines, 3)] = '{"ty'),
    ],
    ['a removed line', 'entry 3, missing', (lines) => void lines.splice(at(lines, 3), 1)],
    ['the first line removed', 'entry 1, missing', (lines) => void lines.splice(at(lines, 1), 1)],
    [
      'two lines swapped',
      'entry 3, order',
      (lines) => {
        const place = at(lines, 3)
        lines.splice(place, 2, lines[place + 1] ?? '', lines[place] ?? '')
      },
    ],
    [
      'a repeated line',
      'entry 3, order',
      (lines) => void lines.splice(at(lines, 3), 0, lines[at(lines, 3)] ?? ''),
    ],
    ['its end cut off', 'entry 11, cut off', (lines) => void lines.pop()],
    ['its last lines cut off', 'entry 9, cut off', (lines) => void lines.splice(at(lines, 9))],
    [
      'entries before its end cut off',
      'entry 10, cut off',
      (lines) => void lines.splice(at(lines, 10), 1),
    ],
    [
      'a checkpoint removed',
      'entry 10, missing',
      (lines) => void lines.splice(at(lines, 6, 'checkpoint'), 1),
    ],
    [
      'a checkpoint in another place',
      'entry 6, order',
      (lines) => {
        const [checkpoint = ''] = lines.splice(at(lines, 6, 'checkpoint'), 1)
        lines.splice(at(lines, 7) + 1, 0, checkpoint)
      },
    ],
    [
      'a checkpoint of another time',
      'entry 6, signature',
      change(6, { at: '2026-11-23T15:00:00.000Z' }, 'checkpoint'),
    ],
    [
      'a forged signature of a checkpoint',
      'entry 6, signature',
      change(6, { signature: Buffer.alloc(64).toString('base64') }, 'checkpoint'),
    ],
    [
      'a forged signature of its end',
      'entry 10, signature',
      change(10, { signature: Buffer.alloc(64).toString('base64') }, 'end'),
    ],
    [
      'another profile in its header',
      'entry 6, signature',
      (lines) =>
        void (lines[0] = edited(lines[0], {
          profile: { id: 'other', name: 'x', environment: 'production' },
        })),
    ],
    [
      'another name in its header',
      'entry 10, signature',
      (lines) => {
        const profile = { id: 'harbor', name: 'Another', environment: 'production' }
        lines[0] = edited(lines[0], { profile })
      },
    ],
    ['something behind its end', 'entry 11, order', (lines) => void lines.push(lines[2] ?? '')],
  ])('%s is named: %s', async (_what, named, tamper) => {
    const { lines } = await anExport()
    tamper(lines)
    const { code, output } = await verify(file(lines))
    expect(output).toContain(`does not hold: ${named}`)
    expect(code).toBe(1)
  })

  it('a line that was cut in its middle is cut off, and no change', async () => {
    const { lines } = await anExport()
    const text = file(lines)
    const { code, output } = await verify(text.slice(0, text.length - 40))
    expect(output).toContain('entry 11, cut off')
    expect(code).toBe(1)
  })

  it('a slipped-in entry is named where it is, although every later hash was computed again', async () => {
    const { lines } = await anExport()
    const forged = rechained(lines, 4)
    const { code, output } = await verify(file(forged))
    expect(output).toContain('entry 6, signature')
    expect(code).toBe(1)
  })

  it('a chain that was rebuilt and signed with another key does not hold for a reader who knows the key', async () => {
    const { lines, fingerprint } = await anExport()
    const forger = auditKeyFrom(newAuditKey())
    const forged = resigned(rechained(lines, 4), forger)
    expect((await verify(file(forged))).output).toContain(`signed by ${forger.fingerprint}`)
    const { code, output } = await verify(file(forged), '--key', fingerprint)
    expect(output).toContain('signature')
    expect(code).toBe(1)
  })

  it('a checkpoint of a key that no act names counts for nothing', async () => {
    const { lines } = await anExport()
    const forger = auditKeyFrom(newAuditKey())
    const place = at(lines, 6, 'checkpoint')
    const { at: time, hash } = JSON.parse(lines[place] ?? '{}') as { at: string; hash: string }
    const signature = forger.sign(checkpointText('harbor', { seq: 6, at: time, hash }))
    lines[place] = edited(lines[place], { public_key: forger.publicKey, signature })
    const { output } = await verify(file(lines))
    expect(output).toContain('entry 6, signature')
    expect(output).toContain('named by no act')
  })
})

describe('a line with the right values that other readers read differently', () => {
  type Rewrite = (line: string) => string
  const reordered: Rewrite = (line) =>
    JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line) as Line).toReversed()))
  const rewrites: [string, Rewrite][] = [
    ['a name twice', (line) => `{"at":"2020-01-01T00:00:00.000Z",${line.slice(1)}`],
    ['the same name twice, escaped', (line) => `{"\\u0061t":"2020",${line.slice(1)}`],
    ['an escaped letter', (line) => line.replace('"type"', '"t\\u0079pe"')],
    ['a blank', (line) => line.replace(':', ': ')],
    ['a carriage return at its end', (line) => `${line}\r`],
    ['another number of the same value', (line) => line.replace(/"seq":(\d+)/, '"seq":$1.0')],
    ['another order', reordered],
    ['a member more', (line) => edited(line, { note: 'x' })],
  ]
  it.each(
    (['entry', 'checkpoint', 'end'] as const).flatMap((type) =>
      rewrites
        // An entry with a member more is found by its members.
        .filter(([what]) => type !== 'entry' || what !== 'a member more')
        .map(([what, rewrite]) => [type, what, rewrite] as const),
    ),
  )('refuses the line of an %s with %s', async (type, _what, rewrite) => {
    const { lines } = await anExport()
    const seq = type === 'end' ? 10 : 6
    const place = at(lines, seq, type)
    const changed = rewrite(lines[place] ?? '')
    expect(changed).not.toBe(lines[place])
    lines[place] = changed
    const { code, output } = await verify(file(lines))
    expect(output).toContain(`does not hold: entry ${String(seq)}, form`)
    expect(code).toBe(1)
  })

  it.each(rewrites.filter(([what]) => !what.startsWith('another number')))(
    'refuses a header with %s',
    async (_what, rewrite) => {
      const { lines } = await anExport()
      lines[0] = rewrite(lines[0] ?? '')
      const { code, output } = await verify(file(lines))
      expect(output).toContain('its header is not exactly what an export writes')
      expect(code).toBe(2)
    },
  )

  it('refuses bytes that are no text where the entry has the sign for such bytes', async () => {
    const store = await storeWithActs(2)
    await store.note(act('a\uFFFDb'))
    const { session } = await openAudit(store)
    const bytes = Buffer.from(file(await exported(session)))
    const place = bytes.indexOf('a\uFFFDb') + 1
    const spoiled = Buffer.concat([
      bytes.subarray(0, place),
      Buffer.from([255]),
      bytes.subarray(place + 3),
    ])
    expect(await verify(bytes)).toMatchObject({ code: 0 })
    const { code, output } = await verify(spoiled)
    expect(output).toContain('entry 3, form')
    expect(code).toBe(1)
  })

  it.each<[string, string, (line: Line) => Line]>([
    ['a time in a list', 'checkpoint', ({ at: time }) => ({ at: [time] })],
    [
      'a signature with a blank',
      'checkpoint',
      ({ signature }) => ({ signature: `${String(signature)} ` }),
    ],
    [
      'a key with a blank',
      'checkpoint',
      ({ public_key: key }) => ({ public_key: ` ${String(key)}` }),
    ],
    [
      'a signature without its padding',
      'end',
      ({ signature }) => ({ signature: String(signature).replace(/=+$/, '') }),
    ],
  ])('refuses %s in the line of a %s', async (_what, type, part) => {
    const { lines } = await anExport()
    const place = at(lines, type === 'end' ? 10 : 6, type)
    const value = JSON.parse(lines[place] ?? '{}') as Line
    lines[place] = edited(lines[place], part(value))
    const { code, output } = await verify(file(lines))
    expect(output).toContain('form')
    expect(code).toBe(1)
  })
})

describe('a file that is no export', () => {
  it.each([
    ['an empty file', ''],
    ['a text', 'hello\n'],
    ['JSON of another kind', '{"format":1}\n'],
    ['bytes', Uint8Array.from([0, 255, 254])],
  ])('%s is none, and nothing is reported to hold', async (_what, content) => {
    const { code, output } = await verify(content)
    expect(code).toBe(2)
    expect(output).toContain('not an exported audit chain')
  })

  it('a file that is not there, and a call without one, are told apart from a broken chain', async () => {
    expect(await runVerifier('/no/such/file')).toMatchObject({ code: 2 })
    const { code, output } = await runVerifier()
    expect([code, output.split(':')[0]]).toEqual([2, 'usage'])
  })
})

/** Changes the subject of one entry and recomputes every later hash. */
function rechained(lines: readonly string[], seq: number): string[] {
  let previous: string | undefined
  return lines.map((line) => {
    const value = JSON.parse(line) as { type: string } & AuditEntry
    if (value.type !== 'entry' || value.seq < seq) return line
    const { type, hash: _hash, ...entry } = value
    if (value.seq === seq) entry.subject = 'forged'
    else entry.previous_hash = previous ?? ''
    previous = entryHash(entry)
    return JSON.stringify({ type, ...entry, hash: previous })
  })
}

/** Replaces the signing key by another one everywhere. */
function resigned(lines: readonly string[], key: ReturnType<typeof auditKeyFrom>): string[] {
  const header = edited(lines[0], { publicKeys: [key.publicKey] })
  let head = { seq: 0, hash: '' }
  let checkpoints = 0
  const rest = lines.slice(1).map((line) => {
    const value = JSON.parse(line) as { type: string; at: string } & AuditEntry
    if (value.type === 'entry') {
      head = { seq: value.seq, hash: value.hash }
      return line
    }
    const own = { public_key: key.publicKey, hash: head.hash }
    if (value.type === 'end')
      return edited(line, { ...own, signature: key.sign(endText(header, head, checkpoints)) })
    checkpoints += 1
    const signature = key.sign(checkpointText('harbor', { ...head, at: value.at }))
    return edited(line, { ...own, signature })
  })
  return [header, ...rest]
}

it('names the key in the chain before it signs anything', async () => {
  const { lines, fingerprint } = await anExport()
  const named = lines.findIndex((line) => line.includes(keyCreated))
  expect(lines[named]).toContain(fingerprint)
  expect(named).toBeLessThan(lines.findIndex((line) => line.includes('"checkpoint"')))
})
