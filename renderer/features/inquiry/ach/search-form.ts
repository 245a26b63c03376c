/** The state of the search form: its values, the message of each field, and its query. */
import { computed, reactive } from 'vue'
import type { AchQuestion } from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { useFieldNotes, type FieldNote } from '../../../state/use-form.ts'
import { ruleNote, warningNote } from '../../../text/source-text.ts'
import { datesOf, type RangeName } from './date-range.ts'
import {
  chosenAccounts,
  fieldOfPath,
  problemsOf,
  questionOf,
  warningsOf,
  type SearchContext,
  type SearchField,
} from './search-rules.ts'
import { emptyValues, otherAccount, type SearchKind, type SearchValues } from './search-values.ts'

/** The search as typed, checked by the rules of its endpoint. */
export function useSearchForm(context: () => SearchContext) {
  const values = reactive(emptyValues(context().today))
  const fieldOf = (path: string): SearchField => fieldOfPath(path, values)
  const notes = useFieldNotes(() => problemsOf(values, context()), {
    fieldOf,
    noteOf: ({ message, source }) => ruleNote(message, source ?? 'workstation'),
    showsAtOnce: (field) => {
      const value = values[field]
      return typeof value === 'string'
        ? value.trim() !== ''
        : !Array.isArray(value) || value.length > 0
    },
  })
  const warnings = computed(() => warningsOf(values, context()))
  const warning = (field: SearchField): FieldNote | undefined => {
    if (notes.problem(field) || notes.found.value.has(field)) return undefined
    const first = warnings.value.find(({ path }) => fieldOf(path) === field)
    return first && warningNote(first)
  }

  function set<F extends SearchField>(field: F, value: SearchValues[F]): void {
    Object.assign(values, { [field]: value })
    if (field === 'fromDate' || field === 'toDate') values.range = 'own'
    notes.dropRefusal()
  }
  function fill(next: SearchValues): void {
    Object.assign(values, next)
    notes.clearNotes()
  }
  /** A named range moves with the day; typed dates stay. */
  function setRange(range: RangeName): void {
    values.range = range
    if (range !== 'own') Object.assign(values, datesOf(range, context().today))
    notes.dropRefusal()
  }
  /** Keeps the values that two kinds of search share: an own account, dates, amounts, numbers. */
  function setKind(kind: SearchKind): void {
    const before = values.kind
    values.kind = kind
    notes.showAll(false)
    notes.dropRefusal()
    if (before === 'list' && values.account && values.account !== otherAccount) {
      if (values.accounts.length === 0) values.accounts = [values.account]
    }
    if (kind === 'list' && values.account === '') values.account = values.accounts[0] ?? ''
    // The earlier endpoints accept no single day (bank note 43), and the list has no name for two
    // days.
    if (kind === 'list' && values.range === 'last-2') setRange('today')
    if (kind !== 'list' && values.range === 'today') setRange('last-2')
  }

  /**
   * Returns the query if every rule holds; otherwise every missing field is reported from now on.
   */
  function question(): AchQuestion | undefined {
    notes.showAll()
    if (values.range !== 'own') Object.assign(values, datesOf(values.range, context().today))
    return notes.found.value.size === 0 ? questionOf(values) : undefined
  }
  const clear = (): void => {
    const { kind } = values
    fill({ ...emptyValues(context().today), kind })
    if (kind !== 'list' && values.range === 'today') setRange('last-2')
  }

  return {
    values,
    problem: notes.problem,
    warning,
    question,
    set,
    setRange,
    setKind,
    fill,
    clear,
    takeRefusal: notes.takeRefusal,
    left: notes.left,
    /** A number of no own account was typed: it is queried and not stored. */
    hasTyped: computed(() => chosenAccounts(values).some(({ kind }) => kind === 'typed')),
  }
}
export type SearchForm = ReturnType<typeof useSearchForm>
