/**
 * Decides why a released order waits or must not leave any more, and probes whether the bank can be
 * reached.
 */
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { limitWords } from '../../../../preload/contract/text/limits.ts'
import { isOfApprovals } from '../../../../preload/contract/api/orders/approval-evidence.ts'
import type { HealthAnswer } from '../../../../preload/contract/api/workstation-state.ts'
import type { PaymentsApi } from '../../../bank/apis/payments.ts'
import type { OrderRow, OrderContext } from '../types.ts'

const minuteMs = 60_000

/**
 * Returns a message if the release is too old, by the wall clock or the monotonic clock, so that a
 * person must decide again (Promise P8); otherwise undefined.
 */
export function expiredText(
  { clock, policy }: Pick<OrderContext, 'clock' | 'policy'>,
  { released_at }: Pick<OrderRow, 'released_at'>,
  releasedAtMs: number,
): string | undefined {
  const minutes = policy.current().policy.releaseHoldsMinutes
  const wallMs = released_at === null ? Infinity : clock.now().getTime() - Date.parse(released_at)
  const ageMs = Math.max(wallMs, clock.monotonicMs() - releasedAtMs)
  return ageMs <= minutes * minuteMs
    ? undefined
    : `The release was older than ${String(minutes)} minutes when it could have left`
}

/**
 * Returns a message if the bank may not be called for this product any more; otherwise undefined.
 */
export function blockedText(
  { mayNotAsk, kinds }: Pick<OrderContext, 'mayNotAsk' | 'kinds'>,
  row: Pick<OrderRow, 'service'>,
): string | undefined {
  const barred = mayNotAsk(kinds.of(row).product(row.service))
  if (!barred || barred.ok) return undefined
  switch (barred.error.code) {
    case 'profile-retired':
      return 'The profile is retired'
    case 'profile-incomplete':
      return 'The profile lacks what a call needs'
    case 'product-not-agreed':
      return 'The agreement does not name this product'
  }
}

/** Returns why the journal refused a sending, as a sentence. */
export function refusedText(failure: Failure): string {
  switch (failure.code) {
    case 'binding-broken':
      if (failure.what === 'bank')
        return 'It was approved for another bank address or client id, so that nothing was sent'
      return 'What was approved is not what the store holds, so that nothing was sent'
    case 'approvals-missing':
      return 'The approvals that the policy asks for do not stand any more'
    case 'over-limit':
      return `It is above a limit now. ${limitWords(failure)}`
    case 'evidence-needed':
      if (failure.missing.every(isOfApprovals))
        return 'The payee book says something else of its entries than was approved, so that nothing was sent'
      return 'Evidence that the policy asks for does not hold any more, so that nothing was sent'
    case 'not-permitted':
      return 'Whoever released or confirmed it may not do so any more, so that nothing was sent'
    case 'keychain-problem':
      return 'The keychain could not keep the end of the audit, so that nothing was sent'
    case 'restore-unconfirmed':
      return 'Payments are on hold after a restore until two people confirm operators and policy. Nothing was sent'
    case 'unit-not-confirmed':
      return 'Nobody has confirmed in what the bank counts an amount, so that nothing was sent'
    case 'terms-changed':
      return 'The settings of ACH origination changed since it was submitted, so that nothing was sent'
    case 'invalid-input':
      if (failure.fields.some(({ path }) => path === 'entryIds'))
        return 'An entry that it follows stands otherwise by now, so that nothing was sent'
      return failure.fields.some(({ path }) => path === 'effectiveDate')
        ? 'Its effective date is not within 31 days any more, so that nothing was sent'
        : 'Its debit account may not be debited any more, so that nothing was sent'
    default:
      return 'It changed after its release, so that nothing was sent'
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
    this.ask()
  }

  /** Sends a health check if the bank is unreachable or refuses, and the interval has passed. */
  ask(): void {
    const { connection, clock, background } = this.#context
    if (!this.#isRefused && connection.state().bank.state !== 'unreachable') return
    const now = clock.monotonicMs()
    if (now < this.#nextMs) return
    this.#nextMs = now + this.#pauseMs
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs)
    const asking = this.#api()?.health({ actor: 'system', whenPaused: 'fail' })
    if (asking) background.add('orders.probe', asking.then(this.#checked))
  }
  readonly #checked = ({ status }: HealthAnswer): void => {
    if (status !== null && status >= 200 && status < 300) this.#isRefused = false
  }
}
