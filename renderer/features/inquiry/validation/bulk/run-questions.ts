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

/** The question as text. */
export interface Asked {
  readonly title: string
  readonly description: string
  readonly confirmLabel: string
  readonly tone: Tone
}

function again(run: BulkRun, rows: readonly number[] | null): Asked {
  const many = rows?.length ?? run.counts.unknown
  const [row] = rows ?? []
  const what = many === 1 && row !== undefined ? `row ${String(row)}` : plural(many, 'row', 'rows')
  return {
    title: `Ask ${what} of ${run.file} again?`,
    description:
      'The call was begun and no answer is known. The bank may have counted it, and then counts it twice. A validation moves no money. That it was asked again, and by whom, is recorded.' +
      (run.state === 'running' ? '' : ' It goes out once the run is resumed.'),
    confirmLabel: `Ask ${what} again`,
    tone: 'unknown',
  }
}

/** Returns the text of a question about a run. */
export function asked(question: Question, run: BulkRun): Asked {
  if (question.kind === 'again') return again(run, question.rows)
  if (question.kind === 'without') {
    const rows = plural(run.withoutPersonalNumbers, 'row', 'rows')
    return {
      title: `Ask ${rows} without personal numbers?`,
      description:
        'SSN, date of birth and id number of these rows are no longer in memory. The owner is then compared by the rest alone. That they were left out, and by whom, is recorded.',
      confirmLabel: `Go on with ${rows} without them`,
      tone: 'warning',
    }
  }
  return {
    title: `Stop “${run.name}” for good?`,
    description: `${openRows(run)} of ${run.file} remain, and this run does not ask them any more. What is on its way comes in, and every answer is kept. To go on later, pause it instead.`,
    confirmLabel: `Stop and leave ${openRows(run)} unasked`,
    tone: 'bad',
  }
}
