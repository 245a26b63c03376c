import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  genesis,
  nextEntry,
  verifyChain,
  type AuditEntry,
  type ChainHead,
} from '../../../main/store/hash-chain.ts'

const at = '2026-11-23T14:00:00.000Z'

function chainOf(length: number): AuditEntry[] {
  const entries: AuditEntry[] = []
  let head: ChainHead = genesis
  for (let index = 0; index < length; index += 1) {
    const act = { actor: 'operator-1', kind: 'bank.called', subject: `call-${String(index)}` }
    const entry = nextEntry(head, { ...act, detail: { index } }, at)
    entries.push(entry)
    head = entry
  }
  return entries
}

/** Returns the entry with one character of one field changed. */
const forgeries: { readonly [K in keyof AuditEntry]: (entry: AuditEntry) => AuditEntry } = {
  seq: (entry) => ({ ...entry, seq: entry.seq + 1 }),
  at: (entry) => ({ ...entry, at: entry.at.replace('14', '15') }),
  actor: (entry) => ({ ...entry, actor: 'operator-2' }),
  kind: (entry) => ({ ...entry, kind: 'bank.Called' }),
  subject: (entry) => ({ ...entry, subject: `${entry.subject} ` }),
  detail: (entry) => ({ ...entry, detail: entry.detail.replace(':', ': ') }),
  previous_hash: (entry) => ({ ...entry, previous_hash: 'f'.repeat(64) }),
  hash: (entry) => ({ ...entry, hash: 'f'.repeat(64) }),
}

describe('the hash of an entry', () => {
  it('is SHA-256 over the documented array, so that anybody can compute it', () => {
    const entry = nextEntry(
      genesis,
      { actor: 'a', kind: 'k', subject: 's', detail: { b: 1, a: 'é' } },
      at,
    )
    const zeros = '0'.repeat(64)
    const encoded = `["countersign-audit-1",1,"${at}","a","k","s","{\\"a\\":\\"é\\",\\"b\\":1}","${zeros}"]`
    expect(entry.hash).toBe(createHash('sha256').update(encoded).digest('hex'))
    expect(entry.previous_hash).toBe(zeros)
  })
})

describe('verifying', () => {
  it('accepts an empty chain and an untouched one, and returns its head', () => {
    const entries = chainOf(5)
    expect(verifyChain([])).toEqual({ ok: true, value: genesis })
    expect(verifyChain(entries)).toEqual({ ok: true, value: { seq: 5, hash: entries[4]?.hash } })
  })

  it('continues from the head that the page before ended in', () => {
    const entries = chainOf(6)
    const first = verifyChain(entries.slice(0, 3))
    if (!first.ok) throw new Error('the first page does not hold')
    expect(verifyChain(entries.slice(3), first.value)).toEqual(verifyChain(entries))
    expect(verifyChain(entries.slice(4), first.value)).toMatchObject({ ok: false })
  })

  it.each(Object.keys(forgeries) as (keyof AuditEntry)[])(
    'finds every entry whose %s was changed',
    (field) => {
      const entries = chainOf(4)
      for (const index of entries.keys()) {
        const forged = entries.map((entry, i) => (i === index ? forgeries[field](entry) : entry))
        const found = verifyChain(forged)
        if (found.ok) throw new Error(`entry ${String(index + 1)} passed`)
        expect(found.error.seq).toBe(forged[index]?.seq)
      }
    },
  )

  it('finds an entry that was rewritten with a hash to match, at the entry after it', () => {
    const entries = chainOf(3)
    const [first, second, third] = entries as [AuditEntry, AuditEntry, AuditEntry]
    const act = { actor: 'operator-2', kind: 'bank.called', subject: second.subject, detail: {} }
    const rewritten = nextEntry(first, act, at)
    expect(verifyChain([first, rewritten, third])).toEqual({
      ok: false,
      error: { seq: 3, reason: 'link' },
    })
  })

  it('finds entries removed, repeated or put in another order', () => {
    const length = 6
    fc.assert(
      fc.property(fc.array(fc.nat(length - 1), { maxLength: length + 2 }), (order) => {
        const entries = chainOf(length)
        const arranged = order.flatMap((index) => entries.slice(index, index + 1))
        const isPrefix = order.every((index, position) => index === position)
        expect(verifyChain(arranged).ok).toBe(isPrefix)
      }),
    )
  })
})
