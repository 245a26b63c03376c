/** The state of the search form: its values, the message of each field, and its query. */
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

/** The message below a field. */
export interface FieldNote {
  readonly text: string
  readonly source: string
  /** The full source of the rule. */
  readonly where: string
}

/** The search as typed, checked by the rules of its endpoint. */
export function useSearchForm(context: () => SearchContext) {
  const values = reactive(emptyValues(dateHere(Date.now())))
  /**
   * Required fields are reported missing after they were left once, and all of them after an
   * attempt to send.
   */
  const visited = reactive(new Set<SearchField>())
  const tried = ref(false)
  /** Problems found by main and not by the form; cleared by any change. */
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

  /** The problem of a field, if it should be shown already. */
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
  /** A named range moves with the day; typed dates stay. */
  function setRange(range: RangeName): void {
    values.range = range
    if (range !== 'own') Object.assign(values, datesOf(range, context().today))
    fromMain.clear()
  }
  /** Keeps the values that two kinds of search share: an own account, dates, amounts, numbers. */
  function setKind(kind: SearchKind): void {
    const before = values.kind
    values.kind = kind
    tried.value = false
    fromMain.clear()
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
    tried.value = true
    if (values.range !== 'own') Object.assign(values, datesOf(values.range, context().today))
    return problems.value.size === 0 ? questionOf(values) : undefined
  }
  /** Shows the refusal of main at its fields. */
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
    /** A number of no own account was typed: it is queried and not stored. */
    hasTyped: computed(() => chosenAccounts(values).some(({ kind }) => kind === 'typed')),
  }
}
export type SearchForm = ReturnType<typeof useSearchForm>
