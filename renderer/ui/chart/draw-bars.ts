/**
 * Stacked bars on a canvas. Colors are read from the document at drawing time, so that both themes
 * work.
 */
import uPlot from 'uplot'
import type { AlignedData, Options, Series } from 'uplot'
import {
  axisSteps,
  axisValue,
  lookOf,
  stacked,
  tileSize,
  type ChartPlace,
  type ChartSeries,
  type ChartUnit,
} from './chart.ts'

export interface BarsDrawing {
  readonly host: HTMLElement
  readonly places: readonly ChartPlace[]
  readonly series: readonly ChartSeries[]
  readonly unit: ChartUnit
  /** The current colors of each series and of the chart itself. */
  readonly inks: readonly string[]
  readonly text: string
  readonly line: string
  readonly surface: string
  /** Called with the place under the pointer; null for none. */
  readonly pointed: (at: number | null) => void
}

/**
 * Fills a color with the gaps of a pattern, which separates series for people who cannot tell the
 * colors apart.
 */
function fillOf(ink: string, pattern: string, surface: string): CanvasPattern | string {
  if (pattern === '') return ink
  const ratio = devicePixelRatio
  const tile = document.createElement('canvas')
  tile.width = tile.height = Math.round(tileSize * ratio)
  const pen = tile.getContext('2d')
  if (!pen) return ink
  pen.scale(tile.width / tileSize, tile.height / tileSize)
  pen.fillStyle = ink
  pen.fillRect(0, 0, tileSize, tileSize)
  pen.strokeStyle = pen.fillStyle = surface
  pen.lineWidth = 1.2
  const path = new Path2D(pattern)
  pen.stroke(path)
  return pen.createPattern(tile, 'repeat') ?? ink
}

/**
 * From 0 to a little above the highest, and at least to 4, so that a count of one does not fill the
 * chart.
 */
const range = (_: uPlot, __: number, most: number): [number, number] => [
  0,
  Math.max(4, most * 1.08),
]

const axes = (drawing: BarsDrawing, font: string): Options['axes'] => {
  const { places, text, line, unit } = drawing
  const common = { stroke: text, font, ticks: { show: false } }
  return [
    {
      ...common,
      size: 22,
      gap: 4,
      grid: { show: false },
      splits: () => places.map((_, at) => at),
      filter: (_, splits) => splits.map((at) => (at % labelEvery(drawing) === 0 ? at : null)),
      values: (_, splits) => splits.map((at) => places[at]?.label ?? ''),
    },
    {
      ...common,
      size: 44,
      gap: 6,
      space: 28,
      grid: { stroke: line, width: 1 },
      incrs: [...axisSteps],
      values: (_, splits) => splits.map((value) => axisValue(value, unit)),
    },
  ]
}

/** How many places share one label, so that labels do not touch. */
function labelEvery({ host, places }: BarsDrawing): number {
  const longest = Math.max(...places.map(({ label }) => label.length))
  const fit = Math.max(1, Math.floor((host.clientWidth - 52) / (longest * 7 + 12)))
  return Math.ceil(places.length / fit)
}

/** Draws the bars into the host, which must have a size; returns the function that removes them. */
export function drawBars(drawing: BarsDrawing): () => void {
  const { host, places, series, inks, surface } = drawing
  const heights = stacked(series)
  const bars = uPlot.paths.bars?.({ size: [0.72, 40], gap: 0 })
  // The whole stack is drawn first, then the lower parts over it.
  const drawn = series.map((one, nth) => ({ one, nth })).reverse()
  const lines = drawn.map(({ one, nth }): Series => {
    const fill = fillOf(inks[nth] ?? 'currentColor', lookOf(nth).pattern, surface)
    return {
      label: one.label,
      width: 0,
      points: { show: false },
      fill: () => fill,
      ...(bars && { paths: bars }),
    }
  })
  const { fontFamily } = getComputedStyle(host)
  const chart = new uPlot(
    {
      width: host.clientWidth,
      height: host.clientHeight,
      legend: { show: false },
      padding: [6, 4, 0, 0],
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: { x: { time: false, range: [-0.6, places.length - 0.4] }, y: { range } },
      axes: axes(drawing, `11px ${fontFamily}`) ?? [],
      series: [{}, ...lines],
      hooks: {
        setCursor: [({ cursor }) => drawing.pointed(cursor.idx ?? null)],
      },
    },
    [
      places.map((_, at) => at),
      ...drawn.map(({ nth }) => [...(heights[nth] ?? [])]),
    ] satisfies AlignedData,
    host,
  )
  return () => chart.destroy()
}
