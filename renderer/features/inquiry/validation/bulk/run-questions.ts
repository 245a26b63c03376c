/** The questions before irreversible actions on a run: each repeats in full what will happen. */
import type { BulkRun } from '../../../../../preload/contract/api/bulk/run.ts'
import { plural } from '../../../../text/plural.ts'
import type { Tone } from '../../../../ui/tone.ts'
import { openRows } from './text.ts'

export type Question =
  | { readonly kind: 'stop' }
  | { readonly kind: 'without' }
  /** Null: every row with an unknown outcome. */
  | { readonly kind: 'again'; readonly rows: readonly number[] | null }
  /** The rows of a finished run without a result about the account. */
  | { readonly kind: 'failed'; readonly rows: number }

/** Returns the number of calls that a yes makes. */
export function callsOf(question: Question, run: BulkRun): number {
  switch (question.kind) {
    case 'stop':
      return 0
    case 'without':
      return run.withoutPersonalNumbers
    case 'again':
      return question.rows?.length ?? run.counts.unknown
    case 'failed':
      return question.rows
  }
}

/** The question as text. */
export interface QuestionText {
  readonly title: string
  readonly description: string
  readonly confirmLabel: string
  readonly tone: Tone
}

function again(run: BulkRun, rows: readonly number[] | null): QuestionText {
  const many = callsOf({ kind: 'again', rows }, run)
  const [row] = rows ?? []
  const what = many === 1 && row !== undefined ? `row ${String(row)}` : plural(many, 'row', 'rows')
  return {
    title: `Send ${what} of ${run.file} again?`,
    description:
      'The outcome of the first call is unknown. If the bank counted it, it is counted twice. A validation moves no money. The new request is recorded with your name.' +
      (run.state === 'running' ? '' : ' The request is sent when the run is resumed.'),
    confirmLabel: `Send ${what} again`,
    tone: 'unknown',
  }
}

function failed({ counts, file }: BulkRun, rows: number): QuestionText {
  const what = plural(rows, 'failed row', 'failed rows')
  const twice =
    counts.unknown === 0
      ? ''
      : ` The outcome of ${plural(counts.unknown, 'call', 'calls')} is unknown. If the bank counted one, it is counted twice.`
  return {
    title: `Query ${what} of ${file} again?`,
    description: `Only rows without a result about the account are sent, at once. Each call is counted.${twice} A validation moves no money. This is recorded with your name.`,
    confirmLabel: `Query ${what} again`,
    tone: 'unknown',
  }
}

/** Returns the text of a question about a run. */
export function questionText(question: Question, run: BulkRun): QuestionText {
  if (question.kind === 'failed') return failed(run, question.rows)
  if (question.kind === 'again') return again(run, question.rows)
  if (question.kind === 'without') {
    const rows = plural(run.withoutPersonalNumbers, 'row', 'rows')
    return {
      title: `Send ${rows} without personal numbers?`,
      description:
        'SSN, date of birth and id number of these rows are no longer in memory. The owner is compared without them. This is recorded with your name.',
      confirmLabel: `Continue with ${rows} without them`,
      tone: 'warning',
    }
  }
  return {
    title: `Stop “${run.name}” permanently?`,
    description: `${openRows(run)} of ${run.file} remain and will not be sent. Calls in progress finish, and all answers are kept. To continue later, pause instead.`,
    confirmLabel: `Stop and leave ${openRows(run)} unsent`,
    tone: 'bad',
  }
}
