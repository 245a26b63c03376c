/**
 * Assigns the bank's ACH events of all sources to the entries originated here, and the rest to
 * movements of others; and the events of payments to payments. The order in which they arrived
 * changes nothing. Pure.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { daysLater } from '../../../preload/contract/kernel/calendar.ts'
import { amountText, minorUnits } from '../../../preload/contract/kernel/money.ts'
import { filledText } from '../../bank/answers/filled-text.ts'
import { trackedDays } from '../../money/batch-facts.ts'
import {
  areEqualAmounts,
  areNear,
  compareSightings,
  moneyOf,
  type Sighting,
} from '../../money/same-movement.ts'
import type { BankEvent } from './bank-event.ts'
import type { LeftEntry } from './own-ledger.ts'

/** The compared fields of an entry. */
export type EntryToMatch = Pick<
  LeftEntry,
  | 'id'
  | 'amount'
  | 'trace_number'
  | 'par_number'
  | 'account_significant'
  | 'shown_amount'
  | 'valueDate'
  | 'effective'
>

/** The events of each entry, and those of each movement of others. */
export interface Movements {
  readonly ofEntry: (id: string) => readonly BankEvent[]
  readonly others: readonly (readonly BankEvent[])[]
}

/** An event, read once: a busy day compares and sorts tens of thousands. */
interface Seen {
  readonly event: BankEvent
  readonly sighting: Sighting
  readonly order: string
}

interface Movement {
  readonly own: { readonly entry: EntryToMatch; readonly sighting: Sighting } | null
  readonly seen: Seen[]
}

/** Events read or assigned before the main thread handles other work. */
const perStep = 200

/** Assigns events: first those that state most, so that they lead the others. */
export async function movementsOf(
  entries: readonly EntryToMatch[],
  bankEvents: readonly BankEvent[],
): Promise<Movements> {
  const movements: Movement[] = entries.map((entry) => ({
    own: { entry, sighting: sightingOfEntry(entry) },
    seen: [],
  }))
  const byEntry = new Map(movements.map((one) => [one.own?.entry.id ?? '', one]))
  const byNumber = new Map<string, Movement[]>()
  const index = (movement: Movement, sighting: Numbers): void => {
    for (const number of numbersOf(sighting)) {
      const known = byNumber.get(number) ?? []
      if (!known.includes(movement)) byNumber.set(number, [...known, movement])
    }
  }
  for (const one of movements) if (one.own) index(one, one.own.sighting)
  const known = (sighting: Numbers): Movement[] => [
    ...new Set(numbersOf(sighting).flatMap((number) => byNumber.get(number) ?? [])),
  ]
  for (const [at, seen] of (await inOrder(bankEvents)).entries()) {
    if (at % perStep === 0) await nextTurn()
    const { event, sighting } = seen
    const linked = event.entryId === null ? undefined : byEntry.get(event.entryId)
    const movement = linked ?? nearest(seen, known(sighting)) ?? newMovement(movements)
    movement.seen.push(seen)
    index(movement, sighting)
  }
  giveOtherAmounts(movements, byNumber)
  const eventsOf = ({ seen }: Movement): BankEvent[] => seen.map(({ event }) => event)
  return {
    ofEntry: (id) => {
      const movement = byEntry.get(id)
      return movement ? eventsOf(movement) : []
    },
    others: movements.filter(({ own, seen }) => own === null && seen.length > 0).map(eventsOf),
  }
}

type Numbers = Pick<Sighting, 'trace' | 'par'>
const numbersOf = ({ trace, par }: Numbers): string[] => [
  ...(trace === null ? [] : [`trace ${trace}`]),
  ...(par === null ? [] : [`par ${par}`]),
]

function newMovement(movements: Movement[]): Movement {
  const movement = { own: null, seen: [] }
  movements.push(movement)
  return movement
}

function sightingOfEntry(entry: EntryToMatch): Sighting {
  const { valueDate, effective, trace_number: trace, par_number: par } = entry
  return {
    trace,
    par,
    amount: entry.amount === null ? null : amountText(minorUnits(entry.amount)),
    accounts: entry.account_significant === '' ? [] : [entry.account_significant],
    days: valueDate < effective ? [valueDate, effective] : [effective, valueDate],
  }
}

/** Like a PAR number, a transaction id belongs to one payment; a reference may be used again. */
const sightingOf = (event: BankEvent): Sighting => ({
  trace: event.kind === 'ach' ? event.trace : comparable(event.reference),
  par: event.kind === 'ach' ? event.parNumber : comparable(event.transactionId),
  amount: event.amountText,
  accounts: event.receiver === null ? [] : [event.receiver],
  days: daysOf(event),
})

const comparable = (number: string | null): string | null =>
  filledText(number)?.toUpperCase() ?? null

/** Returns the transaction id and the reference of a payment, as they are compared. */
export const paymentNumbers = ({
  transactionId,
  reference,
}: Pick<BankEvent, 'transactionId' | 'reference'>): string[] =>
  [transactionId, reference].flatMap((number) => comparable(number) ?? [])

/** A return may state its own day alone, and its entry was collected weeks before at most. */
function daysOf(event: BankEvent): Sighting['days'] {
  const { collectedOn, settledOn, executedOn, returnedOn, receivedOn, isReturn, searchedDays } =
    event
  const day = collectedOn ?? settledOn ?? executedOn
  if (day !== null) return [day, day]
  if (searchedDays !== null) return searchedDays
  const last = returnedOn ?? receivedOn
  return [isReturn ? daysLater(last, -trackedDays) : last, last]
}

/** Whether the first kind of day that both state is another one. */
function statesOtherDay(one: BankEvent, other: BankEvent): boolean {
  const both = (['collectedOn', 'settledOn', 'returnedOn'] as const).find(
    (name) => one[name] !== null && other[name] !== null,
  )
  return both !== undefined && one[both] !== other[both]
}

function compareSeen(one: Seen, other: Seen): 'same' | 'other' | 'open' {
  const found = compareSightings(one.sighting, other.sighting)
  const isByPar = one.sighting.par !== null && one.sighting.par === other.sighting.par
  return found === 'same' && !isByPar && statesOtherDay(one.event, other.event) ? 'other' : found
}

/** Returns the movement that an event is about; of several the nearest one. */
function nearest<M extends Movement>(event: Seen, movements: readonly M[]): M | undefined {
  const fitting = movements.filter(({ own, seen }) => {
    const found = [
      ...(own ? [compareSightings(own.sighting, event.sighting)] : []),
      ...seen.map((one) => compareSeen(one, event)),
    ]
    return found.includes('same') && !found.includes('other')
  })
  return byDistance(fitting, event.sighting)[0]
}

const byDistance = <M extends Movement>(
  movements: readonly M[],
  { days: [, day] }: Sighting,
): M[] => {
  const distance = ({ own, seen: [first] }: Movement): number => {
    const [, last] = (own ?? first)?.sighting.days ?? [day, day]
    return Math.abs(Date.parse(last) - Date.parse(day))
  }
  return movements.toSorted(
    (one, other) =>
      distance(one) - distance(other) || Number(one.own === null) - Number(other.own === null),
  )
}

/**
 * An entry of which nothing states the amount sent is the one that the bank states with another
 * amount: the money is shown on one line, with its difference.
 */
function giveOtherAmounts(
  movements: readonly Movement[],
  byNumber: ReadonlyMap<string, readonly Movement[]>,
): void {
  for (const { own, seen } of movements) {
    if (!own || seen.some(({ sighting }) => moneyOf(sighting.amount) !== null)) continue
    const { entry, sighting } = own
    if (entry.shown_amount !== null && areEqualAmounts(entry.shown_amount, sighting.amount))
      continue
    const same = (byNumber.get(`trace ${sighting.trace ?? ''}`) ?? []).filter(
      (one) =>
        one.own === null &&
        one.seen.length > 0 &&
        one.seen.every(
          ({ sighting: stated }) =>
            areNear(stated.days, sighting.days) &&
            compareSightings({ ...stated, amount: null }, sighting) !== 'other',
        ),
    )
    const [found] = byDistance(same, sighting)
    if (found) seen.push(...found.seen.splice(0))
  }
}

/** Reads the events, those that state most first; equal ones may change places. */
async function inOrder(bankEvents: readonly BankEvent[]): Promise<Seen[]> {
  const all: Seen[] = []
  for (const [at, event] of bankEvents.entries()) {
    if (at % perStep === 0) await nextTurn()
    all.push(seenOf(event))
  }
  return all.sort((one, other) => (one.order < other.order ? -1 : one.order > other.order ? 1 : 0))
}

function seenOf(event: BankEvent): Seen {
  const sighting = sightingOf(event)
  return { event, sighting, order: orderOf(event, sighting) }
}

/** The text by which events are sorted. */
function orderOf(event: BankEvent, { par, trace }: Sighting): string {
  const { collectedOn, settledOn, returnedOn, amountText: stated } = event
  const { receiver, statusText, source, receivedOn, key } = event
  const unstated = [par, collectedOn, settledOn, stated].filter((text) => text === null)
  const texts = [par, trace, collectedOn, settledOn, returnedOn, moneyOf(stated)]
  const others = [receiver, statusText, source, receivedOn, key]
  return `${par === null ? '1' : '0'}${String(unstated.length)}${JSON.stringify([texts, others])}`
}

/** Whether an event is a row of a wire inquiry whose fields a person has confirmed. */
export const isWireRow = ({ source }: BankEvent): boolean => source === 'wire-inquiry'

/** A payment by the name under which the bank tells of it. */
export type NamedPayment = readonly [name: string, bankEvents: readonly BankEvent[]]

const nameOf = ({ transactionId, reference, key }: BankEvent): string => {
  const name = filledText(transactionId) ?? filledText(reference)
  return name === null ? key : `pay:${name}`
}

/**
 * Returns the events of each payment. Several events of one transaction or reference are one payment;
 * rows of wire inquiries join the payment that they are about.
 */
export async function byPayment(bankEvents: readonly BankEvent[]): Promise<NamedPayment[]> {
  const told = [
    ...Map.groupBy(
      bankEvents.filter((one) => !isWireRow(one)),
      nameOf,
    ),
  ]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, events]) => ({ name, own: null, seen: events.map(seenOf) }))
  const byNumber = new Map<string, typeof told>()
  for (const payment of told)
    for (const number of new Set(payment.seen.flatMap(({ sighting }) => numbersOf(sighting))))
      byNumber.set(number, [...(byNumber.get(number) ?? []), payment])
  const { others } = await movementsOf([], bankEvents.filter(isWireRow))
  const untold: NamedPayment[] = []
  for (const rows of others) {
    const seen = rows.map(seenOf)
    const payments = seen.flatMap(({ sighting }) =>
      numbersOf(sighting).flatMap((number) => byNumber.get(number) ?? []),
    )
    const payment = seen
      .map((row) => nearest(row, [...new Set(payments)]))
      .find((one) => one !== undefined)
    if (payment) payment.seen.push(...seen)
    else untold.push([rows.map(nameOf).toSorted()[0] ?? '', rows])
  }
  return [
    ...told.map(({ name, seen }): NamedPayment => [name, seen.map(({ event }) => event)]),
    ...untold,
  ]
}
