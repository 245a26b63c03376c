/**
 * The receipt of an order: what was paid to whom, who approved it, what the bank said and when. It proves nothing by
 * itself: the hash of the order's newest entry in the audit chain ties it to what can be checked.
 */
import { amountForReading, minorUnits } from '../../preload/contract/money.ts'
import { environmentWords, type Environment } from '../../preload/contract/environment.ts'
import type { Order } from '../../preload/contract/orders/order.ts'
import type { OrderForm } from '../../preload/contract/orders/order-form.ts'
import type { OrderState } from '../../preload/contract/orders/order-states.ts'
import { paymentParties, paymentPartyNames } from '../../preload/contract/payments/payment-rules.ts'

/** What the receipt says beside the order. */
export interface ReceiptFacts {
  /** As the window shows it: accounts masked. */
  readonly order: Order
  readonly profileName: string
  readonly environment: Environment
  /** The order's newest entry in the audit chain. */
  readonly entry: { readonly seq: number; readonly hash: string; readonly at: string }
  readonly at: Date
}

/** What each state is called to somebody who reads no screen. */
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

/** Makes a whole HTML document without script, link or picture, for A4 and Letter alike. */
export function receiptOf(facts: ReceiptFacts): string {
  const { order, environment, profileName } = facts
  const word = environmentWords[environment]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Payment ${escaped(order.reference)}, ${word}</title>
<style>${style}</style>
</head>
<body>
<header><h1>Payment receipt</h1><p class="environment">${word}</p></header>
${notFinal(order)}
${section('Payment', [
  ['Amount', amountOf(order)],
  ['Service', order.service],
  ['Value date', order.valueDate],
  ['From', order.debitAccount],
  ['Profile', profileName],
  ['State', stateWords[order.state]],
  ['At the bank', order.standing.sentence],
])}
${section('Parties', partyRows(order.form))}
${section('References', referenceRows(order))}
${section('People', peopleRows(order))}
${section('What the bank said', statusRows(order))}
${section('Audit', [
  ['Entry', String(facts.entry.seq)],
  ['Of', facts.entry.at],
  ['SHA-256', facts.entry.hash, 'code'],
  ...(order.bodySha256 === null ? [] : [['Body, SHA-256', order.bodySha256, 'code'] as const]),
])}
<footer>Written ${facts.at.toISOString()} by Countersign. Account numbers are masked. Times are UTC, unless the bank wrote them: those are shown as it wrote them.</footer>
</body>
</html>
`
}

type Row = readonly [term: string, value: string, look?: 'code']

const section = (title: string, rows: readonly Row[]): string =>
  `<section><h2>${escaped(title)}</h2><dl>${rows
    .map(
      ([term, value, look]) =>
        `<dt>${escaped(term)}</dt><dd${look ? ` class="${look}"` : ''}>${escaped(value)}</dd>`,
    )
    .join('')}</dl></section>`

const amountOf = ({ amount, currency }: Order): string =>
  amount === null
    ? 'Not known'
    : `${currency} ${amountForReading(minorUnits(amount), currency)}`.trim()

/** Whoever holds the paper must not take what may change for the end of it (trap 74). */
function notFinal({ state, standing }: Order): string {
  if (standing.kind === 'contradictory') return warning('What the bank said contradicts itself.')
  if (state === 'outcome-unknown') return warning('Not final: the outcome is not known.')
  const isEnded = standing.isFinal || state === 'rejected' || state === 'withdrawn'
  if (!isEnded) return warning('Not final: this payment was not completed when this was written.')
  return standing.kind === 'completed'
    ? '<p class="note">Final by the bank\u2019s word. A return may still follow.</p>'
    : ''
}
const warning = (text: string): string => `<p class="warning">${escaped(text)}</p>`

function partyRows(form: OrderForm): Row[] {
  return paymentPartyNames.flatMap((name): Row[] => {
    const { name: called, accountNumber, aba, address } = form[name]
    const said = [called, accountNumber, aba && `ABA ${aba}`, ...address].filter(
      (text) => text.trim() !== '',
    )
    return said.length === 0 ? [] : [[paymentParties[name].label, said.join(', ')]]
  })
}

function referenceRows({ reference, form, transactionId, answer }: Order): Row[] {
  const reading = answer && 'reading' in answer ? answer.reading : null
  const rows: readonly (readonly [string, string | null])[] = [
    ['Request reference', reference],
    ['Sender\u2019s reference', form.sendersReference],
    ['Receiver\u2019s reference', form.receiversReference],
    ['Transaction id', transactionId ?? 'Not known'],
    ['Clearing system reference', reading?.clearingSystemReference ?? null],
    ['Value date by the bank', reading?.valueDate ?? null],
  ]
  return rows.flatMap(([term, value]): Row[] =>
    value === null || value === '' ? [] : [[term, value]],
  )
}

function peopleRows({ maker, approvalsGiven, attempts }: Order): Row[] {
  const standing = approvalsGiven.filter(({ voidedAt }) => voidedAt === null)
  return [
    ['Made by', maker.name],
    ...standing.map(({ by, at }): Row => ['Approved by', `${by.name}, ${at}`]),
    ...(standing.length === 0 ? [['Approved by', 'Nobody'] as const] : []),
    ...attempts.map(({ seq, releasedBy, confirmedBy, journalledAt }): Row => {
      const also = confirmedBy === null ? '' : `, confirmed by ${confirmedBy.name}`
      return [`Sending ${String(seq)}`, `Released by ${releasedBy.name}${also}, ${journalledAt}`]
    }),
  ]
}

const sources = { initiate: 'answer', 'look-up': 'look-up', alert: 'alert' } as const

const statusRows = ({ statements }: Order): Row[] =>
  statements.length === 0
    ? [['Nothing', 'The bank has said nothing of it yet']]
    : statements.map(({ at, word, source, saidAt }): Row => {
        const said = saidAt === null ? '' : `, by the bank\u2019s own clock ${saidAt}`
        return [at, `${word} (${sources[source]}${said})`]
      })

const style = `
@page { margin: 16mm }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 178mm; font: 10.5pt/1.45 system-ui, sans-serif; color: #111; background: #fff }
header { display: flex; justify-content: space-between; align-items: baseline; border-bottom: 2pt solid #111 }
h1 { font-size: 18pt; margin: 0 0 2mm }
h2 { font-size: 11.5pt; margin: 5mm 0 1.5mm }
.environment { font-weight: 700; text-transform: uppercase; letter-spacing: .04em; margin: 0 }
.warning { border: 1.5pt solid #111; padding: 2.5mm 3mm; font-weight: 600; margin: 4mm 0 }
.note { margin: 4mm 0 }
section { break-inside: avoid }
dl { display: grid; grid-template-columns: 52mm 1fr; gap: 1mm 4mm; margin: 0 }
dt { color: #444 }
dd { margin: 0; overflow-wrap: anywhere }
.code { font-family: ui-monospace, monospace; font-size: 9pt }
footer { margin-top: 6mm; border-top: .5pt solid #999; padding-top: 2mm; color: #444; font-size: 9pt }
`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
