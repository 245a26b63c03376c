/** The days on which something can go wrong with days: both changes of the clocks in 2026 and 2027, year's ends, 29 February. */

/** Zones with changes of an hour, of half an hour, at midnight, and with offsets that are no whole hours. */
export const zones = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/St_Johns',
  'America/Santiago',
] as const

const windows = [
  '2026-03-07',
  '2026-03-28',
  '2026-04-04',
  '2026-09-05',
  '2026-10-03',
  '2026-10-24',
  '2026-10-31',
  '2026-12-30',
  '2027-03-13',
  '2027-03-27',
  '2027-04-03',
  '2027-09-04',
  '2027-10-02',
  '2027-10-30',
  '2027-11-06',
  '2027-12-30',
  '2028-02-27',
  '2028-03-25',
]
const [dayMs, hourMs] = [86_400_000, 3_600_000]

/** Instants of these days: every half hour, and the last and the first millisecond about each. */
export const instants: readonly Date[] = windows.flatMap((day) => {
  const from = Date.parse(`${day}T00:00:00Z`) - 14 * hourMs
  const count = (3 * dayMs + 28 * hourMs) / (hourMs / 2)
  return Array.from({ length: count }, (_, at) => from + (at * hourMs) / 2).flatMap((ms) => [
    new Date(ms - 1),
    new Date(ms),
  ])
})
