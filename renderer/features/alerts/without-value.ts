/** Fields of an alert without a value: a null from the bank is different from a missing field. */

/** How a field without a value was received; a field that is not in the map was missing. */
export type WithoutValue = ReadonlyMap<string, 'null' | 'empty'>

/** Returns the names in an alert's JSON whose value is null or empty, at any depth. */
export function withoutValueIn(json: string): WithoutValue {
  const found = new Map<string, 'null' | 'empty'>()
  try {
    JSON.parse(json, (name, value: unknown) => {
      if (value === null) found.set(name, 'null')
      else if (isEmpty(value)) found.set(name, 'empty')
      return value
    })
  } catch {
    // A cut text, or one that is no JSON, names no fields.
  }
  return found
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0
