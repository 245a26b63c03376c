/**
 * Which of the bank's events are about which money, over made-up ledgers: trace numbers used again,
 * equal amounts, three sources, and every order of arrival.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { BankEvent } from '../../../../main/assurance/reconciliation/bank-event.ts'
import {
  byPayment,
  movementsOf,
  type EntryToMatch,
} from '../../../../main/assurance/reconciliation/movements.ts'
import { daysLater } from '../../../../preload/contract/kernel/calendar.ts'
import { amountText, minorUnits } from '../../../../preload/contract/kernel/money.ts'

interface Movement {
  readonly id: string
  readonly trace: string
  readonly amount: number
  readonly day: string
  readonly par: string | null
  readonly isOurs: boolean
  readonly told: readonly (keyof typeof sightings)[]
}

const first = '2026-10-05'
const event = ({ id, trace, amount, day, par }: Movement, how: string): BankEvent => ({
  source: 'alert',
  key: `${id} ${how}`,
  at: `${day}T15:00:00.000Z`,
  kind: 'ach',
  statusText: 'COLLECTED',
  isReturn: false,
  trace,
  parNumber: par,
  reference: null,
  transactionId: null,
  amountText: amountText(minorUnits(amount)),
  currency: 'USD',
  flow: 'out',
  collectedOn: day,
  settledOn: null,
  returnedOn: null,
  executedOn: null,
  receivedOn: day,
  searchedDays: null,
  party: null,
  receiver: null,
  returnCode: null,
  alertSeq: null,
  alertId: null,
  callId: null,
  orderId: null,
  entryId: null,
  isRepeated: false,
})

/** What each source tells of a movement. */
const sightings = {
  alert: (of: Movement) => event(of, 'alert'),
  settled: (of: Movement) => ({
    ...event(of, 'settled'),
    statusText: 'SETTLED',
    settledOn: daysLater(of.day, 1),
  }),
  dateless: (of: Movement) => ({ ...event(of, 'dateless'), collectedOn: null }),
  listed: (of: Movement) => ({
    ...event(of, 'listed'),
    source: 'inquiry' as const,
    receivedOn: daysLater(of.day, 40),
  }),
  swept: (of: Movement) => ({
    ...event(of, 'swept'),
    source: 'recovered' as const,
    collectedOn: null,
    receivedOn: daysLater(of.day, 9),
    searchedDays: [daysLater(of.day, -1), daysLater(of.day, 1)] as const,
  }),
  returned: (of: Movement) => ({
    ...event(of, 'returned'),
    statusText: 'RETURNED',
    isReturn: true,
    returnedOn: daysLater(of.day, 4),
    receivedOn: daysLater(of.day, 4),
  }),
  /** Without the day of the collection. */
  returnedOnly: (of: Movement) => ({
    ...event(of, 'returnedOnly'),
    statusText: 'RETURNED',
    isReturn: true,
    collectedOn: null,
    receivedOn: daysLater(of.day, 5),
  }),
}

const entryOf = ({ id, trace, amount, day, par }: Movement): EntryToMatch => ({
  id,
  amount,
  trace_number: trace,
  par_number: par,
  account_significant: '123456789',
  shown_amount: null,
  valueDate: day,
  effective: day,
})

/** Equal money under one number comes a week apart: nothing tells nearer ones from each other. */
const isTold = (movements: readonly Omit<Movement, 'id'>[]): boolean =>
  movements.every((one, at) =>
    movements
      .slice(at + 1)
      .every(
        (other) =>
          one.trace !== other.trace ||
          one.amount !== other.amount ||
          Math.abs(Date.parse(one.day) - Date.parse(other.day)) > 12 * 86_400_000,
      ),
  )

const ledger = fc
  .array(
    fc.record({
      trace: fc.constantFrom('091000010000001', '091000010000002', '091000010000003'),
      amount: fc.constantFrom(1_000, 2_000, 11_100),
      day: fc.nat({ max: 60 }).map((later) => daysLater(first, later)),
      hasPar: fc.boolean(),
      isOurs: fc.boolean(),
      told: fc.uniqueArray(
        fc.constantFrom<keyof typeof sightings>(
          'alert',
          'settled',
          'dateless',
          'listed',
          'swept',
          'returned',
          'returnedOnly',
        ),
        { minLength: 1 },
      ),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((all) =>
    all.map(({ hasPar, ...one }, at): Movement => ({
      ...one,
      id: `m${String(at)}`,
      // Nothing else tells which of several earlier entries came back.
      told: one.told.includes('returnedOnly')
        ? [...new Set([...one.told, 'alert' as const])]
        : one.told,
      par: hasPar ? `PAR-${String(at)}` : null,
    })),
  )
  .filter(isTold)

const keysOf = (events: readonly BankEvent[]): string =>
  events
    .map(({ key }) => key)
    .toSorted()
    .join()

it('bank note 86: finds the money of each event, whatever number was used again and whatever came first', async () => {
  await fc.assert(
    fc.asyncProperty(
      ledger,
      fc.array(fc.nat(), { minLength: 70, maxLength: 70 }),
      async (movements, places) => {
        const told = (of: Movement) => of.told.map((how) => sightings[how](of))
        const events = movements
          .flatMap(told)
          .map((one, at) => ({ one, at: places[at] ?? 0 }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ one }) => one)
        const ours = movements.filter(({ isOurs }) => isOurs)
        const found = await movementsOf(ours.map(entryOf), events)
        for (const one of ours) expect(keysOf(found.ofEntry(one.id))).toBe(keysOf(told(one)))
        const others = movements.filter(({ isOurs }) => !isOurs)
        expect(found.others.map(keysOf).toSorted()).toEqual(
          others.map((one) => keysOf(told(one))).toSorted(),
        )
      },
    ),
    { numRuns: 500 },
  )
})

const single: Movement = {
  id: 'm',
  trace: '091000010000001',
  amount: 1_000,
  day: first,
  par: null,
  isOurs: false,
  told: [],
}

it('joins one movement that is told by PAR number here and by trace number there', async () => {
  const of = { ...single, par: 'PAR-9' }
  const byPar = { ...sightings.alert(of), key: 'par', trace: null }
  const byTrace = { ...sightings.listed(of), key: 'trace', parNumber: null }
  const found = await movementsOf([], [byTrace, byPar, sightings.listed(of)])
  expect(found.others).toHaveLength(1)
})

it('shows another amount on the line of an entry only while nothing states the amount sent', async () => {
  const sent = { ...single, isOurs: true }
  const other = sightings.alert({ ...sent, id: 'other', amount: 2_000 })
  expect((await movementsOf([entryOf(sent)], [other])).ofEntry('m')).toHaveLength(1)
  const both = await movementsOf([entryOf(sent)], [other, sightings.alert(sent)])
  expect(both.ofEntry('m').map(({ key }) => key)).toEqual(['m alert'])
  expect(both.others).toHaveLength(1)
})

/** Wires on one account: alerts without a reference, rows with either number, equal amounts. */
const wires = fc
  .array(
    fc.record({
      amount: fc.constantFrom(1_000, 2_000),
      day: fc.nat({ max: 20 }).map((later) => daysLater(first, later)),
      alerts: fc.nat({ max: 2 }),
      rows: fc.nat({ max: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) =>
    all.map(({ amount, day, alerts, rows }, at): BankEvent[] => {
      const id = `T-${String(at)}`
      const of = {
        ...event({ ...single, id, amount, day }, ''),
        trace: null,
        kind: 'wire' as const,
      }
      const wire = { ...of, transactionId: id, receiver: '7', collectedOn: null, executedOn: day }
      const told = Array.from({ length: alerts }, (_, nth) => ({
        ...wire,
        key: `${id} alert ${String(nth)}`,
      }))
      const found = Array.from({ length: rows }, (_, nth) => ({
        ...wire,
        source: 'wire-inquiry' as const,
        transactionId: nth === 0 ? id : ` ${id.toLowerCase()} `,
        reference: `REF ${String(nth)}`,
        key: `${id} row ${String(nth)}`,
      }))
      return [...told, ...found]
    }),
  )

it('has one payment for a wire, whoever told of it and in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(
      wires,
      fc.array(fc.nat(), { minLength: 30, maxLength: 30 }),
      async (all, places) => {
        const events = all
          .flat()
          .map((one, at) => ({ one, at: places[at] ?? 0 }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ one }) => one)
        const payments = await byPayment(events)
        expect(payments.map(([, of]) => keysOf(of)).toSorted()).toEqual(
          all
            .filter((of) => of.length > 0)
            .map(keysOf)
            .toSorted(),
        )
      },
    ),
  )
})
