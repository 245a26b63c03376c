/**
 * Decides why a released order waits or must not leave any more, and probes whether the bank can be
 * reached.
 */
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { limitWords } from '../../../../preload/contract/text/limits.ts'
import { refusalText } from '../../../../preload/contract/text/order-refusals.ts'
import { isOfApprovals } from '../../../../preload/contract/domain/orders/act-blockers.ts'
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
    : `The release was older than ${String(minutes)} minutes when it could be sent`
}

/**
 * Returns a message if the bank may not be called for this product any more; otherwise undefined.
 */
export function blockedText(
  { callBlockFor, kinds }: Pick<OrderContext, 'callBlockFor' | 'kinds'>,
  row: Pick<OrderRow, 'service'>,
): string | undefined {
  const callBlock = callBlockFor(kinds.of(row).product(row.service))
  if (!callBlock || callBlock.ok) return undefined
  switch (callBlock.error.code) {
    case 'profile-retired':
      return 'The profile is retired'
    case 'profile-incomplete':
      return 'The profile is incomplete'
    case 'product-not-agreed':
      return 'This product is not in the agreement with the bank'
  }
}

/** Returns why the journal refused a sending, as a sentence. */
export function refusedText(failure: Failure): string {
  switch (failure.code) {
    case 'binding-broken':
      if (failure.what === 'bank')
        return 'It was approved for another bank address or client id. Nothing was sent'
      return 'The stored order differs from the approved one. Nothing was sent'
    case 'approvals-missing':
      return 'Approvals that the policy requires are no longer valid. Nothing was sent'
    case 'over-limit':
      return `It is over a limit now. ${limitWords(failure)}`
    case 'evidence-needed':
      if (failure.missing.every(isOfApprovals))
        return 'The payee book now flags other entries than at approval. Nothing was sent'
      return 'Evidence that the policy requires is no longer valid. Nothing was sent'
    case 'not-permitted':
      return 'The operator who released or confirmed it is no longer permitted to. Nothing was sent'
    case 'keychain-problem':
      return 'The keychain could not store the end of the audit chain. Nothing was sent'
    case 'restore-unconfirmed':
      return 'Payments are on hold after a restore until two people confirm operators and policy. Nothing was sent'
    case 'unit-not-confirmed':
      return 'The bank\u2019s unit of ACH amounts is not confirmed. Nothing was sent'
    case 'terms-changed':
      return 'ACH origination settings changed after it was submitted. Nothing was sent'
    case 'invalid-input':
      if (failure.fields.some(({ path }) => path === 'entryIds'))
        return 'The state of an original entry changed. Nothing was sent'
      if (failure.fields.some(({ path }) => path === 'id'))
        return `${refusalText({ code: 'original-unresolved' })}. Nothing was sent`
      return failure.fields.some(({ path }) => path === 'effectiveDate')
        ? 'Its effective date is no longer within 31 days. Nothing was sent'
        : 'Its debit account may no longer be debited. Nothing was sent'
    default:
      return 'It changed after its release. Nothing was sent'
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
