/**
 * A row of ach/list as an event: the facts that an alert would have reported, and a key that
 * identifies it when it is found again. A PAR number belongs to one transaction, a trace number may
 * belong to several (bank notes 81, 86 and 102). Pure.
 */
import { createHash } from 'node:crypto'
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import { existingDay } from '../../../bank/answers/bank-days.ts'
import { filledText } from '../../../bank/answers/filled-text.ts'
import type { achListItem } from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import type { Reading } from '../../../../preload/contract/bank/answers/shape.ts'
import { entryStateOf } from '../../../money/batch-facts.ts'
import { fullAccounts, moneyOf, type Sighting } from '../../../money/same-movement.ts'

/** A row of ach/list. */
export type ListRow = Reading<typeof achListItem>

/** Where a row was found. */
export interface RowOrigin {
  /** The queried own account, without leading zeros. */
  readonly account: string
  readonly search: 'COLLECTED' | 'SETTLED' | 'RETURNED'
  readonly fromDay: string
  readonly toDay: string
}

/** An event that a row shows. */
export interface SweptEvent extends Sighting {
  readonly key: string
  /** As the bank writes it. */
  readonly event: string
  /** YYYY-MM-DD; null if the row does not state it. */
  readonly day: string | null
  /** The own one, which is among the accounts. */
  readonly account: string
  readonly direction: 'credit' | 'debit' | null
  readonly party: string | null
  readonly returnCode: string | null
}

/** Returns a status for comparison: statuses of one meaning are equal (bank note 50). */
export function meaningOf(status: string | null): string | null {
  const text = filledText(status)
  if (text === null) return null
  const state = entryStateOf(text)
  return state === null || state === 'unclear' ? text.toUpperCase() : state
}

/**
 * Returns the event of a row: the searched event has happened, whatever later status the row shows.
 */
export function eventOf(row: ListRow, { account, search, fromDay, toDay }: RowOrigin): SweptEvent {
  const state = entryStateOf(row.transactionStatus)
  const isOdd = state === 'unclear'
  const event = isOdd ? (filledText(row.transactionStatus) ?? search) : search
  const trace = filledText(row.traceNumber)
  const par = filledText(row.parNumber)
  const amount = filledText(row.transactionAmount)
  const day = dayOf(row, search) ?? (fromDay === toDay ? fromDay : null)
  const shown = fullAccounts([
    row.receivingAccount?.accountNumber,
    row.originatingAccount?.accountNumber,
  ])
  const named =
    par === null
      ? ['trace', trace ?? '', account, moneyOf(amount) ?? '', day ?? '', trace ?? shown.join(' ')]
      : ['par', par]
  return {
    event,
    day,
    days: [day ?? fromDay, day ?? toDay],
    account,
    trace,
    par,
    amount,
    key: par === null ? keyOf(event, hashed(named)) : keyOf(event, ...named),
    accounts: [...new Set([account, ...shown])],
    direction: directionOf(row.transactionCode),
    party: partyOf(row, account),
    returnCode: filledText(row.returnReasonCode),
  }
}

/** A bank may send texts of any length, and the index of the keys has a limit. */
const longestKey = 300

/** Returns the key of an event that these texts identify. */
export const keyOf = (...texts: readonly string[]): string => {
  const key = `ach ${texts.join(' ')}`
  return key.length > longestKey ? `ach ${hashed(texts)}` : key
}

/** Hashed, so that no key holds an account number. */
const hashed = (texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex')

/** The list carries no day of collection. */
function dayOf(row: ListRow, search: RowOrigin['search']): string | null {
  if (search === 'RETURNED') return existingDay(row.returnDate)
  return search === 'SETTLED' ? existingDay(row.settlementDate) : null
}

/**
 * The second digit of an ACH transaction code: 0 to 4 are credits, 5 to 9 debits (Nacha,
 * transaction codes).
 */
function directionOf(code: string | null): SweptEvent['direction'] {
  const digit = /^[2-5](\d)$/.exec(code?.trim() ?? '')?.[1]
  if (digit === undefined) return null
  return Number(digit) < 5 ? 'credit' : 'debit'
}

/** The name of the other party. */
function partyOf(row: ListRow, account: string): string | null {
  const receiving = filledText(row.receivingAccount?.accountNumber)
  const isReceiver = receiving !== null && significantAccount(receiving) === account
  const party = isReceiver ? row.originatingParty : row.receivingParty
  return filledText(party?.companyName) ?? filledText(party?.customerName)
}
