/**
 * Every code belongs to a family, because 000, 001 and 099 have opposite meanings in different
 * fields.
 */

/** Source of a meaning: the bank's documents, or the public text of the payment network. */
export type CodeSource = 'bank' | 'network'

/** Another fact about a code, such as its group or whether it is final. */
export interface CodeFact {
  readonly label: string
  readonly value: string
}

/** One code with its meaning and source. Codes are text, because leading zeros are significant. */
export interface ExplainedCode {
  readonly code: string
  /** Exact text of the document, or of the network if `source` names it. */
  readonly meaning: string
  readonly source: CodeSource
  /** Source of the meaning, with document and section. */
  readonly where: string
  readonly facts?: readonly CodeFact[] | undefined
  /** Consequence for the operator, in the workstation's own text. */
  readonly notes?: string | undefined
  /** The network's public text, if it differs from the bank's. */
  readonly publicText?: string | undefined
}

/** Topics in the order of the code book. */
export const codeTopics = [
  'Account validation',
  'ACH',
  'Wire and RTP',
  'Reporting',
  'Alerts',
  'Access',
] as const
export type CodeTopic = (typeof codeTopics)[number]

/** Codes of one kind, with the names of the fields that carry them. */
export interface CodeFamily<Id extends string = string> {
  readonly id: Id
  readonly topic: CodeTopic
  readonly title: string
  /** The bank's own names, misspellings included. */
  readonly fields: readonly string[]
  readonly explanation: string
  readonly entries: readonly ExplainedCode[]
  /**
   * Returns the entry of a code; undefined if not listed, in which case the code is shown unchanged
   * (bank note 52).
   */
  find(code: string): ExplainedCode | undefined
}

const asItCame = (code: string): string => code

/**
 * Builds a family. `spelling` unifies different spellings of one code; throws Error if a code is
 * listed twice.
 */
export function codeFamily<const Id extends string>(
  about: Omit<CodeFamily<Id>, 'find'>,
  spelling: (code: string) => string = asItCame,
): CodeFamily<Id> {
  const byCode = new Map(about.entries.map((entry) => [spelling(entry.code), entry]))
  if (byCode.size !== about.entries.length) throw new Error(`${about.id}: a code is listed twice`)
  return { ...about, find: (code) => byCode.get(spelling(code)) }
}

/** A line of a table: code, meaning and optional note. */
export type CodeLine = readonly [code: string, meaning: string, notes?: string]

const linesOf =
  (source: CodeSource) =>
  (
    where: string,
    lines: readonly CodeLine[],
    facts?: readonly CodeFact[],
  ): readonly ExplainedCode[] =>
    lines.map(([code, meaning, notes]) => ({ code, meaning, source, where, facts, notes }))

/** Codes explained by a document of the bank. */
export const fromBank = linesOf('bank')

/** Codes absent from the bank's documents, with the network's public meaning. */
export const fromNetwork = linesOf('network')

/** Meaning of a code that the document lists without explanation. */
export const meaningNotShown = 'Listed without a meaning'
