import { foundation } from './0001-foundation.ts'
import { profilesMigration } from './0002-profiles.ts'
import { trafficMigration } from './0003-traffic.ts'
import { alertsMigration } from './0004-alerts.ts'
import { desksMigration } from './0005-desks.ts'
import { moneyMigration } from './0006-money.ts'
import { batchesMigration } from './0007-batches.ts'
import { coverageMigration } from './0008-coverage.ts'
import { inboxMigration } from './0009-inbox.ts'
import { searchMigration } from './0010-search.ts'
import { forwardingMigration } from './0011-forwarding.ts'
import { overviewMigration } from './0012-overview.ts'
import { reconciliationMigration } from './0013-reconciliation.ts'
import { restoredMigration } from './0014-restored.ts'
import { lookUpRoutesMigration } from './0015-look-up-routes.ts'
import { supportRepliesMigration } from './0016-support-replies.ts'
import { namesInPartMigration } from './0017-names-in-part.ts'
import { submissionDaysMigration } from './0018-submission-days.ts'
import { debitedAccountsMigration } from './0019-debited-accounts.ts'
import { sentAnywayMigration } from './0020-sent-anyway.ts'
import { companyIdsMigration } from './0021-company-ids.ts'
import { lookUpReasonsMigration } from './0022-look-up-reasons.ts'
import { sendersMigration } from './0023-senders.ts'
import { commentsAndFilesMigration } from './0024-comments-and-files.ts'
import { bankDirectoriesMigration } from './0025-bank-directories.ts'
import { paymentSchedulesMigration } from './0026-payment-schedules.ts'
import { foldedOrdersMigration } from './0027-folded-orders.ts'
import { callsInGroupsMigration } from './0028-calls-in-groups.ts'
import { homesMigration } from './0029-homes.ts'
import { sharedSlotsMigration } from './0030-shared-slots.ts'
import { sharedTokenMigration } from './0031-shared-token.ts'
import { teamListenerMigration } from './0032-team-listener.ts'
import { sentVersionsMigration } from './0033-sent-versions.ts'
import { occurrencesMigration } from './0034-occurrences.ts'
import { returnReportsMigration } from './0035-return-reports.ts'
import { comparingKeysMigration } from './0036-comparing-keys.ts'
import { bodyLastMigration } from './0037-body-last.ts'
import { listKeysMigration } from './0038-list-keys.ts'
import type { Migration, SharedMigration } from './migration.ts'

/** SQLite's own migrations, closed: PostgreSQL begins with a schema that makes their version. */
const first: readonly Migration[] = [
  foundation,
  profilesMigration,
  trafficMigration,
  alertsMigration,
  desksMigration,
  moneyMigration,
  batchesMigration,
  coverageMigration,
  inboxMigration,
  searchMigration,
  forwardingMigration,
  overviewMigration,
  reconciliationMigration,
  restoredMigration,
  lookUpRoutesMigration,
  supportRepliesMigration,
  namesInPartMigration,
  submissionDaysMigration,
  debitedAccountsMigration,
  sentAnywayMigration,
  companyIdsMigration,
  lookUpReasonsMigration,
  sendersMigration,
  commentsAndFilesMigration,
  bankDirectoriesMigration,
  paymentSchedulesMigration,
]

/** Every migration since, in order; a new one goes to the end, and none is ever changed. */
export const sharedMigrations: readonly SharedMigration[] = [
  foldedOrdersMigration,
  callsInGroupsMigration,
  homesMigration,
  sharedSlotsMigration,
  sharedTokenMigration,
  teamListenerMigration,
  sentVersionsMigration,
  occurrencesMigration,
  returnReportsMigration,
  comparingKeysMigration,
  bodyLastMigration,
  listKeysMigration,
]

/** Every migration of an SQLite store, in order. */
export const migrations: readonly Migration[] = [
  ...first,
  ...sharedMigrations.map((step) => ({ ...step, sql: step.sql.sqlite })),
]
