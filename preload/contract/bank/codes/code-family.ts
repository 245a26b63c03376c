/** A code never stands alone: 000, 001 and 099 mean opposite things in different fields, so every code has its family. */

/** Who says what a code means: the bank in its documents, or the public text of the payment network. */
export type CodeSource = 'bank' | 'network'

/** What else is known of a code, such as its group or whether it is final. */
export interface CodeFact {
  readonly label: string
  readonly value: string
}

/** One code with its meaning, and who says so where. Codes are text: leading zeros belong to them. */
export interface ExplainedCode {
  readonly code: string
  /** The document's own words, or the network's where `source` says so. */
  readonly meaning: string
  readonly source: CodeSource
  /** Such as `1-platform.md, Return reason codes`. */
  readonly where: string
  readonly facts?: readonly CodeFact[] | undefined
  /** What follows for the operator, in words of the workstation. */
  readonly notes?: string | undefined
  /** The network's public text, where it says something else than the bank's. */
  readonly publicText?: string | undefined
}

/** What a family belongs to, in the order of the code book. */
export const codeTopics = [
  'Account validation',
  'ACH',
  'Wire and RTP',
  'Reporting',
  'Alerts',
  'Access',
] as const
export type CodeTopic = (typeof codeTopics)[number]

/** The codes of one kind, and the names of the fields that carry them. */
export interface CodeFamily<Id extends string = string> {
  readonly id: Id
  readonly topic: CodeTopic
  readonly title: string
  /** The bank's own names, misspellings included. */
  readonly fields: readonly string[]
  readonly explanation: string
  readonly entries: readonly ExplainedCode[]
  /** The entry of a code, or undefined for one that is not listed (trap 52: shown as it came). */
  find(code: string): ExplainedCode | undefined
}

const asItCame = (code: string): string => code

/**
 * Builds a family. `spelling` brings the spellings of one code together where the bank uses several;
 * two entries of one code are a mistake in the source.
 */
export function codeFamily<const Id extends string>(
  about: Omit<CodeFamily<Id>, 'find'>,
  spelling: (code: string) => string = asItCame,
): CodeFamily<Id> {
  const byCode = new Map(about.entries.map((entry) => [spelling(entry.code), entry]))
  if (byCode.size !== about.entries.length) throw new Error(`${about.id}: a code is listed twice`)
  return { ...about, find: (code) => byCode.get(spelling(code)) }
}

/** A line of a table: the code, its meaning and perhaps a note. */
export type CodeLine = readonly [code: string, meaning: string, notes?: string]

const linesOf =
  (source: CodeSource) =>
  (
    where: string,
    lines: readonly CodeLine[],
    facts?: readonly CodeFact[],
  ): readonly ExplainedCode[] =>
    lines.map(([code, meaning, notes]) => ({ code, meaning, source, where, facts, notes }))

/** Codes that a document of the bank explains. */
export const fromBank = linesOf('bank')

/** Codes that the bank's documents do not list, with the network's public meaning. */
export const fromNetwork = linesOf('network')

/** Stands where the document lists a code and does not say what it means. */
export const meaningNotShown = 'Listed without a meaning'
