/**
 * Reads a JSON value as a shape says. Never throws and drops nothing: what does not fit a field stands
 * under `other` with its path, as it came (P6; traps 48, 52, 60).
 */
import {
  spellingsOf,
  type OtherField,
  type Reading,
  type ScalarField,
  type Shape,
  type ShapeField,
} from '../../preload/contract/answers/shape.ts'
import { JsonNumber } from './exact-json.ts'

type Json = Readonly<Record<string, unknown>>

/** A JSON object, or undefined for anything else. */
export const jsonObject = (value: unknown): Json | undefined =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof JsonNumber)
    ? (value as Json)
    : undefined

/** A member that the object itself holds. */
export const member = (value: unknown, name: string): unknown => {
  const object = jsonObject(value)
  return object && Object.hasOwn(object, name) ? object[name] : undefined
}

/** A scalar as the bank wrote it; null for blank, null, absent and structures alike. */
export function scalarText(value: unknown): string | null {
  if (value instanceof JsonNumber) return value.text
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** Every leaf of a value, by its path. */
function leaves(value: unknown, path: string): OtherField[] {
  if (isNothing(value)) return []
  if (Array.isArray(value)) {
    return value.flatMap((one, index) => leaves(one, `${path}[${String(index)}]`))
  }
  const object = jsonObject(value)
  if (object) {
    return Object.entries(object).flatMap(([name, inner]) => leaves(inner, join(path, name)))
  }
  const text = scalarText(value)
  return text === null ? [] : [{ path, value: text }]
}

interface Taken {
  readonly value: unknown
  readonly other: readonly OtherField[]
}

function readScalar(of: ScalarField, given: unknown, path: string): Taken {
  const text = scalarText(given)
  if (text !== null || of.within === undefined) {
    return { value: text, other: text === null ? leaves(given, path) : [] }
  }
  const inside = of.within.find((name) => scalarText(member(given, name)) !== null)
  if (inside === undefined) return { value: null, other: leaves(given, path) }
  const rest = Object.entries(jsonObject(given) ?? {}).filter(([name]) => name !== inside)
  return {
    value: scalarText(member(given, inside)),
    other: rest.flatMap(([name, inner]) => leaves(inner, join(path, name))),
  }
}

function readValue(of: ShapeField, given: unknown, path: string): Taken {
  switch (of.kind) {
    case 'group': {
      const object = jsonObject(given)
      return object
        ? { value: readAt(of.shape, object, ''), other: [] }
        : { value: null, other: leaves(given, path) }
    }
    case 'list': {
      const items = Array.isArray(given) ? (given as unknown[]) : isNothing(given) ? [] : [given]
      const objects = items.map(jsonObject).filter((object) => object !== undefined)
      const strays = items.flatMap((item, index) =>
        jsonObject(item) ? [] : leaves(item, `${path}[${String(index)}]`),
      )
      return { value: objects.map((object) => readAt(of.shape, object, '')), other: strays }
    }
    case 'texts': {
      const items = Array.isArray(given) ? (given as unknown[]) : [given]
      const texts = items.flatMap((item) => scalarText(item) ?? [])
      const strays = items.flatMap((item, index) =>
        scalarText(item) === null ? leaves(item, `${path}[${String(index)}]`) : [],
      )
      return { value: texts, other: strays }
    }
    default:
      return readScalar(of, given, path)
  }
}

function readAt<S extends Shape>(of: S, object: Json, path: string): Reading<S> {
  const read: Record<string, unknown> = {}
  const other: OtherField[] = []
  const known = new Set(of.internal)
  for (const [name, one] of Object.entries(of.fields)) {
    const spellings = spellingsOf(name, one)
    // The first spelling that holds something is the value; a second one that differs is not lost.
    const chosen = spellings.find((spelling) => !isNothing(member(object, spelling)))
    const taken = readValue(
      one,
      chosen === undefined ? undefined : member(object, chosen),
      join(path, chosen ?? name),
    )
    read[name] = taken.value
    other.push(...taken.other)
    if (chosen !== undefined) known.add(chosen)
    for (const spelling of spellings) {
      if (
        JSON.stringify(member(object, spelling)) ===
        JSON.stringify(member(object, chosen ?? spelling))
      ) {
        known.add(spelling)
      }
    }
  }
  for (const [name, value] of Object.entries(object)) {
    if (!known.has(name)) other.push(...leaves(value, join(path, name)))
  }
  return { ...read, other } as unknown as Reading<S>
}

/** Reads a JSON value as the shape says; a value that is no object reads as nothing but `other`. */
export function readShape<S extends Shape>(of: S, value: unknown): Reading<S> {
  const object = jsonObject(value)
  const reading = readAt(of, object ?? {}, '')
  return object ? reading : { ...reading, other: leaves(value, '') }
}
