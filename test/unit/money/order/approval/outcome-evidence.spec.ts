import { describe, expect, it } from 'vitest'
import { outcomeEvidence } from '../../../../../main/money/order/approval/approval-hash.ts'

type Evidence = Parameters<typeof outcomeEvidence>[1]

const order = { id: 'o1', body_sha256: 'b1' }
const inquiry = {
  route: 'reference',
  verdict: 'not-found',
  status_text: null,
  route_reliability: 'proven',
  reason: null,
} as Evidence['inquiries'][number]
const seen: Evidence = {
  attempts: [{ seq: 1, outcome: 'unknown', reason: 'no-answer', status: null }],
  inquiries: [inquiry],
  statusEvents: [{ seq: 1, source: 'alert', status_text: 'PENDING' }],
  supportReplies: [
    {
      seq: 1,
      result: 'not-made',
      contact: 'Iris at the desk',
      replied_at: '2026-03-02T10:00:00.000Z',
      ticket: 'T-1',
      confirmed_by: null,
    },
  ],
  alerts: [{ alert_seq: 7, decision: 'open' }],
}
const hash = (evidence: Evidence): string => outcomeEvidence(order, evidence)

/** Returns the evidence with one field of one thing changed, for each field. */
function changes(): readonly (readonly [string, Evidence])[] {
  return (Object.keys(seen) as (keyof Evidence)[]).flatMap((part) => {
    const [first] = seen[part]
    return Object.keys(first ?? {}).map((field): readonly [string, Evidence] => [
      `${part}: ${field}`,
      { ...seen, [part]: [{ ...first, [field]: 'another' }] },
    ])
  })
}

describe('the hash of the evidence that two people see', () => {
  it.each(changes())('changes with %s', (_name, changed) => {
    expect(hash(changed)).not.toBe(hash(seen))
  })

  it.each(Object.keys(seen) as (keyof Evidence)[])('changes when there are no %s', (part) => {
    expect(hash({ ...seen, [part]: [] })).not.toBe(hash(seen))
  })

  it('belongs to one order and one body', () => {
    expect(outcomeEvidence({ ...order, id: 'o2' }, seen)).not.toBe(hash(seen))
    expect(outcomeEvidence({ ...order, body_sha256: 'b2' }, seen)).not.toBe(hash(seen))
  })

  it('stays when an inquiry gives the same answer again, or none', () => {
    const none = { ...inquiry, verdict: 'no-answer' } as const
    expect(hash({ ...seen, inquiries: [inquiry, none, inquiry] })).toBe(hash(seen))
  })
})
