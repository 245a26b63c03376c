import { expect, it } from 'vitest'
import { retryAfterMs } from '../../../../main/bank/client/retry-after.ts'

const now = new Date('2026-11-06T08:49:37Z')
const date = 'Fri, 06 Nov 2026 08:00:00 GMT'

it.each<[string, Record<string, string>, number]>([
  ['nothing', {}, 0],
  ['seconds', { 'retry-after': '3600' }, 3_600_000],
  ['many seconds', { 'retry-after': '90000000' }, 366 * 86_400_000],
  ['seconds beyond counting', { 'retry-after': '9'.repeat(400) }, 366 * 86_400_000],
  ['a date', { 'retry-after': 'Fri, 06 Nov 2026 09:49:37 GMT' }, 3_600_000],
  [
    'a date by the clock of the bank',
    { date, 'retry-after': 'Fri, 06 Nov 2026 09:00:00 GMT' },
    3_600_000,
  ],
  [
    'a date where the clock of the bank is not readable',
    { date: 'today', 'retry-after': 'Fri, 06 Nov 2026 08:49:38 GMT' },
    1_000,
  ],
  ['a date of RFC 850', { 'retry-after': 'Friday, 06-Nov-26 09:49:37 GMT' }, 3_600_000],
  ['a date of asctime, which is UTC too', { 'retry-after': 'Fri Nov  6 09:49:37 2026' }, 3_600_000],
  ['a date that is over', { 'retry-after': 'Fri, 06 Nov 2026 08:00:00 GMT' }, 0],
  ['a date that is none', { 'retry-after': 'Fri, 99 Nov 2026 08:00:00 GMT' }, 0],
  ['a fraction', { 'retry-after': '1.5' }, 0],
  ['less than nothing', { 'retry-after': '-5' }, 0],
  ['another text', { 'retry-after': 'soon' }, 0],
])('reads %s', (_what, headers, ms) => {
  expect(retryAfterMs(headers, now)).toBe(ms)
})
