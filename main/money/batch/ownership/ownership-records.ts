/** What is known of the accounts of a batch's entries: the newest ownership check of each, by one statement. */
import { sql } from 'kysely'
import type {
  AccountReading,
  OwnerKind,
} from '../../../../preload/contract/bank/account-validation.ts'
import type { EntryOwnership } from '../../../../preload/contract/domain/batches/drafts.ts'
import {
  classAt,
  differingNames,
  resultClasses,
  scoredClasses,
  type ResultClass,
} from '../../../../preload/contract/domain/validation-reading.ts'
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import { inSlices } from '../../../platform/slices.ts'
import type { OrderContext } from '../../order/types.ts'
import { typedIn } from '../batch-records.ts'
import { ownerKindsOf, type KindEntry } from './entry-owner-kind.ts'
import { isAboutPayee } from '../../order/approval/ownership.ts'

const hourMs = 3_600_000

/** Answers that tell of the account; the others say only that nothing was learned. */
export const tellingClasses: readonly ResultClass[] = [
  ...scoredClasses,
  'owner-not-checked',
  'account-closed',
  'account-not-found',
  'cannot-tell',
]

/** What reading them needs. */
export type OwnershipParts = Pick<OrderContext, 'store' | 'clock' | 'settings'>

/** A check as the statement finds it. */
interface FoundCheck {
  readonly entry_id: string
  readonly typed: string
  readonly order_id: string
  readonly payee_id: string | null
  readonly owner_kind: OwnerKind
  readonly validation_id: string
  readonly at: string
  readonly routing_number: string
  readonly account_significant: string
  readonly owner_name: string
  readonly result_class: string
  readonly score: number | null
  readonly letters: string | null
  readonly answered_account: string | null
  readonly answered_routing: string | null
}

const isKnown = (word: string): word is ResultClass => resultClasses.some((known) => known === word)

/** By the threshold in force. What the bank answered about another account tells nothing of this one (trap 36). */
function classOf(found: FoundCheck, threshold: number): ResultClass {
  const { score, answered_account: account, answered_routing: routing } = found
  const isAnother =
    (account !== null && significantAccount(account.trim()) !== found.account_significant) ||
    (routing !== null && routing.trim() !== found.routing_number)
  if (isAnother) return 'cannot-tell'
  return isKnown(found.result_class)
    ? classAt(found.result_class, score, threshold)
    : 'not-understood'
}

const kindEntry = (one: FoundCheck): KindEntry => ({
  id: one.entry_id,
  orderId: one.order_id,
  payeeId: one.payee_id,
  account: one.account_significant,
  routingNumber: one.routing_number,
})

const lettersIn = ({ letters }: FoundCheck): AccountReading['matches'] =>
  letters === null ? {} : (JSON.parse(letters) as AccountReading['matches'])

/**
 * The newest check of each entry's account at its bank under its receiver's name and of its kind of owner; checks that told nothing give way
 * to older ones that did. Entries without one are left out. Ages are hours, from the workstation's clock.
 */
export async function ownershipOfEntries(
  { store, clock, settings }: OwnershipParts,
  orderId: string,
): Promise<EntryOwnership[]> {
  const telling = sql.join(tellingClasses)
  const found = await store.read
    .selectFrom(
      sql<FoundCheck>`(
        SELECT e.id AS entry_id, e.typed, e.order_id, e.payee_id, v.id AS validation_id, v.at,
          v.owner_kind, v.routing_number, v.account_significant, v.owner_name, v.result_class, v.score,
          json_extract(v.outcome, '$.reading.matches') AS letters,
          json_extract(v.outcome, '$.reading.accountNumber') AS answered_account,
          json_extract(v.outcome, '$.reading.routingNumber') AS answered_routing,
          row_number() OVER (
            PARTITION BY e.id, v.owner_kind, v.owner_name
            ORDER BY v.result_class IN (${telling}) DESC, v.at DESC, v.id DESC
          ) AS newest
        FROM batch_entries e
        JOIN validations v ON v.account_significant = e.account_significant
          AND v.routing_number = e.routing_number AND v.owner_kind <> 'none'
        WHERE e.order_id = ${orderId} AND e.account_significant <> ''
      )`.as('checks'),
    )
    .selectAll()
    .where(sql<boolean>`newest = 1`)
    .orderBy(sql`result_class IN (${telling})`, 'desc')
    .orderBy('at', 'desc')
    .execute()
  const kindOf = await ownerKindsOf(store.read, found.map(kindEntry))
  const now = clock.now().getTime()
  const threshold = settings.current().scoreThreshold
  const checks = new Map<string, EntryOwnership>()
  const take = (one: FoundCheck): void => {
    if (checks.has(one.entry_id)) return
    const kind = kindOf(kindEntry(one))
    if (one.owner_kind !== kind) return
    if (!isAboutPayee(one.owner_name, typedIn(one).receiverName, kind)) return
    checks.set(one.entry_id, {
      entryId: one.entry_id,
      validationId: one.validation_id,
      at: one.at,
      score: one.score,
      resultClass: classOf(one, threshold),
      differingNames: differingNames({ matches: lettersIn(one) }),
      ageHours: Math.max(0, (now - Date.parse(one.at)) / hourMs),
    })
  }
  await inSlices(found, take, () => clock.monotonicMs())
  return [...checks.values()]
}
