/**
 * The texts of bulk validation: the meaning of a column, the state of a run, the result of a row.
 */
import {
  inquiryRules,
  ownerRules,
  unstoredOwnerFields,
} from '../../../../../preload/contract/bank/account-validation.ts'
import {
  importTargets,
  type ImportTarget,
  type RowProblem,
} from '../../../../../preload/contract/api/bulk/import.ts'
import {
  rowStates,
  type BulkRow,
  type BulkRun,
  type RowState,
  type RunState,
} from '../../../../../preload/contract/api/bulk/run.ts'
import { resultHeadlines } from '../../../../../preload/contract/domain/validation-reading.ts'
import { plural } from '../../../../text/plural.ts'
import { shortSource } from '../../../../text/source-text.ts'
import { countdown, durationText, localTime } from '../../../../text/times.ts'
import type { Tone } from '../../../../ui/tone.ts'
import { ownerKindLabels } from '../text.ts'

/** A text with its tone. */
export interface Badge {
  readonly label: string
  readonly tone: Tone
}

/** One option of a list. */
interface Option {
  readonly value: string
  readonly label: string
  readonly hint?: string | undefined
}

/** The reason why a run waits, as text. */
interface Wait {
  readonly kind: 'info' | 'warning'
  readonly title: string
  readonly reason: string
}

const ownerLabels = Object.fromEntries(
  Object.entries(ownerRules).map(([field, { label }]) => [field, label]),
) as Record<keyof typeof ownerRules, string>

export const targetLabels: Readonly<Record<ImportTarget, string>> = {
  ...ownerLabels,
  routingNumber: inquiryRules.routingNumber.label,
  accountNumber: inquiryRules.accountNumber.label,
  userDefined: 'Your reference',
  retain: 'Stored, not sent',
}

const inMemoryOnly: readonly string[] = unstoredOwnerFields
/** The options for a column. */
export const targetOptions: readonly Option[] = [
  { value: '', label: 'Ignored', hint: 'not stored' },
  ...importTargets.map((value) => ({
    value,
    label: targetLabels[value],
    hint: inMemoryOnly.includes(value) ? 'in memory only' : undefined,
  })),
]

export const runBadges: Readonly<Record<RunState, Badge>> = {
  running: { label: 'Running', tone: 'info' },
  paused: { label: 'Paused', tone: 'neutral' },
  interrupted: { label: 'Interrupted', tone: 'warning' },
  stopped: { label: 'Stopped', tone: 'neutral' },
  finished: { label: 'Finished', tone: 'good' },
}

export const rowBadges: Readonly<Record<RowState, Badge>> = {
  'held-back': { label: 'Held back', tone: 'warning' },
  waiting: { label: 'Waiting', tone: 'neutral' },
  'in-flight': { label: 'Sending', tone: 'info' },
  // The result says whether the answer is a good one.
  answered: { label: 'Answered', tone: 'neutral' },
  unknown: { label: 'Unknown', tone: 'unknown' },
  'not-sent': { label: 'Not sent', tone: 'neutral' },
}
/** The states that the list of rows can be filtered by. */
export const stateOptions = (counts: BulkRun['counts'] | undefined): readonly Option[] => [
  { value: '', label: 'Every state' },
  ...rowStates.map((value) => ({
    value,
    label: rowBadges[value].label,
    hint: counts === undefined ? undefined : counts[value].toLocaleString('en-US'),
  })),
]

/** The result of a row; a row without one shows its state. */
export const resultOf = ({ state, resultClass }: BulkRow): Badge =>
  resultClass === null
    ? { ...rowBadges[state], label: 'None' }
    : { label: resultHeadlines[resultClass].title, tone: resultHeadlines[resultClass].tone }

/** The presumed owner of a row's account. */
export const ownerOf = ({
  ownerKind,
  ownerName,
}: Pick<BulkRow, 'ownerKind' | 'ownerName'>): string => ownerName || ownerKindLabels[ownerKind]

/** A problem by its field and its rule; a rule that begins with the field is not prefixed again. */
export function problemParts({ target, message }: RowProblem): { field: string; rule: string } {
  const field = target === null ? 'Row' : targetLabels[target]
  const isNamed = message.startsWith(`${field}: `)
  return { field, rule: isNamed ? message.slice(field.length + 2) : message }
}

/** A problem with its field, its rule and the source of the rule. */
export function problemText(problem: RowProblem): string {
  const { target, source } = problem
  const { field: name, rule: message } = problemParts(problem)
  const field = target === null ? '' : `${name}: `
  const from = shortSource(source ?? '')
  return `${field}${message}${from ? ` (${from})` : ''}`
}

/** The number of finished rows: this run changes nothing more about them. */
export const doneOf = ({ counts }: BulkRun): number =>
  counts.answered + counts.unknown + counts['not-sent']
/** The number of rows to query. */
export const rowsToSend = (run: BulkRun): number => run.rows - run.counts['held-back']

/** The remaining time by the measured pace. */
export function remainingOf({ state, pace }: BulkRun): string {
  if (state !== 'running') return ''
  if (pace === null) return 'time left unknown'
  return `about ${durationText(pace.remainingMs)} left at ${pace.perSecond.toFixed(1)} a second`
}

/** Why a run waits, as text; null: it does not. */
export function waitOf({ waitsFor }: BulkRun, now: number): Wait | null {
  if (waitsFor === null) return null
  const kind = waitsFor.kind === 'hours' ? 'info' : 'warning'
  if (waitsFor.kind === 'pause') {
    return {
      kind,
      title: `The bank asked for a pause: ${countdown(Date.parse(waitsFor.until) - now)} left`,
      reason: 'Nothing is sent until then. The run then continues automatically.',
    }
  }
  if (waitsFor.kind === 'hours') {
    return {
      kind,
      title: `Outside the agreed hours until ${localTime(waitsFor.until)}`,
      reason:
        'See the hours under Connection, Products and hours. The run continues automatically.',
    }
  }
  return {
    kind,
    title: 'The bank is not available now',
    reason: 'The run continues automatically once connected.',
  }
}

/** The number of rows that wait for their turn or for a person. */
export const openRows = (run: BulkRun): string =>
  plural(run.counts.waiting + run.counts['in-flight'], 'row', 'rows')
