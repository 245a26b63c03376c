/** The alerts as the table reads them: page after page from main, newest first, and live while nobody holds a line. */
import { onBeforeUnmount, onMounted, ref, watch } from 'vue'
import type { AlertLine } from '../../../preload/contract/alerts/alert.ts'
import { bridge } from '../../lib/bridge.ts'
import { firstPage, usePagedList } from '../../lib/paged-list.ts'
import type { AlertFilter } from './alert-filter.ts'

/** `isHeld`: somebody stands on a line, so that no new one may push it away. */
export function useAlertList(filter: AlertFilter, isHeld: () => boolean) {
  /** How many alerts came that are not in the list yet. */
  const waiting = ref(0)
  /** So many at least: a list at its limit does not say how many more there are. */
  const isMoreWaiting = ref(false)
  /** There are more than are listed. */
  const isMore = ref(false)
  /** Grows with everything that main told since. */
  const revision = ref(0)
  async function ask(page: { readonly cursor: string | null; readonly limit: number }) {
    const answer = await bridge().alerts.list({ ...page, ...filter.asked() })
    if (answer.ok) isMore.value = answer.value.isMore
    return answer
  }
  const list = usePagedList<AlertLine>(ask)
  const { lines, total, state, failure, turn, rows, need } = list

  /** Starts again at the newest. */
  async function reload(): Promise<void> {
    waiting.value = 0
    await list.reload()
  }

  /** Puts what is new before what is here; where too much is new, starts again. */
  async function readNews(): Promise<void> {
    if (state.value === 'failed') return
    const mine = turn.value
    const result = await ask({ cursor: null, limit: firstPage })
    if (mine !== turn.value || !result.ok) return
    const { items } = result.value
    const latest = lines.value[0]?.seq ?? -1
    const news = items.filter(({ seq }) => seq > latest).length
    if (isHeld()) {
      waiting.value = Math.max(news, result.value.total - total.value)
      isMoreWaiting.value = isMore.value && news === items.length
      return
    }
    const oldest = items.at(-1)?.seq
    if (oldest === undefined || oldest > latest) {
      await reload()
      return
    }
    // What is here may have got another mark, or have come once more.
    lines.value = [...items, ...lines.value.filter(({ seq }) => seq < oldest)]
    total.value = result.value.total
    waiting.value = 0
  }

  let isFollowing = false
  let isBehind = false
  /** However fast alerts come, one question is under way, and one more after it. */
  async function follow(): Promise<void> {
    isBehind = true
    if (isFollowing) return
    isFollowing = true
    try {
      while (isBehind) {
        isBehind = false
        await readNews()
        revision.value += 1
      }
    } finally {
      isFollowing = false
    }
  }

  let typing: ReturnType<typeof setTimeout> | undefined
  watch([filter.search, filter.account], () => {
    clearTimeout(typing)
    typing = setTimeout(() => void reload(), 150)
  })
  watch(
    () => JSON.stringify({ ...filter.typed, search: '', account: '' }),
    () => void reload(),
  )
  watch(isHeld, (holds) => {
    if (!holds && waiting.value > 0) void follow()
  })

  let stop = (): void => undefined
  onMounted(() => {
    stop = bridge().on('alerts', 'changed', () => void follow())
  })
  onBeforeUnmount(() => {
    clearTimeout(typing)
    stop()
  })

  return { rows, total, state, failure, waiting, isMoreWaiting, isMore, revision, reload, need }
}
export type AlertList = ReturnType<typeof useAlertList>
