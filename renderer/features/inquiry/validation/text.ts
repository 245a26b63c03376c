/** Texts of the validation screens that are not from the document. */
import type { OwnerField, OwnerKind } from '../../../../preload/contract/bank/account-validation.ts'
import type { Tone } from '../../../ui/tone.ts'

export const ownerKindLabels: Readonly<Record<OwnerKind, string>> = {
  person: 'Person',
  business: 'Business',
  none: 'No owner check',
}

/** A tone as the one word beside its shape. */
export const toneLabels: Readonly<Record<Tone, string>> = {
  good: 'Good',
  bad: 'Bad',
  warning: 'Check',
  neutral: 'Neutral',
  unknown: 'Unknown',
  info: 'Note',
}

/** The width of a field of the form, in twelfths. */
export const fieldSpans: Readonly<Record<OwnerField, string>> = {
  namePrefix: 'col-span-2',
  firstName: 'col-span-3',
  middleName: 'col-span-2',
  lastName: 'col-span-3',
  nameSuffix: 'col-span-2',
  businessName: 'col-span-12',
  addressLine1: 'col-span-6',
  addressLine2: 'col-span-6',
  city: 'col-span-6',
  state: 'col-span-2',
  zipCode: 'col-span-4',
  homePhone: 'col-span-4',
  workPhone: 'col-span-4',
  dob: 'col-span-4',
  ssn: 'col-span-4',
  idType: 'col-span-2',
  idNo: 'col-span-4',
  idState: 'col-span-2',
}

/** The owner's fields in the groups of the form. */
export const ownerSections: readonly { title: string; fields: readonly OwnerField[] }[] = [
  {
    title: 'Name',
    fields: ['namePrefix', 'firstName', 'middleName', 'lastName', 'nameSuffix', 'businessName'],
  },
  { title: 'Address', fields: ['addressLine1', 'addressLine2', 'city', 'state', 'zipCode'] },
  {
    title: 'Contact and identity',
    fields: ['homePhone', 'workPhone', 'dob', 'ssn', 'idType', 'idNo', 'idState'],
  },
]

/** The hint below an empty field. */
export const fieldHints: Readonly<Partial<Record<string, string>>> = {
  routingNumber: 'Nine digits',
  accountNumber: 'No separators',
  dob: 'YYYY-MM-DD',
  zipCode: '5 or 9 digits',
  homePhone: 'Ten digits',
  workPhone: 'Ten digits',
  ssn: 'Nine or last four',
}
