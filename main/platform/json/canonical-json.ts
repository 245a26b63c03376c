/**
 * One text per JSON value, so that equal values hash equally: object keys sorted by UTF-16 code
 * units, no white space, numbers and strings as ECMAScript writes them (the rules of RFC 8785,
 * except that a lone surrogate is written as its \u escape instead of being refused).
 */

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

/**
 * Writes a value as canonical JSON.
 *
 * @throws {TypeError} for a value that JSON does not have (NaN, an infinity, undefined, a
 * function): its hash would be that of a different value.
 */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') {
    return JSON.stringify(value)
  }
  if (typeof value === 'number') return canonicalNumber(value)
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`JSON has no ${typeof value}`)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as JsonValue)}`)
  return `{${members.join(',')}}`
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON has no number ${String(value)}`)
  return JSON.stringify(value)
}
