/** Tokens of a JSON text, so that it can be formatted without rewriting a number. */

/**
 * Far above any documented answer, far below the limit of the call stack. Deeper text is treated as
 * not JSON.
 */
export const deepestNesting = 100

const [quote, backslash] = [0x22, 0x5c]
const [listOpens, listCloses, objectOpens, objectCloses] = [0x5b, 0x5d, 0x7b, 0x7d]
const [colon, comma] = [0x3a, 0x2c]
const marks: readonly number[] = [listOpens, listCloses, objectOpens, objectCloses, colon, comma]
const blanks: readonly number[] = [0x20, 0x09, 0x0a, 0x0d]

/**
 * Returns the end of the token that starts at `start`. A loop, not a regular expression, which
 * overflows on a string of 16 MB.
 */
export function endOfToken(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === quote) return endOfString(text, start)
  if (marks.includes(first)) return start + 1
  const isBlank = blanks.includes(first)
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (blanks.includes(letter) !== isBlank) return at
    if (letter === quote || marks.includes(letter)) return at
  }
  return text.length
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter === backslash) at += 1
    else if (letter === quote) return at + 1
  }
  return text.length
}

/**
 * Returns the tokens of a valid JSON text in order, with white space; joined, the tokens are the
 * text.
 */
export function jsonTokens(text: string): readonly string[] {
  const tokens: string[] = []
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = endOfToken(text, at)
    tokens.push(text.slice(at, end))
  }
  return tokens
}

/**
 * Returns names that occur more than once in an object, each once, in order of repetition. Never
 * throws for a text that is not JSON; objects below the nesting limit are not compared, so that a
 * text of brackets costs no set for each.
 */
export function repeatedNames(text: string): readonly string[] {
  const namesAt: (Set<string> | undefined)[] = []
  const repeated = new Set<string>()
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter === objectOpens || letter === listOpens) {
      depth += 1
      if (depth <= deepestNesting) namesAt[depth] = letter === objectOpens ? new Set() : undefined
    } else if (letter === objectCloses || letter === listCloses) depth = Math.max(0, depth - 1)
    if (letter !== quote) continue
    const end = endOfString(text, at)
    const names = namesAt[depth]
    if (names !== undefined && isName(text, end)) {
      const name = decoded(text.slice(at, end))
      if (names.has(name)) repeated.add(name)
      names.add(name)
    }
    at = end - 1
  }
  return [...repeated]
}

/** The content of a string; as it is written if JSON has no such string. */
function decoded(token: string): string {
  const written = token.slice(1, -1)
  if (!written.includes('\\')) return written
  try {
    return String(JSON.parse(token))
  } catch {
    return written
  }
}

function isName(text: string, end: number): boolean {
  let at = end
  while (blanks.includes(text.charCodeAt(at))) at += 1
  return text.charCodeAt(at) === colon
}

function nestsTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter === quote) at = endOfString(text, at) - 1
    else if (letter === listOpens || letter === objectOpens) {
      depth += 1
      if (depth > deepestNesting) return true
    } else if (letter === listCloses || letter === objectCloses) depth -= 1
  }
  return false
}

/** Returns whether a text is JSON within the nesting limit. */
export function isJson(text: string): boolean {
  if (nestsTooDeep(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns whether a text is a JSON object or list, which is worth formatting. */
export const isJsonStructure = (text: string): boolean => /^\s*[[{]/.test(text) && isJson(text)

const isBlank = (part: string): boolean => /^\s/.test(part)

/**
 * Formats a valid JSON text over several lines, indented by two spaces per level. Names, numbers,
 * strings and order stay the same; only white space changes.
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
