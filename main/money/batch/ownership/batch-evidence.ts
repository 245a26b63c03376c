/**
 * Evidence that the policy requires for a batch beside its body, entry by entry; the bank does not
 * document `validate` for ACH.
 */
import { sql } from 'kysely'
import { sameAccount, sameRouting } from '../../../../preload/contract/kernel/account-number.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { matchingClasses } from '../../../../preload/contract/domain/validation-reading.ts'
import type { Policy } from '../../../../preload/contract/domain/operators/policy.ts'
import type { OrderRow, OrderContext } from '../../order/types.ts'
import { knownOwnership } from './query.ts'

type Missing = Failure<'evidence-needed'>['missing']
type Context = Pick<OrderContext, 'store' | 'clock' | 'waits' | 'settings' | 'policy' | 'payees'>

/** Returns the evidence that is missing or no longer valid. */
export async function batchEvidenceMissing(
  context: Context,
  { id }: Pick<OrderRow, 'id'>,
): Promise<Missing> {
  const { policy } = context.policy.current()
  return [
    ...(policy.ownership === null ? [] : await ownershipMissing(context, id, policy.ownership)),
    ...(policy.payeeFromBook ? await payeeMissing(context, id) : []),
  ]
}

/**
 * Returns what is missing: if an account receives the threshold in total, each of its entries needs
 * a recent, matching owner check.
 */
async function ownershipMissing(
  context: Context,
  orderId: string,
  { from, maxAgeHours }: NonNullable<Policy['ownership']>,
): Promise<Missing> {
  const missing = new Set<Missing[number]>()
  for (const check of (await knownOwnership(context, orderId, from)).values()) {
    if (check === null) missing.add('ownership')
    else if (!matchingClasses.includes(check.resultClass)) missing.add('ownership-no-match')
    // A check from the future was made with a wrong clock, so its age is unknown.
    else if (check.ageHours > maxAgeHours || check.ageHours < -1) missing.add('ownership-too-old')
  }
  return [...missing]
}

/** Each entry needs a payee approved by two people, and the approved account. */
async function payeeMissing({ store, payees }: Context, orderId: string): Promise<Missing> {
  const entries = await store.read
    .selectFrom('batch_entries')
    .select(['payee_id', 'routing_number'])
    .select(sql<string>`json_extract(typed, '$.accountNumber')`.as('account'))
    .select(sql<string | null>`json_extract(typed, '$.payeeId')`.as('payee'))
    .where('order_id', '=', orderId)
    .execute()
  const ids = new Set(entries.map(({ payee }) => payee))
  if (ids.has(null)) return ['payee']
  const statuses = await payees.statusesOf([...ids].filter((id) => id !== null))
  const isUnfit = entries.some(({ payee, routing_number: routing, account }) => {
    const known = payee === null ? undefined : statuses.get(payee)
    const approved = known?.isRemoved === true ? null : (known?.approved ?? null)
    return (
      approved === null ||
      !sameAccount(approved.details.accountNumber, account) ||
      !sameRouting(approved.details.bank.aba, routing)
    )
  })
  return isUnfit ? ['payee'] : []
}
