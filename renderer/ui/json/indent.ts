/** Keys of the editor: indent or outdent lines, and a new line with the indentation of the last. */

/** A text with its selection. */
export interface Marked {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The replacement for a part of the text, and the selection after it. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly start: number
  readonly end: number
}

const step = '  '

/**
 * Indents every line of the selection, or the line of the cursor, by two blanks; or outdents it.
 */
export function shifted({ text, start, end }: Marked, way: 'in' | 'out'): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  // A selection that ends before the first letter of a line does not include that line.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end
  const next = text.indexOf('\n', last)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const changed = lines.map((line) =>
    way === 'in' ? step + line : line.replace(/^ {1,2}|^\t/, ''),
  )
  const insert = changed.join('\n')
  const first = (changed[0]?.length ?? 0) - (lines[0]?.length ?? 0)
  return {
    from,
    to,
    insert,
    start: Math.max(from, start + first),
    end: Math.max(from, end + insert.length - (to - from)),
  }
}

/** A new line with the indentation of this one, one step deeper after an opening bracket. */
export function newLine({ text, start, end }: Marked): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const before = text.slice(from, start)
  const [depth = ''] = /^[ \t]*/.exec(before) ?? []
  const opens = /[{[]\s*$/.test(before)
  const closes = opens && /^\s*[}\]]/.test(text.slice(end))
  const deeper = `\n${depth}${opens ? step : ''}`
  const insert = closes ? `${deeper}\n${depth}` : deeper
  const at = start + deeper.length
  return { from: start, to: end, insert, start: at, end: at }
}
