/** The calls as the table reads them: page after page from main, newest first, and live while nobody holds a line. */
import { onBeforeUnmount, onMounted, ref, shallowRef, watch } from 'vue'
import type { TrafficLine } from '../../../preload/contract/traffic.ts'
import { bridge } from '../../lib/bridge.ts'
import { firstPage, usePagedList } from '../../lib/paged-list.ts'
import type { TrafficFilter } from './traffic-filter.ts'

/** `isHeld`: somebody stands on a line, so that no new one may push it away. */
export function useTrafficList(filter: TrafficFilter, isHeld: () => boolean) {
  const purposes = shallowRef<readonly string[]>([])
  /** How many calls came that are not in the list yet. */
  const waiting = ref(0)
  const ask = (page: { readonly cursor: string | null; readonly limit: number }) =>
    bridge().traffic.list({ ...page, ...filter.asked() })
  const list = usePagedList<TrafficLine>(ask)
  const { lines, total, state, failure, turn, rows, need } = list

  /** Starts again at the newest. */
  async function reload(): Promise<void> {
    waiting.value = 0
    void readPurposes()
    await list.reload()
  }

  async function readPurposes(): Promise<void> {
    const known = await bridge().traffic.getPurposes()
    if (known.ok) purposes.value = known.value
  }

  /** Puts what is new before what is here; where too much is new, starts again. */
  async function follow(): Promise<void> {
    if (state.value === 'failed') return
    const mine = turn.value
    const holds = isHeld()
    const result = await ask({ cursor: null, limit: holds ? 1 : firstPage })
    if (mine !== turn.value || !result.ok) return
    if (holds || isHeld()) {
      waiting.value = Math.max(0, result.value.total - total.value)
      return
    }
    const latest = lines.value[0]?.id
    const known = result.value.items.findIndex(({ id }) => id === latest)
    if (latest === undefined || known < 0) {
      await reload()
      return
    }
    lines.value = [...result.value.items.slice(0, known), ...lines.value]
    total.value = result.value.total
    waiting.value = 0
    const news = result.value.items.slice(0, known)
    if (news.some(({ purpose }) => !purposes.value.includes(purpose))) void readPurposes()
  }

  let typing: ReturnType<typeof setTimeout> | undefined
  watch(
    () => filter.typed.search,
    () => {
      clearTimeout(typing)
      typing = setTimeout(() => void reload(), 150)
    },
  )
  watch(
    () => ({ ...filter.typed, search: '' }),
    (now, before) => {
      if (JSON.stringify(now) !== JSON.stringify(before)) void reload()
    },
  )
  watch(isHeld, (holds) => {
    if (!holds && waiting.value > 0) void follow()
  })

  let stop = (): void => undefined
  onMounted(() => {
    stop = bridge().on('traffic', 'changed', () => void follow())
  })
  onBeforeUnmount(() => {
    clearTimeout(typing)
    stop()
  })

  return { rows, total, state, failure, purposes, waiting, reload, need }
}
export type TrafficList = ReturnType<typeof useTrafficList>
