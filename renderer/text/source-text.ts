/** The source of a rule, as text for operators. */
import type { RequestWarning } from '../../preload/contract/kernel/request-warning.ts'

/**
 * The titles of the bank's documents. Rows of an earlier version name their files, and some of
 * those rows name traps.
 */
const titles = {
  1: 'Platform Specification',
  2: 'Account Validation and ACH Inquiry Specification',
  3: 'Wire/RTP Payments and ACH Origination Specification',
} as const

/** The full source: the document's title and the section. */
export const sourceText = (source: string): string =>
  source
    .replaceAll(/\b([123])-[a-z-]+\.md/g, (_, number: '1' | '2' | '3') => titles[number])
    .replaceAll(/(?<!\s)\s*\(traps? [^)]*\)/g, '')
    .replaceAll(/[;,]\s*traps? \d+(?:(?:,| and| to) \d+)*/g, '')
    .trim()

/** The short source for the place below a field: a bank document without title and section. */
export function shortSource(source: string): string {
  const full = sourceText(source)
  return Object.values(titles).some((title) => full.startsWith(title)) ? 'bank specification' : full
}

/** The message of a broken rule, with its short and its full source. */
export const ruleNote = (message: string, where: string) => ({
  text: message,
  source: shortSource(where),
  where: sourceText(where),
})

/** The message of a warning; a rule of the network names it before its source. */
export const warningNote = ({ message, source, where }: RequestWarning) => ({
  text: message,
  source: source === 'network' ? `network: ${where}` : shortSource(where),
  where: sourceText(where),
})
