/**
 * The events of the fortnight, with and without gaps: which batches and payments are sent and when,
 * what others do, and when the bank cannot reach the workstation. A seed decides the details; both
 * runs play the same.
 */
import type { PaymentForm } from '../../../preload/contract/domain/orders/payment-form.ts'
import { emptyForm, emptyParty } from '../../../preload/contract/domain/orders/payment-form.ts'
import {
  emptyBatchForm,
  type BatchForm,
} from '../../../preload/contract/domain/batches/batch-form.ts'
import type { TypedEntry } from '../../../preload/contract/domain/batches/entry.ts'
import type { Scenario } from '../../../preload/contract/api/practice/practice-scenarios.ts'
import { seeded } from '../../unit/support/seeded.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A Monday with no bank holiday near. */
export const startMs = Date.parse('2026-06-01T13:00:00Z')
/** Returns milliseconds after the start, from a day (0 is the first Monday) and a UTC time. */
export const at = (day: number, time: string): number =>
  Date.parse(`2026-06-01T${time}:00Z`) + day * dayMs - startMs

/** Why alerts do not arrive. */
export type GapKind = 'closed' | 'asleep' | 'wrong-password' | 'not-stored' | 'unreachable'

/** A time without alerts, in milliseconds after the start. */
export interface PlannedGap {
  readonly kind: GapKind
  readonly from: number
  readonly to: number
}

/** The gaps of the fortnight: each way of missing alerts, once. */
export const gaps: readonly PlannedGap[] = [
  // A sleeping laptop: the bank retries for 24 hours, and everything arrives late.
  { kind: 'asleep', from: at(2, '16:00'), to: at(2, '21:00') },
  // Answered with 401, which the bank never retries (bank note 95).
  { kind: 'wrong-password', from: at(3, '16:20'), to: at(3, '17:20') },
  // Over the weekend the retries run out while the program is not running.
  { kind: 'closed', from: at(4, '18:00'), to: at(7, '08:00') },
  // The disk accepts nothing for longer than the bank retries (bank note 96).
  { kind: 'not-stored', from: at(8, '10:00'), to: at(9, '13:00') },
  // The workstation can notice this only by the silence.
  { kind: 'unreachable', from: at(10, '09:00'), to: at(11, '13:00') },
]

/** One action, at so many milliseconds after the start. */
export type Planned = { readonly at: number } & (
  | {
      readonly kind: 'batch'
      readonly form: BatchForm
      readonly entries: readonly Omit<TypedEntry, 'id'>[]
      readonly scenarios: readonly Scenario[]
    }
  | {
      readonly kind: 'payment'
      readonly form: PaymentForm
      readonly scenarios: readonly Scenario[]
    }
  | { readonly kind: 'incoming'; readonly service: 'incoming-wire' | 'incoming-rtp' }
  | { readonly kind: 'release-held' }
)

type Random = () => number
const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1))
const dollars = (random: Random): string =>
  `${String(10 + upTo(random, 4_000))}.${String(10 + upTo(random, 89))}`
const dayOf = (ms: number): string => new Date(startMs + ms).toISOString().slice(0, 10)

/** Practice accounts that return an entry: closed, and unknown. */
const comingBack = [
  { routingNumber: '550010016', accountNumber: '1000200058' },
  { routingNumber: '550010016', accountNumber: '1000200066' },
] as const

function entry(random: Random, place: number): Omit<TypedEntry, 'id'> {
  const back = comingBack[place % 9]
  return {
    ...(back ?? {
      routingNumber: '550020022',
      accountNumber: String(10_000_000 + upTo(random, 89_999_999)),
    }),
    accountType: 'C',
    creditDebitCode: random() < 0.7 ? 'C' : 'D',
    transactionType: 'L',
    amount: dollars(random),
    receiverName: 'Silas Reed',
    identificationNumber: 'M2041',
    individualIdentificationNumber: '',
    discretionaryData: '',
    addenda: [],
    payeeId: null,
  }
}

/**
 * Each event falls into one of the gaps, at the bank's slowed pace: collected after 33 minutes,
 * settled after 17 hours, corrected after 21, returned after 25.
 */
const batchTimes = [
  [0, '14:00'],
  [2, '15:00'],
  [3, '16:00'],
  [4, '17:30'],
  [8, '09:00'],
  [9, '14:00'],
] as const

const batches = (random: Random, entries: number): Planned[] =>
  batchTimes.map(([day, time], index) => ({
    kind: 'batch',
    at: at(day, time),
    form: {
      ...emptyBatchForm,
      secCode: index % 2 === 0 ? 'PPD' : 'CCD',
      accountId: 'practice-1',
      effectiveDate: dayOf(at(day + (day === 4 ? 3 : 1), time)),
      companyEntryDescription: `RUN ${String(index)}`,
    },
    entries: Array.from({ length: entries }, (_, place) => entry(random, place)),
    // In addition to the returning accounts: the first entry is corrected, and in every other batch
    // another is returned.
    scenarios: index % 2 === 0 ? ['entry-changed', 'entry-returned'] : ['entry-changed'],
  }))

/** Hours at which an operator works and the bank is reachable, in either run. */
const workingHours = [
  at(0, '14:30'),
  at(1, '14:00'),
  at(2, '14:00'),
  at(3, '14:30'),
  at(4, '14:00'),
].concat([at(4, '17:00'), at(7, '14:00'), at(8, '09:10'), at(9, '15:00'), at(10, '08:00')])

const payments = (random: Random, many: number): Planned[] =>
  Array.from({ length: many }, (_, index) => {
    const when = (workingHours[index % workingHours.length] ?? 0) + upTo(random, 25) * 60_000
    const service = index % 4 === 3 ? 'WIRE' : 'RTP'
    const fate = (
      [
        [],
        ['payment-returned'],
        ['payment-rejected'],
        ['payment-returned'],
        ['payment-held'],
      ] as const
    )[upTo(random, 4)]
    return {
      kind: 'payment',
      at: when,
      scenarios: fate ?? [],
      form: {
        ...emptyForm,
        service,
        type: service === 'WIRE' ? 'DRAFT' : 'PAYMENT',
        debitAccountId: `practice-${String(1 + (index % 3))}`,
        valueDate: dayOf(when),
        amount: `${String(100 + index)}.25`,
        debitParty: { ...emptyParty, name: 'Alder Falls Works' },
        creditPartyBank: { ...emptyParty, name: 'Northfield Trust', aba: '550030038' },
        creditParty: {
          ...emptyParty,
          name: 'Ridgeway Supply',
          accountNumber: String(20_000_000 + upTo(random, 79_999_999)),
          address: ['1 Mill Road', '', 'Alder Falls'],
        },
      },
    }
  })

/** Round the clock, so that silence has a meaning. */
const incoming = (days: number): Planned[] =>
  Array.from({ length: days * 24 }, (_, hour) => ({
    kind: 'incoming',
    at: hour * hourMs + 30 * 60_000,
    service: hour % 6 === 0 ? 'incoming-wire' : 'incoming-rtp',
  }))

export interface PlanSize {
  readonly days: number
  readonly entriesInBatch: number
  readonly payments: number
}

/** Returns all actions, in order. */
export function planOf(seed: number, size: PlanSize): readonly Planned[] {
  const random = seeded(seed)
  const all: Planned[] = [
    ...batches(random, size.entriesInBatch),
    ...payments(random, size.payments),
    ...incoming(size.days + 2),
    // Held payments continue over the weekend, without an alert, and once more.
    ...[at(5, '12:00'), at(8, '20:00'), at(11, '09:00')].map((when) => ({
      kind: 'release-held' as const,
      at: when,
    })),
  ]
  return all
    .filter(({ kind, at: when }) => kind === 'incoming' || when < size.days * dayMs)
    .sort((one, other) => one.at - other.at)
}
