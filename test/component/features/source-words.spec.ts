import { expect, it } from 'vitest'
import { sourceWords } from '../../../renderer/lib/source-words.ts'

it('names a bank document by its number and no trap', () => {
  for (const [source, words] of [
    [
      '3-payments-and-ach-origination.md, Payment request body; workstation (traps 64 and 66)',
      'bank document 3, Payment request body; workstation',
    ],
    ['1-platform.md, Authentication 6; trap 11', 'bank document 1, Authentication 6'],
    ['3-payments-and-ach-origination.md, trap 67', 'bank document 3'],
    ['12 CFR 210.27', '12 CFR 210.27'],
  ] as const)
    expect(sourceWords(source)).toBe(words)
})
