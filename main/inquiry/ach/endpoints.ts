/**
 * The endpoints of ACH inquiry behind one interface: reads a saved answer again, and its rows one
 * by one.
 */
import {
  achDetail,
  achListAnswer,
  achListItem,
  achTransactionStatus,
  collectedAnswer,
  collectedTransaction,
  postedAnswer,
  postedTransaction,
  returnsAnswer,
  returnTransaction,
  statusAnswer,
} from '../../../preload/contract/bank/ach-inquiry/index.ts'
import type { AchMode, AchRowRecord } from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import type { BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import type { PageFacts } from '../../bank/answers/page-facts.ts'
import type { OtherField, Reading, Shape } from '../../../preload/contract/bank/answers/shape.ts'
import {
  achAnswerRules,
  answerPlaces,
  pageFacts,
  statusFacts,
  transactionFacts,
  type AnswerPlace,
} from '../../bank/apis/ach-inquiry-answer.ts'
import type { StoredAnswer } from '../../bank/call-record.ts'
import { parseExact } from '../../platform/json/exact-json.ts'
import { readAnswer } from '../../bank/answers/read-answer.ts'
import { jsonObject, member, readShape } from '../../bank/answers/read-shape.ts'

/** One row in the shape of its endpoint. */
export type RowReading = AchRowRecord['reading']

/** A parsed answer of any endpoint. */
export type AnyAnswer = BankAnswer<{ readonly other: readonly OtherField[] }>

export interface AchEndpoint<S extends Shape = Shape> {
  /** Parses a saved answer exactly as it was parsed on arrival. */
  read(stored: StoredAnswer): BankAnswer<Reading<S>>
  facts(reading: Reading<S>): PageFacts
  /** The rows of a body: objects whose numbers keep their digits. */
  rowsIn(body: string): readonly object[]
  /**
   * The body with its rows emptied, their count unchanged; a body without rows is returned
   * unchanged.
   */
  withoutRows(body: string): string
  readRow(row: unknown): RowReading
}

interface ListSpec<S extends Shape> {
  readonly shape: S
  readonly place: AnswerPlace & { readonly list: string }
  readonly facts: (reading: Reading<S>) => PageFacts
  readonly readRow: (row: unknown) => RowReading
}

const jsonIn = (body: string): unknown => {
  const parsed = parseExact(body)
  return 'json' in parsed ? parsed.json : undefined
}

function listOf<S extends Shape>({ shape, place, facts, readRow }: ListSpec<S>): AchEndpoint<S> {
  const rules = achAnswerRules(place)
  const listIn = (json: unknown): unknown => member(rules.place?.(json), place.list)
  return {
    facts,
    readRow,
    read: (stored) => readAnswer(shape, { status: stored.status, answer: stored }, rules),
    // Counts as `readShape` does: a single object is a list of one, and anything but an object is
    // no row.
    rowsIn(body) {
      const list = listIn(jsonIn(body))
      const items: readonly unknown[] = Array.isArray(list) ? list : [list]
      return items.map(jsonObject).filter((one) => one !== undefined)
    },
    withoutRows(body) {
      const json = jsonIn(body)
      const list = listIn(json)
      if (typeof list !== 'object' || list === null) return body
      const bare = Array.isArray(list) ? list.map(() => ({})) : {}
      return JSON.stringify(json, (_name, value: unknown) => (value === list ? bare : value))
    },
  }
}

const detailRules = achAnswerRules()

/** The endpoint of each query mode. */
export const achEndpoints = {
  list: listOf({
    shape: achListAnswer,
    place: { list: 'transactions' },
    facts: pageFacts,
    readRow: (row) => ({ of: 'list-item', reading: readShape(achListItem, row) }),
  }),
  returned: listOf({
    shape: returnsAnswer,
    place: answerPlaces.returns,
    facts: transactionFacts,
    readRow: (row) => ({ of: 'returned', reading: readShape(returnTransaction, row) }),
  }),
  collected: listOf({
    shape: collectedAnswer,
    place: answerPlaces.collected,
    facts: transactionFacts,
    readRow: (row) => ({ of: 'collected', reading: readShape(collectedTransaction, row) }),
  }),
  posted: listOf({
    shape: postedAnswer,
    place: answerPlaces.posted,
    facts: transactionFacts,
    readRow: (row) => ({ of: 'posted', reading: readShape(postedTransaction, row) }),
  }),
  status: listOf({
    shape: statusAnswer,
    place: answerPlaces.status,
    facts: statusFacts,
    readRow: (row) => ({ of: 'status', reading: readShape(achTransactionStatus, row) }),
  }),
  par: {
    facts: () => ({ rows: 1, total: 1, last: true }),
    readRow: (row) => ({ of: 'detail', reading: readShape(achDetail, placeOfDetail(row)) }),
    read: (stored) => readAnswer(achDetail, { status: stored.status, answer: stored }, detailRules),
    rowsIn: (body) => {
      const object = jsonObject(jsonIn(body))
      return object ? [object] : []
    },
    withoutRows: (body) => body,
  } satisfies AchEndpoint<typeof achDetail>,
} as const satisfies Readonly<Record<AchMode, object>>

const placeOfDetail = (row: unknown): unknown => detailRules.place?.(row)

/** Returns the endpoint of a mode, for callers that only read rows. */
export const endpointFor = (
  mode: AchMode,
): Pick<AchEndpoint, 'rowsIn' | 'withoutRows' | 'readRow'> & {
  read(stored: StoredAnswer): AnyAnswer
} => achEndpoints[mode]
