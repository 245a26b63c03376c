/**
 * The bank's own check of a draft's body: the very text that would be sent is shown to `validate`, and what it answers
 * is kept by its call. The shape of that answer is not shown and whether it uses the reference up is not either
 * (trap 65), so that nothing is made of it but evidence.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { PaymentsApi } from '../../bank/apis/payments.ts'
import type { CallBlocked } from '../../profile/session-context.ts'
import { bodyOf, formOf } from './draft-row.ts'
import type { DraftStore } from './draft-store.ts'
import type { OrderContext } from '../order/types.ts'

/** What of the payments API a draft can reach. */
export type ValidatingApi = Pick<PaymentsApi, 'validate'>

/** Why it was not asked, or not kept. */
export type NotValidated =
  | Failure<'not-found'>
  | Failure<'order-state'>
  | Failure<'invalid-input'>
  | Failure<'rate-paused'>
  | Failure<'bank-not-running'>
  | CallBlocked

/** What asking needs. */
export interface ValidateDeps {
  readonly drafts: DraftStore
  readonly api: () => ValidatingApi | undefined
  readonly signal: () => AbortSignal
}

/**
 * Asks about the body of a draft as it is stored. `invalid-input` names the rules that it breaks: without a body there
 * is nothing to ask about. Whatever came is kept, no answer too.
 */
export async function validateDraft(
  context: OrderContext,
  { drafts, api, signal }: ValidateDeps,
  id: string,
  actor: string,
): Promise<Result<void, NotValidated>> {
  const found = await drafts.draft(id)
  if (!found.ok) return found
  const body = bodyOf(formOf(found.value), found.value.debit_account)
  if ('problems' in body) {
    return err({ code: 'invalid-input', fields: body.problems.map((one) => ({ ...one })) })
  }
  const barred = context.mayNotAsk(found.value.service === 'WIRE' ? 'wire' : 'rtp')
  if (barred) return barred
  const bank = api()
  if (!bank) return err({ code: 'bank-not-running' })
  const until = context.connection.pausedUntil()
  if (until) return err({ code: 'rate-paused', until: until.toISOString() })
  const manner = { actor, whenPaused: 'fail', signal: signal() } as const
  const { answer, callId } = await bank.validate(body.text, manner)
  const kept = callId === null ? undefined : await keptCall(context, callId)
  const detail = { bodySha256: body.sha256, kind: answer.kind, callId: kept ?? null }
  const changed = await drafts.change(id, { actor, kind: 'order.validated', detail }, () => ({
    validate_call_id: kept ?? null,
    validate_body_sha256: body.sha256,
    validate_at: context.clock.now().toISOString(),
    validate_by: actor,
    validate_kind: answer.kind,
  }))
  return changed.ok ? ok(undefined) : changed
}

/** The call's id where its record could be kept. */
async function keptCall({ store }: OrderContext, callId: string): Promise<string | undefined> {
  const row = await store.read
    .selectFrom('bank_calls')
    .select('id')
    .where('id', '=', callId)
    .executeTakeFirst()
  return row?.id
}
