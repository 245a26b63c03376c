/** The recurrence of a template, as typed and as text. */
import { recurrence, type Recurrence } from '../../../../preload/contract/domain/batches/drafts.ts'
import { isCalendarDate } from '../../../../preload/contract/kernel/calendar.ts'
import { plural } from '../../../text/plural.ts'

/** As typed; `never` for a template that is only used by hand. */
export interface TypedRecurrence {
  every: Recurrence['every'] | 'never'
  from: string
  onClosedDay: Recurrence['onClosedDay']
  daysAhead: string
}

/** The default: no recurrence. */
export const noRecurrence: Readonly<TypedRecurrence> = {
  every: 'never',
  from: '',
  onClosedDay: 'before',
  daysAhead: '3',
}

/** Returns the typed recurrence; null: none; undefined: not valid. */
export function recurrenceOf(typed: TypedRecurrence): Recurrence | null | undefined {
  if (typed.every === 'never') return null
  if (!isCalendarDate(typed.from.trim())) return undefined
  const read = recurrence.safeParse({
    every: typed.every,
    from: typed.from.trim(),
    onClosedDay: typed.onClosedDay,
    daysAhead: Number(typed.daysAhead),
  })
  return read.success ? read.data : undefined
}

/** Returns a stored recurrence in the form in which it is typed. */
export const typedRecurrence = (stored: Recurrence | null): TypedRecurrence =>
  stored === null ? { ...noRecurrence } : { ...stored, daysAhead: String(stored.daysAhead) }

/** The names of the intervals. */
export const everyLabels: Readonly<Record<TypedRecurrence['every'], string>> = {
  never: 'Only when prepared by hand',
  week: 'Every week',
  'two-weeks': 'Every two weeks',
  month: 'Every month',
}

/** As a sentence. */
export const recurrenceText = (stored: Recurrence | null): string =>
  stored === null
    ? 'does not recur'
    : `${everyLabels[stored.every].toLowerCase()} from ${stored.from}, on a closed day the one ${stored.onClosedDay}, prepared ${plural(stored.daysAhead, 'banking day', 'banking days')} ahead`
