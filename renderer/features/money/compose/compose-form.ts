/**
 * The messages of a payment form while it is written: problems at their fields, warnings with their
 * sources.
 */
import { computed, type Ref } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { PaymentForm } from '../../../../preload/contract/domain/orders/payment-form.ts'
import { amountFrom } from '../../../../preload/contract/kernel/money.ts'
import { paymentFormWarnings } from '../../../../preload/contract/domain/orders/payment-form-warnings.ts'
import type { Policy } from '../../../../preload/contract/domain/operators/policy.ts'
import { readPaymentForm } from '../../../../preload/contract/domain/orders/read-payment-form.ts'
import { isCalendarDate } from '../../../../preload/contract/kernel/calendar.ts'
import { exactAmount } from '../../../money/pasted-values.ts'
import { dateAdvice, exactDate } from '../../../text/times.ts'
import { useFieldNotes, type FieldNote } from '../../../state/use-form.ts'
import { ruleNote, warningNote } from '../../../text/source-text.ts'
import { fieldName } from '../../../text/field-names.ts'
import { textAt, withText } from './form-paths.ts'

/** A message of a field, for the list beside the form. */
export interface ListedNote extends FieldNote {
  readonly path: string
  readonly name: string
}

/** The number of an own account is not known here: its rule only checks that one is selected. */
const placeholderAccount = (form: PaymentForm): string => (form.debitAccountId === null ? '' : '0')

/** The data that the checks of the form depend on. */
export interface ComposeContext {
  readonly values: Ref<PaymentForm>
  readonly policy: Ref<Pick<Policy, 'wireCutoff' | 'rtpLimit'>>
  readonly now: Ref<number>
}

/** Reactive to the current form. */
export function useComposeForm({ values, policy, now }: ComposeContext) {
  /** The form as it will be sent: what is pasted counts as what it becomes when its field is left. */
  const exact = computed(() => {
    const { amount, currency, valueDate } = values.value
    return {
      ...values.value,
      amount: exactAmount(amount, currency.trim()),
      valueDate: exactDate(valueDate),
    }
  })
  const read = computed(() => readPaymentForm(exact.value, placeholderAccount(exact.value)))
  const notes = useFieldNotes<string>(() => read.value.problems, {
    noteOf: ({ message, source }, path) => {
      const { valueDate } = exact.value
      const isNoDate = path === 'valueDate' && valueDate !== '' && !isCalendarDate(valueDate)
      return ruleNote(isNoDate ? dateAdvice : message, source ?? 'workstation')
    },
    showsAtOnce: (path) => textAt(values.value, path).trim() !== '',
  })
  /** The fields entered in this form: the focus may leave a field of the form before. */
  const entered = new Set<string>()
  const warnings = computed(() => {
    const context = { policy: policy.value, now: new Date(now.value) }
    const found = new Map<string, FieldNote>()
    for (const one of paymentFormWarnings(exact.value, context))
      if (!found.has(one.path)) found.set(one.path, warningNote(one))
    return found
  })
  const warning = (path: string): FieldNote | undefined =>
    notes.isShown(path) && !notes.found.value.has(path) ? warnings.value.get(path) : undefined

  const listed = (found: ReadonlyMap<string, FieldNote>): readonly ListedNote[] =>
    [...found].map(([path, note]) => ({ ...note, path, name: fieldName(path) }))

  function set(path: string, text: string): void {
    notes.dropRefusal()
    values.value = withText(values.value, path, text)
  }
  function change(part: Partial<PaymentForm>): void {
    notes.dropRefusal()
    values.value = { ...values.value, ...part }
  }

  /** Shows pasted amounts and dates as they will be sent. */
  function normalize(): void {
    const { amount, valueDate } = exact.value
    if (amount !== values.value.amount || valueDate !== values.value.valueDate)
      values.value = exact.value
  }

  return {
    values,
    normalize,
    problem: notes.problem,
    warning,
    set,
    change,
    /** Drops every message: the form is another one. */
    reset: (): void => {
      entered.clear()
      notes.clearNotes()
    },
    /** The typed amount; null if it cannot be read. The other fields may still be missing. */
    amount: computed(() => {
      const { amount, currency } = exact.value
      const typed = amountFrom(amount, currency)
      return 'minor' in typed ? typed.minor : null
    }),
    isWhole: computed(() => read.value.request !== null),
    allProblems: computed(() => listed(notes.found.value)),
    allWarnings: computed(() => listed(warnings.value)),
    /** Whether a field of these parts shows a problem. */
    isBroken: (...parts: readonly string[]): boolean =>
      notes
        .fields()
        .some(
          (path) => parts.includes(path.split('.')[0] ?? '') && notes.problem(path) !== undefined,
        ),
    entered: (path: string): void => void entered.add(path),
    left: (path: string): void => {
      if (entered.has(path)) notes.left(path)
      normalize()
    },
    showAll: notes.showAll,
    takeRefusal: (failure: Failure) => {
      notes.takeRefusal(failure)
      if (failure.code === 'invalid-input') notes.showAll()
    },
  }
}
export type ComposeForm = ReturnType<typeof useComposeForm>
