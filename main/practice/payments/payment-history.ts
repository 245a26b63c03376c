/** The bank's seeded payments: some months of an invented client, counted back from today. */
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { clientAccounts } from '../data/client-accounts.ts'
import { practiceBankList } from '../data/banks.ts'
import { courseOf, type Fate, type Payment } from './payment-course.ts'

const dayMs = 24 * 60 * 60 * 1000

const payees = [
  'Ridgeway Supply',
  'Miller County Waterworks',
  'Harbor Light Printing',
  'Old Quarry Stone',
  'Signal Hill Freight',
  'Northfield Orchards',
  'Ferry Street Tools',
  'Juniper & Sons',
] as const
const senders = ['Tanager Foods', 'Copper Kettle Inns', 'Lindqvist Optical', 'Bracken Outfitters']

/** Outcomes other than completion, by position in the history. */
const otherFates: Readonly<Record<number, Fate>> = {
  3: 'returned',
  9: 'rejected',
  14: 'returned',
  17: 'cancelled',
  22: 'fails-at-once',
  27: 'cancelled-in-warehouse',
  31: 'rejected',
  38: 'returned',
}
const seededCount = 48
/** Every 12th payment is answered with objects (bank note 60). */
const objectEvery = 12

const pick = <T>(list: readonly T[], at: number): T => {
  const one = list[at % list.length]
  if (one === undefined) throw new RangeError('Nothing to pick from')
  return one
}

/** Returns the payments of the history, oldest first. The last three have a future value date. */
export function seededPayments(nowMs: number): Payment[] {
  return Array.from({ length: seededCount }, (_, at): Payment => {
    const future = at >= seededCount - 3
    const acceptedAtMs = nowMs - (future ? dayMs / 2 : (seededCount - at) * 2.5 * dayMs)
    const valueDate = utcDay(future ? nowMs + (at - seededCount + 6) * dayMs : acceptedAtMs)
    const service = at % 3 === 0 ? 'RTP' : 'WIRE'
    const fate = otherFates[at] ?? 'completes'
    const number = String(at + 1).padStart(4, '0')
    return {
      transactionId: `${utcDay(acceptedAtMs).replaceAll('-', '')}H${number.padStart(16, '0')}`,
      order: {
        service,
        requestReference: `HIST${number}`,
        sendersReference: `HIST${number}`,
        receiversReference: at % 2 === 0 ? `Invoice ${String(20_000 + at * 7)}` : null,
        valueDate,
        debitAccount: pick(clientAccounts, at).accountNumber,
        creditAccount: String(40_100 + at * 13),
        creditName: pick(payees, at),
        creditBank: pick(practiceBankList, at).routingNumber,
        amountMinor: 12_550 + at * 987_654,
        currency: 'USD',
      },
      acceptedAtMs,
      fate,
      steps: courseOf(service, fate, acceptedAtMs, valueDate),
      seeded: true,
      isStatusObject: at % objectEvery === objectEvery - 1,
    }
  })
}

export interface IncomingPayment {
  readonly transactionId: string
  readonly service: 'WIRE' | 'RTP'
  readonly accountNumber: string
  readonly senderName: string
  readonly senderBank: string
  /** YYYY-MM-DD. */
  readonly date: string
  readonly amountMinor: number
}

const incomingDays = 60
const rtpADay = 25

/**
 * Returns the incoming payments: a wire a day on the operating account, and so many RTP payments a
 * day on the receivables account that one report call cannot hold them all.
 */
export function seededIncoming(nowMs: number): IncomingPayment[] {
  const [operating, , receivables] = clientAccounts
  return Array.from({ length: incomingDays }, (_, day) => {
    const date = utcDay(nowMs - (incomingDays - 1 - day) * dayMs)
    const one = (place: number): IncomingPayment => {
      const service = place === 0 ? 'WIRE' : 'RTP'
      const account = service === 'WIRE' ? operating : receivables
      const number = String(day * (rtpADay + 1) + place + 1).padStart(16, '0')
      return {
        transactionId: `${date.replaceAll('-', '')}C${number}`,
        service,
        accountNumber: account?.accountNumber ?? '',
        senderName: pick(senders, day + place),
        senderBank: pick(practiceBankList, day + place).routingNumber,
        date,
        amountMinor: service === 'WIRE' ? 2_500_000 + day * 31_415 : 1_999 + place * 1_250 + day,
      }
    }
    return Array.from({ length: rtpADay + 1 }, (_unused, place) => one(place))
  }).flat()
}
