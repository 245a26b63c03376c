/**
 * Assigns the bank's ACH events of all sources to the entries originated here, and the rest to
 * movements of others. The order in which they arrived changes nothing. Pure.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { daysLater } from '../../../preload/contract/kernel/calendar.ts'
import { amountText, minorUnits } from '../../../preload/contract/kernel/money.ts'
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

interface Movement {
  readonly entry: EntryToMatch | null
  readonly sighting: Sighting | null
  readonly events: BankEvent[]
}

/** Events assigned before the main thread handles other work. */
const perStep = 200

/** Assigns events: first those that state most, so that they lead the others. */
export async function movementsOf(
  entries: readonly EntryToMatch[],
  bankEvents: readonly BankEvent[],
): Promise<Movements> {
  const movements: Movement[] = entries.map((entry) => ({
    entry,
    sighting: sightingOfEntry(entry),
    events: [],
  }))
  const byEntry = new Map(movements.map((one) => [one.entry?.id ?? '', one]))
  const byNumber = new Map<string, Movement[]>()
  const index = (movement: Movement, { trace, par }: Numbers): void => {
    for (const number of numbersOf({ trace, par })) {
      const known = byNumber.get(number) ?? []
      if (!known.includes(movement)) byNumber.set(number, [...known, movement])
    }
  }
  for (const one of movements) if (one.sighting) index(one, one.sighting)
  const known = (event: BankEvent): Movement[] => [
    ...new Set(numbersOf(sightingOf(event)).flatMap((number) => byNumber.get(number) ?? [])),
  ]
  for (const [at, event] of bankEvents.toSorted(byContent).entries()) {
    if (at % perStep === 0) await nextTurn()
    const linked = event.entryId === null ? undefined : byEntry.get(event.entryId)
    const movement = linked ?? nearest(event, known(event)) ?? newMovement(movements)
    movement.events.push(event)
    index(movement, sightingOf(event))
  }
  giveOtherAmounts(movements, byNumber)
  return {
    ofEntry: (id) => byEntry.get(id)?.events ?? [],
    others: movements.flatMap(({ entry, events }) =>
      entry === null && events.length > 0 ? [events] : [],
    ),
  }
}

type Numbers = Pick<Sighting, 'trace' | 'par'>
const numbersOf = ({ trace, par }: Numbers): string[] => [
  ...(trace === null ? [] : [`trace ${trace}`]),
  ...(par === null ? [] : [`par ${par}`]),
]

function newMovement(movements: Movement[]): Movement {
  const movement = { entry: null, sighting: null, events: [] }
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

const sightingOf = (event: BankEvent): Sighting => ({
  trace: event.trace,
  par: event.parNumber,
  amount: event.amountText,
  accounts: event.receiver === null ? [] : [event.receiver],
  days: daysOf(event),
})

/** A return may state its own day alone, and its entry was collected weeks before at most. */
function daysOf(event: BankEvent): Sighting['days'] {
  const { collectedOn, settledOn, returnedOn, receivedOn, isReturn, searchedDays } = event
  const day = collectedOn ?? settledOn
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

function compareEvents(one: BankEvent, other: BankEvent): 'same' | 'other' | 'open' {
  const found = compareSightings(sightingOf(one), sightingOf(other))
  const isByPar = one.parNumber !== null && one.parNumber === other.parNumber
  return found === 'same' && !isByPar && statesOtherDay(one, other) ? 'other' : found
}

/** Returns the movement that an event is about; of several the nearest one. */
function nearest(event: BankEvent, movements: readonly Movement[]): Movement | undefined {
  const sighting = sightingOf(event)
  const fitting = movements.filter(({ sighting: own, events }) => {
    const found = [
      ...(own ? [compareSightings(own, sighting)] : []),
      ...events.map((one) => compareEvents(one, event)),
    ]
    return found.includes('same') && !found.includes('other')
  })
  return byDistance(fitting, sighting)[0]
}

const byDistance = (movements: readonly Movement[], { days: [, day] }: Sighting): Movement[] => {
  const distance = ({ sighting, events: [first] }: Movement): number => {
    const [, last] = sighting?.days ?? (first ? daysOf(first) : [day, day])
    return Math.abs(Date.parse(last) - Date.parse(day))
  }
  return movements.toSorted(
    (one, other) =>
      distance(one) - distance(other) || Number(one.entry === null) - Number(other.entry === null),
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
  for (const { entry, sighting, events } of movements) {
    if (!entry || !sighting || events.some(({ amountText }) => moneyOf(amountText) !== null))
      continue
    if (entry.shown_amount !== null && areEqualAmounts(entry.shown_amount, sighting.amount))
      continue
    const same = (byNumber.get(`trace ${sighting.trace ?? ''}`) ?? []).filter(
      (one) =>
        one.entry === null &&
        one.events.length > 0 &&
        one.events.every((event) => {
          const stated = sightingOf(event)
          return (
            areNear(stated.days, sighting.days) &&
            compareSightings({ ...stated, amount: null }, sighting) !== 'other'
          )
        }),
    )
    const [found] = byDistance(same, sighting)
    if (found) events.push(...found.events.splice(0))
  }
}

/** What is stated comes first; equal events may change places. */
function byContent(one: BankEvent, other: BankEvent): number {
  const rank = (event: BankEvent): number =>
    [event.parNumber, event.collectedOn, event.settledOn, event.amountText].filter(
      (text) => text !== null,
    ).length
  const text = (event: BankEvent): string => {
    const { parNumber, trace, collectedOn, settledOn, returnedOn } = event
    const { receiver, statusText, source, receivedOn, key } = event
    const days = [collectedOn, settledOn, returnedOn]
    const money = moneyOf(event.amountText)
    return JSON.stringify([
      parNumber,
      trace,
      days,
      money,
      receiver,
      statusText,
      source,
      receivedOn,
      key,
    ])
  }
  const [its, others] = [text(one), text(other)]
  return (
    Number(other.parNumber !== null) - Number(one.parNumber !== null) ||
    rank(other) - rank(one) ||
    (its < others ? -1 : its > others ? 1 : 0)
  )
}
