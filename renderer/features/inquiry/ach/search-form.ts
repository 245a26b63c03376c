/** The state of the form: what stands in it, what is told of each field, and the question it asks. */
import { computed, reactive, ref } from 'vue'
import type { AchQuestion } from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { shortSource } from '../../../text/source-text.ts'
import { dateHere, datesOf, type RangeName } from './date-range.ts'
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

/** What stands below a field. */
export interface FieldNote {
  readonly text: string
  readonly source: string
  /** Where the rule stands, in full. */
  readonly where: string
}

/** The search as it is typed, checked by the rules of its endpoint. */
export function useSearchForm(context: () => SearchContext) {
  const values = reactive(emptyValues(dateHere(Date.now())))
  /** Fields whose absence is told: those left once, and all of them after a try to ask. */
  const visited = reactive(new Set<SearchField>())
  const tried = ref(false)
  /** What main found wrong that the form did not; gone when anything changes. */
  const fromMain = reactive(new Map<SearchField, FieldNote>())

  const problems = computed(() => {
    const notes = new Map<SearchField, FieldNote>()
    for (const { path, message, source } of problemsOf(values, context())) {
      const field = fieldOfPath(path, values)
      if (notes.has(field)) continue
      notes.set(field, { text: message, source: shortSource(source), where: source })
    }
    return notes
  })
  const warnings = computed(() => {
    const notes = new Map<SearchField, FieldNote>()
    for (const { path, message, source, where } of warningsOf(values, context())) {
      const field = fieldOfPath(path, values)
      if (notes.has(field)) continue
      const from = source === 'network' ? `network: ${where}` : shortSource(where)
      notes.set(field, { text: message, source: from, where })
    }
    return notes
  })
  const isBlank = (field: SearchField): boolean => {
    const value = values[field]
    return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && !value.length
  }

  /** What is wrong with a field, as far as it should be told yet. */
  const problem = (field: SearchField): FieldNote | undefined => {
    const tell = tried.value || visited.has(field) || !isBlank(field)
    return tell ? (problems.value.get(field) ?? fromMain.get(field)) : undefined
  }
  const warning = (field: SearchField): FieldNote | undefined =>
    problem(field) || problems.value.has(field) ? undefined : warnings.value.get(field)

  function set<F extends SearchField>(field: F, value: SearchValues[F]): void {
    Object.assign(values, { [field]: value })
    if (field === 'fromDate' || field === 'toDate') values.range = 'own'
    fromMain.clear()
  }
  function fill(next: SearchValues): void {
    Object.assign(values, next)
    visited.clear()
    fromMain.clear()
    tried.value = false
  }
  /** A named range follows the day; own dates stay as they were typed. */
  function setRange(range: RangeName): void {
    values.range = range
    if (range !== 'own') Object.assign(values, datesOf(range, context().today))
    fromMain.clear()
  }
  /** Takes what one kind of search shares with the next: an own account, dates, amounts, numbers. */
  function setKind(kind: SearchKind): void {
    const before = values.kind
    values.kind = kind
    tried.value = false
    fromMain.clear()
    if (before === 'list' && values.account && values.account !== otherAccount) {
      if (values.accounts.length === 0) values.accounts = [values.account]
    }
    if (kind === 'list' && values.account === '') values.account = values.accounts[0] ?? ''
    // The earlier endpoints take no single day (trap 43), and the list no name for two.
    if (kind === 'list' && values.range === 'last-2') setRange('today')
    if (kind !== 'list' && values.range === 'today') setRange('last-2')
  }

  /** The question when every rule holds; otherwise every missing field is told from now on. */
  function question(): AchQuestion | undefined {
    tried.value = true
    if (values.range !== 'own') Object.assign(values, datesOf(values.range, context().today))
    return problems.value.size === 0 ? questionOf(values) : undefined
  }
  /** Takes over what main refused, field by field. */
  function takeRefusal(
    fields: readonly { path: string; message: string; source: string | null }[],
  ): void {
    for (const { path, message, source } of fields) {
      const where = source ?? 'workstation'
      fromMain.set(fieldOfPath(path, values), { text: message, source: shortSource(where), where })
    }
  }
  const clear = (): void => {
    const { kind } = values
    fill({ ...emptyValues(context().today), kind })
    if (kind !== 'list' && values.range === 'today') setRange('last-2')
  }

  return {
    values,
    problem,
    warning,
    question,
    set,
    setRange,
    setKind,
    fill,
    clear,
    takeRefusal,
    left: (field: SearchField) => void visited.add(field),
    /** A number of nobody's account was typed: it is asked about and not kept. */
    hasTyped: computed(() => chosenAccounts(values).some(({ kind }) => kind === 'typed')),
  }
}
export type SearchForm = ReturnType<typeof useSearchForm>
