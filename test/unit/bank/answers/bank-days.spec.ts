import { describe, expect, it } from 'vitest'
import {
  existingDay,
  leadingDay,
  wholeDay,
  writtenDay,
} from '../../../../main/bank/answers/bank-days.ts'

const readers = { leadingDay, writtenDay, existingDay, wholeDay }

/** Which readers read a day, from the least strict one on. */
const all = ['leadingDay', 'writtenDay', 'existingDay', 'wholeDay'] as const

describe('a day of the bank', () => {
  it.each<[string | null | undefined, string, readonly (keyof typeof readers)[]]>([
    ['20280229', '2028-02-29', all],
    ['2026-11-24', '2026-11-24', all],
    [' 2026-11-24 10:15:00 ', '2026-11-24', all],
    ['20261124T101500', '2026-11-24', all],
    ['2026-11-24Z', '2026-11-24', ['leadingDay', 'writtenDay', 'existingDay']],
    ['2027-02-29', '2027-02-29', ['leadingDay', 'writtenDay']],
    ['20261345', '2026-13-45', ['leadingDay', 'writtenDay']],
    ['20261124101500', '2026-11-24', ['leadingDay']],
    ['202611240', '2026-11-24', ['leadingDay']],
    ['soon', '', []],
    ['on 2026-11-24', '', []],
    ['2026/11/24', '', []],
    ['2026-11', '', []],
    ['', '', []],
    [null, '', []],
    [undefined, '', []],
  ])('in %j is %j, for %j', (text, day, readBy) => {
    for (const name of all)
      expect(readers[name](text), name).toBe(readBy.includes(name) ? day : null)
  })
})
