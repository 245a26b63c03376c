import { describe, expect, it } from 'vitest'
import {
  maskedAccount,
  sameAccount,
  sameRouting,
  significantAccount,
  significantRouting,
  withoutLeadingZeros,
} from '../../../../../preload/contract/kernel/account-number.ts'

describe('two spellings of an account', () => {
  it.each([
    ['leading zeros', '0055501420077'],
    ['hyphens', '5550-142-0077'],
    ['blanks', ' 5550 142 0077\t'],
    ['blanks that do not break', '5550\u00a0142\u202f0077'],
    ['dashes', '5550\u2013142\u20120077'],
    ['marks that nobody sees', '\u200e55501420077\u200b'],
    ['zeros behind a separator', '00-055501420077'],
  ])('are one account with %s', (_what, typed) => {
    expect(significantAccount(typed)).toBe('55501420077')
    expect(sameAccount(typed, '55501420077')).toBe(true)
  })

  it('are one account in small letters and capitals', () => {
    expect(significantAccount('gb29 nwbk 6016')).toBe('GB29NWBK6016')
  })

  it('are two accounts where any other character differs', () => {
    for (const typed of ['5550142007', '555014200771', '5550/1420077', '5550.1420077'])
      expect(sameAccount(typed, '55501420077'), typed).toBe(false)
  })

  it('name no account without a character', () => {
    for (const typed of ['', '0', '000', ' - ']) expect(significantAccount(typed)).toBe('')
  })
})

describe('two spellings of a bank', () => {
  it('are one bank with separators, or without the zeros that a spreadsheet dropped', () => {
    for (const typed of ['021000021', '0210-0002-1', ' 021 000 021', '21000021'])
      expect(significantRouting(typed)).toBe('021000021')
    expect(sameRouting('bofaus3n', 'BOFA US 3N')).toBe(true)
    expect(sameRouting('021000021', '210000210')).toBe(false)
    expect(significantRouting(' ')).toBe('')
  })
})

it('an account is sent with its letters and separators', () => {
  expect(withoutLeadingZeros('00ab-1')).toBe('ab-1')
})

it('an account of four characters is masked whole, however it is spelled', () => {
  expect(maskedAccount('12-34')).toBe('\u2022\u2022\u2022\u2022')
  expect(maskedAccount('5550-142-0077')).toBe('\u2022\u2022\u2022\u20220077')
})
