/**
 * Sends the exact body of a draft to the bank's `validate`; the answer is stored with its call. No
 * document shows the shape of the answer, or whether it uses up the reference (bank note 65), so it
 * serves as evidence only.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { PaymentsApi } from '../../bank/apis/payments.ts'
import type { CallBlocked } from '../../profile/session-context.ts'
import { bodyOf, formOf } from './draft-row.ts'
import type { DraftStore, Reported } from './draft-store.ts'
import type { OrderContext } from '../order/types.ts'

/** The payment API calls available to a draft. */
export type PreCheckApi = Pick<PaymentsApi, 'validate'>

export type NotValidated =
  | Failure<'not-found'>
  | Failure<'order-state'>
  | Failure<'invalid-input'>
  | Failure<'rate-paused'>
  | Failure<'bank-not-running'>
  | Reported
  | CallBlocked

export interface ValidateDeps {
  readonly drafts: DraftStore
  readonly api: () => PreCheckApi | undefined
  readonly signal: () => AbortSignal
}

/**
 * Validates the stored body of a draft. Fails with `invalid-input` and the broken rules, because
 * without a body there is nothing to validate. Stores the result, also if no answer came.
 */
export async function preCheckDraft(
  context: OrderContext,
  { drafts, api, signal }: ValidateDeps,
  id: string,
  actor: string,
): Promise<Result<void, NotValidated>> {
  const found = await drafts.findDraft(id)
  if (!found.ok) return found
  const body = bodyOf(formOf(found.value), found.value.debit_account)
  if ('problems' in body) {
    return err({ code: 'invalid-input', fields: body.problems.map((one) => ({ ...one })) })
  }
  const callBlock = context.callBlockFor(found.value.service === 'WIRE' ? 'wire' : 'rtp')
  if (callBlock) return callBlock
  const bank = api()
  if (!bank) return err({ code: 'bank-not-running' })
  const until = context.connection.pausedUntil()
  if (until) return err({ code: 'rate-paused', until: until.toISOString() })
  const callOptions = { actor, whenPaused: 'fail', signal: signal() } as const
  const { answer, callId } = await bank.validate(body.text, callOptions)
  const stored = callId === null ? undefined : await storedCall(context, callId)
  const detail = { bodySha256: body.sha256, kind: answer.kind, callId: stored ?? null }
  const changed = await drafts.change(id, { actor, kind: 'order.validated', detail }, () => ({
    validate_call_id: stored ?? null,
    validate_body_sha256: body.sha256,
    validate_at: context.clock.now().toISOString(),
    validate_by: actor,
    validate_kind: answer.kind,
  }))
  return changed.ok ? ok(undefined) : changed
}

/** Returns the call's id if its record was stored. */
async function storedCall({ store }: OrderContext, callId: string): Promise<string | undefined> {
  const row = await store.read
    .selectFrom('bank_calls')
    .select('id')
    .where('id', '=', callId)
    .executeTakeFirst()
  return row?.id
}
