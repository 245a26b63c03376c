/** The form of an own account: its immediate checks, and the refusal of main. */
import { withoutLeadingZeros } from '../../../../preload/contract/kernel/account-number.ts'
import {
  ownAccountInput,
  type OwnAccount,
} from '../../../../preload/contract/api/profiles/profile-details.ts'
import { routingNumberWarning } from '../../../../preload/contract/kernel/routing-number.ts'
import { bridge } from '../../../state/bridge.ts'
import { isLibraryText, readInput, useForm, type FieldNote } from '../../../state/use-form.ts'
import { useShownProfile } from '../../../state/stores/shown-profile.store.ts'

export const accountFields = [
  'name',
  'number',
  'routingNumber',
  'bankNumber',
  'companyId',
  'legalName',
  'address',
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
  legalName: account?.legalName ?? '',
  address: account?.address ?? '',
  currency: account?.currency ?? 'USD',
  use: account?.use ?? 'both',
})
const shapes: Partial<Record<AccountField, string>> = {
  name: 'At most 80 characters',
  bankNumber: 'At most 20 characters',
  companyId: 'At most 10 characters',
  legalName: 'At most 255 characters',
  address: 'At most 1,000 characters',
}

/** The state of one form; an empty number leaves the account's number unchanged. */
export function useAccountForm(account: OwnAccount | undefined) {
  const shown = useShownProfile()
  const before = typedOf(account)
  const form = useForm({
    place: 'Own account',
    initial: () => typedOf(account),
    read: ({ number, ...facts }) => {
      const isUnchanged = account !== undefined && number.trim() === ''
      return readInput(ownAccountInput, {
        ...facts,
        routingNumber: facts.routingNumber.trim(),
        currency: facts.currency.trim(),
        id: account?.id ?? null,
        number: isUnchanged ? null : number.trim(),
      })
    },
    noteOf: ({ message, source }, field: AccountField) => ({
      text: (isLibraryText(message) ? shapes[field] : undefined) ?? message,
      source: source ?? '',
    }),
    showsAtOnce: (field: AccountField): boolean => typed[field] !== before[field],
  })
  const { values: typed } = form

  /** A value that a network or the bank's list may question; does not block saving. */
  function warning(field: AccountField): FieldNote | undefined {
    const value = typed[field].trim()
    if (field === 'number' && withoutLeadingZeros(value).length === 17)
      return {
        text: 'Stored, but ACH inquiry cannot list it: at most 16 characters',
        source:
          'Account Validation and ACH Inquiry Specification, POST /accounts/transactions/v1/ach/list',
      }
    const unusual = field === 'routingNumber' ? routingNumberWarning(value) : undefined
    return unusual && { text: unusual.message, source: unusual.where }
  }

  /** Saves the account; false if something blocks it. */
  async function save(): Promise<boolean> {
    const answer = await form.submit((input) => {
      form.failure.value = undefined
      return bridge().profiles.saveAccount(input)
    })
    if (answer) shown.take(answer)
    return answer?.ok === true
  }

  return { ...form, warning, save }
}
export type AccountFormState = ReturnType<typeof useAccountForm>
