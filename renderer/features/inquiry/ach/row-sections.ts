/**
 * A row split for display: its own fields, its return, its addenda and its notifications of change.
 */
import {
  achDetail,
  achListItem,
  achTransactionStatus,
  collectedTransaction,
  nocAddendum,
  notificationOfChange,
  postedTransaction,
  returnTransaction,
} from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import type { AchRowRecord } from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import type { ListField, Shape } from '../../../../preload/contract/bank/answers/shape.ts'
import { textsIn, type AnyReading } from '../../../text/reading-parts.ts'

export interface ShapedReading {
  readonly shape: Shape
  readonly reading: AnyReading
}
/** A list of records with a section of its own. */
export interface RecordList {
  readonly label: string
  readonly shape: Shape
  readonly rows: readonly AnyReading[]
}
/** Why a transaction was returned: the code, and the bank's text beside it. */
export interface ReturnFacts {
  readonly code: string
  readonly bankText: string | null
  readonly date: string | null
}
export interface RowSections {
  readonly main: ShapedReading
  readonly returned: ReturnFacts | null
  readonly changes: RecordList
  readonly addenda: readonly RecordList[]
  /** Whether this answer covers addenda at all, so that an empty list is an answer. */
  readonly hasAddenda: boolean
}

const shapes = {
  'list-item': achListItem,
  returned: returnTransaction,
  collected: collectedTransaction,
  posted: postedTransaction,
  status: achTransactionStatus,
  detail: achDetail,
} as const satisfies Record<AchRowRecord['reading']['of'], Shape>

/** The bank's answer to a detail request, if it contains one. */
const detailOf = ({ detail }: AchRowRecord): AnyReading | null =>
  detail?.answer.kind === 'answered' ? detail.answer.reading : null

/** Returns the shown reading: the detail if it was requested, otherwise the row itself. */
export function shownReading(record: AchRowRecord): ShapedReading {
  const detail = detailOf(record)
  if (detail) return { shape: achDetail, reading: detail }
  return { shape: shapes[record.reading.of], reading: record.reading.reading }
}

const apart = new Set(['addenda', 'notificationOfChange', 'addendaInformation'])
/**
 * The shape without the fields that have a section of their own, so that they are not listed as
 * missing.
 */
const withoutLists = (shape: Shape): Shape => ({
  ...shape,
  fields: Object.fromEntries(Object.entries(shape.fields).filter(([name]) => !apart.has(name))),
})

const first = (reading: AnyReading, name: string): string | null =>
  textsIn(reading, name)[0] ?? null
const groupIn = (reading: AnyReading, name: string): AnyReading | null =>
  (reading[name] ?? null) as AnyReading | null
const rowsIn = (reading: AnyReading | null, name: string): readonly AnyReading[] =>
  (reading?.[name] ?? []) as readonly AnyReading[]

function returnOf(reading: AnyReading): ReturnFacts | null {
  const nested = groupIn(reading, 'returned')
  const code = first(reading, 'returnReasonCode')
  if (code === null) return nested ? returnOf(nested) : null
  return {
    code,
    bankText: first(reading, 'returnReasonDescription'),
    date: first(reading, 'returnDate') ?? first(reading, 'returnReleaseDate'),
  }
}

/** The lists of a shape with their rows; the named ones are left out. */
function listsOf(shape: Shape, reading: AnyReading | null, without: string): RecordList[] {
  return Object.entries(shape.fields)
    .filter(
      (entry): entry is [string, ListField] => entry[1].kind === 'list' && entry[0] !== without,
    )
    .map(([name, field]) => ({
      label: field.label,
      shape: field.shape,
      rows: rowsIn(reading, name),
    }))
}

const bankText = new Set(['changeCode', 'changeDescription'])
/**
 * Code and text of a change are shown separately; the shape describes the rest of a notification.
 */
const changesOf = (shape: Shape, rows: readonly AnyReading[]): RecordList => ({
  label: 'Notifications of change',
  shape: {
    ...shape,
    fields: Object.fromEntries(
      Object.entries(shape.fields).filter(([name]) => !bankText.has(name)),
    ),
  },
  rows,
})

/** Includes unlisted fields beside the three kinds of addenda, which no other section shows. */
const withOthersOf = (reading: AnyReading, addendaGroup: AnyReading | null): AnyReading => ({
  ...reading,
  other: [
    ...reading.other,
    ...(addendaGroup?.other ?? []).map(({ path, value }) => ({
      path: `addendaInformation.${path}`,
      value,
    })),
  ],
})

/** Splits a row into its sections. */
export function sectionsOf(record: AchRowRecord): RowSections {
  const { shape, reading } = shownReading(record)
  const main = { shape: withoutLists(shape), reading }
  const returned = returnOf(reading)
  const of = detailOf(record) ? 'detail' : record.reading.of
  if (of === 'collected') {
    const addendaGroup = groupIn(reading, 'addendaInformation')
    const information = collectedTransaction.fields.addendaInformation.shape
    return {
      main: { ...main, reading: withOthersOf(reading, addendaGroup) },
      returned,
      changes: changesOf(nocAddendum, rowsIn(addendaGroup, 'nocAddendum')),
      addenda: listsOf(information, addendaGroup, 'nocAddendum'),
      hasAddenda: true,
    }
  }
  const isDetail = of === 'detail'
  return {
    main,
    returned,
    changes: changesOf(
      notificationOfChange,
      isDetail ? rowsIn(reading, 'notificationOfChange') : [],
    ),
    addenda: isDetail ? listsOf(achDetail, reading, 'notificationOfChange') : [],
    hasAddenda: isDetail,
  }
}

/** Whether the answer contains the receiver's routing number, which a validation needs. */
export function knowsRouting(record: AchRowRecord): boolean {
  const { reading } = shownReading(record)
  const account = groupIn(reading, 'receivingAccount')
  const flat = first(reading, 'receivingFIRoutingNumber')
  return flat !== null || (account !== null && first(account, 'routingNumber') !== null)
}

/** Splits a receiver's name for the validation form: a person's last word is the last name. */
export function ownerFrom(
  kind: 'person' | 'business',
  name: string,
): Partial<Record<'businessName' | 'firstName' | 'lastName', string>> {
  if (kind === 'business') return { businessName: name }
  const words = name.trim().split(/\s+/)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}
