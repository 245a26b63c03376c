/** The form of an own account: its immediate checks, and the refusal of main. */
import { computed, reactive, ref, shallowRef, watch } from 'vue'
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import {
  ownAccountInput,
  type OwnAccount,
  type OwnAccountInput,
} from '../../../../preload/contract/api/profiles/profile-details.ts'
import { routingNumberWarning } from '../../../../preload/contract/kernel/routing-number.ts'
import { sourceOfIssue } from '../../../../preload/contract/kernel/rule-source.ts'
import { bridge } from '../../../state/bridge.ts'
import type { FieldNote } from './details-problems.ts'
import { useShownProfile } from '../../../state/stores/shown-profile.store.ts'

export const accountFields = [
  'name',
  'number',
  'routingNumber',
  'bankNumber',
  'companyId',
  'currency',
  'use',
] as const
export type AccountField = (typeof accountFields)[number]

const typedOf = (account: OwnAccount | undefined): Record<AccountField, string> => ({
  name: account?.name ?? '',
  number: '',
  routingNumber: account?.routingNumber ?? '',
  bankNumber: account?.bankNumber ?? '',
  companyId: account?.companyId ?? '',
  currency: account?.currency ?? 'USD',
  use: account?.use ?? 'both',
})
const shapes: Partial<Record<AccountField, string>> = {
  name: 'At most 80 characters',
  bankNumber: 'At most 20 characters',
  companyId: 'At most 10 characters',
}

/** The state of one form; an empty number leaves the account's number unchanged. */
export function useAccountForm(account: OwnAccount | undefined) {
  const shown = useShownProfile()
  const before = typedOf(account)
  const typed = reactive({ ...before })
  const tried = ref(false)
  const busy = ref(false)
  const failure = shallowRef<Failure>()
  const visited = reactive(new Set<AccountField>())
  const fromMain = shallowRef(new Map<AccountField, FieldNote>())

  const isChanged = computed(() => accountFields.some((field) => typed[field] !== before[field]))
  const parsed = computed(() => {
    const { number, ...facts } = typed
    const isKept = account !== undefined && number.trim() === ''
    return ownAccountInput.safeParse({
      ...facts,
      routingNumber: facts.routingNumber.trim(),
      currency: facts.currency.trim(),
      id: account?.id ?? null,
      number: isKept ? null : number.trim(),
    })
  })
  const found = computed(() => {
    const notes = new Map(fromMain.value)
    for (const issue of parsed.value.error?.issues ?? []) {
      const field = issue.path[0] as AccountField
      const text = issue.message.startsWith('Too big') ? shapes[field] : undefined
      notes.set(field, {
        text: text ?? issue.message,
        source: sourceOfIssue(issue) ?? '',
      })
    }
    return notes
  })
  watch(typed, () => (fromMain.value = new Map()), { flush: 'sync' })

  function problem(field: AccountField): FieldNote | undefined {
    const tell = tried.value || visited.has(field) || typed[field] !== before[field]
    return tell ? found.value.get(field) : undefined
  }

  /** A value that a network or the bank's list may question; does not block saving. */
  function warning(field: AccountField): FieldNote | undefined {
    const value = typed[field].trim()
    if (field === 'number' && significantAccount(value).length === 17)
      return {
        text: 'Kept, but ACH inquiry cannot list it: it takes 16 characters',
        source:
          'Account Validation and ACH Inquiry Specification, POST /accounts/transactions/v1/ach/list',
      }
    const unusual = field === 'routingNumber' ? routingNumberWarning(value) : undefined
    return unusual && { text: unusual.message, source: unusual.where }
  }

  /** Saves the account; false if something blocks it. */
  async function save(): Promise<boolean> {
    tried.value = true
    if (busy.value || !parsed.value.success) return false
    busy.value = true
    failure.value = undefined
    const input: OwnAccountInput = parsed.value.data
    const answer = await bridge().profiles.saveAccount(input)
    busy.value = false
    failure.value = shown.take(answer)
    if (answer.ok) return true
    if (answer.error.code === 'invalid-input') {
      fromMain.value = new Map(
        answer.error.fields.map(({ path, message, source }) => [
          path as AccountField,
          { text: message, source: source ?? '' },
        ]),
      )
    }
    return false
  }

  const left = (field: AccountField): void => void visited.add(field)
  return { typed, isChanged, busy, failure, problem, warning, left, save }
}
export type AccountFormState = ReturnType<typeof useAccountForm>
