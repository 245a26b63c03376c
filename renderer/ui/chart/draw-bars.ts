/** Stacked bars on a canvas. Colours come from the document as it is drawn now, so that both themes have their own. */
import uPlot from 'uplot'
import type { AlignedData, Options, Series } from 'uplot'
import { lookOf, stacked, tileSize, type ChartPlace, type ChartSeries } from './chart.ts'

/** What is drawn, and where. */
export interface BarsDrawing {
  readonly host: HTMLElement
  readonly places: readonly ChartPlace[]
  readonly series: readonly ChartSeries[]
  /** The colours that count now: of each series, and of the chart itself. */
  readonly inks: readonly string[]
  readonly text: string
  readonly line: string
  readonly surface: string
  /** The place that is pointed at; null: none. */
  readonly pointed: (at: number | null) => void
}

/** A colour with what is left out of it: the pattern tells series apart where colours do not. */
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

/** From nothing to a little above the highest, and at least to 4, so that one is not drawn as much. */
const range = (_: uPlot, __: number, most: number): [number, number] => [
  0,
  Math.max(4, most * 1.08),
]

const axes = (drawing: BarsDrawing, font: string): Options['axes'] => {
  const { places, text, line } = drawing
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
      incrs: [1, 2, 5].flatMap((step) => Array.from({ length: 9 }, (_, ten) => step * 10 ** ten)),
      values: (_, splits) => splits.map((value) => value.toLocaleString('en-US')),
    },
  ]
}

/** So many places share one label, so that no two touch. */
function labelEvery({ host, places }: BarsDrawing): number {
  const longest = Math.max(...places.map(({ label }) => label.length))
  const fit = Math.max(1, Math.floor((host.clientWidth - 52) / (longest * 7 + 12)))
  return Math.ceil(places.length / fit)
}

/** Draws them into the host, which has a size by then; answers how to take them away. */
export function drawBars(drawing: BarsDrawing): () => void {
  const { host, places, series, inks, surface } = drawing
  const heights = stacked(series)
  const bars = uPlot.paths.bars?.({ size: [0.72, 40], gap: 0 })
  // The whole stack is drawn first and what stands lower over it.
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
