/**
 * The messages of a payment form while it is written: problems at their fields, warnings with their
 * sources.
 */
import { computed, reactive, ref, type Ref } from 'vue'
import type { OrderForm } from '../../../../preload/contract/domain/orders/order-form.ts'
import { orderWarnings } from '../../../../preload/contract/domain/orders/order-warnings.ts'
import type { Policy } from '../../../../preload/contract/domain/operators/policy.ts'
import {
  readOrderForm,
  type FormProblem,
} from '../../../../preload/contract/domain/orders/read-order-form.ts'
import { shortSource, sourceWords } from '../../../text/source-text.ts'
import { fieldName, textAt, withText } from './form-paths.ts'

/** The message below a field. */
export interface FieldNote {
  readonly text: string
  /** Short enough for the place below a field. */
  readonly source: string
  /** The full source of the rule. */
  readonly where: string
}

/** A message of a field, for the list beside the form. */
export interface ListedNote extends FieldNote {
  readonly path: string
  readonly name: string
}

/** The number of an own account is not known here: its rule only checks that one is selected. */
const standIn = (form: OrderForm): string => (form.debitAccountId === null ? '' : '0')

/** The data that the checks of the form depend on. */
export interface ComposeContext {
  readonly values: Ref<OrderForm>
  readonly policy: Ref<Pick<Policy, 'wireCutoff' | 'rtpLimit'>>
  readonly now: Ref<number>
}

/** Reactive to the current form. */
export function useComposeForm({ values, policy, now }: ComposeContext) {
  /**
   * Required fields are reported missing after they were left once, and all of them after an
   * attempt to submit.
   */
  const visited = reactive(new Set<string>())
  const tried = ref(false)
  /** Problems found by main and not by the form; cleared by any change. */
  const fromMain = reactive(new Map<string, FieldNote>())

  const noteOf = ({ message, source }: Omit<FormProblem, 'path'>): FieldNote => {
    const where = source ?? 'workstation'
    return { text: message, source: shortSource(where), where: sourceWords(where) }
  }
  const read = computed(() => readOrderForm(values.value, standIn(values.value)))
  const problems = computed(() => {
    const notes = new Map<string, FieldNote>()
    for (const { path, ...problem } of read.value.problems) {
      if (!notes.has(path)) notes.set(path, noteOf(problem))
    }
    return notes
  })
  const warnings = computed(() => {
    const context = { policy: policy.value, now: new Date(now.value) }
    const notes = new Map<string, FieldNote>()
    for (const { path, message, source, where } of orderWarnings(values.value, context)) {
      const from = source === 'network' ? `network: ${where}` : shortSource(where)
      if (!notes.has(path))
        notes.set(path, { text: message, source: from, where: sourceWords(where) })
    }
    return notes
  })
  const isTold = (path: string): boolean =>
    tried.value || visited.has(path) || textAt(values.value, path).trim() !== ''

  /** The problem of a field, if it should be shown already. */
  const problem = (path: string): FieldNote | undefined =>
    isTold(path) ? (problems.value.get(path) ?? fromMain.get(path)) : undefined
  const warning = (path: string): FieldNote | undefined =>
    isTold(path) && !problems.value.has(path) ? warnings.value.get(path) : undefined

  const listed = (notes: ReadonlyMap<string, FieldNote>): readonly ListedNote[] =>
    [...notes].map(([path, note]) => ({ ...note, path, name: fieldName(path) }))

  function set(path: string, text: string): void {
    fromMain.clear()
    values.value = withText(values.value, path, text)
  }
  function change(part: Partial<OrderForm>): void {
    fromMain.clear()
    values.value = { ...values.value, ...part }
  }
  function reset(): void {
    visited.clear()
    fromMain.clear()
    tried.value = false
  }

  return {
    values,
    problem,
    warning,
    set,
    change,
    reset,
    /** The parsed amount; null if invalid. */
    amount: computed(() => read.value.request?.transferAmount ?? null),
    isWhole: computed(() => read.value.request !== null),
    allProblems: computed(() => listed(problems.value)),
    allWarnings: computed(() => listed(warnings.value)),
    left: (path: string) => void visited.add(path),
    /** From now on every missing field is reported. */
    tellAll: () => (tried.value = true),
    takeRefusal: (fields: readonly FormProblem[]) => {
      for (const { path, ...rest } of fields) fromMain.set(path, noteOf(rest))
      tried.value = true
    },
  }
}
export type ComposeForm = ReturnType<typeof useComposeForm>
