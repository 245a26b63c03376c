/** Alerts on demand: payments from others, and history entries repeated under new ids. */
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import type { SendAlertsOrder } from '../../../preload/contract/api/practice/practice-alerts.ts'
import type { AchEntry } from '../ach/entry.ts'
import { clientAccounts } from '../data/client-accounts.ts'
import { practiceBankList } from '../data/banks.ts'
import type { IncomingPayment } from '../payments/payment-history.ts'
import { achAlert, incomingAlert, paymentAlert, type AlertForm } from './alert-forms.ts'

const senders = ['Tanager Foods', 'Copper Kettle Inns', 'Lindqvist Optical', 'Bracken Outfitters']
const payees = ['Ridgeway Supply', 'Harbor Light Printing', 'Signal Hill Freight']

const pick = <T>(list: readonly T[], at: number): T => {
  const one = list[at % list.length]
  if (one === undefined) throw new RangeError('Nothing to pick from')
  return one
}

/** Numbers every alert it creates, so no two are the same. */
export class InventedAlerts {
  readonly #history: () => readonly AchEntry[]
  readonly #receive: (payment: IncomingPayment) => void
  #alertCount = 0

  constructor(history: () => readonly AchEntry[], receive: (payment: IncomingPayment) => void) {
    this.#history = history
    this.#receive = receive
  }

  /** Creates `count` alerts of a kind, dated now. */
  make({ kind, count }: SendAlertsOrder, atMs: number): AlertForm[] {
    return Array.from({ length: count }, () => {
      this.#alertCount += 1
      switch (kind) {
        case 'incoming-wire':
          return this.#incoming('WIRE', atMs)
        case 'incoming-rtp':
          return this.#incoming('RTP', atMs)
        case 'payment':
          return this.#payment(atMs)
        case 'ach':
          return this.#ach(atMs)
      }
    })
  }

  #transactionId(atMs: number, letter: string): string {
    const random = randomBytes(4).toString('hex').toUpperCase()
    return `${utcDay(atMs).replaceAll('-', '')}${letter}${random}${String(this.#alertCount).padStart(8, '0')}`
  }

  #incoming(service: 'WIRE' | 'RTP', atMs: number): AlertForm {
    const payment = {
      transactionId: this.#transactionId(atMs, 'C'),
      service,
      accountNumber: pick(clientAccounts, this.#alertCount).accountNumber,
      senderName: pick(senders, this.#alertCount),
      senderBank: pick(practiceBankList, this.#alertCount).routingNumber,
      date: utcDay(atMs),
      amountMinor: 1_999 + this.#alertCount * 1_250,
    }
    this.#receive(payment)
    return incomingAlert(payment, { atMs, guid: randomUUID() })
  }

  #payment(atMs: number): AlertForm {
    const at = this.#alertCount
    return paymentAlert(
      {
        transactionId: this.#transactionId(atMs, 'D'),
        at: new Date(atMs).toISOString(),
        status: 'Completed',
        order: {
          service: at % 2 === 0 ? 'WIRE' : 'RTP',
          requestReference: `OTHERDESK${String(at).padStart(6, '0')}`,
          sendersReference: `OTHERDESK${String(at).padStart(6, '0')}`,
          receiversReference: null,
          valueDate: utcDay(atMs),
          debitAccount: pick(clientAccounts, at).accountNumber,
          creditAccount: String(40_100 + at * 13),
          creditName: pick(payees, at),
          creditBank: pick(practiceBankList, at).routingNumber,
          amountMinor: 12_550 + at * 987,
          currency: 'USD',
        },
      },
      randomUUID(),
    )
  }

  /** A history entry is returned or collected, under a new trace number. */
  #ach(atMs: number): AlertForm {
    const entry = pick(this.#history(), this.#alertCount)
    const number = String(this.#alertCount).padStart(7, '0')
    const reported: AchEntry = {
      ...entry,
      traceNumber: `${entry.traceNumber.slice(0, 8)}${number}`,
      parNumber: `${entry.parNumber.slice(0, -7)}${number}`,
      collectedAtMs: atMs,
      settledAtMs: atMs,
      returned: entry.returned && { ...entry.returned, atMs },
    }
    return achAlert(reported, reported.returned ? 'RETURNED' : 'COLLECTED', {
      atMs,
      guid: randomUUID(),
    })
  }
}
