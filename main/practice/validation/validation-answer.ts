import { randomUUID } from 'node:crypto'
import type { ApiVersion, MatchField } from '../../../preload/contract/bank/account-validation.ts'
import { primaryId } from '../enrolment.ts'
import type { ErrorCode } from '../error-codes.ts'
import type { Inquiry } from './inquiry.ts'
import { spellings } from './inquiry-spelling.ts'
import { matchOwner, noMatching, type Judged } from './matching.ts'
import { overallMatchScore } from './score.ts'
import type { AccountStatus, Condition, PracticeAccount } from '../data/account.ts'

const messages: Readonly<Record<AccountStatus, string>> = {
  '000': 'Not Located',
  '012': 'Closed',
  '096': 'No Information',
  '099': 'Open Valid',
  '699': 'Open Valid Non-Participant',
}

/** The result of a lookup; null for an account that the bank does not have. */
export interface InquiryMatch {
  readonly account: PracticeAccount | null
  readonly inquiry: Inquiry
  readonly version: ApiVersion
}

const hasName = ({ owner }: Inquiry): boolean =>
  owner?.businessName !== undefined ||
  (owner?.firstName !== undefined && owner.lastName !== undefined)

/**
 * Returns the condition: the account's own, else the inquiry's missing data (304, 900; bank note
 * 29).
 */
function conditionOf({ account, inquiry }: InquiryMatch): Condition {
  if (!account) return '396'
  if (account.condition !== '000') return account.condition
  if (!inquiry.owner) return '900'
  return hasName(inquiry) ? '000' : '304'
}

/**
 * 699 exists in version 2 only; version 1 has no information about a non-participant's account
 * (bank note 34).
 */
function statusOf({ account, version }: InquiryMatch): AccountStatus {
  if (!account) return '000'
  return account.status === '699' && version === 'v1' ? '096' : account.status
}

function echo(inquiry: Inquiry, version: ApiVersion): object {
  const spelled = spellings[version]
  const { date, time, userDefined } = inquiry.client
  const client = {
    ...(date !== undefined && { [spelled.date]: date }),
    ...(time !== undefined && { [spelled.time]: time }),
    ...(userDefined !== undefined && { [spelled.userDefined]: userDefined }),
  }
  return {
    [spelled.secondaryId]: inquiry.secondaryId,
    additionalId: inquiry.additionalId,
    routingNumber: inquiry.routingNumber,
    accountNumber: inquiry.accountNumber,
    ...(inquiry.amount !== null && { amount: inquiry.amount }),
    ...(inquiry.serialNumber !== null && { serialNumber: inquiry.serialNumber }),
    ...(Object.keys(client).length > 0 && { Client: client }),
  }
}

const letters = (fields: Readonly<Record<MatchField, Judged>>): object =>
  Object.fromEntries(Object.entries(fields).map(([field, { letter }]) => [field, letter]))

const wrapped = (result: object): object => ({
  accountValidationResponse: { AOAResponse: { Result: result } },
})

const head = (errorCode: ErrorCode): object => ({
  errorCode,
  systemRecordId: randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase(),
  primaryId,
})

/** Returns the answer to an inquiry that was read but not usable, or not answered in time. */
export const errorAnswer = (errorCode: ErrorCode, inquiry: Inquiry, version: ApiVersion): object =>
  wrapped({ ...head(errorCode), ...echo(inquiry, version) })

/**
 * Returns the full answer: account status always, matching only under condition 000, otherwise
 * blank fields (bank note 30).
 */
export function fullAnswer(match: InquiryMatch): object {
  const { account, inquiry, version } = match
  const conditionCode = conditionOf(match)
  const status = statusOf(match)
  const matched =
    conditionCode === '000' ? matchOwner(inquiry.owner ?? {}, account?.owner ?? {}) : null
  return wrapped({
    ...head('000'),
    ...echo(inquiry, version),
    ...(account?.bank.reportsFee && { feeAttrib: 'HH' }),
    AcctOwner: {
      conditionCode,
      overallMatchScore: matched ? overallMatchScore(matched) : '',
      ...letters(matched ?? noMatching()),
    },
    AcctStatus: { primaryStatusCode: status, primMessage: messages[status] },
  })
}
