/** The elements of the status inquiry (bank document 2, Status-result objects; bank note 50). */
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { operatingBank } from '../data/client-accounts.ts'
import { returnTexts, reversalCode, transactionTexts } from './code-texts.ts'
import { entryDirection } from './earlier-records.ts'
import { returnOf, type AchEntry } from './entry.ts'
import { momentFields } from './moments.ts'
import { sidesOf } from './parties.ts'
import { postingsOf, type Posting } from './postings.ts'
import { dollars, shortTimeOf } from './written.ts'

function collectedResult(entry: AchEntry, nowMs: number): object {
  const { originating, receiving } = sidesOf(entry)
  return {
    transactionParNumber: entry.parNumber,
    sourceBankNumber: operatingBank.bankNumber,
    sourceAccountNumber: entry.account.accountNumber,
    transactionCode: entry.transactionCode,
    transactionAmount: dollars(entry.amountCents),
    creditOrDebitCode: entryDirection(entry),
    ...momentFields('sourceTransactionProcess', entry.collectedAtMs),
    ...(nowMs >= entry.settledAtMs && {
      ...momentFields('sourceTransactionSettled', entry.settledAtMs, 'HHMM'),
      ...momentFields('sourceTransactionPost', entry.settledAtMs),
    }),
    receivingCustomerName: receiving.customerName,
    receivingCompanyName: receiving.companyName,
    originatingCompanyName: originating.companyName,
    originatingCustomerName: originating.customerName,
    nachaSecCode: entry.secCode,
    traceNumber: entry.traceNumber,
    transactionDescription: entry.description,
    receivingCustIdentificationNumber: receiving.identification,
  }
}

const postedResult = ({ entry, atMs, direction, baiCode, transactionCode }: Posting): object => ({
  processDate: utcDay(atMs),
  transactionParNumber: entry.parNumber,
  transactionAmount: dollars(entry.amountCents),
  creditOrDebitCode: direction,
  baiCode,
  transactionCode,
  regulationDescription1: entry.description,
  regulationDescription2: entry.counterparty.name,
  regulationDescription3: entry.identification,
  regulationDescription4: entry.traceNumber,
  postingWindow: shortTimeOf(atMs),
})

const returnResult = (entry: AchEntry, returned: NonNullable<AchEntry['returned']>): object => ({
  transactionParNumber: entry.parNumber,
  transactionCode: reversalCode(entry.transactionCode),
  transactionCodeDescription: transactionTexts[reversalCode(entry.transactionCode)],
  transactionAmount: dollars(entry.amountCents),
  transactionDescription1: entry.description,
  transactionDescription2: `RETURN ${entry.description}`,
  creditOrDebitCode: entryDirection(entry),
  returnReleaseDate: utcDay(returned.atMs),
  returnReasonCode: returned.reasonCode,
  returnReasonDescription: returnTexts[returned.reasonCode],
})

/**
 * Returns COLLECTED or RETURNED with one of three objects. The document does not show when the
 * posted object is used: here for entries that the client received, once posted.
 */
export function statusResult(entry: AchEntry, nowMs: number): object {
  const returned = returnOf(entry, nowMs)
  if (returned) {
    return { ACHStatus: 'RETURNED', ACHReturnTransaction: returnResult(entry, returned) }
  }
  const [posting] = entry.side === 'receiving' ? postingsOf(entry, nowMs) : []
  return posting
    ? { ACHStatus: 'COLLECTED', ACHPostedTransaction: postedResult(posting) }
    : { ACHStatus: 'COLLECTED', ACHCollectedTransaction: collectedResult(entry, nowMs) }
}
