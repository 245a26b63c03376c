/**
 * A bank of made-up answers in place of the payments API: it runs the hook as the client does, and
 * stores the sent bodies.
 */
import type { CallOptions } from '../../../../../main/bank/call-options.ts'
import type { Originated } from '../../../../../main/bank/apis/ach-origination.ts'
import type { Initiated } from '../../../../../main/bank/apis/payments.ts'

/** The bank of a test: its received bodies, and its answer after the first byte. */
export interface FakeBank {
  /** The bodies whose first byte went out. */
  readonly sent: string[]
  answer: (body: string, callOptions: CallOptions) => Initiated | Promise<Initiated>
  /** The same for a batch. */
  answerBatch: (body: string, callOptions: CallOptions) => Originated | Promise<Originated>
  /** Awaited by a call before its turn. */
  before: () => Promise<unknown>
  /** Awaited between the hook and the first byte, as while the connection is made. */
  connecting: () => Promise<unknown>
  /** How often the hook runs for one call, as after a pause. */
  turns: number
  /** Awaited before each of them but the first. */
  pause: () => Promise<unknown>
  isThere: boolean
  reach: 'reachable' | 'unreachable'
  /** The time in the `Date` headers of its answers; null: absent. */
  time: () => Date | null
}

const noAnswer = { kind: 'no-answer', reason: 'connection-lost' } as const
/** The bank accepted it. */
export const accepted = (transactionId = 'T1'): Initiated => ({
  outcome: { kind: 'answered', verdict: 'accepted', status: 200, body: {} },
  answer: {
    kind: 'answered',
    reading: { transactionId, status: 'IN_PROCESS' },
  } as unknown as Initiated['answer'],
  callId: 'call-1',
  raw: null,
})
/** The bank answered FAILED. */
export const rejected = (transactionId = 'T9'): Initiated => ({
  outcome: { kind: 'answered', verdict: 'rejected', status: 200, body: {} },
  answer: {
    kind: 'refused',
    reading: { transactionId, status: 'FAILED' },
  } as unknown as Initiated['answer'],
  callId: 'call-1',
  raw: null,
})
/** Nothing came back. */
export const lost: Initiated = {
  outcome: { kind: 'outcome-unknown', reason: 'no-answer', failure: 'connection-lost' },
  answer: noAnswer,
  callId: 'call-1',
  raw: null,
}
/** The bank rejected the request and accepted nothing. */
export const refused = (status = 400): Initiated => ({
  outcome: { kind: 'not-sent', reason: 'refused', status },
  answer: noAnswer,
  callId: 'call-1',
  raw: null,
})
/** The request did not leave. */
export const notSent = (reason: 'cancelled' | 'connection-refused'): Initiated => ({
  outcome: { kind: 'not-sent', reason },
  answer: { kind: 'not-sent', reason },
  callId: null,
  raw: null,
})

interface SentBatch {
  readonly batch: { readonly uuid: string; readonly details: readonly { readonly uuid: string }[] }
}

/** The bank's answer to a batch with its entries; `change` overrides the tested values. */
export function originated(
  body: string,
  change: Partial<NonNullable<ReturnType<typeof batchReading>>> = {},
  verdict: 'accepted' | 'rejected' = 'accepted',
): Originated {
  const reading = { ...batchReading(JSON.parse(body) as SentBatch, verdict), ...change }
  return {
    outcome: { kind: 'answered', verdict, status: 200, body: {} },
    answer: {
      kind: verdict === 'accepted' ? 'answered' : 'refused',
      reading,
    } as unknown as Originated['answer'],
    callId: 'call-1',
    raw: null,
  }
}

function batchReading({ batch }: SentBatch, status: string) {
  const nothing = { errorMessages: [], informationMessages: [], other: [] }
  return {
    uuid: batch.uuid,
    status,
    requestAcceptedUTCTime: null,
    effectiveDate: null,
    ...nothing,
    details: batch.details.map(({ uuid }, at) => ({
      uuid,
      status,
      requestAcceptedUTCTime: null,
      ...nothing,
      traceNumber: `55001001${String(at + 1).padStart(7, '0')}`,
    })),
  }
}

/** Makes a call as the client does: nothing leaves when the hook rejects. */
export const initiate = (
  bank: FakeBank,
  body: string,
  callOptions: CallOptions,
): Promise<Initiated> => called(bank, body, callOptions, () => bank.answer(body, callOptions))
export const originate = (
  bank: FakeBank,
  body: string,
  callOptions: CallOptions,
): Promise<Originated> =>
  called<Originated>(bank, body, callOptions, () => bank.answerBatch(body, callOptions))

async function called<R>(
  bank: FakeBank,
  body: string,
  callOptions: CallOptions,
  answer: () => R | Promise<R>,
): Promise<R> {
  try {
    await bank.before()
    for (let turn = 0; turn < bank.turns; turn += 1) {
      if (turn === 0) callOptions.signal?.throwIfAborted()
      else await bank.pause()
      await callOptions.beforeSending?.()
    }
    await bank.connecting()
    if (callOptions.mayBegin?.() === false) return notSent('cancelled') as R
  } catch {
    return notSent('cancelled') as R
  }
  bank.sent.push(body)
  return answer()
}
