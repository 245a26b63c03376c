/** The data of a chart. Each series has its own color and its own pattern. */

export interface ChartSeries {
  readonly id: string
  readonly label: string
  /** The count at each place, in the order of the places. */
  readonly values: readonly number[]
}

export interface ChartPlace {
  /** Under the axis, such as `14:00`. */
  readonly label: string
  /** In the table, where there is room for the day too. */
  readonly title: string
}

/** The values of a chart are counts, or amounts in US dollars. */
export type ChartUnit = 'count' | 'usd'

/** A value of a chart as text: `1,200`, or `USD 1,200.00`. */
export const chartValue = (value: number, unit: ChartUnit): string =>
  unit === 'count'
    ? value.toLocaleString('en-US')
    : `USD ${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
/** A value beside the axis: `1,200`, or in short `1.2K` for dollars. */
export const axisValue = (value: number, unit: ChartUnit): string =>
  unit === 'count' ? chartValue(value, unit) : short.format(value)

/** The text colors of the series; there are as many as patterns. */
export const seriesInk = ['text-chart-1', 'text-chart-2', 'text-chart-3', 'text-chart-4'] as const

/** The side of a pattern's tile, in pixels. */
export const tileSize = 6
/** The gaps in a fill, as a path in a tile: none, lines down, dots, lines across. */
export const seriesPattern = ['', 'M-1 7L7 -1M-1 1L1 -1M5 7L7 5', 'M2 2h2v2h-2z', 'M0 3h6'] as const

/** The style of the nth series; the fifth has the style of the first. */
export const lookOf = (nth: number) => ({
  ink: seriesInk[nth % seriesInk.length] ?? seriesInk[0],
  pattern: seriesPattern[nth % seriesPattern.length] ?? '',
})

/** Stacks each series on the ones before it: the heights to draw, and the top at each place. */
export function stacked(series: readonly ChartSeries[]): number[][] {
  const heights: number[] = []
  return series.map(({ values }) =>
    values.map((value, at) => (heights[at] = (heights[at] ?? 0) + value)),
  )
}

/** The total of all series at a place. */
export const totalAt = (series: readonly ChartSeries[], at: number): number =>
  series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)

/** Summarizes the chart in one sentence for screen readers; the table has the details. */
export function summaryOf(
  places: readonly ChartPlace[],
  series: readonly ChartSeries[],
  unit: ChartUnit = 'count',
): string {
  const text = (value: number): string => chartValue(value, unit)
  const totals = places.map((_, at) => totalAt(series, at))
  const all = totals.reduce((sum, value) => sum + value, 0)
  if (all === 0) return 'None.'
  const most = Math.max(...totals)
  const where = places[totals.indexOf(most)]?.title ?? ''
  const parts = series
    .map(({ label, values }) => ({ label, sum: values.reduce((sum, value) => sum + value, 0) }))
    .filter(({ sum }) => sum > 0)
    .map(({ label, sum }) => `${label} ${text(sum)}`)
  return `${text(all)} in all: ${parts.join(', ')}. Most at ${where}: ${text(most)}.`
}

/** The steps between the lines of an axis, ascending: the first that leaves enough room is drawn. */
export const axisSteps: readonly number[] = Array.from(
  { length: 9 },
  (_, ten) => 10 ** ten,
).flatMap((ten) => [ten, 2 * ten, 5 * ten])
