/**
 * Reads an answer whose payload the documents do not show as a table (bank notes 75 and 76). The
 * first list of objects, nearest to the top, gives the rows; all other values are kept beside them
 * with their paths (Promise P6). The meaning of a column is never guessed.
 */
import type { BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import {
  shape,
  type OtherField,
  type Reading,
} from '../../../preload/contract/bank/answers/shape.ts'
import type { QueryResult } from '../query-bank.ts'
import { parseExact } from '../../platform/json/exact-json.ts'
import { jsonObject, scalarText } from './read-shape.ts'

/** The shape of an undocumented answer: any JSON matches, and all of it is kept. */
export const unknownAnswer = shape('Platform Specification, Pagination controls', {})
export type UnknownReading = Reading<typeof unknownAnswer>

/** The most columns of a table; further values of a row are kept beside the table. */
export const mostColumns = 200

interface Place {
  readonly path: string
  readonly value: unknown
}
const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
const partsOf = ({ path, value }: Place): Place[] =>
  Array.isArray(value)
    ? value.map((one, index) => ({ path: `${path}[${String(index)}]`, value: one as unknown }))
    : Object.entries(jsonObject(value) ?? {}).map(([name, inner]) => ({
        path: join(path, name),
        value: inner,
      }))
const isList = ({ value }: Place): boolean => Array.isArray(value)
const isEmptyList = (place: Place): boolean => isList(place) && partsOf(place).length === 0
const holdsObjects = (place: Place): boolean =>
  isList(place) && partsOf(place).some(({ value }) => jsonObject(value) !== undefined)

/** Every place of a value, level by level. Lists are not entered, because their items are data. */
function placesOf(json: unknown): Place[] {
  const places: Place[] = [{ path: '', value: json }]
  for (const place of places)
    if (!isList(place)) for (const part of partsOf(place)) places.push(part)
  return places
}

interface Leaf {
  readonly path: string
  readonly value: string | null
}
const hasValue = (leaf: Leaf): leaf is OtherField => leaf.value !== null

/** Every leaf of a value with its path, blank ones as null. */
function leavesOf(place: Place): Leaf[] {
  const leaves: Leaf[] = []
  const open = [place]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const isStructure = isList(next) || jsonObject(next.value) !== undefined
    if (isStructure) for (const part of partsOf(next).reverse()) open.push(part)
    else leaves.push({ path: next.path, value: scalarText(next.value) })
  }
  return leaves
}

/** Collects the rows of one list; a leaf that fits no column of its row is kept outside. */
class Rows {
  readonly columns = new Map<string, number>()
  readonly rows: (string | null)[][] = []
  readonly outside: Leaf[] = []

  add(item: Place): void {
    const row: (string | null)[] = []
    for (const leaf of leavesOf({ path: '', value: item.value })) {
      const column = this.#columnOf(leaf.path)
      // A member named `a.b` and a member b of a are two leaves with one path.
      if (column === undefined || row[column] !== undefined) {
        this.outside.push({ ...leaf, path: join(item.path, leaf.path) })
      } else row[column] = leaf.value
    }
    this.rows.push(row)
  }

  #columnOf(path: string): number | undefined {
    const known = this.columns.get(path)
    if (known !== undefined || this.columns.size === mostColumns) return known
    this.columns.set(path, this.columns.size)
    return this.columns.size - 1
  }
}

/**
 * Reads a body, as returned by `parseExact`, as a table. If no list holds an object, the first
 * empty list is a table without rows. Never throws.
 */
export function inferTable(json: unknown): InferredTable {
  const places = placesOf(json)
  const list = places.find(holdsObjects) ?? places.find(isEmptyList)
  const table = new Rows()
  const outside = places
    .filter((place) => place !== list && (isList(place) || !jsonObject(place.value)))
    .flatMap(leavesOf)
  for (const item of list ? partsOf(list) : []) {
    if (jsonObject(item.value)) table.add(item)
    else outside.push(...leavesOf(item))
  }
  const columns = [...table.columns.keys()]
  return {
    path: list?.path ?? null,
    columns,
    rows: table.rows.map((row) => columns.map((_, at) => row[at] ?? null)),
    other: [...outside, ...table.outside].filter(hasValue),
  }
}

/** Reads an answer as a table. A refusal has no rows: its fields are kept beside the table. */
export function asTable(result: QueryResult<UnknownReading>): QueryResult<InferredTable> {
  return { ...result, answer: tableIn(result) }
}

function tableIn({ answer, raw }: QueryResult<UnknownReading>): BankAnswer<InferredTable> {
  switch (answer.kind) {
    case 'answered': {
      const parsed = parseExact(raw ?? '')
      return { ...answer, reading: inferTable('json' in parsed ? parsed.json : undefined) }
    }
    case 'nothing-found':
    case 'refused':
      return { ...answer, reading: answer.reading && withoutRows(answer.reading) }
    case 'not-understood':
    case 'no-answer':
    case 'not-sent':
      return answer
  }
}

const withoutRows = ({ other }: UnknownReading): InferredTable => ({
  path: null,
  columns: [],
  rows: [],
  other: [...other],
})
