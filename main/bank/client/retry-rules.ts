/**
 * When a question is asked again by the client itself. Only questions are: a call that moves money goes
 * out once (design, The bank client). The document says to wait and resubmit after a 504, and to ask the
 * application support first after a 503 (1-platform.md, Errors; trap 17).
 */
import { randomInt } from 'node:crypto'
import type { BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import type { CallFailure } from '../../../preload/contract/bank/account-validation.ts'

/** The pauses before a second and a third time. Each grows by up to half of it, so that workstations do not come back together. */
const pausesMs = [1_000, 4_000]

/** The pauses of one question, drawn anew each time. */
export const retryPauses = (): number[] => pausesMs.map((ms) => ms + randomInt(0, ms / 2 + 1))

const lost = new Set<CallFailure>(['connection-lost', 'connection-refused', 'timed-out'])

/**
 * Whether an answer may differ the next time, and asking again is what the document leaves open. A 429 has
 * its own silence, a certificate or an address does not come right by itself, and whatever the bank said
 * in an answer it would say again.
 */
export function isRetryable(answer: BankAnswer<unknown>): boolean {
  switch (answer.kind) {
    case 'no-answer':
    case 'not-sent':
      return lost.has(answer.reason)
    case 'refused':
      return answer.problem === 'downstream-unreachable' || answer.problem === 'gateway-timed-out'
    case 'answered':
    case 'nothing-found':
    case 'not-understood':
      return false
  }
}
