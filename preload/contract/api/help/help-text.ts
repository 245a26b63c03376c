/** The two marks in the texts of the help, taken apart for whoever shows or prints them. */

/** A stretch of text: plain, the words of the screen, or keys. */
export interface HelpRun {
  readonly kind: 'plain' | 'label' | 'keys'
  readonly text: string
}

/** Keys have a `+` or are a function key; so `[Ab]` in a sentence stays what it is. */
const marks = /_([^_]+)_|\[((?:[A-Z][A-Za-z]*\+)+[^\]]+|F\d{1,2}|Space|Escape)\]/g

/** Takes a text apart, in its order; nothing of it is lost. */
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

/** The text as it is read, without marks. */
export const helpPlain = (text: string): string =>
  helpRuns(text)
    .map((run) => run.text)
    .join('')
