/** The calls as the table reads them: page after page from main, newest first, and live while nobody holds a line. */
import { computed, onBeforeUnmount, onMounted, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../../preload/contract/failures.ts'
import { maxPage } from '../../../preload/contract/paging.ts'
import type { TrafficLine } from '../../../preload/contract/traffic.ts'
import { bridge } from '../../lib/bridge.ts'
import type { TrafficFilter } from './traffic-filter.ts'

const firstPage = 100

/** `isHeld`: somebody stands on a line, so that no new one may push it away. */
export function useTrafficList(filter: TrafficFilter, isHeld: () => boolean) {
  const lines = shallowRef<readonly TrafficLine[]>([])
  const total = ref(0)
  const next = ref<string | null>(null)
  const state = ref<'loading' | 'ready' | 'failed'>('loading')
  const failure = shallowRef<Failure>()
  const purposes = shallowRef<readonly string[]>([])
  /** How many calls came that are not in the list yet. */
  const waiting = ref(0)
  let turn = 0
  let wanted = 0
  let reading = false

  const ask = (cursor: string | null, limit: number) =>
    bridge().traffic.list({ cursor, limit, ...filter.asked() })

  async function load(cursor: string | null): Promise<void> {
    const mine = turn
    const result = await ask(cursor, cursor === null ? firstPage : maxPage)
    if (mine !== turn) return
    if (!result.ok) {
      failure.value = result.error
      state.value = 'failed'
      return
    }
    lines.value = cursor === null ? result.value.items : [...lines.value, ...result.value.items]
    total.value = result.value.total
    next.value = result.value.next
    state.value = 'ready'
  }

  /** Starts again at the newest. */
  async function reload(): Promise<void> {
    turn += 1
    wanted = 0
    waiting.value = 0
    // The old list's cursor means nothing to the new one.
    next.value = null
    if (lines.value.length === 0) state.value = 'loading'
    void readPurposes()
    await load(null)
    await need(wanted)
  }

  async function readPurposes(): Promise<void> {
    const known = await bridge().traffic.getPurposes()
    if (known.ok) purposes.value = known.value
  }

  /** Reads on until the row is here; a list that was started anew ends it. */
  async function need(upTo: number): Promise<void> {
    wanted = Math.max(wanted, upTo)
    if (reading) return
    reading = true
    try {
      for (let mine = turn; next.value !== null && lines.value.length <= wanted; mine = turn) {
        await load(next.value)
        if (mine !== turn || state.value !== 'ready') return
      }
    } finally {
      reading = false
    }
  }

  /** Puts what is new before what is here; where too much is new, starts again. */
  async function follow(): Promise<void> {
    if (state.value === 'failed') return
    const mine = turn
    const holds = isHeld()
    const result = await ask(null, holds ? 1 : firstPage)
    if (mine !== turn || !result.ok) return
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

  const rows = computed(() => ({
    count: total.value,
    rowAt: (index: number): TrafficLine | undefined => lines.value[index],
  }))
  return { rows, total, state, failure, purposes, waiting, reload, need }
}
export type TrafficList = ReturnType<typeof useTrafficList>
