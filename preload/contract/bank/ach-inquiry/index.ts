/** ACH inquiry as main and the window share it: requests, and shapes of answers. */
export {
  accountDetail,
  achDetail,
  achListAnswer,
  achListItem,
  addendum,
  listMessage,
  listMetadata,
  listPage,
  notificationOfChange,
  originatingPartyDetail,
  receivingPartyDetail,
} from './detail.ts'
export { addendaInformation, iatAddendum, nocAddendum, nonIatAddendum } from './addenda.ts'
export { errorResponse, fault, responseHeader } from './shared-shapes.ts'
export {
  achTransactionStatus,
  collectedStatusResult,
  postedStatusResult,
  returnStatusResult,
  statusAnswer,
} from './status.ts'
export {
  collectedAnswer,
  collectedTransaction,
  postedAnswer,
  postedTransaction,
  returnsAnswer,
  returnTransaction,
} from './transactions.ts'
export {
  achListPage,
  achListRequest,
  dateSearchTypes,
  type AchListPage,
  type AchListRequest,
} from './list-request.ts'
export {
  achCollectedRequest,
  achPostedRequest,
  achReturnsRequest,
  achRows,
  achStatusRequest,
  firstRows,
  searchableSecCodes,
  type AchCollectedRequest,
  type AchPostedRequest,
  type AchReturnsRequest,
  type AchRows,
  type AchStatusRequest,
} from './earlier-requests.ts'
export {
  earlierRules,
  listRules,
  pageRules,
  requestProblems,
  rowRules,
  statusRules,
  type RequestProblem,
  type RequestRule,
} from './request-rules.ts'
export {
  listWarnings,
  rowWarnings,
  searchWarnings,
  statusWarnings,
  type WarningContext,
} from './request-warnings.ts'
