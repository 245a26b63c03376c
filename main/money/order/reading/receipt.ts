/**
 * Builds the receipt of an order: amount, parties, approvals, and the bank's statuses with their
 * times. The receipt alone proves nothing; the hash of the order's newest audit entry ties it to
 * the chain that can be verified.
 */
import { amountForReading, minorUnits } from '../../../../preload/contract/kernel/money.ts'
import {
  environmentLabels,
  type Environment,
} from '../../../../preload/contract/domain/environment.ts'
import type { BatchContent } from '../../../../preload/contract/domain/batches/batch.ts'
import type { Order } from '../../../../preload/contract/domain/orders/order.ts'
import type { PaymentForm } from '../../../../preload/contract/domain/orders/payment-form.ts'
import { bankStatusText, noResponseYet } from '../../../../preload/contract/text/bank-status.ts'
import {
  accountsMasked,
  auditSection,
  writtenBy,
} from '../../../../preload/contract/text/prints.ts'
import {
  receiptLabels as label,
  receiptNotes,
  receiptStates,
  receiptTally,
  receiptTimes,
  statusLine,
  supportReplyText,
} from '../../../../preload/contract/text/receipts.ts'
import {
  paymentParties,
  paymentPartyNames,
} from '../../../../preload/contract/bank/payments/payment-rules.ts'
import {
  printedSheet,
  sheetNote,
  sheetSection,
  sheetWarning,
  type SheetRow,
} from '../../../platform/print/printed-sheet.ts'

export interface ReceiptFacts {
  /** The order as the window shows it, with masked accounts. */
  readonly order: Order
  readonly profileName: string
  readonly environment: Environment
  /** The order's newest entry in the audit chain. */
  readonly entry: { readonly seq: number; readonly hash: string; readonly at: string }
  readonly at: Date
}

function stateOf({ state, isClosed, supportReplies, statusEvents, transactionId }: Order): string {
  if (isClosed) return receiptStates.closed
  const isMadeByReply = supportReplies.some(
    ({ isInForce, result, confirmedBy }) => isInForce && result === 'made' && confirmedBy !== null,
  )
  const isUnreported = statusEvents.length === 0 && transactionId === null
  return receiptStates[state === 'accepted' && isMadeByReply && isUnreported ? 'made' : state]
}

/** Narrower numbers and wider terms than on a credentials sheet. */
const style = `dl { grid-template-columns: 52mm 1fr }
.code { font-size: 9pt }
`

/** Returns the receipt as HTML. */
export function receiptOf(facts: ReceiptFacts): string {
  const { order, profileName } = facts
  const of = order.batch === null ? 'payment' : 'batch'
  const what = label[of]
  const environment = environmentLabels[facts.environment]
  return printedSheet({
    title: `${what} ${order.reference}, ${environment}`,
    heading: label.heading(what),
    environment,
    style,
    sections: [
      notFinal(order),
      sheetSection(what, [
        [label.amount, amountOf(order)],
        [label.service, order.service],
        [of === 'payment' ? label.valueDate : label.effectiveDate, order.valueDate],
        [label.from, order.debitAccount],
        [label.profile, profileName],
        [label.state, stateOf(order)],
        [label.atBank, bankStatusText(order.bankStatus, of)],
      ]),
      ...(order.batch === null ? [] : [sheetSection(label.entries, entryRows(order.batch))]),
      ...(order.form === null ? [] : [sheetSection(label.parties, partyRows(order.form))]),
      sheetSection(label.references, referenceRows(order)),
      sheetSection(label.people, peopleRows(order)),
      sheetSection(label.statuses, statusRows(order)),
      sheetSection(auditSection.heading, auditRows(facts)),
    ],
    footer: `${writtenBy(facts.at)}. ${accountsMasked}. ${receiptTimes}.`,
  })
}

const auditRows = ({ entry, order: { bodySha256 } }: ReceiptFacts): SheetRow[] => [
  [auditSection.entry, String(entry.seq)],
  [auditSection.entryTime, entry.at],
  [auditSection.hash, entry.hash, 'code'],
  ...(bodySha256 === null ? [] : [[label.bodyHash, bodySha256, 'code'] as const]),
]

const amountOf = ({ amount, currency }: Order): string =>
  amount === null
    ? label.unknown
    : `${currency} ${amountForReading(minorUnits(amount), currency)}`.trim()

/** A state that can still change is marked as such (bank note 74). */
function notFinal({ state, bankStatus: status, batch, isSupportReplyContradicted }: Order): string {
  if (isSupportReplyContradicted) return sheetWarning(receiptNotes.contradicted)
  if (status.kind === 'contradictory') return sheetWarning(receiptNotes.contradictory)
  if (state === 'outcome-unknown') return sheetWarning(receiptNotes.unknown)
  const isEnded = status.isFinal || state === 'rejected' || state === 'withdrawn'
  if (!isEnded)
    return sheetWarning(batch === null ? receiptNotes.paymentOpen : receiptNotes.batchOpen)
  return status.kind === 'completed' ? sheetNote(receiptNotes.completed) : ''
}

const optionalRow = (term: string, value: string | null | undefined): SheetRow[] =>
  typeof value === 'string' ? [[term, value]] : []

const dollars = (cents: number): string => `USD ${amountForReading(minorUnits(cents))}`

const results = Object.keys(receiptTally) as (keyof typeof receiptTally)[]

/** The totals of a batch and its results; entries are exported, not printed (bank note 83). */
function entryRows({
  entries,
  credits,
  debits,
  tally,
  answer,
  form,
  ...batch
}: BatchContent): SheetRow[] {
  return [
    [label.entries, String(entries)],
    [label.credits, dollars(credits)],
    [label.debits, dollars(debits)],
    [label.description, form.companyEntryDescription],
    ...(batch.part === null
      ? []
      : [[label.file, label.filePart(batch.part.file, batch.part.part, batch.part.of)] as const]),
    ...(batch.reversalOf === null
      ? []
      : [[label.reverses, batch.reversalOf.uuid, 'code'] as const]),
    ...(tally === null ? [] : results.map((of): SheetRow => [receiptTally[of], String(tally[of])])),
    ...optionalRow(label.bankEffectiveDate, answer?.effectiveDate),
    ...optionalRow(label.bankAcceptedAt, answer?.requestAcceptedUTCTime),
  ]
}

function partyRows(form: PaymentForm): SheetRow[] {
  return paymentPartyNames.flatMap((name): SheetRow[] => {
    const { name: called, accountNumber, aba, address } = form[name]
    const details = [called, accountNumber, aba && `ABA ${aba}`, ...address].filter(
      (text) => text.trim() !== '',
    )
    return details.length === 0 ? [] : [[paymentParties[name].label, details.join(', ')]]
  })
}

function referenceRows({ reference, form, batch, transactionId, answer }: Order): SheetRow[] {
  if (batch !== null) return [[label.batchReference, reference, 'code']]
  const reading = answer && 'reading' in answer ? answer.reading : null
  const rows: readonly (readonly [string, string | null])[] = [
    [label.requestReference, reference],
    [label.sendersReference, form?.sendersReference ?? null],
    [label.receiversReference, form?.receiversReference ?? null],
    [label.transactionId, transactionId ?? label.unknown],
    [label.clearingReference, reading?.clearingSystemReference ?? null],
    [label.bankValueDate, reading?.valueDate ?? null],
  ]
  return rows.flatMap(([term, value]): SheetRow[] =>
    value === null || value === '' ? [] : [[term, value]],
  )
}

function peopleRows({ maker, approvalsGiven, attempts }: Order): SheetRow[] {
  const validApprovals = approvalsGiven.filter(({ voidedAt }) => voidedAt === null)
  return [
    [label.maker, maker.name],
    ...validApprovals.map(({ by, at }): SheetRow => [label.approver, `${by.name}, ${at}`]),
    ...(validApprovals.length === 0 ? [[label.approver, label.nobody] as const] : []),
    ...attempts.map(({ seq, releasedBy, confirmedBy, journalledAt }): SheetRow => [
      label.sending(seq),
      label.released(releasedBy.name, confirmedBy?.name ?? null, journalledAt),
    ]),
  ]
}

const supportRows = ({ supportReplies }: Order): SheetRow[] =>
  supportReplies.flatMap(
    ({ result, contact, repliedAt, ticket, recordedBy, confirmedBy }): SheetRow[] =>
      confirmedBy === null
        ? []
        : [
            [
              repliedAt,
              supportReplyText(result, {
                contact,
                ticket,
                recordedBy: recordedBy.name,
                confirmedBy: confirmedBy.name,
              }),
            ],
          ],
  )

function statusRows(order: Order): SheetRow[] {
  const rows = [...supportRows(order), ...bankStatusRows(order)]
  return rows.length > 0 ? rows : [[label.none, noResponseYet]]
}

const bankStatusRows = ({ statusEvents }: Order): SheetRow[] =>
  statusEvents.map(({ at, statusText, source, bankTime }): SheetRow => [
    at,
    statusLine(statusText, source, bankTime),
  ])
