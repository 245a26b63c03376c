/** Texts of the payee book. */
import type {
  Payee,
  PayeeField,
  PayeeKind,
  PayeesRequest,
  PayeeState,
} from '../../../../preload/contract/domain/payees/payee.ts'
import type { Tone } from '../../../ui/tone.ts'

export const stateBadges: Readonly<
  Record<PayeeState, { readonly label: string; readonly tone: Tone }>
> = {
  new: { label: 'New, waiting', tone: 'warning' },
  approved: { label: 'Approved', tone: 'good' },
  'change-proposed': { label: 'Change waiting', tone: 'warning' },
  'removal-proposed': { label: 'Removal waiting', tone: 'warning' },
  refused: { label: 'Not approved', tone: 'bad' },
  removed: { label: 'Removed', tone: 'neutral' },
}

/** The meaning of a state for a payment. */
export const stateMeanings: Readonly<Record<PayeeState, string>> = {
  new: 'Not approved yet. Payments to it are flagged.',
  approved: 'May be paid as shown here.',
  'change-proposed':
    'May be paid as approved before. The change takes effect once another person approves it.',
  'removal-proposed': 'May be paid until another person approves the removal.',
  refused: 'The proposal was refused or withdrawn. Payments to it are flagged.',
  removed: 'No longer offered. To pay it again, enter it as a new payee.',
}

/** The label of every field. */
export const fieldLabels: Readonly<Record<PayeeField, string>> = {
  kind: 'Kind',
  name: 'Name',
  accountNumber: 'Account number',
  address: 'Address',
  'bank.name': 'Bank',
  'bank.aba': 'ABA number',
  'bank.address': 'Bank address',
  intermediaries: 'Intermediaries',
  services: 'Paid by',
  note: 'Note',
}

type Happened = Payee['history'][number]['what']
/** The events of the history. */
export const historyTexts: Readonly<
  Record<Happened, { readonly label: string; readonly tone: Tone }>
> = {
  proposed: { label: 'Proposed', tone: 'info' },
  'removal-proposed': { label: 'Removal proposed', tone: 'info' },
  approved: { label: 'Approved', tone: 'good' },
  refused: { label: 'Refused', tone: 'bad' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
}

type View = PayeesRequest['view']
/** The filters of the list. */
export const viewOptions: readonly { readonly value: View; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'usable', label: 'Usable' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'removed', label: 'Removed' },
]

/** The kinds of a payee. */
export const kindOptions = [
  { value: 'business', label: 'Business' },
  { value: 'person', label: 'Person' },
] as const satisfies readonly { readonly value: PayeeKind; readonly label: string }[]
export const kindText = (kind: PayeeKind | null): string =>
  kindOptions.find(({ value }) => value === kind)?.label ?? 'Not set'

/** Services as one text. */
export const servicesText = (services: readonly string[]): string => services.join(', ')

type Bank = Payee['latest']['bank']
const bankText = ({ name, aba, address }: Bank): string =>
  [name, aba, ...address].filter(Boolean).join(', ')

/** A field's value as lines of text; none for an empty field. */
export function fieldLines(details: Payee['latest'], field: PayeeField): readonly string[] {
  const lines: Readonly<Record<PayeeField, readonly string[]>> = {
    kind: [kindText(details.kind)],
    name: [details.name],
    accountNumber: [details.accountNumber],
    address: details.address,
    'bank.name': [details.bank.name],
    'bank.aba': [details.bank.aba],
    'bank.address': details.bank.address,
    intermediaries: details.intermediaries.map(
      (bank, at) => `${String(at + 1)}. ${bankText(bank)}`,
    ),
    services: [servicesText(details.services)],
    note: details.note.split('\n'),
  }
  return lines[field].filter((line) => line !== '')
}
