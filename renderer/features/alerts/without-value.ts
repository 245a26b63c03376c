/** Which fields an alert holds without a value: a null of the bank is told apart from a field that was left out. */

/** How a field without a value came; one that is not in here was left out. */
export type WithoutValue = ReadonlyMap<string, 'null' | 'empty'>

/** The names in an alert's JSON whose value is null or empty, wherever they stand. */
export function withoutValueIn(json: string): WithoutValue {
  const found = new Map<string, 'null' | 'empty'>()
  try {
    JSON.parse(json, (name, value: unknown) => {
      if (value === null) found.set(name, 'null')
      else if (isEmpty(value)) found.set(name, 'empty')
      return value
    })
  } catch {
    // What is cut or no JSON tells nothing of its fields.
  }
  return found
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0
