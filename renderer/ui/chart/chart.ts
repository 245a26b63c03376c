/** What a chart is made of, and how each of its series is told from the others: by a colour and by a pattern. */

/** One series: a kind of thing that is counted. */
export interface ChartSeries {
  readonly id: string
  readonly label: string
  /** How many at each place, in the order of the places. */
  readonly values: readonly number[]
}

/** One place on the axis. */
export interface ChartPlace {
  /** Under the axis, such as `14:00`. */
  readonly label: string
  /** In the table, where there is room: the day too. */
  readonly title: string
}

/** The colour of a series as text; there are as many as patterns. */
export const seriesInk = ['text-chart-1', 'text-chart-2', 'text-chart-3', 'text-chart-4'] as const

/** The side of a pattern's tile. */
export const tileSize = 6
/** What is left out of a fill, as a path in a tile: nothing, lines down, dots, lines across. */
export const seriesPattern = ['', 'M-1 7L7 -1M-1 1L1 -1M5 7L7 5', 'M2 2h2v2h-2z', 'M0 3h6'] as const

/** The look of the nth series; a fifth begins anew. */
export const lookOf = (nth: number) => ({
  ink: seriesInk[nth % seriesInk.length] ?? seriesInk[0],
  pattern: seriesPattern[nth % seriesPattern.length] ?? '',
})

/** Each series on top of those before it: the heights that are drawn, and what stands highest at each place. */
export function stacked(series: readonly ChartSeries[]): number[][] {
  const heights: number[] = []
  return series.map(({ values }) =>
    values.map((value, at) => (heights[at] = (heights[at] ?? 0) + value)),
  )
}

/** All of a place together. */
export const totalAt = (series: readonly ChartSeries[], at: number): number =>
  series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)

/** In one sentence what the chart shows: for whoever does not see it, the table has the rest. */
export function summaryOf(places: readonly ChartPlace[], series: readonly ChartSeries[]): string {
  const totals = places.map((_, at) => totalAt(series, at))
  const all = totals.reduce((sum, value) => sum + value, 0)
  if (all === 0) return 'None.'
  const most = Math.max(...totals)
  const where = places[totals.indexOf(most)]?.title ?? ''
  const parts = series
    .map(({ label, values }) => ({ label, sum: values.reduce((sum, value) => sum + value, 0) }))
    .filter(({ sum }) => sum > 0)
    .map(({ label, sum }) => `${label} ${sum.toLocaleString('en-US')}`)
  return `${all.toLocaleString('en-US')} in all: ${parts.join(', ')}. Most at ${where}: ${most.toLocaleString('en-US')}.`
}
