/** JSON as text: what it is made of, letter by letter, so that it can be laid out without rewriting a number. */

const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]|\s+/g

/** The tokens of a valid JSON text in their order, blanks included: joined they are the text. */
export const jsonTokens = (text: string): readonly string[] => text.match(token) ?? []

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether a text is an object or a list in JSON, which is worth laying out. */
export const isJsonStructure = (text: string): boolean => /^\s*[[{]/.test(text) && isJson(text)

const isBlank = (part: string): boolean => /^\s/.test(part)

/**
 * A valid JSON text over several lines, each further in by two blanks than what it stands in. Names, numbers
 * and strings keep their spelling, and their order; only the blanks between them are others.
 */
export function layOutJson(text: string, indent = ''): string {
  const parts = jsonTokens(text).filter((part) => !isBlank(part))
  let depth = 0
  const line = (): string => `\n${indent}${'  '.repeat(depth)}`
  return parts
    .map((part, index) => {
      const isEmpty = parts[index + 1] === '}' || parts[index + 1] === ']'
      if (part === '{' || part === '[') {
        depth += 1
        return isEmpty ? part : part + line()
      }
      if (part === '}' || part === ']') {
        depth -= 1
        const before = parts[index - 1]
        return before === '{' || before === '[' ? part : line() + part
      }
      if (part === ',') return part + line()
      return part === ':' ? ': ' : part
    })
    .join('')
}
