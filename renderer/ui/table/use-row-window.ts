import {
  defaultRangeExtractor,
  observeElementOffset,
  observeElementRect,
  useVirtualizer,
  type Range,
  type Rect,
  type Virtualizer,
} from '@tanstack/vue-virtual'
import { computed, onUnmounted, watch, type Ref } from 'vue'
import { missingRange, type RowWindow } from './rows.ts'

/** The height of each row and of the header, unless the caller sets another. */
export const rowHeight = 32
const overscan = 8
const settleMs = 40
/** Without layout (hidden, or in a test) the table behaves as if it had this height, in pixels. */
const assumedHeight = 640
/** A browser ends every element at 33,554,428 pixels of the screen. */
const mostDevicePixels = 32_000_000
/** Without an outer limit a table would draw every row it has; maximum height in pixels. */
const mostHeight = 4320

/** Returns the options of a virtual list that has this height, in pixels, as long as it has none. */
export const withAssumedHeight = (assumed: number) => ({
  initialRect: { width: 0, height: assumed },
  observeElementRect: (
    instance: Virtualizer<HTMLElement, HTMLElement>,
    report: (rect: Rect) => void,
  ) =>
    observeElementRect(instance, (rect) =>
      report({ width: rect.width, height: Math.min(rect.height || assumed, mostHeight) }),
    ),
})

/**
 * Draws only the rows in view, and always the active one, so that scrolling never loses the focus.
 */
export function useRowWindow(
  scroller: Ref<HTMLElement | null>,
  rows: Ref<RowWindow<unknown>>,
  activeIndex: Ref<number>,
  needRange: (from: number, to: number) => void,
  height = rowHeight,
) {
  const wholeHeight = computed(() => rows.value.count * height)
  /** The height that the page gives the rows, in pixels. */
  const drawnHeight = computed(() =>
    Math.min(wholeHeight.value, Math.floor(mostDevicePixels / devicePixelRatio)),
  )
  const viewHeight = (): number => {
    const drawn = scroller.value?.clientHeight ?? 0
    return drawn > 0 ? drawn : assumedHeight
  }
  /** So many pixels of rows go by with each pixel that is scrolled; the header scrolls with them. */
  const scale = computed(() => {
    const beyond = height - viewHeight()
    return drawnHeight.value < wholeHeight.value
      ? (wholeHeight.value + beyond) / (drawnHeight.value + beyond)
      : 1
  })

  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>(
    computed(() => {
      const active = activeIndex.value
      return {
        count: rows.value.count,
        getScrollElement: () => scroller.value,
        estimateSize: () => height,
        overscan,
        scrollPaddingEnd: height,
        ...withAssumedHeight(assumedHeight),
        observeElementOffset: (instance, report) =>
          observeElementOffset(instance, (offset, isScrolling) =>
            report(offset * scale.value, isScrolling),
          ),
        rangeExtractor: (range: Range) => {
          const shown = defaultRangeExtractor(range)
          if (active < 0 || active >= range.count || shown.includes(active)) return shown
          return active < range.startIndex ? [active, ...shown] : [...shown, active]
        },
      }
    }),
  )

  const items = computed(() => {
    const all = virtualizer.value.getVirtualItems()
    if (scale.value === 1) return all
    const offset = virtualizer.value.scrollOffset ?? 0
    const shift = Math.round(offset / scale.value - offset)
    return all.map((item) => ({ ...item, start: item.start + shift }))
  })
  const span = computed(() => {
    // Reading the items first updates the range.
    const range = items.value.length > 0 ? virtualizer.value.range : null
    if (!range) return undefined
    return missingRange(
      rows.value,
      Math.max(0, range.startIndex - overscan),
      range.endIndex + overscan,
    )
  })

  let settling: ReturnType<typeof setTimeout> | undefined
  watch(
    () => span.value?.join(),
    () => {
      clearTimeout(settling)
      settling = setTimeout(() => {
        if (span.value) needRange(...span.value)
      }, settleMs)
    },
    { immediate: true },
  )
  onUnmounted(() => clearTimeout(settling))

  /** The least scrolling that shows a row whole, below the header. */
  function revealInScaled(index: number): void {
    const element = scroller.value
    if (!element) return
    const from = element.scrollTop * scale.value
    const start = index * height
    const leastFrom = start + 2 * height - viewHeight()
    if (start < from) element.scrollTop = start / scale.value
    else if (leastFrom > from) element.scrollTop = leastFrom / scale.value
  }

  return {
    items,
    totalHeight: drawnHeight,
    pageSize: () =>
      Math.max(1, Math.floor((scroller.value?.clientHeight ?? assumedHeight) / height) - 2),
    reveal: (index: number) =>
      scale.value === 1
        ? virtualizer.value.scrollToIndex(index, { align: 'auto' })
        : revealInScaled(index),
  }
}
