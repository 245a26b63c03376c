/**
 * Entries that need a person. A returned entry or a notification of change has its own item;
 * refused and unclear entries have one item per batch and kind. An item ends when its exception is
 * resolved on the returns screen.
 */
import { sql, type Selectable, type SqlBool } from 'kysely'
import { refusedVerdicts } from '../../../preload/contract/bank/ach-origination/answered-entries.ts'
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import {
  entryItem,
  otherAccountItem,
  receiverTitle,
  reportedReturnItem,
  verdictItem,
} from '../../../preload/contract/text/inbox.ts'
import {
  isCorrected,
  isDebitedElsewhere,
  isNotAcceptedHandled,
  isReturnHandled,
  isStateAcknowledged,
  typedIn,
} from '../../money/batch-facts.ts'
import { changeDeadline } from '../../money/network-deadlines.ts'
import type { BatchEntriesTable } from '../../store/tables/batches.ts'
import type { Store } from '../../store/store.ts'
import type { Found, SourceFindings } from './inbox-jobs.ts'
import { orderTitle } from './order-source.ts'

type Row = Selectable<BatchEntriesTable> & {
  readonly service: 'CCD' | 'CTX' | 'PPD'
  readonly beneficiary: string
}
/** Most entries read at once; if there are more, the newest. */
const most = 2000

/** Reads the entries. `since`: older events are ignored. */
export async function noticedEntries(
  store: Store,
  since: string,
): Promise<readonly SourceFindings[]> {
  const returned = await openEntries(store, 'returned_at', since)
  const reported = await openEntries(store, 'return_reported_at', since)
  const changed = await openEntries(store, 'changed_at', since)
  return [
    {
      kind: 'returned',
      prefix: 'entry/',
      isWhole: returned.length < most && reported.length < most,
      found: [
        ...returned.map((row) => ({
          ...foundIn(row, row.returned_at ?? since),
          subject: `entry/${row.id}`,
          title: entryItem('returned', row.return_code, receiverOf(row)),
          address: `/returns/${row.order_id}/${row.id}?kind=return`,
          deadline: null,
        })),
        // Another item, so that nobody has marked done what the bank shows later.
        ...reported.map((row) => ({
          ...foundIn(row, row.return_reported_at ?? since),
          subject: `entry/${row.id}/reported`,
          title: reportedReturnItem(row.bank_status === 'unclear', receiverOf(row)),
          address: `/returns/${row.order_id}/${row.id}?kind=${row.bank_status === 'unclear' ? 'unclear' : 'return'}`,
          deadline: null,
        })),
      ],
    },
    {
      kind: 'change',
      prefix: 'entry/',
      isWhole: changed.length < most,
      found: changed.map((row) => {
        const at = row.changed_at ?? since
        return {
          ...foundIn(row, at),
          // A later notification of change is a new item, which nobody has marked done.
          subject: `entry/${row.id}/${at}`,
          title: entryItem('change', row.change_code, receiverOf(row)),
          address: `/returns/${row.order_id}/${row.id}?kind=change`,
          deadline: changeDeadline(at),
        }
      }),
    },
    ...(await notAccepted(store, since)),
    {
      kind: 'other-account',
      prefix: 'batch/',
      isWhole: true,
      found: await debitedElsewhere(store, since),
    },
  ]
}

const receiverOf = (row: Row): string =>
  `${receiverTitle(typedIn(row).receiverName)}, ${orderTitle(row)}`

const foundIn = (row: Row, at: string): Pick<Found, 'at' | 'amount' | 'currency'> => ({
  at,
  amount: row.amount,
  currency: 'USD',
})

const handled = {
  returned_at: isReturnHandled,
  return_reported_at: sql<SqlBool>`(e.bank_status = 'unclear' AND ${isStateAcknowledged})`,
  changed_at: isCorrected,
} as const

function openEntries(store: Store, column: keyof typeof handled, since: string): Promise<Row[]> {
  const isHandled = handled[column]
  return store.read
    .selectFrom('batch_entries as e')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .selectAll('e')
    .select(['o.beneficiary', sql<Row['service']>`o.service`.as('service')])
    .where(`e.${column}`, '>=', since)
    .where(sql<SqlBool>`NOT ${isHandled}`)
    .orderBy(`e.${column}`, 'desc')
    .limit(most)
    .execute()
}

/**
 * Returns one item for each batch whose bank debit account differs from the account used in its
 * status inquiries.
 */
async function debitedElsewhere(store: Store, since: string): Promise<Found[]> {
  const rows = await store.read
    .selectFrom(
      // Compares only the lowest and the highest account, straight from the index: if any entry's
      // account differs, one of them does.
      sql<{ order_id: string; debited_significant: string | null }>`(
        SELECT order_id, (SELECT min(d.debited_significant) FROM batch_entries AS d
          WHERE d.order_id = batches.order_id AND d.debited_significant IS NOT NULL) AS debited_significant
        FROM batches
        UNION SELECT order_id, (SELECT max(d.debited_significant) FROM batch_entries AS d
          WHERE d.order_id = batches.order_id AND d.debited_significant IS NOT NULL)
        FROM batches)`.as('e'),
    )
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .innerJoin('batches as b', 'b.order_id', 'e.order_id')
    .select(['o.id', 'o.beneficiary', 'o.released_at', 'o.updated_at', 'o.debit_account'])
    .select(['b.debited_account', sql<Row['service']>`o.service`.as('service')])
    .select(sql<string>`min(e.debited_significant)`.as('debited'))
    .where(isDebitedElsewhere)
    .where('o.updated_at', '>=', since)
    .groupBy(['o.id', 'b.order_id'])
    .execute()
  return rows.map((row) => ({
    subject: `batch/${row.id}`,
    at: row.released_at ?? row.updated_at,
    title: otherAccountItem(
      maskedAccount(row.debited),
      maskedAccount(row.debited_account ?? row.debit_account),
      orderTitle(row),
    ),
    amount: null,
    currency: null,
    deadline: null,
    address: `/batches/${row.id}`,
  }))
}

/**
 * Returns one item for each batch with refused entries, with their number, and one for each with
 * entries that are unclear: those may be paid.
 */
async function notAccepted(store: Store, since: string): Promise<readonly SourceFindings[]> {
  const rows = await store.read
    .selectFrom('batch_entries as e')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .select(['o.id', 'o.beneficiary', 'o.released_at', 'o.updated_at', 'o.state'])
    .select(sql<Row['service']>`o.service`.as('service'))
    .select(
      sql<'rejected' | 'unclear'>`iif(e.verdict IN (${sql.join(refusedVerdicts)}),
        'rejected', 'unclear')`.as('kind'),
    )
    .select((select) => [
      select.fn.countAll<number>().as('entries'),
      select.fn.sum<number | null>('e.amount').as('amount'),
    ])
    .where(sql<SqlBool>`e.verdict IS NOT NULL AND e.verdict <> 'accepted'`)
    // A batch that was rejected as a whole has an item of its own.
    .where('o.state', '=', 'accepted')
    .where('o.updated_at', '>=', since)
    .where(sql<SqlBool>`NOT ${isNotAcceptedHandled}`)
    .groupBy(['o.id', 'kind'])
    .execute()
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  return (['rejected', 'unclear'] as const).map((kind) => ({
    kind,
    prefix: 'batch/',
    isWhole: true,
    found: (byKind.get(kind) ?? []).map((row) => ({
      subject: `batch/${row.id}`,
      at: row.released_at ?? row.updated_at,
      title: verdictItem(kind, orderTitle(row), row.entries),
      amount: row.amount,
      currency: 'USD',
      deadline: null,
      address: `/batches/${row.id}`,
    })),
  }))
}
