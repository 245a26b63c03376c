import type { AccountEntry } from '../data/client-accounts.ts'
import { isCredit, reversalCode } from './code-texts.ts'
import { returnParOf } from './entry-numbers.ts'
import { returnOf, type AchEntry } from './entry.ts'
import { dayOf } from './written.ts'

/** What an entry or its return does to the client's account. */
export interface Posting {
  readonly entry: AchEntry
  readonly parNumber: string
  readonly atMs: number
  /** As the client's account sees it: an originated credit leaves as a debit. */
  readonly direction: 'C' | 'D'
  readonly transactionCode: string
  readonly baiCode: string
}

/**
 * The postings of an entry by now: on settlement, and against it on return. Prenotes and zero dollars
 * post nothing. BAI codes: 165, 451, 455 and for reversals 258, 558 (`1-platform.md`, BAI codes).
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

/** A posting for the reports. */
export const movementOf = (posting: Posting): AccountEntry => ({
  accountNumber: posting.entry.account.accountNumber,
  date: dayOf(posting.atMs),
  amountMinor: posting.entry.amountCents,
  creditOrDebit: posting.direction,
  baiCode: posting.baiCode,
  text: `ACH ${posting.entry.description} ${posting.entry.counterparty.name}`,
  reference: posting.parNumber,
})
