import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import type { AccountEntry } from '../data/client-accounts.ts'
import { isCredit, reversalCode } from './code-texts.ts'
import { returnParOf } from './entry-numbers.ts'
import { returnOf, type AchEntry } from './entry.ts'

/** A posting on the client's account, by an entry or its return. */
export interface Posting {
  readonly entry: AchEntry
  readonly parNumber: string
  readonly atMs: number
  /** From the account's point of view: an originated credit is a debit. */
  readonly direction: 'C' | 'D'
  readonly transactionCode: string
  readonly baiCode: string
}

/**
 * Returns the postings of an entry by now: one at settlement, and a reversal at return. Prenotes
 * and zero dollars post nothing. BAI codes: 165, 451, 455 and for reversals 258, 558 (bank document
 * 1, BAI codes).
 */
export function postingsOf(entry: AchEntry, nowMs: number): Posting[] {
  if (entry.amountCents === 0 || nowMs < entry.settledAtMs) return []
  const originated = entry.side === 'originating'
  const comesIn = isCredit(entry.transactionCode) !== originated
  const settled: Posting = {
    entry,
    parNumber: entry.parNumber,
    atMs: entry.settledAtMs,
    direction: comesIn ? 'C' : 'D',
    transactionCode: entry.transactionCode,
    baiCode: comesIn ? '165' : originated ? '455' : '451',
  }
  const returned = returnOf(entry, nowMs)
  if (!returned) return [settled]
  const back: Posting = {
    entry,
    parNumber: returnParOf(entry.parNumber),
    atMs: returned.atMs,
    direction: comesIn ? 'D' : 'C',
    transactionCode: reversalCode(entry.transactionCode),
    baiCode: comesIn ? '558' : '258',
  }
  return [settled, back]
}

/** Returns a posting for the reports. */
export const movementOf = (posting: Posting): AccountEntry => ({
  accountNumber: posting.entry.account.accountNumber,
  date: utcDay(posting.atMs),
  amountMinor: posting.entry.amountCents,
  creditOrDebit: posting.direction,
  baiCode: posting.baiCode,
  text: `ACH ${posting.entry.description} ${posting.entry.counterparty.name}`,
  reference: posting.parNumber,
})
