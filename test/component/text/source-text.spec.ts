import { expect, it } from 'vitest'
import { shortSource, sourceText } from '../../../renderer/text/source-text.ts'

it('names a bank document by its title without a trap number, whatever an earlier version stored', () => {
  for (const [source, text] of [
    [
      '3-payments-and-ach-origination.md, Payment request body; workstation (traps 64 and 66)',
      'Wire/RTP Payments and ACH Origination Specification, Payment request body; workstation',
    ],
    ['1-platform.md, Authentication 6; trap 11', 'Platform Specification, Authentication 6'],
    ['2-validation-and-ach-inquiry.md', 'Account Validation and ACH Inquiry Specification'],
    [
      '3-payments-and-ach-origination.md, trap 67',
      'Wire/RTP Payments and ACH Origination Specification',
    ],
    ['Platform Specification, Limits', 'Platform Specification, Limits'],
    ['12 CFR 210.27', '12 CFR 210.27'],
  ] as const)
    expect(sourceText(source)).toBe(text)
})

it('shortens the source below a field to the bank specification, and keeps every other source', () => {
  for (const [source, text] of [
    ['1-platform.md, Limits', 'bank specification'],
    ['Account Validation and ACH Inquiry Specification, AcctOwner fields', 'bank specification'],
    ['workstation', 'workstation'],
    ['12 CFR 210.27', '12 CFR 210.27'],
  ] as const)
    expect(shortSource(source)).toBe(text)
})
