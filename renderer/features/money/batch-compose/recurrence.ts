/** How often a template falls due, as it is typed and as it is said. */
import { recurrence, type Recurrence } from '../../../../preload/contract/domain/batches/drafts.ts'
import { isCalendarDate } from '../../../../preload/contract/kernel/calendar-date.ts'
import { plural } from '../../../text/plural.ts'

/** As it is typed; `never` for a template that is only used by hand. */
export interface TypedRecurrence {
  every: Recurrence['every'] | 'never'
  from: string
  onClosedDay: Recurrence['onClosedDay']
  daysAhead: string
}

/** Nothing recurs before somebody asks for it. */
export const noRecurrence: Readonly<TypedRecurrence> = {
  every: 'never',
  from: '',
  onClosedDay: 'before',
  daysAhead: '3',
}

/** What was typed; null: it does not recur; undefined: it cannot be read. */
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

/** As it is typed, of one that is kept. */
export const typedRecurrence = (kept: Recurrence | null): TypedRecurrence =>
  kept === null ? { ...noRecurrence } : { ...kept, daysAhead: String(kept.daysAhead) }

/** What the intervals are called. */
export const everyWords: Readonly<Record<TypedRecurrence['every'], string>> = {
  never: 'Only when I prepare it',
  week: 'Every week',
  'two-weeks': 'Every two weeks',
  month: 'Every month',
}

/** In a sentence. */
export const recurrenceWords = (kept: Recurrence | null): string =>
  kept === null
    ? 'does not recur'
    : `${everyWords[kept.every].toLowerCase()} from ${kept.from}, on a closed day the one ${kept.onClosedDay}, prepared ${plural(kept.daysAhead, 'banking day', 'banking days')} ahead`
