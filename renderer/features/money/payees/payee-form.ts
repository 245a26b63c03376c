/** The form of a payee: its immediate checks, warnings of the networks, and the refusal of main. */
import { computed } from 'vue'
import {
  payeeDetails,
  type Payee,
  type PayeeDetails,
} from '../../../../preload/contract/domain/payees/payee.ts'
import { requestedServices } from '../../../../preload/contract/bank/payments/payment-rules.ts'
import { routingNumberWarning } from '../../../../preload/contract/kernel/routing-number.ts'
import { guessedKind } from '../../../../preload/contract/domain/owner-name.ts'
import { bridge } from '../../../state/bridge.ts'
import {
  isLibraryText,
  readInput,
  useForm,
  type FieldNote,
  type FormProblem,
} from '../../../state/use-form.ts'

/** A bank as typed: its address as lines of one text. */
export interface TypedBank {
  name: string
  aba: string
  address: string
}
export interface TypedPayee extends Pick<PayeeDetails, 'name' | 'accountNumber' | 'note'> {
  /** Null: not selected, so the kind is derived from the name. */
  kind: PayeeDetails['kind']
  address: string
  bank: TypedBank
  intermediaries: TypedBank[]
  services: Record<(typeof requestedServices)[number], boolean>
}

/** The maximum number of intermediary banks. */
export const mostIntermediaries = 3

const emptyBank = (): TypedBank => ({ name: '', aba: '', address: '' })
const typedBank = ({ name, aba, address }: PayeeDetails['bank']): TypedBank => ({
  name,
  aba,
  address: address.join('\n'),
})
const typedOf = (details: PayeeDetails | null): TypedPayee => ({
  kind: details?.kind ?? null,
  name: details?.name ?? '',
  accountNumber: details?.accountNumber ?? '',
  address: details?.address.join('\n') ?? '',
  bank: details ? typedBank(details.bank) : emptyBank(),
  intermediaries: details?.intermediaries.map(typedBank) ?? [],
  services: {
    WIRE: details?.services.includes('WIRE') ?? false,
    RTP: details?.services.includes('RTP') ?? false,
  },
  note: details?.note ?? '',
})

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
const bankOf = ({ name, aba, address }: TypedBank): PayeeDetails['bank'] => ({
  name,
  aba,
  address: linesOf(address),
})
const detailsOf = (typed: TypedPayee): PayeeDetails => ({
  kind: typed.kind ?? guessedKind(typed.name),
  name: typed.name,
  accountNumber: typed.accountNumber,
  address: linesOf(typed.address),
  bank: bankOf(typed.bank),
  intermediaries: typed.intermediaries.map(bankOf),
  services: requestedServices.filter((service) => typed.services[service]),
  note: typed.note,
})

const tooLong: Readonly<Record<string, string>> = {
  note: 'At most 500 characters',
  address: 'At most 20 lines of 255 characters',
}
/** A problem of `address.3` is shown below the whole address. */
const fieldOf = (path: string): string =>
  path.replace(/^details\./, '').replace(/address\.\d+$/, 'address')

function noteOf({ path, message, source }: FormProblem): FieldNote {
  const text = isLibraryText(message)
    ? (tooLong[fieldOf(path).split('.').at(-1) ?? ''] ?? 'At most 255 characters')
    : message
  return { text, source: source ?? '' }
}

/** A warning about a number that a payment could fail with; does not block the proposal. */
export function abaWarning(typed: string, isNeeded: boolean): FieldNote | undefined {
  const aba = typed.trim()
  if (aba === '') {
    return isNeeded
      ? {
          text: 'Required for payments',
          source: 'Wire/RTP Payments and ACH Origination Specification, Payment chain',
        }
      : undefined
  }
  if (!/^\d{9}$/.test(aba))
    return { text: 'A routing number has nine digits', source: 'ABA, nine digits' }
  const unusual = routingNumberWarning(aba)
  return unusual && { text: unusual.message, source: unusual.where }
}

/** The state of one form. `id` null: a new payee; `before`: its initial values, in full. */
export function usePayeeForm(id: string | null, before: PayeeDetails | null) {
  const form = useForm({
    place: 'Payee',
    initial: () => typedOf(before),
    read: (typed) => readInput(payeeDetails, detailsOf(typed)),
    fieldOf,
    noteOf,
  })
  const { values: typed } = form

  /** Proposes the payee; undefined if something blocks it. */
  async function propose(): Promise<Payee | undefined> {
    form.showAll()
    if (!form.isChanged.value) return undefined
    const answer = await form.submit((details) => bridge().payees.propose({ id, details }))
    return answer?.ok === true ? answer.value : undefined
  }
  /** The proposed kind: as selected, otherwise derived from the name; undefined without a name. */
  const kind = computed({
    get: () => typed.kind ?? (typed.name.trim() === '' ? undefined : guessedKind(typed.name)),
    set: (chosen) => (typed.kind = chosen ?? null),
  })
  return {
    ...form,
    kind,
    propose,
    addIntermediary: (): void => void typed.intermediaries.push(emptyBank()),
    removeIntermediary: (at: number): void => void typed.intermediaries.splice(at, 1),
  }
}
export type PayeeFormState = ReturnType<typeof usePayeeForm>
