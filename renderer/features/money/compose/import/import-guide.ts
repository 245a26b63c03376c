/**
 * The headings of a payment file, for people who create one. Main also accepts similar headings.
 */

/** A heading and the permitted values of its cells. */
export interface GuidedColumn {
  readonly heading: string
  readonly example: string
}

export const importGuide: readonly GuidedColumn[] = [
  { heading: 'Service', example: 'WIRE' },
  { heading: 'Type', example: 'set by the service if empty' },
  { heading: 'Amount', example: '12500.00' },
  { heading: 'Currency', example: 'USD' },
  { heading: 'Value date', example: '2026-11-24' },
  { heading: 'From account', example: 'number or name of your account' },
  { heading: 'Payee', example: 'name in the payee book; fills empty fields' },
  { heading: 'Beneficiary name', example: 'Ridgeway Supply' },
  { heading: 'Beneficiary account', example: '0012345678' },
  { heading: 'Beneficiary address 1', example: '14 Mill Road' },
  { heading: 'Beneficiary bank', example: 'Millbrook Savings' },
  { heading: 'Beneficiary bank ABA', example: '021000021' },
  { heading: 'Intermediary 1 name', example: 'Between Bank' },
  { heading: 'Intermediary 1 ABA', example: '011000015' },
  { heading: 'Sender reference', example: 'generated if empty' },
  { heading: 'Originator reference', example: 'L-2041' },
  { heading: 'Receiver reference', example: 'Invoice 88' },
  { heading: 'Bank to bank instructions', example: '' },
]
