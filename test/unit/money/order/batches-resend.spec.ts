/**
 * A resend after an unknown outcome of a batch by two people: never once the bank has reported one
 * of its entries (Promise P1; bank note 86).
 */
import { describe, expect, it, vi } from 'vitest'
import { readAnswer } from '../../../../main/bank/answers/read-answer.ts'
import { addendaStatusAnswer } from '../../../../preload/contract/bank/ach-origination/answers.ts'
import { readOutcomeEvidence } from '../../../../main/money/order/approval/approval-hash.ts'
import { queryAddendaPage } from '../../../../main/money/batch/tracking/query-addenda.ts'
import type { EntryRow } from '../../../../main/money/batch/types.ts'
import { approvedBatch, batchUuid, entriesIn } from './support/batch-session.ts'
import {
  actsOf,
  as,
  codeOf,
  inquire,
  lost,
  openSession,
  release,
  rowOf,
  type Person,
  type SendingSession,
} from './support/sending-session.ts'

const dayMs = 86_400_000

/**
 * Sent once, with an unknown outcome, and found by neither route after the day on which the bank
 * collects it.
 */
async function notFound(): Promise<SendingSession> {
  const session = await openSession()
  session.bank.answerBatch = () => lost as never
  await release(session, await approvedBatch(session), 'outcome-unknown')
  session.pass(6 * dayMs)
  for (const way of ['addenda', 'list'] as const) {
    await inquire(session, 'not-found', 'o1', null, way)
  }
  return session
}
const decide = async (
  session: SendingSession,
  who: Person,
  method: 'proposeResend' | 'confirmResend',
) =>
  codeOf(
    await as(session, who)(method, {
      id: 'o1',
      evidence: await readOutcomeEvidence(session.store.read, await rowOf(session)),
      ...(method === 'proposeResend' && {
        reason: 'Bank support says that it has nothing',
      }),
    }),
  )
const change = async (session: SendingSession, set: Partial<EntryRow>) => {
  const [first] = await entriesIn(session)
  const act = { actor: 'system', kind: 'batch.addenda-reported', subject: 'o1', detail: {} }
  await session.store.record(act, (tx) =>
    tx
      .updateTable('batch_entries')
      .set(set)
      .where('id', '=', first?.id ?? '')
      .execute(),
  )
}

it('a resend is proposed where both routes find nothing', async () => {
  expect(await decide(await notFound(), 'mara', 'proposeResend')).toBeUndefined()
})

it.each([
  ['the status of its addenda has numbered an entry', { trace_number: '091000010000001' }],
  ['a row of the account was its own', { par_number: '77' }],
  ['an alert reported an entry', { bank_status: 'collected' }],
  ['a notification of change came for one', { changed_at: '2026-11-25T12:00:00.000Z' }],
] as const)(
  'a resend is neither proposed nor confirmed where %s since then',
  async (_what, set) => {
    const session = await notFound()
    expect(await decide(session, 'mara', 'proposeResend')).toBeUndefined()
    await change(session, set)
    expect(await decide(session, 'theo', 'confirmResend')).toBe('known-at-bank')
    expect(await decide(session, 'mara', 'proposeResend')).toBe('known-at-bank')
    expect(session.bank.sent).toHaveLength(1)
    expect((await rowOf(session)).state).toBe('outcome-unknown')
  },
)

/** The answer of the addenda status to a request by hand, in the batch services. */
async function queryByHand(
  session: SendingSession,
  status: number,
  body: object,
  start: string | null,
) {
  const raw = JSON.stringify(body)
  const stored = { status, headers: {}, body: raw, base64: false }
  const answer = readAnswer(addendaStatusAnswer, { status, answer: stored })
  const addendaStatus = () => Promise.resolve({ answer, callId: 'call-1', raw, isBase64: false })
  const soon: string[] = []
  await queryAddendaPage(
    { ...session.context, emitEvent: () => undefined },
    {
      origination: { addendaStatus },
      inquireSoon: (id) => soon.push(id),
      pollSoon: () => undefined,
    },
    { orderId: 'o1', entryId: null, uuid: batchUuid, start, actor: 'mara' },
    new AbortController().signal,
  )
  return soon
}
const addenda = { addenda: [] }

describe('an answer that a person requested while the outcome was unknown', () => {
  it.each([
    ['accepted without a trace number', { uuid: batchUuid, status: 'accepted', ...addenda }],
    ['a trace number alone', { uuid: batchUuid, traceNumber: '091000010000001', ...addenda }],
    ['another status', { uuid: batchUuid, status: 'pending', ...addenda }],
  ])('of the whole batch, %s, is queried at once and ends the resend', async (_, answerBody) => {
    const session = await notFound()
    expect(await decide(session, 'mara', 'proposeResend')).toBeUndefined()
    expect(await queryByHand(session, 200, answerBody, null)).toEqual(['o1'])
    expect(await decide(session, 'theo', 'confirmResend')).toBe('order-changed')
    expect(await decide(session, 'mara', 'proposeResend')).toBe('known-at-bank')
    expect((await rowOf(session)).state).toBe('outcome-unknown')
    expect(session.bank.sent).toHaveLength(1)
    expect(await actsOf(session)).toContain('order.status-inquired mara')
  })

  it('of the whole batch, rejected alone, changes nothing: a bank may report so of an unknown batch', async () => {
    const session = await notFound()
    expect(await decide(session, 'mara', 'proposeResend')).toBeUndefined()
    const answerBody = { uuid: batchUuid, status: 'rejected', ...addenda }
    expect(await queryByHand(session, 200, answerBody, null)).toEqual([])
    expect((await rowOf(session)).state).toBe('outcome-unknown')
    expect(await decide(session, 'theo', 'confirmResend')).toBeUndefined()
  })

  it('that names no batch blocks the resend until both routes find nothing once more', async () => {
    const session = await notFound()
    expect(await queryByHand(session, 200, { status: 'accepted', ...addenda }, null)).toEqual([
      'o1',
    ])
    expect(await decide(session, 'mara', 'proposeResend')).toBe('inquiry-first')
    await inquire(session, 'not-found', 'o1', null, 'addenda')
    await inquire(session, 'not-found', 'o1', null, 'list')
    expect(await decide(session, 'mara', 'proposeResend')).toBeUndefined()
  })

  it.each([
    ['that it is not there', 404, { ErrorMessage: 'Not found' }, null],
    ['nothing at all', 503, { ErrorMessage: 'Later' }, null],
    ['an empty later page', 200, addenda, '101'],
  ])('has no effect where it is %s', async (_, status, answerBody, start) => {
    const session = await notFound()
    expect(await queryByHand(session, status, answerBody, start)).toEqual([])
    expect(await decide(session, 'mara', 'proposeResend')).toBeUndefined()
  })

  it('blocks a resend that was confirmed during the query', async () => {
    const session = await notFound()
    expect(await decide(session, 'mara', 'proposeResend')).toBeUndefined()
    session.bank.reach = 'unreachable'
    expect(await decide(session, 'theo', 'confirmResend')).toBeUndefined()
    const answerBody = { uuid: batchUuid, status: 'accepted', ...addenda }
    expect(await queryByHand(session, 200, answerBody, null)).toEqual(['o1'])
    session.bank.reach = 'reachable'
    await vi.waitFor(async () => expect((await rowOf(session)).state).toBe('outcome-unknown'))
    expect(session.bank.sent).toHaveLength(1)
  })
})
