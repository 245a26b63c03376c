/** Formatted JSON as lines that fold: for answers of the bank, whose digits stay as they came. */
import { isJsonStructure, layOutJson } from '../../preload/contract/kernel/json.ts'

export interface JsonLines {
  readonly lines: readonly string[]
  /** For a line that opens an object or list, the line that closes it; otherwise 0. */
  readonly ends: Int32Array
}

/** Formatting and searching a longer text would delay the window. */
const longestFormatted = 5_000_000

/** Returns whether the text is JSON and short enough to format. */
export const canBeFormatted = (text: string): boolean =>
  text.length <= longestFormatted && isJsonStructure(text)

/** Returns a valid JSON text as lines; only white space differs from the text. */
export function jsonLines(text: string): JsonLines {
  const lines = layOutJson(text).split('\n')
  const ends = new Int32Array(lines.length)
  const open: number[] = []
  for (const [index, line] of lines.entries()) {
    const first = line.charAt(indentOf(line))
    if (first === '}' || first === ']') ends[open.pop() ?? 0] = index
    if (line.endsWith('{') || line.endsWith('[')) open.push(index)
  }
  return { lines, ends }
}

/** Returns the number of blanks before the first letter of a line. */
export function indentOf(line: string): number {
  let indent = 0
  while (line.charAt(indent) === ' ') indent += 1
  return indent
}

/** Returns the numbers of the lines in view: a folded line hides those up to its closing one. */
export function unfoldedLines({ ends }: JsonLines, folded: ReadonlySet<number>): readonly number[] {
  const shown: number[] = []
  for (let index = 0; index < ends.length; index += 1) {
    shown.push(index)
    if (folded.has(index)) index = ends[index] ?? index
  }
  return shown
}

/** Returns the numbers of the lines that contain the text, in any case. */
export function linesWith({ lines }: JsonLines, text: string): readonly number[] {
  if (text === '') return []
  const searched = text.toLowerCase()
  return lines.flatMap((line, index) => (line.toLowerCase().includes(searched) ? [index] : []))
}

export interface LinePiece {
  readonly text: string
  readonly isName: boolean
  readonly isFound: boolean
}

/** Returns a line in pieces: the name of a field, and every place where the text was found. */
export function piecesOf(line: string, found: string): readonly LinePiece[] {
  const name = /^ *"(?:[^"\\]|\\.)*"(?=: )/.exec(line)?.[0] ?? ''
  return [
    ...markedPieces(name, found).map((piece) => ({ ...piece, isName: true })),
    ...markedPieces(line.slice(name.length), found).map((piece) => ({ ...piece, isName: false })),
  ]
}

function markedPieces(text: string, found: string): Omit<LinePiece, 'isName'>[] {
  const lower = text.toLowerCase()
  // A letter such as the Turkish capital I grows in lower case, and its places would not match.
  if (found === '' || lower.length !== text.length) return text ? [{ text, isFound: false }] : []
  const pieces: Omit<LinePiece, 'isName'>[] = []
  const searched = found.toLowerCase()
  let from = 0
  for (let at = lower.indexOf(searched); at >= 0; at = lower.indexOf(searched, from)) {
    if (at > from) pieces.push({ text: text.slice(from, at), isFound: false })
    from = at + searched.length
    pieces.push({ text: text.slice(at, from), isFound: true })
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isFound: false })
  return pieces
}
