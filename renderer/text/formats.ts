/** The longest text of each fixed format: a column of a list is never narrower. */
export const formats = {
  day: ['2026-12-28'],
  days: ['2026-12-28 to 2026-12-28'],
  /** An instant as `localMinute` returns it. */
  minute: ['2026-12-28 20:28'],
  /** An instant as `localTime` returns it. */
  instant: ['2026-12-28 20:28:28'],
  amount: ['USD 88,888,888.88'],
  /** An amount beside a header with the currency. */
  cents: ['88,888,888.88'],
  routing: ['888888888'],
  /** Masked, with the last four digits. */
  account: ['\u2022\u2022\u2022\u20228888'],
  trace: ['888888888888888'],
} as const

/** The labels of a column that shows one of these badges. */
export const labelsOf = (badges: Readonly<Record<string, { readonly label: string }>>): string[] =>
  Object.values(badges).map(({ label }) => label)
