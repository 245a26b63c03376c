/**
 * Decides when `queryBank` retries a call. Only read calls are retried: a call that moves money
 * goes out once. The document says to wait and resubmit after a 504, and to contact application
 * support first after a 503 (bank document 1, Errors; bank note 17).
 */
import { randomInt } from 'node:crypto'
import type { BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import {
  proxyOutages,
  type CallFailure,
} from '../../../preload/contract/bank/answers/call-failure.ts'

/**
 * The pauses before the second and third attempt. Each is lengthened at random by up to half, so
 * that workstations do not return at the same moment.
 */
const pausesMs = [1_000, 4_000]

/** The pauses of one call, drawn at random each time. */
export const retryPauses = (): number[] => pausesMs.map((ms) => ms + randomInt(0, ms / 2 + 1))

const lost = new Set<CallFailure>([
  'connection-lost',
  'connection-refused',
  'timed-out',
  ...proxyOutages,
])

/**
 * Returns whether a retry may give another answer and the bank's document does not forbid it. A 429
 * has its own pause, a wrong certificate or address does not correct itself, and the bank would
 * give the same answer again, also a 500.
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
