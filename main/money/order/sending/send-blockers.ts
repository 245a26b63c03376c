/**
 * Decides why a released order waits or must not leave any more, and probes whether the bank can be
 * reached.
 */
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { NotSent } from '../../../../preload/contract/text/not-sent.ts'
import { isOfApprovals } from '../../../../preload/contract/domain/orders/act-blockers.ts'
import type { HealthAnswer } from '../../../../preload/contract/api/workstation-state.ts'
import type { PaymentsApi } from '../../../bank/apis/payments.ts'
import type { OrderRow, OrderContext } from '../types.ts'

const minuteMs = 60_000

/**
 * Returns a reason if the release is too old, by the wall clock or the monotonic clock, so that a
 * person must decide again (Promise P8); otherwise undefined.
 */
export function expiredBy(
  { clock, policy }: Pick<OrderContext, 'clock' | 'policy'>,
  { released_at }: Pick<OrderRow, 'released_at'>,
  releasedAtMs: number,
): NotSent | undefined {
  const minutes = policy.current().policy.releaseHoldsMinutes
  const wallMs = released_at === null ? Infinity : clock.now().getTime() - Date.parse(released_at)
  const ageMs = Math.max(wallMs, clock.monotonicMs() - releasedAtMs)
  return ageMs <= minutes * minuteMs ? undefined : { code: 'too-old', minutes }
}

/**
 * Returns a reason if the bank may not be called for this product any more; otherwise undefined.
 */
export function blockedBy(
  { callBlockFor, kinds }: Pick<OrderContext, 'callBlockFor' | 'kinds'>,
  row: Pick<OrderRow, 'service'>,
): NotSent | undefined {
  const callBlock = callBlockFor(kinds.of(row).product(row.service))
  return callBlock && !callBlock.ok ? { code: callBlock.error.code } : undefined
}

/** Translates a failed release check into the reason that is stored with the order. */
export function refusedBy(failure: Failure): NotSent {
  switch (failure.code) {
    case 'integrity-broken':
      return { code: failure.what === 'bank' ? 'other-bank' : 'other-order' }
    case 'over-limit':
      return { code: 'over-limit', limit: failure }
    case 'evidence-needed':
      return {
        code: failure.missing.every(isOfApprovals) ? 'other-payee-flags' : 'evidence-missing',
      }
    case 'approvals-missing':
    case 'not-permitted':
    case 'keychain-problem':
    case 'restore-unconfirmed':
    case 'unit-not-confirmed':
    case 'terms-changed':
      return { code: failure.code }
    case 'invalid-input': {
      const isAbout = (field: string): boolean => failure.fields.some(({ path }) => path === field)
      if (isAbout('entryIds')) return { code: 'original-entry-changed' }
      if (isAbout('id')) return { code: 'original-unresolved' }
      return { code: isAbout('effectiveDate') ? 'effective-date' : 'debit-account' }
    }
    default:
      return { code: 'changed' }
  }
}

const firstPauseMs = 5_000
const longestPauseMs = 60_000

/**
 * Checks whether the bank can be reached again, at growing intervals, with a health check. After a
 * 401 or 403 to a money call, nothing leaves until a health check succeeds: a wrong address or
 * withdrawn permission then leaves one outcome unknown, not all that wait.
 */
export class ReachProbe {
  readonly #context: Pick<OrderContext, 'connection' | 'clock' | 'background'>
  readonly #api: () => Pick<PaymentsApi, 'health'> | undefined
  #pauseMs = firstPauseMs
  #nextMs = -Infinity
  #isRefused = false

  constructor(
    context: Pick<OrderContext, 'connection' | 'clock' | 'background'>,
    api: () => Pick<PaymentsApi, 'health'> | undefined,
  ) {
    this.#context = context
    this.#api = api
  }

  /** Returns whether an order may leave: the bank was not found unreachable or refusing. */
  mayLeave(): boolean {
    if (this.#isRefused) return false
    const { state } = this.#context.connection.state().bank
    const may = state === 'never-tried' || state === 'reachable' || state === 'refused'
    if (may) this.#pauseMs = firstPauseMs
    return may
  }

  /**
   * Notes the status of a money call. After 401 or 403 nothing leaves before a health check
   * succeeds.
   */
  answered(status: number | undefined): void {
    if (status !== 401 && status !== 403) return
    this.#isRefused = true
    this.check()
  }

  /** Sends a health check if the bank is unreachable or refuses, and the interval has passed. */
  check(): void {
    const { connection, clock, background } = this.#context
    if (!this.#isRefused && connection.state().bank.state !== 'unreachable') return
    const now = clock.monotonicMs()
    if (now < this.#nextMs) return
    this.#nextMs = now + this.#pauseMs
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs)
    const healthCheck = this.#api()?.health({ actor: 'system', whenPaused: 'fail' })
    if (healthCheck) background.add('orders.probe', healthCheck.then(this.#checked))
  }
  readonly #checked = ({ status }: HealthAnswer): void => {
    if (status !== null && status >= 200 && status < 300) this.#isRefused = false
  }
}
