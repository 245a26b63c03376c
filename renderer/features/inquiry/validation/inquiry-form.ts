/** The typed input, its immediate checks, and the resulting inquiry. */
import { computed, reactive, ref } from 'vue'
import {
  accountInquiry,
  inquiryRules,
  ownerFields,
  ownerRules,
  type AccountInquiry,
  type ApiVersion,
  type FieldRule,
  type OwnerField,
  type OwnerKind,
} from '../../../../preload/contract/bank/account-validation.ts'
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import { routingNumberWarning } from '../../../../preload/contract/kernel/routing-number.ts'
import { sourceOfIssue } from '../../../../preload/contract/kernel/rule-source.ts'

/** Every field of the form by its path in the inquiry. */
export type FormField = 'routingNumber' | 'accountNumber' | 'userDefined' | OwnerField

/** The message below a field. */
export interface FieldNote {
  readonly text: string
  readonly source: string
}

const ownRules: Readonly<Record<string, FieldRule>> = inquiryRules
const personOnly: readonly OwnerField[] = [
  'firstName',
  'middleName',
  'lastName',
  'namePrefix',
  'nameSuffix',
]

/** The rule of a field, with its label and maximum length. */
export const ruleOf = (field: FormField): FieldRule =>
  ownRules[field] ?? ownerRules[field as OwnerField]

/** Returns the owner fields of a kind of owner; other fields are neither shown nor sent. */
export function fieldsOf(kind: OwnerKind): readonly OwnerField[] {
  if (kind === 'none') return []
  const left = kind === 'person' ? ['businessName'] : personOnly
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
  /**
   * Required fields are reported missing after they were left once, and all of them after an
   * attempt to send.
   */
  const visited = reactive(new Set<FormField>())
  const tried = ref(false)
  /** Problems found by main and not by the form; cleared when the field changes. */
  const fromMain = reactive(new Map<FormField, FieldNote>())

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

  const parsed = computed(() => accountInquiry.safeParse(candidate.value))

  const found = computed(() => {
    const notes = new Map<FormField, FieldNote>()
    for (const issue of parsed.value.error?.issues ?? []) {
      const field = issue.path.at(-1) as FormField | undefined
      if (field === undefined || notes.has(field)) continue
      const isMissing = values[field].trim() === ''
      const isNeeded = isMissing && (issue.code !== 'custom' || field in ownRules)
      notes.set(field, {
        text: isNeeded ? `${ruleOf(field).label} is needed` : issue.message,
        source: sourceOfIssue(issue) ?? ruleOf(field).source,
      })
    }
    return notes
  })

  /** The problem of a field, if it should be shown already. */
  const problem = (field: FormField): FieldNote | undefined => {
    const note = found.value.get(field) ?? fromMain.get(field)
    const tell = values[field].trim() !== '' || tried.value || visited.has(field)
    return tell ? note : undefined
  }

  /** A value that a network or a bank may question; does not block the inquiry. */
  const warning = (field: FormField): FieldNote | undefined => {
    const value = values[field].trim()
    const unusual = field === 'routingNumber' ? routingNumberWarning(value) : undefined
    if (unusual) return { text: unusual.message, source: unusual.where }
    if (field === 'accountNumber' && /^0+[A-Za-z0-9]/.test(value)) {
      return {
        text: `Sent without leading zeros, as ${significantAccount(value)}`,
        source: inquiryRules.accountNumber.source,
      }
    }
    return undefined
  }

  /**
   * Returns the inquiry if every rule holds; otherwise every missing field is reported from now on.
   */
  const inquiry = (): AccountInquiry | undefined => {
    tried.value = true
    return parsed.value.data
  }

  const clear = (): void => {
    Object.assign(values, empty())
    visited.clear()
    fromMain.clear()
    tried.value = false
  }

  /** Shows the refusal of main at its fields. */
  const takeRefusal = (
    fields: readonly { path: string; message: string; source: string | null }[],
  ): void => {
    for (const { path, message, source } of fields) {
      fromMain.set(path.split('.').at(-1) as FormField, {
        text: message,
        source: source ?? 'workstation',
      })
    }
  }

  const set = (field: FormField, text: string): void => {
    values[field] = text
    fromMain.delete(field)
  }
  const setKind = (kind: OwnerKind): void => {
    ownerKind.value = kind
  }
  const left = (field: FormField): void => {
    visited.add(field)
  }

  return {
    values,
    ownerKind,
    problem,
    warning,
    inquiry,
    clear,
    takeRefusal,
    set,
    setKind,
    left,
  }
}
export type InquiryForm = ReturnType<typeof useInquiryForm>
