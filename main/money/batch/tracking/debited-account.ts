/**
 * Finds the account that the bank debits for a batch. The request of a batch names none (bank
 * document 3, ACH origination request): the account of a batch only says where its entries are
 * queried, and the bank may debit another. Alerts, lists and details show which; a person then
 * has the batch queried there. The approved and sent text names no account either way and does not
 * change.
 */
import { sql } from 'kysely'
import { maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type {
  BatchContent,
  OtherAccount,
} from '../../../../preload/contract/domain/batches/batch.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import { listable } from '../../../bank/apis/ach-list-limits.ts'
import type { SessionProfile } from '../../../profile/session-context.ts'
import type { StoredAccount } from '../../../profile/profile-records.ts'
import type { Reader } from '../../../store/store.ts'
import { Superseded, unlessSuperseded } from '../../../store/superseded.ts'
import { queriedAccountOf, isDebitedElsewhere, shownOther } from '../../batch-facts.ts'
import { batchFormIn } from '../batch-records.ts'
import type { OrderRow } from '../../order/types.ts'
import type { BatchContext, BatchRow } from '../types.ts'

/**
 * Returns the accounts that the bank showed instead of the queried one, with the most entries
 * first.
 */
const shownElsewhere = (reader: Reader, orderId: string) =>
  reader
    .selectFrom('batch_entries as e')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .innerJoin('batches as b', 'b.order_id', 'e.order_id')
    .select([
      queriedAccountOf('o', 'b').as('queried'),
      sql<string>`e.debited_significant`.as('debited'),
    ])
    .select((select) => select.fn.countAll<number>().as('entries'))
    .where('e.order_id', '=', orderId)
    .where(isDebitedElsewhere)
    .groupBy(['o.id', 'b.order_id', 'e.debited_significant'])
    .orderBy('entries', 'desc')
    .execute()

/** Returns the other account that the bank debits for a batch; null if nothing shows one. */
export async function otherAccountOf(
  reader: Reader,
  orderId: string,
  accounts: readonly StoredAccount[],
): Promise<OtherAccount | null> {
  const [shown] = await shownElsewhere(reader, orderId)
  return shown ? shownOther({ orderId, ...shown }, accounts) : null
}

/** Returns the account that a person chose for queries of a batch; null means the batch's own. */
export function chosenAccount(
  { debited_account: chosen }: Pick<BatchRow, 'debited_account'>,
  accounts: readonly StoredAccount[],
): BatchContent['queriedAccount'] {
  if (chosen === null) return null
  const own = accounts.find(({ account_number: number }) => number === chosen)
  return { account: maskedAccount(chosen), name: own?.name ?? null }
}

/** The accounts used to query the entries of a batch, as the bank writes them. */
export interface QueriedAccounts {
  /** Undefined: the batch names an account that the profile no longer has. */
  readonly first: string | undefined
  /**
   * Queried if the first shows none of its entries: accounts where the bank was seen to debit it,
   * then others where it may.
   */
  readonly seen: readonly string[]
  readonly others: readonly string[]
}

/**
 * Reads the accounts. `named` is the account of the batch. A batch of credits only, or with an
 * account that cannot be listed, has no others.
 */
export async function queriedAccounts(
  reader: Reader,
  batch: { readonly orderId: string; readonly named: string | undefined },
  { accounts, batchAccounts }: Pick<SessionProfile, 'accounts' | 'batchAccounts'>,
): Promise<QueriedAccounts> {
  const chosen = await reader
    .selectFrom('batches')
    .select('debited_account as account')
    .where('order_id', '=', batch.orderId)
    .executeTakeFirst()
  const first = chosen?.account ?? batch.named
  const shown = new Set((await shownElsewhere(reader, batch.orderId)).map(({ debited }) => debited))
  const isSeen = ({ account_significant: account }: StoredAccount) => shown.has(account)
  const mayBe = ({ id, use }: StoredAccount) => batchAccounts?.includes(id) ?? use !== 'credit'
  const numbers = (which: (one: StoredAccount) => boolean) =>
    accounts.flatMap((one) => {
      const isOther = one.account_number !== first && which(one)
      return isOther ? (listable(one.account_number) ?? []) : []
    })
  return {
    first,
    seen: numbers(isSeen),
    others: numbers((one) => mayBe(one) && !isSeen(one)),
  }
}

/** Returns these accounts of a batch. */
export function queriedAccountsOf(
  reader: Reader,
  order: Pick<OrderRow, 'id' | 'form'>,
  profile: Pick<SessionProfile, 'accounts' | 'batchAccounts'>,
): Promise<QueriedAccounts> {
  const { accountId } = batchFormIn(order).form
  const named = profile.accounts.find(({ id }) => id === accountId)?.account_number
  return queriedAccounts(reader, { orderId: order.id, named }, profile)
}

/**
 * Lets a person choose the account for queries of a batch. The order does not change: neither its
 * body nor its hash, nor what the approval hash covers. Fails with `not-found` if there is no such batch
 * or account of this profile, with `order-state` if it has not left, with `changed-meanwhile` if
 * another choice was stored first.
 */
export async function useDebitedAccount(
  { store, profile, emitEvent }: BatchContext,
  { id, accountId }: { readonly id: string; readonly accountId: string },
  actor: string,
): Promise<
  Result<undefined, Failure<'not-found'> | Failure<'order-state'> | Failure<'changed-meanwhile'>>
> {
  const order = await store.read
    .selectFrom('orders as o')
    .innerJoin('batches as b', 'b.order_id', 'o.id')
    .select(['o.state', 'o.debit_account', 'b.debited_account'])
    .where('o.id', '=', id)
    .executeTakeFirst()
  const account = profile().accounts.find((one) => one.id === accountId)
  if (!order || !account) return err({ code: 'not-found' })
  const { state } = order
  if (state !== 'accepted') return err({ code: 'order-state', state })
  const isNamed = account.account_number === order.debit_account
  const debited = isNamed ? null : account.account_number
  if (debited === order.debited_account) return ok(undefined)
  const detail = {
    account: maskedAccount(account.account_number),
    named: maskedAccount(order.debit_account),
  }
  const { debited_account: seen } = order
  const act = { actor, kind: 'batch.account-used', subject: id, detail }
  const isUsed = await unlessSuperseded(() =>
    store.record(act, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('batches')
        .set({
          debited_account: debited,
          debited_significant: isNamed ? null : account.account_significant,
        })
        .where('order_id', '=', id)
        .where('debited_account', seen === null ? 'is' : '=', seen)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Superseded()
      return true
    }),
  )
  if (!isUsed) return err({ code: 'changed-meanwhile' })
  emitEvent('batches', 'changed', { id })
  return ok(undefined)
}
