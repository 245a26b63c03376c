/**
 * Reads a JSON value by a shape. Never throws and drops nothing: values that fit no field are
 * stored under `other` with their paths, as received (Promise P6; bank notes 48, 52, 60).
 */
import {
  spellingsOf,
  type OtherField,
  type Reading,
  type ScalarField,
  type Shape,
  type ShapeField,
} from '../../../preload/contract/bank/answers/shape.ts'
import { JsonNumber, parseExact } from '../../platform/json/exact-json.ts'

type Json = Readonly<Record<string, unknown>>

/** Whether a member was already read and need not be stored as unknown. */
export type IsRead = (holder: object, name: string) => boolean
const nothingRead: IsRead = () => false

/** A JSON object; undefined for any other value. */
export const jsonObject = (value: unknown): Json | undefined =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof JsonNumber)
    ? (value as Json)
    : undefined

/** The JSON object in a text; undefined for any other text. */
export function objectIn(text: string): Json | undefined {
  const parsed = parseExact(text)
  return 'json' in parsed ? jsonObject(parsed.json) : undefined
}

/** A member of the object itself, never an inherited one, which the bank did not send. */
export const member = (value: unknown, name: string): unknown => {
  const object = jsonObject(value)
  return object && own(object, name)
}

const own = (object: Json, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** A scalar as the bank wrote it; null for blank, null, absent and structured values. */
export function scalarText(value: unknown): string | null {
  if (value instanceof JsonNumber) return value.text
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
const item = (path: string, index: number): string => `${path}[${String(index)}]`

/**
 * How many unknown leaves are collected over all readings that share this allowance; further ones
 * are only counted.
 */
export interface Allowance {
  left: number
  beyond: number
}
const unbounded = (): Allowance => ({ left: Number.POSITIVE_INFINITY, beyond: 0 })

/** The target of the unknown leaves and the values left out of it. */
interface Collecting {
  readonly into: OtherField[]
  readonly isRead: IsRead
  readonly without: ReadonlySet<unknown>
  readonly allowance: Allowance
}

/** A longer path is cut in its middle, because its ends identify the value. */
export const longestPath = 300
/** Marks the removed part of a path. */
export const pathCut = '\u2026'
const shownOfPath = { start: 99, end: 200 } as const

const shortened = (path: string): string =>
  path.length <= longestPath
    ? path
    : path.slice(0, shownOfPath.start) + pathCut + path.slice(-shownOfPath.end)

/**
 * Collects every leaf of a value with its path. A path is shortened before it is extended, so that
 * its length stays bounded.
 */
function collect(value: unknown, given: string, to: Collecting): void {
  if (to.allowance.left <= 0) {
    to.allowance.beyond += leavesIn(value, to)
    return
  }
  const text = scalarText(value)
  if (text !== null) {
    to.allowance.left -= 1
    to.into.push({ path: isBounded(to) ? shortened(given) : given, value: text })
    return
  }
  if (typeof value !== 'object' || value === null || to.without.has(value)) return
  const path = isBounded(to) ? shortened(given) : given
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      if (!to.isRead(value, String(index))) collect(value[index], item(path, index), to)
    }
    return
  }
  for (const name of Object.keys(value)) {
    if (to.isRead(value, name)) continue
    collect((value as Json)[name], join(path, name), to)
  }
}

const isBounded = ({ allowance }: Collecting): boolean => Number.isFinite(allowance.left)

/** The number of leaves of a value that would be collected. */
function leavesIn(value: unknown, to: Pick<Collecting, 'isRead' | 'without'>): number {
  if (scalarText(value) !== null) return 1
  if (typeof value !== 'object' || value === null || to.without.has(value)) return 0
  let leaves = 0
  if (Array.isArray(value)) for (const inner of value) leaves += leavesIn(inner, to)
  else {
    for (const name of Object.keys(value)) {
      if (!to.isRead(value, name)) leaves += leavesIn((value as Json)[name], to)
    }
  }
  return leaves
}

/** Returns whether a value holds any text, number or truth value. */
export function holdsAnything(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber)
    return scalarText(value) !== null
  return Object.values(value).some(holdsAnything)
}

/** Every leaf of a body that was not read and is not inside one of the values `without`. */
export function leavesOf(
  value: unknown,
  isRead: IsRead = nothingRead,
  without: ReadonlySet<unknown> = new Set(),
  allowance: Allowance = unbounded(),
): OtherField[] {
  const into: OtherField[] = []
  collect(value, '', { into, isRead, without, allowance })
  return into
}

/** Reads the fields of one object and passes leftover values to `unknown`. */
interface Reader {
  readonly isRead: IsRead
  readonly allowance: Allowance
  readonly unknown: (value: unknown, path: string) => void
}

const nameInside = ({ within = [] }: ScalarField, given: unknown): string | undefined =>
  within.find((name) => scalarText(member(given, name)) !== null)

function readScalar(of: ScalarField, given: unknown, path: string, { unknown }: Reader) {
  const text = scalarText(given)
  if (text !== null) return text
  const inside = nameInside(of, given)
  if (inside === undefined) {
    unknown(given, path)
    return null
  }
  for (const [name, inner] of Object.entries(jsonObject(given) ?? {})) {
    if (name !== inside) unknown(inner, join(path, name))
  }
  return scalarText(member(given, inside))
}

/**
 * The items of a list; a single value counts as a list of one. Unreadable items go to `unknown`.
 */
function readItems<T>(
  given: unknown,
  path: string,
  { unknown }: Reader,
  read: (one: unknown) => T | undefined,
): T[] {
  const isList = Array.isArray(given)
  const items: readonly unknown[] = isList ? given : [given]
  return items.flatMap((one, index) => {
    const value = read(one)
    if (value !== undefined) return [value]
    unknown(one, isList ? item(path, index) : path)
    return []
  })
}

function readValue(of: ShapeField, given: unknown, path: string, reader: Reader): unknown {
  switch (of.kind) {
    case 'group': {
      const object = jsonObject(given)
      if (object) return readObject(of.shape, object, reader)
      reader.unknown(given, path)
      return null
    }
    case 'list':
      return readItems(given, path, reader, (one) => {
        const object = jsonObject(one)
        return object && readObject(of.shape, object, reader)
      })
    case 'texts':
      return readItems(given, path, reader, (one) => scalarText(one) ?? undefined)
    default:
      return readScalar(of, given, path, reader)
  }
}

/** Whether a value has the kind of the field; an empty list has it too. */
function fits(of: ShapeField, given: unknown): boolean {
  switch (of.kind) {
    case 'group':
      return jsonObject(given) !== undefined
    case 'list':
      return Array.isArray(given) || jsonObject(given) !== undefined
    case 'texts':
      return Array.isArray(given) || scalarText(given) !== null
    default:
      return scalarText(given) !== null || nameInside(of, given) !== undefined
  }
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/**
 * The spelling to read: the first that fits and holds something, else the first that holds
 * anything.
 */
function chosenSpelling(
  of: ShapeField,
  spellings: readonly string[],
  object: Json,
): string | undefined {
  const [only] = spellings
  if (spellings.length === 1) return only
  const present = spellings.filter((name) => !isNothing(own(object, name)))
  return (
    present.find((name) => fits(of, own(object, name)) && !isEmptyList(own(object, name))) ??
    present[0] ??
    only
  )
}

/** Whether two spellings hold the same value, so that only one must be kept. */
function holdSameValue(one: unknown, other: unknown): boolean {
  const [text, otherText] = [scalarText(one), scalarText(other)]
  if (text !== null || otherText !== null) return text === otherText
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A field of a shape with the bank's names for it. */
type Spelled = readonly [name: string, of: ShapeField, spellings: readonly string[]]

interface Laid {
  readonly fields: readonly Spelled[]
  /** Every name that the bank may use for a field, and the names for internal use. */
  readonly names: ReadonlySet<string>
}

/** Computed once per shape: a list may have a thousand rows of one shape. */
const laid = new WeakMap<Shape, Laid>()

function laidOut(of: Shape): Laid {
  const known = laid.get(of)
  if (known) return known
  const fields = Object.entries(of.fields).map(([name, one]): Spelled => [
    name,
    one,
    spellingsOf(name, one),
  ])
  const names = new Set([...of.internal, ...fields.flatMap(([, , spellings]) => spellings)])
  laid.set(of, { fields, names })
  return { fields, names }
}

function readObject<S extends Shape>(
  of: S,
  object: Json,
  { isRead, allowance }: Pick<Reader, 'isRead' | 'allowance'>,
): Reading<S> {
  const read: Record<string, unknown> = {}
  const other: OtherField[] = []
  const to = { into: other, isRead, without: new Set(), allowance }
  const unknown = (value: unknown, path: string): void => collect(value, path, to)
  const reader: Reader = { isRead, allowance, unknown }
  const { fields, names } = laidOut(of)
  const settled = [...of.internal]
  const different: string[] = []
  for (const [name, one, spellings] of fields) {
    const chosen = chosenSpelling(one, spellings, object) ?? name
    const given = own(object, chosen)
    read[name] = readValue(one, given, chosen, reader)
    settled.push(chosen)
    // A second spelling with a different value is kept.
    for (const spelling of spellings) {
      if (spelling === chosen) continue
      const again = own(object, spelling)
      const isSame = isNothing(again) || holdSameValue(again, given)
      if (isSame) settled.push(spelling)
      else different.push(spelling)
    }
  }
  for (const name of Object.keys(object)) {
    const isKnown = names.has(name) && (!different.includes(name) || settled.includes(name))
    if (isKnown) continue
    if (!isRead(object, name)) reader.unknown(object[name], name)
  }
  read['other'] = other
  return read as unknown as Reading<S>
}

/**
 * Reads a JSON value by the shape; a value that is not an object becomes `other` only. The paths
 * under `other` start at the object whose reading holds them. Time is linear in the size of the
 * value.
 *
 * @param isRead members that were already read, such as those of the error envelope; they are not
 * unknown.
 * @param allowance how many unknown leaves are kept; without it all are.
 */
export function readShape<S extends Shape>(
  of: S,
  value: unknown,
  isRead: IsRead = nothingRead,
  allowance: Allowance = unbounded(),
): Reading<S> {
  const object = jsonObject(value)
  const reading = readObject(of, object ?? {}, { isRead, allowance })
  return object ? reading : { ...reading, other: leavesOf(value, isRead, new Set(), allowance) }
}

/**
 * Returns whether a value holds any field of the shape in a readable form; an empty list counts.
 */
export const fitsShape = (of: Shape, value: unknown): boolean =>
  Object.entries(of.fields).some(([name, one]) =>
    spellingsOf(name, one).some((spelling) => fits(one, member(value, spelling))),
  )
