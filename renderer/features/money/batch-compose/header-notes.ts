/**
 * Remarks on the head of a batch while it is written: a missing value is reported after its field
 * was left, or after a search for problems.
 */
import { computed } from 'vue'
import {
  defaultAchSettings,
  type AchSettingsState,
  type BatchForm,
} from '../../../../preload/contract/domain/batches/batch-form.ts'
import { checkBatchForm } from '../../../../preload/contract/domain/batches/check-entries.ts'
import { networkDay } from '../../../../preload/contract/kernel/banking-days.ts'
import { isCalendarDate } from '../../../../preload/contract/kernel/calendar.ts'
import { bankSettings } from '../../../money/batch/batch-facts.ts'
import { plural } from '../../../text/plural.ts'
import { dateAdvice, exactDate } from '../../../text/times.ts'
import { useShownFields } from '../../../state/use-form.ts'
import { notesOf, type EntryNote } from './entries/entry-checks.ts'

interface HeadContext {
  readonly form: () => BatchForm
  /** The practice bank needs none of the settings. */
  readonly isPractice: () => boolean
  readonly settings: () => AchSettingsState | undefined
  readonly now: () => number
}

const isOfBank = ({ path }: EntryNote): boolean => bankSettings.some((name) => name === path)

/** Returns one warning for all missing settings: they are entered once, not with each batch. */
function missingSettings(notes: readonly EntryNote[]): EntryNote[] {
  const missing = notes.filter(isOfBank)
  const [first] = missing
  if (!first) return []
  const values = plural(missing.length, 'value', 'values')
  return [{ ...first, path: settingsPath, text: `${values} from the bank not set in ACH settings` }]
}

/** The path of the warning about the settings. */
export const settingsPath = 'settings'

/** Reactive to the current head. */
export function useHeaderNotes({ form, settings, isPractice, now }: HeadContext) {
  const today = computed(() => networkDay(now()))
  const all = computed<readonly EntryNote[]>(() => {
    const exact = { ...form(), effectiveDate: exactDate(form().effectiveDate) }
    const terms = settings()?.settings ?? defaultAchSettings
    const checked = notesOf(checkBatchForm(exact, terms, today.value))
    const notes = [
      ...checked.filter((note) => !isOfBank(note)),
      ...(isPractice() ? [] : missingSettings(checked)),
    ]
    if (isCalendarDate(exact.effectiveDate)) return notes
    return notes.map((note) =>
      note.path === 'effectiveDate' ? { ...note, text: dateAdvice } : note,
    )
  })
  const { isShown, left, showAll, hideAll } = useShownFields<string>((path) => {
    const value = (form() as Readonly<Record<string, string | null>>)[path]
    return (value ?? '').trim() !== ''
  })
  const noteAt = (path: string): EntryNote | undefined =>
    isShown(path) ? all.value.find((note) => note.path === path) : undefined
  return {
    noteAt,
    today,
    problems: computed(() => all.value.filter(({ tone }) => tone === 'bad')),
    /** The problems that are shown at their fields. */
    shownProblems: computed(() =>
      all.value.filter(({ tone, path }) => tone === 'bad' && isShown(path)),
    ),
    warnings: computed(() =>
      all.value.filter(
        ({ tone, path }) => tone === 'warning' && (path === settingsPath || isShown(path)),
      ),
    ),
    left,
    showAll,
    hideAll,
  }
}
export type HeaderNotes = ReturnType<typeof useHeaderNotes>
