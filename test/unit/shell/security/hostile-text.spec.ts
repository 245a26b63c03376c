/**
 * Promise P2: no text from a bank or a stranger blocks the program while it is masked. Half a
 * megabyte of each shape takes milliseconds; with quadratic cost this test would time out.
 */
import { expect, it } from 'vitest'
import { callMask } from '../../../../main/bank/privacy/mask.ts'
import { maskedRuns } from '../../../../main/bank/privacy/mask-in-text.ts'
import {
  accountInText,
  maskedDigits,
  partyInText,
} from '../../../../preload/contract/domain/personal-names.ts'

const letters = 500_000
const shapes = [
  '1',
  '0',
  '\\',
  '1\\',
  '\\u',
  '\\u{0',
  '%25',
  '&#0',
  '1 ',
  '1-',
  '1 a',
  '2026-11-2',
  'a',
  'a1',
  'account',
  'account:',
  'account: a',
  'name',
  'name: a',
  '-',
  '"',
  ' ',
].map((unit) => [unit, unit.repeat(letters / unit.length)] as const)
const ofCall = (text: string): string =>
  callMask({ path: '/accounts/12345678', requestBody: null, responseBody: text }).body(text)
const masks = {
  'a delivery that is no JSON': maskedRuns,
  'the record of a call': ofCall,
  'the digits of a text': maskedDigits,
  'the accounts by their names': (text: string) => text.replace(accountInText, ''),
  'the parties by their names': (text: string) => text.replace(partyInText, ''),
}

it.each(Object.entries(masks))('%s is masked in linear time', (_what, mask) => {
  for (const [unit, text] of shapes) {
    expect(mask(text), unit).toBeTypeOf('string')
    expect(mask(`${text}!`), unit).toBeTypeOf('string')
    expect(mask(`account: ${text}\u0000`), unit).toBeTypeOf('string')
  }
})
