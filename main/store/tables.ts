/** Every table of a store, and how Kysely sees them. */
import type { ColumnType, Kysely } from 'kysely'
import { auditEntries, auditCheckpoints } from './tables/audit.ts'
import { workstations } from './tables/team.ts'
import { bankCalls } from './tables/calls.ts'
import {
  settings,
  profileSettings,
  ownAccounts,
  savedRequests,
  tableLayouts,
} from './tables/profile.ts'
import { operators, policies } from './tables/operators.ts'
import { validations, bulkRuns, bulkRows, importMappings } from './tables/validations.ts'
import { inquiries, inquiryCalls } from './tables/inquiries.ts'
import {
  participantSets,
  participants,
  bankDirectories,
  directoryBanks,
} from './tables/directories.ts'
import { payees, payeeVersions } from './tables/payees.ts'
import {
  alertDeliveries,
  alertAttempts,
  alerts,
  alertReceipts,
  alertAccounts,
  alertHours,
  alertStretches,
} from './tables/alerts.ts'
import { orders } from './tables/orders.ts'
import {
  orderApprovals,
  orderAttempts,
  orderSentVersions,
  orderStatusInquiries,
  orderSupportReplies,
  orderStatusEvents,
  orderAlerts,
  orderViews,
  orderComments,
  orderFiles,
  orderFileContents,
} from './tables/order-history.ts'
import {
  batches,
  batchEntries,
  batchEntryStatusEvents,
  entrySupportReplies,
  achSettings,
} from './tables/batches.ts'
import {
  paymentSchedules,
  paymentScheduleOccurrences,
  batchTemplates,
  batchTemplateOccurrences,
} from './tables/recurring.ts'
import { listenerWatch, alertGaps, sweeps, sweepParts, recoveredItems } from './tables/coverage.ts'
import { forwardState, forwardParked, forwardTries } from './tables/forwarding.ts'
import { inboxItems, inboxEvents, inboxAlerts, inboxCursors } from './tables/inbox.ts'
import { reconciliationSignOffs } from './tables/reconciliation.ts'
import { searchPlaces } from './tables/search.ts'
import type { Row, Table } from './tables/define-table.ts'

/** In the order in which they are created: a table after those that it refers to. */
const defined = [
  auditEntries,
  auditCheckpoints,
  workstations,
  bankCalls,
  settings,
  profileSettings,
  ownAccounts,
  savedRequests,
  tableLayouts,
  operators,
  policies,
  validations,
  bulkRuns,
  bulkRows,
  importMappings,
  inquiries,
  inquiryCalls,
  participantSets,
  participants,
  bankDirectories,
  directoryBanks,
  payees,
  payeeVersions,
  alertDeliveries,
  alertAttempts,
  alerts,
  alertReceipts,
  alertAccounts,
  alertHours,
  alertStretches,
  orders,
  orderApprovals,
  orderAttempts,
  orderSentVersions,
  orderStatusInquiries,
  orderSupportReplies,
  orderStatusEvents,
  orderAlerts,
  orderViews,
  orderComments,
  orderFiles,
  orderFileContents,
  batches,
  batchEntries,
  batchEntryStatusEvents,
  entrySupportReplies,
  achSettings,
  paymentSchedules,
  paymentScheduleOccurrences,
  batchTemplates,
  batchTemplateOccurrences,
  listenerWatch,
  alertGaps,
  sweeps,
  sweepParts,
  recoveredItems,
  forwardState,
  forwardParked,
  forwardTries,
  inboxItems,
  inboxEvents,
  inboxAlerts,
  inboxCursors,
  reconciliationSignOffs,
  searchPlaces,
] as const

export const tables: readonly Table[] = defined

/**
 * Full text, which a trigger or the alert reader feeds, calls also before each search, from the view
 * `bank_calls_to_index`; a query on it is written in SQL.
 */
interface WordsTable {
  rowid: ColumnType<number, never, never>
}

type Defined = (typeof defined)[number]

export type Tables = { [T in Defined as T['name']]: Row<T> } & {
  readonly bank_call_text: WordsTable
  readonly alert_text: WordsTable
}

/** Reading only: the store itself, or a transaction in progress. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'fn' | 'dynamic'>
