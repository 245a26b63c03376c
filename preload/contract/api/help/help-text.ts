/** Parses the two marks in help texts, for display and print. */

/** A run of text: plain, text of the screen, or keys. */
export interface HelpRun {
  readonly kind: 'plain' | 'label' | 'keys'
  readonly text: string
}

/**
 * Keys contain a `+`, or are one capital letter or a function key; therefore `[Ab]` in a sentence
 * remains text.
 */
const marks = /_([^_]+)_|\[((?:[A-Z][A-Za-z]*\+)+[^\]]+|[A-Z]|F\d{1,2}|Space|Escape)\]/g

/** Splits a text into runs in order, without losing any character outside the marks. */
export function helpRuns(text: string): readonly HelpRun[] {
  const runs: HelpRun[] = []
  let at = 0
  for (const found of text.matchAll(marks)) {
    if (found.index > at) runs.push({ kind: 'plain', text: text.slice(at, found.index) })
    const [whole, label, keys] = found
    runs.push(
      label === undefined ? { kind: 'keys', text: keys ?? '' } : { kind: 'label', text: label },
    )
    at = found.index + whole.length
  }
  if (at < text.length) runs.push({ kind: 'plain', text: text.slice(at) })
  return runs
}

/** Returns the text without marks. */
export const helpPlain = (text: string): string =>
  helpRuns(text)
    .map((run) => run.text)
    .join('')
