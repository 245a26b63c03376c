/**
 * Builds the receipt of an order: amount, parties, approvals, and the bank's statuses with their
 * times. The receipt alone proves nothing; the hash of the order's newest audit entry ties it to
 * the chain that can be verified.
 */
import { amountForReading, minorUnits } from '../../../../preload/contract/kernel/money.ts'
import {
  environmentWords,
  type Environment,
} from '../../../../preload/contract/domain/environment.ts'
import type { BatchContent } from '../../../../preload/contract/domain/batches/batch.ts'
import type { Order } from '../../../../preload/contract/domain/orders/order.ts'
import type { OrderForm } from '../../../../preload/contract/domain/orders/order-form.ts'
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'
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

/** State names for a reader of paper, without the screen. */
const stateWords: Readonly<Record<OrderState, string>> = {
  draft: 'Being written',
  'awaiting-approval': 'Waits for approval. Nothing was sent',
  approved: 'Approved. Nothing was sent',
  queued: 'Released. Nothing was sent yet',
  sending: 'On its way. The bank has not answered yet',
  accepted: 'Taken in by the bank',
  rejected: 'Rejected by the bank',
  'outcome-unknown': 'Not known whether the bank has it',
  withdrawn: 'Withdrawn before anything was sent',
}

function stateOf({ state, isClosed, deskWords, statements, transactionId }: Order): string {
  if (isClosed) return 'Closed: not made, by the word of the bank\u2019s desk'
  const isByWord = deskWords.some(
    ({ stands, said, confirmedBy }) => stands && said === 'made' && confirmedBy !== null,
  )
  const isUntold = statements.length === 0 && transactionId === null
  return state === 'accepted' && isByWord && isUntold
    ? 'Made, by the word of the bank\u2019s desk'
    : stateWords[state]
}

/** Narrower numbers and wider terms than on a credentials sheet. */
const style = `dl { grid-template-columns: 52mm 1fr }
.code { font-size: 9pt }
`

/** Returns the receipt as HTML. */
export function receiptOf(facts: ReceiptFacts): string {
  const { order, profileName } = facts
  const what = order.batch === null ? 'Payment' : 'Batch'
  const environment = environmentWords[facts.environment]
  return printedSheet({
    title: `${what} ${order.reference}, ${environment}`,
    heading: `${what} receipt`,
    environment,
    style,
    parts: [
      notFinal(order),
      sheetSection(what, [
        ['Amount', amountOf(order)],
        ['Service', order.service],
        [order.batch === null ? 'Value date' : 'Effective date', order.valueDate],
        ['From', order.debitAccount],
        ['Profile', profileName],
        ['State', stateOf(order)],
        ['At the bank', order.standing.sentence],
      ]),
      ...(order.batch === null ? [] : [sheetSection('Entries', entryRows(order.batch))]),
      ...(order.form === null ? [] : [sheetSection('Parties', partyRows(order.form))]),
      sheetSection('References', referenceRows(order)),
      sheetSection('People', peopleRows(order)),
      sheetSection('What the bank said', statusRows(order)),
      sheetSection('Audit', auditRows(facts)),
    ],
    footer: `Written ${facts.at.toISOString()} by Countersign. Account numbers are masked. Times are UTC, unless the bank wrote them: those are shown as it wrote them.`,
  })
}

const auditRows = ({ entry, order: { bodySha256 } }: ReceiptFacts): SheetRow[] => [
  ['Entry', String(entry.seq)],
  ['Of', entry.at],
  ['SHA-256', entry.hash, 'code'],
  ...(bodySha256 === null ? [] : [['Body, SHA-256', bodySha256, 'code'] as const]),
]

const amountOf = ({ amount, currency }: Order): string =>
  amount === null
    ? 'Not known'
    : `${currency} ${amountForReading(minorUnits(amount), currency)}`.trim()

/** A reader of the paper must not take a state that can still change for the end (bank note 74). */
function notFinal({ state, standing, batch, isWordContradicted }: Order): string {
  if (isWordContradicted)
    return sheetWarning('The bank has it, though its desk said that it was not made.')
  if (standing.kind === 'contradictory')
    return sheetWarning('What the bank said contradicts itself.')
  if (state === 'outcome-unknown') return sheetWarning('Not final: the outcome is not known.')
  const isEnded = standing.isFinal || state === 'rejected' || state === 'withdrawn'
  if (!isEnded && batch !== null)
    return sheetWarning('Not final: entries of a batch may still settle or come back.')
  if (!isEnded)
    return sheetWarning('Not final: this payment was not completed when this was written.')
  return standing.kind === 'completed'
    ? sheetNote('Final by the bank\u2019s word. A return may still follow.')
    : ''
}

const told = (term: string, value: string | null | undefined): SheetRow[] =>
  typeof value === 'string' ? [[term, value]] : []

const dollars = (cents: number): string => `USD ${amountForReading(minorUnits(cents))}`

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
  const said: readonly (readonly [string, number])[] =
    tally === null
      ? []
      : [
          ['Accepted', tally.accepted],
          ['Rejected', tally.rejected],
          ['With errors', tally.inError],
          ['Not clear', tally.unclear],
          ['Not mentioned', tally.notMentioned],
          ['Returned', tally.returned],
          ['With a notification of change', tally.changed],
        ]
  return [
    ['Entries', String(entries)],
    ['Credits', dollars(credits)],
    ['Debits', dollars(debits)],
    ['Description', form.companyEntryDescription],
    ...(batch.part === null
      ? []
      : [
          [
            'File',
            `${batch.part.file}, ${String(batch.part.part)} of ${String(batch.part.of)}`,
          ] as const,
        ]),
    ...(batch.reversalOf === null ? [] : [['Reverses', batch.reversalOf.uuid, 'code'] as const]),
    ...said.map(([term, count]): SheetRow => [term, String(count)]),
    ...told('Effective date by the bank', answer?.effectiveDate),
    ...told('Accepted by the bank', answer?.requestAcceptedUTCTime),
  ]
}

function partyRows(form: OrderForm): SheetRow[] {
  return paymentPartyNames.flatMap((name): SheetRow[] => {
    const { name: called, accountNumber, aba, address } = form[name]
    const said = [called, accountNumber, aba && `ABA ${aba}`, ...address].filter(
      (text) => text.trim() !== '',
    )
    return said.length === 0 ? [] : [[paymentParties[name].label, said.join(', ')]]
  })
}

function referenceRows({ reference, form, batch, transactionId, answer }: Order): SheetRow[] {
  if (batch !== null) return [['Batch uuid, sent as customData too', reference, 'code']]
  const reading = answer && 'reading' in answer ? answer.reading : null
  const rows: readonly (readonly [string, string | null])[] = [
    ['Request reference', reference],
    ['Sender\u2019s reference', form?.sendersReference ?? null],
    ['Receiver\u2019s reference', form?.receiversReference ?? null],
    ['Transaction id', transactionId ?? 'Not known'],
    ['Clearing system reference', reading?.clearingSystemReference ?? null],
    ['Value date by the bank', reading?.valueDate ?? null],
  ]
  return rows.flatMap(([term, value]): SheetRow[] =>
    value === null || value === '' ? [] : [[term, value]],
  )
}

function peopleRows({ maker, approvalsGiven, attempts }: Order): SheetRow[] {
  const standing = approvalsGiven.filter(({ voidedAt }) => voidedAt === null)
  return [
    ['Made by', maker.name],
    ...standing.map(({ by, at }): SheetRow => ['Approved by', `${by.name}, ${at}`]),
    ...(standing.length === 0 ? [['Approved by', 'Nobody'] as const] : []),
    ...attempts.map(({ seq, releasedBy, confirmedBy, journalledAt }): SheetRow => {
      const also = confirmedBy === null ? '' : `, confirmed by ${confirmedBy.name}`
      return [`Sending ${String(seq)}`, `Released by ${releasedBy.name}${also}, ${journalledAt}`]
    }),
  ]
}

const sources = { initiate: 'answer', 'look-up': 'look-up', alert: 'alert' } as const

const saidWords = { made: 'Made', 'not-made': 'Not made' } as const
const deskRows = ({ deskWords }: Order): SheetRow[] =>
  deskWords.flatMap(({ said, contact, saidAt, ticket, recordedBy, confirmedBy }): SheetRow[] =>
    confirmedBy === null
      ? []
      : [
          [
            saidAt,
            `${saidWords[said]} (the bank\u2019s desk: ${contact}, ticket ${ticket}; recorded by ${recordedBy.name}, confirmed by ${confirmedBy.name})`,
          ],
        ],
  )

function statusRows(order: Order): SheetRow[] {
  const rows = [...deskRows(order), ...wordRows(order)]
  return rows.length > 0 ? rows : [['Nothing', 'No response from the bank yet']]
}

const wordRows = ({ statements }: Order): SheetRow[] =>
  statements.map(({ at, word, source, saidAt }): SheetRow => {
    const said = saidAt === null ? '' : `, by the bank\u2019s own clock ${saidAt}`
    return [at, `${word} (${sources[source]}${said})`]
  })
