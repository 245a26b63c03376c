/** Parts of a free text that may be an account, and parts that only look like one. */
import { describe, expect, it } from 'vitest'
import {
  maskedAddressLine,
  maskedDigits,
} from '../../../../../preload/contract/domain/personal-names.ts'

describe('a day in the bank\u2019s words', () => {
  it('stays after the word account', () => {
    const said = 'R03 No account / unable to locate account 2026-11-23'
    expect(maskedDigits(said)).toBe(said)
  })

  it.each(['account 20261123', 'Account 2026-11-23-77', 'account 2026-13-23'])(
    'leaves what is called an account masked: %s',
    (text) => {
      expect(maskedDigits(text)).toContain('\u2022\u2022\u2022\u2022')
    },
  )
})

describe('a line of an address', () => {
  it.each(['Alder Falls OR 973010142', 'Alder Falls, OR 97301-0142', '12 Mill Rd'])(
    'keeps its ZIP code: %s',
    (line) => {
      expect(maskedAddressLine(line)).toBe(line)
    },
  )

  it('is masked for everything else', () => {
    expect(maskedAddressLine('Acct 5550100042 OR 973010142')).toBe(
      'Acct \u2022\u2022\u2022\u20220042 OR 973010142',
    )
    expect(maskedAddressLine('973010142')).toBe('\u2022\u2022\u2022\u20220142')
  })
})
