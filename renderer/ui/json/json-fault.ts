/** Finds where a text stops being JSON, and why, in a message that names what would fit there. */

/** A fault and its place; lines and columns are counted from 1. */
export interface JsonFault {
  readonly offset: number
  readonly line: number
  readonly column: number
  /** Such as `a comma or } is missing here`. */
  readonly reason: string
}

/** Deeper than any body of a bank; far below the limit of the call stack. */
const deepest = 200
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /[A-Za-z_$][\w$]*/y
const escapes = '"\\/bfnrt'

class Fault extends Error {
  readonly offset: number

  constructor(offset: number, reason: string) {
    super(reason)
    this.offset = offset
  }
}

/** Reads a text by JSON's grammar and throws at the first letter that does not fit. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): void {
    this.#blanks()
    if (this.#isOver()) throw new Fault(this.#at, 'nothing is written yet')
    this.#value(0)
    this.#blanks()
    if (!this.#isOver()) throw new Fault(this.#at, 'the value has ended before this')
  }

  #isOver(): boolean {
    return this.#at >= this.#text.length
  }

  get #letter(): string {
    return this.#text.charAt(this.#at)
  }

  #blanks(): void {
    while (/[ \t\n\r]/.test(this.#letter)) this.#at += 1
  }

  #value(depth: number): void {
    if (depth > deepest) throw new Fault(this.#at, 'this is nested too deep')
    const letter = this.#letter
    if (letter === '{') this.#members(depth)
    else if (letter === '[') this.#items(depth)
    else if (letter === '"') this.#string()
    else if (letter === '-' || /\d/.test(letter)) this.#number()
    else this.#word()
  }

  #members(depth: number): void {
    const start = this.#at
    this.#at += 1
    this.#blanks()
    if (this.#take('}')) return
    for (;;) {
      if (this.#letter !== '"') throw this.#noName(start)
      this.#string()
      this.#blanks()
      if (!this.#take(':')) throw new Fault(this.#at, 'a colon is missing after the name')
      this.#blanks()
      this.#value(depth + 1)
      if (this.#endsAfterPart('}', start)) return
    }
  }

  #items(depth: number): void {
    const start = this.#at
    this.#at += 1
    this.#blanks()
    if (this.#take(']')) return
    for (;;) {
      this.#value(depth + 1)
      if (this.#endsAfterPart(']', start)) return
      if (this.#letter === ']') throw new Fault(this.#at, 'extra comma before ]')
    }
  }

  /** After a member or an item: its end, or a comma and the next one. */
  #endsAfterPart(end: '}' | ']', start: number): boolean {
    this.#blanks()
    if (this.#take(end)) return true
    if (!this.#take(',')) {
      if (this.#isOver()) throw this.#unclosed(end, start)
      throw new Fault(this.#at, `a comma or ${end} is missing here`)
    }
    this.#blanks()
    return false
  }

  #noName(start: number): Fault {
    if (this.#isOver()) return this.#unclosed('}', start)
    if (this.#letter === '}') return new Fault(this.#at, 'extra comma before }')
    return new Fault(this.#at, 'a name in double quotes belongs here')
  }

  #unclosed(end: string, start: number): Fault {
    const { line } = placeOf(this.#text, start)
    return new Fault(this.#at, `the ${end} is missing for line ${String(line)}`)
  }

  #string(): void {
    const start = this.#at
    for (this.#at += 1; !this.#isOver(); this.#at += 1) {
      const letter = this.#letter
      if (letter === '"') {
        this.#at += 1
        return
      }
      if (letter === '\n') break
      if (letter < ' ') throw new Fault(this.#at, 'tab or control character inside a string')
      if (letter === '\\') this.#escape()
    }
    throw new Fault(start, 'the text that begins here has no closing quote on its line')
  }

  #escape(): void {
    const next = this.#text.charAt(this.#at + 1)
    const isUnicode = /^u[\dA-Fa-f]{4}$/.test(this.#text.slice(this.#at + 1, this.#at + 6))
    if (!isUnicode && (next === '' || !escapes.includes(next))) {
      throw new Fault(this.#at, 'a backslash begins no escape of JSON here')
    }
    this.#at += isUnicode ? 5 : 1
  }

  #number(): void {
    number.lastIndex = this.#at
    const [found] = number.exec(this.#text) ?? []
    const end = this.#at + (found?.length ?? 0)
    if (found === undefined || /[\w.+-]/.test(this.#text.charAt(end))) {
      throw new Fault(
        this.#at,
        'this is no number of JSON: no leading zero, a digit on both sides of the point',
      )
    }
    this.#at = end
  }

  #word(): void {
    word.lastIndex = this.#at
    const [found] = word.exec(this.#text) ?? []
    if (found === undefined) {
      if (this.#isOver()) throw new Fault(this.#at, 'a value is missing at the end')
      if (this.#letter === "'") throw new Fault(this.#at, 'strings need double quotes')
      throw new Fault(this.#at, 'a value belongs here')
    }
    if (!['true', 'false', 'null'].includes(found)) {
      throw new Fault(this.#at, `${found.slice(0, 20)} is no value: strings need double quotes`)
    }
    this.#at += found.length
  }

  #take(sign: string): boolean {
    if (this.#letter !== sign) return false
    this.#at += 1
    return true
  }
}

/** Line and column of a place in a text, counted from 1. */
export function placeOf(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Returns the first fault of a text; undefined for valid JSON. */
export function jsonFault(text: string): JsonFault | undefined {
  try {
    new Reader(text).read()
    return undefined
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
    return { offset: fault.offset, ...placeOf(text, fault.offset), reason: fault.message }
  }
}
