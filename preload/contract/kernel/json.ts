/**
 * JSON as text, for all that must keep its letters: a number keeps its digits, a masked body its
 * spelling, a fault its place. Everything here is a loop over the tokens, because a text that nests
 * 100,000 deep overflows a recursion, and a string of 16 MB a regular expression.
 */

/**
 * Far above any documented answer, far below the limit of the call stack. Deeper text is treated as
 * not JSON.
 */
export const deepestNesting = 100

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c]
const [listOpens, listCloses, objectOpens, objectCloses] = [0x5b, 0x5d, 0x7b, 0x7d]
const opens = (letter: number): boolean => letter === objectOpens || letter === listOpens
const closes = (letter: number): boolean => letter === objectCloses || letter === listCloses
const isBlank = (letter: number): boolean =>
  letter === 0x20 || letter === 0x0a || letter === 0x0d || letter === 0x09
const isMark = (letter: number): boolean =>
  letter === comma || letter === colon || opens(letter) || closes(letter)

/** Returns the start of the next token; the length of the text if there is none. */
function afterBlanks(text: string, from: number): number {
  let at = from
  while (isBlank(text.charCodeAt(at))) at += 1
  return at
}

/** Returns the end of the token that starts at `start`: a mark, a string, or another value. */
function endOfToken(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === quote) return endOfString(text, start)
  if (isMark(first)) return start + 1
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter === quote || isMark(letter) || isBlank(letter)) return at
  }
  return text.length
}

/** Returns the end of the string whose quote is at `start`, or of a text that does not close it. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter === backslash) at += 1
    else if (letter === quote) return at + 1
  }
  return text.length
}

/** The content of the string from `start` to `end`; as it is written if JSON has no such string. */
function contentOf(text: string, start: number, end: number): string {
  const written = text.slice(start + 1, end - 1)
  if (!written.includes('\\')) return written
  try {
    return String(JSON.parse(text.slice(start, end)))
  } catch {
    return written
  }
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

function nestsTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    if (letter === quote) at = endOfString(text, at) - 1
    else if (opens(letter)) {
      depth += 1
      if (depth > deepestNesting) return true
    } else if (closes(letter)) depth -= 1
  }
  return false
}

/** Returns whether a text is a JSON object or list, which is worth formatting. */
export const isJsonStructure = (text: string): boolean => /^\s*[[{]/.test(text) && isJson(text)

/** A value or a name in a JSON text. */
export interface JsonScalar {
  /** As it is written. */
  readonly token: string
  /** The decoded text of a string; any other value as it is written. */
  readonly text: string
  /** True for the name of a field. */
  readonly isName: boolean
  /** The names above it, the nearest last; the items of a list have the list's name. */
  readonly path: readonly string[]
  /** Number of the object or list: values of one object have the same. */
  readonly place: number
}

interface Place {
  readonly id: number
  readonly isObject: boolean
  /** The names above this object or list: all its values share this one array. */
  readonly path: readonly string[]
  /** The same with the latest name, created once for all values under it. */
  inner: readonly string[]
  awaitsName: boolean
}

const outermost: Place = { id: 0, isObject: false, path: [], inner: [], awaitsName: false }

/**
 * Replaces each name and value of a valid JSON text with the result of `rewrite`; everything else
 * keeps its spelling and spacing. Unchanged text is copied in long pieces, so that a long answer
 * needs no list of its parts.
 */
export function rewriteJson(text: string, rewrite: (scalar: JsonScalar) => string): string {
  const within: Place[] = []
  let here = outermost
  let count = 0
  let written = ''
  let copiedTo = 0
  for (let at = afterBlanks(text, 0), end = 0; at < text.length; at = afterBlanks(text, end)) {
    end = endOfToken(text, at)
    const letter = text.charCodeAt(at)
    if (letter === colon) continue
    if (letter === comma) here.awaitsName = here.isObject
    else if (opens(letter)) {
      const isObject = letter === objectOpens
      count += 1
      within.push(here)
      const path = here.inner
      here = { id: count, isObject, path, inner: path, awaitsName: isObject }
    } else if (closes(letter)) here = within.pop() ?? outermost
    else {
      const token = text.slice(at, end)
      const rewritten = rewrite(scalarOf(token, here))
      if (rewritten === token) continue
      written += text.slice(copiedTo, at) + rewritten
      copiedTo = end
    }
  }
  return written + text.slice(copiedTo)
}

/** Returns a name or a value at this place; stores a name in the place. */
function scalarOf(token: string, here: Place): JsonScalar {
  const text = token.startsWith('"') ? contentOf(token, 0, token.length) : token
  if (!here.awaitsName) return { token, text, isName: false, path: here.inner, place: here.id }
  here.inner = [...here.path, text]
  here.awaitsName = false
  return { token, text, isName: true, path: here.path, place: here.id }
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
  let [start, stop] = [0, 0]
  for (let at = afterBlanks(text, 0), end = 0; at < text.length; at = afterBlanks(text, end)) {
    end = endOfToken(text, at)
    const letter = text.charCodeAt(at)
    if (opens(letter)) {
      depth += 1
      if (depth <= deepestNesting) namesAt[depth] = letter === objectOpens ? new Set() : undefined
    } else if (closes(letter)) depth = Math.max(0, depth - 1)
    else if (letter === colon && text.charCodeAt(start) === quote) {
      const name = contentOf(text, start, stop)
      const names = namesAt[depth]
      if (names?.has(name) === true) repeated.add(name)
      names?.add(name)
    }
    start = at
    stop = end
  }
  return [...repeated]
}

/**
 * Returns the values directly inside the list or object of a valid JSON text, as they are written;
 * in an object each after its name.
 */
export function innerTexts(text: string): readonly string[] {
  const inner: string[] = []
  let depth = 0
  let start = 0
  for (let at = afterBlanks(text, 0), end = 0; at < text.length; at = afterBlanks(text, end)) {
    end = endOfToken(text, at)
    const letter = text.charCodeAt(at)
    if (letter === colon || letter === comma) continue
    if (depth === 1) start = at
    if (opens(letter)) depth += 1
    else {
      if (closes(letter)) depth -= 1
      if (depth === 1) inner.push(text.slice(start, end))
    }
  }
  return inner
}

/**
 * Formats a valid JSON text over several lines, indented by two spaces per level. Names, numbers,
 * strings and order stay the same; only white space changes.
 */
export function layOutJson(text: string, indent = ''): string {
  let written = ''
  let line = `\n${indent}`
  let before = ''
  for (let at = afterBlanks(text, 0), end = 0; at < text.length; at = afterBlanks(text, end)) {
    end = endOfToken(text, at)
    const token = text.slice(at, end)
    const isEnd = token === '}' || token === ']'
    const isFirst = before === '{' || before === '['
    if (isEnd) line = line.slice(0, -2)
    if (isEnd ? !isFirst : isFirst || before === ',') written += line
    written += token === ':' ? ': ' : token
    if (token === '{' || token === '[') line += '  '
    before = token
  }
  return written
}

/** A fault and its place; lines and columns are counted from 1. */
export interface JsonFault {
  readonly offset: number
  readonly line: number
  readonly column: number
  /** Such as `a comma or } is missing here`. */
  readonly reason: string
}

/** An object or list that is not closed yet. */
interface Opened {
  readonly start: number
  readonly end: '}' | ']'
}
type Expected = 'value' | 'name' | 'colon' | 'comma'

/** Returns the first fault of a text; undefined for JSON within the nesting limit. */
export function jsonFault(text: string): JsonFault | undefined {
  const opened: Opened[] = []
  let expected: Expected = 'value'
  let mayEnd = false
  for (let at = afterBlanks(text, 0), end = 0; ; at = afterBlanks(text, end)) {
    end = endOfToken(text, at)
    const token = text.slice(at, end)
    const inner = opened.at(-1)
    const isOpening = token === '{' || token === '['
    if (token === '' && expected === 'comma' && inner === undefined) return undefined
    if (token === inner?.end && (expected === 'comma' || mayEnd)) {
      opened.pop()
      expected = 'comma'
    } else if (expected === 'comma' && token === ',' && inner !== undefined) {
      expected = inner.end === '}' ? 'name' : 'value'
    } else if (expected === 'colon' && token === ':') expected = 'value'
    else if (expected === 'name' && token.startsWith('"') && isJson(token)) expected = 'colon'
    else if (expected === 'value' && isOpening && opened.length < deepestNesting) {
      opened.push({ start: at, end: token === '{' ? '}' : ']' })
      expected = token === '{' ? 'name' : 'value'
    } else if (expected === 'value' && isJson(token)) expected = 'comma'
    else return faultAt(text, at, token, expected, inner)
    mayEnd = isOpening
  }
}

/** Describes why a token, or the end of the text, is not what was expected. */
function faultAt(
  text: string,
  at: number,
  token: string,
  expected: Expected,
  inner: Opened | undefined,
): JsonFault {
  const fault = (reason: string, offset = at): JsonFault => ({
    offset,
    line: lineOf(text, offset),
    column: offset - text.lastIndexOf('\n', offset - 1),
    reason,
  })
  if (expected === 'colon') return fault('a colon is missing after the name')
  if (expected === 'comma' && inner === undefined) return fault('the value has ended before this')
  if (expected !== 'value' && inner !== undefined && token === '') {
    return fault(`the ${inner.end} is missing for line ${String(lineOf(text, inner.start))}`)
  }
  if (expected === 'comma') return fault(`a comma or ${inner?.end ?? ''} is missing here`)
  if (token.startsWith('"')) {
    const { letter, reason } = faultInString(token)
    return fault(reason, at + letter)
  }
  if (token === inner?.end && (expected === 'name' || token === ']')) {
    return fault(`extra comma before ${token}`)
  }
  if (expected === 'name') return fault('a name in double quotes belongs here')
  if (token === '') return fault(inner ? 'a value is missing at the end' : 'nothing is written yet')
  if (token === '{' || token === '[') return fault('this is nested too deep')
  if (/^[-\d]/.test(token)) {
    return fault('this is no number of JSON: no leading zero, a digit on both sides of the point')
  }
  if (token.startsWith("'")) return fault('strings need double quotes')
  return fault(
    /^[a-z_$]/i.test(token)
      ? `${token.slice(0, 20)} is no value: strings need double quotes`
      : 'a value belongs here',
  )
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** An escape, or one letter that ends a string or belongs in none. */
const inString = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})|["\\]|[^ -\uffff]/g

function faultInString(token: string): { readonly letter: number; readonly reason: string } {
  for (const { 0: found, index } of token.matchAll(inString)) {
    if (index === 0 || found.length > 1) continue
    if (found === '\n') break
    const reason =
      found === '\\'
        ? 'a backslash begins no escape of JSON here'
        : 'tab or control character inside a string'
    return { letter: index, reason }
  }
  return { letter: 0, reason: 'the text that begins here has no closing quote on its line' }
}
