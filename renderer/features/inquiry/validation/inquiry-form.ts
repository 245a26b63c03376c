/** The typed input, its immediate checks, and the resulting inquiry. */
import { computed, reactive, ref } from 'vue'
import {
  accountInquiry,
  inquiryRules,
  ownerFields,
  ownerRules,
  personFields,
  type AccountInquiry,
  type ApiVersion,
  type FieldRule,
  type OwnerField,
  type OwnerKind,
} from '../../../../preload/contract/bank/account-validation.ts'
import { withoutLeadingZeros } from '../../../../preload/contract/kernel/account-number.ts'
import { routingNumberWarning } from '../../../../preload/contract/kernel/routing-number.ts'
import { readInput, useFieldNotes, type FieldNote } from '../../../state/use-form.ts'

/** The fields of the form; owner fields have no prefix. */
export type FormField = 'routingNumber' | 'accountNumber' | 'userDefined' | OwnerField

const ownRules: Readonly<Record<string, FieldRule>> = inquiryRules

/** The rule of a field, with its label and maximum length. */
export const ruleOf = (field: FormField): FieldRule =>
  ownRules[field] ?? ownerRules[field as OwnerField]

/** Returns the owner fields of a kind of owner; other fields are neither shown nor sent. */
export function fieldsOf(kind: OwnerKind): readonly OwnerField[] {
  if (kind === 'none') return []
  const left = kind === 'person' ? ['businessName'] : personFields
  return ownerFields.filter((field) => !(left as readonly string[]).includes(field))
}

const empty = (): Record<FormField, string> =>
  Object.fromEntries(
    ['routingNumber', 'accountNumber', 'userDefined', ...ownerFields].map((field) => [field, '']),
  ) as Record<FormField, string>

/** The state of one form. Values of fields that a kind of owner lacks are preserved, not sent. */
export function useInquiryForm(apiVersion: () => ApiVersion) {
  const values = reactive(empty())
  const ownerKind = ref<OwnerKind>('person')
  const candidate = computed(() => {
    const owner = Object.fromEntries(
      fieldsOf(ownerKind.value)
        .map((field) => [field, values[field].trim()] as const)
        .filter(([, value]) => value !== ''),
    )
    const userDefined = values.userDefined.trim()
    return {
      apiVersion: apiVersion(),
      routingNumber: values.routingNumber.trim(),
      accountNumber: values.accountNumber.trim(),
      ownerKind: ownerKind.value,
      owner,
      ...(userDefined && { userDefined }),
    }
  })

  const read = computed(() => readInput(accountInquiry, candidate.value))
  const notes = useFieldNotes<FormField>(() => read.value.problems, {
    fieldOf: (path) => path.split('.').at(-1) as FormField,
    noteOf: ({ message, source, code }, field) => {
      if (code === undefined) return { text: message, source: source ?? 'workstation' }
      const isMissing = values[field].trim() === ''
      const isNeeded = isMissing && (code !== 'custom' || field in ownRules)
      return {
        text: isNeeded ? `${ruleOf(field).label} is needed` : message,
        source: source ?? ruleOf(field).source,
      }
    },
    showsAtOnce: (field) => values[field].trim() !== '',
  })

  /** A value that a network or a bank may question; does not block the inquiry. */
  const warning = (field: FormField): FieldNote | undefined => {
    const value = values[field].trim()
    const unusual = field === 'routingNumber' ? routingNumberWarning(value) : undefined
    if (unusual) return { text: unusual.message, source: unusual.where }
    if (field === 'accountNumber' && /^0+[A-Za-z0-9]/.test(value)) {
      return {
        text: `Sent without leading zeros, as ${withoutLeadingZeros(value)}`,
        source: inquiryRules.accountNumber.source,
      }
    }
    return undefined
  }

  /**
   * Returns the inquiry if every rule holds; otherwise every missing field is reported from now on.
   */
  const inquiry = (): AccountInquiry | undefined => {
    notes.showAll()
    return read.value.data
  }

  const clear = (): void => {
    Object.assign(values, empty())
    ownerKind.value = 'person'
    notes.clearNotes()
  }

  const set = (field: FormField, text: string): void => {
    values[field] = text
    notes.dropRefusal(field)
  }
  const setKind = (kind: OwnerKind): void => {
    ownerKind.value = kind
  }

  return {
    values,
    ownerKind,
    /** The input as it would be sent, for comparison. */
    input: computed(() => JSON.stringify(candidate.value)),
    isTyped: computed(() => Object.values(values).some((text) => text.trim() !== '')),
    problem: notes.problem,
    warning,
    inquiry,
    clear,
    takeRefusal: notes.takeRefusal,
    set,
    setKind,
  }
}
export type InquiryForm = ReturnType<typeof useInquiryForm>
