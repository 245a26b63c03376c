import type { OwnerRecord, Resident } from '../../../preload/contract/api/practice/practice.ts'
import type { ErrorCode } from '../error-codes.ts'
import type { PracticeBank } from './banks.ts'

/** The account statuses of the document (bank document 2). 699 is in version 2 only. */
export type AccountStatus = '000' | '012' | '096' | '099' | '699'

/** The condition codes of the document. */
export type Condition = '000' | '300' | '301' | '302' | '304' | '396' | '900' | '901'

/**
 * A practice customer's account: the text shown to the operator, and the bank's answers about it.
 */
export interface PracticeAccount extends Resident {
  readonly bank: PracticeBank
  readonly status: AccountStatus
  readonly condition: Condition
  readonly errorCode: ErrorCode
}

interface Described {
  readonly name: string
  readonly kind?: Resident['kind']
  readonly bank: PracticeBank
  readonly accountNumber: string
  readonly shows: string
  readonly owner?: OwnerRecord
  readonly status?: AccountStatus
  readonly condition?: Condition
  readonly errorCode?: ErrorCode
}

const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Returns an open account whose owner can be matched, unless described otherwise. */
export const account = (described: Described): PracticeAccount => ({
  id: slug(described.name),
  name: described.name,
  kind: described.kind ?? 'person',
  bank: described.bank,
  bankName: described.bank.name,
  routingNumber: described.bank.routingNumber,
  accountNumber: described.accountNumber,
  shows: described.shows,
  owner: described.owner ?? {},
  status: described.status ?? '099',
  condition: described.condition ?? '000',
  errorCode: described.errorCode ?? '000',
})
