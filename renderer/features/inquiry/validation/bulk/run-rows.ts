/**
 * The rows of a run as the table reads them, filtered and sorted by main, and their counts at a
 * threshold.
 */
import { computed, onBeforeUnmount, reactive, ref, shallowRef, toRefs, watch } from 'vue'
import type {
  BulkRow,
  BulkRowsRequest,
  BulkTally,
} from '../../../../../preload/contract/api/bulk/run.ts'
import { bridge } from '../../../../state/bridge.ts'
import { usePagedList } from '../../../../state/paged-list.ts'
import { useDebounced } from '../../../../state/debounce.ts'
import type { Sort } from '../../../../ui/table/columns.ts'

/** The interval at which a list is updated during a run. */
const pollMs = 800
/** A longer list is read again only on request. */
const mostPolled = 2_000

type Narrowed = Omit<BulkRowsRequest, 'cursor' | 'limit' | 'id' | 'sort'>

/** Returns the rows of one run. */
export function useRunRows(id: string, firstThreshold: number) {
  const typed = reactive({ search: '', rowState: '', resultClass: '', side: '' })
  const threshold = ref(firstThreshold)
  const sort = shallowRef<Sort | null>(null)
  const tally = shallowRef<BulkTally>()
  /** The loaded rows are older than the run. */
  const isBehind = ref(false)

  /** Returns the filter for main as it is now. */
  const query = (): Narrowed => ({
    state: (typed.rowState || null) as Narrowed['state'],
    resultClass: (typed.resultClass || null) as Narrowed['resultClass'],
    scores: scoresOf(typed.side, threshold.value),
    threshold: threshold.value,
    search: typed.search.trim(),
  })
  const list = usePagedList<BulkRow>((page) =>
    bridge().bulk.listRows({
      ...page,
      ...query(),
      id,
      sort: sort.value as BulkRowsRequest['sort'],
    }),
  )
  const { lines, total, state, failure } = list
  /** Drawn while the same rows are read again, so that nothing flickers. */
  const before = shallowRef<readonly BulkRow[]>()

  async function readTally(): Promise<void> {
    const wanted = threshold.value
    const answer = await bridge().bulk.getTally({ id, threshold: wanted })
    if (answer.ok && wanted === threshold.value) tally.value = answer.value
  }
  async function reload(): Promise<void> {
    before.value = undefined
    isBehind.value = false
    await list.reload()
  }
  /** Reads the loaded rows again. */
  async function refresh(): Promise<void> {
    void readTally()
    const loaded = lines.value.length
    if (loaded > mostPolled) {
      isBehind.value = true
      return
    }
    const mine = lines.value
    before.value = mine
    await list.reload()
    await list.need(loaded - 1)
    if (before.value === mine) before.value = undefined
  }

  let updateTimer: ReturnType<typeof setTimeout> | undefined
  /** At once: the listed rows do not match the present state of the run. */
  function pollNow(): void {
    clearTimeout(updateTimer)
    updateTimer = undefined
    void refresh()
  }
  /** Limits updates to a rate that an eye can follow. */
  function pollSoon(): void {
    updateTimer ??= setTimeout(() => {
      updateTimer = undefined
      void refresh()
    }, pollMs)
  }
  const reloadSoon = useDebounced(() => void reload())
  const readTallySoon = useDebounced(() => void readTally())
  watch(() => typed.search, reloadSoon)
  watch(threshold, () => {
    readTallySoon()
    reloadSoon()
  })
  watch(
    [() => typed.rowState, () => typed.resultClass, () => typed.side, sort],
    () => void reload(),
  )
  onBeforeUnmount(() => clearTimeout(updateTimer))

  const rows = computed(() => ({
    count: total.value,
    rowAt: (index: number): BulkRow | undefined => (before.value ?? lines.value)[index],
  }))
  const isOn = computed(() => Object.values(typed).some((value) => value.trim() !== ''))
  function clear(): void {
    for (const name of Object.keys(typed) as (keyof typeof typed)[]) typed[name] = ''
  }
  return {
    ...toRefs(typed),
    threshold,
    sort,
    tally,
    isBehind,
    isOn,
    clear,
    query,
    lines,
    rows,
    total,
    state,
    failure,
    need: list.need,
    loadAll: list.loadAll,
    reload,
    readTally,
    pollNow,
    pollSoon,
  }
}
export type RunRows = ReturnType<typeof useRunRows>

function scoresOf(side: string, threshold: number): Narrowed['scores'] {
  if (side === 'at-or-above') return { from: threshold, to: 100 }
  // No score is below zero.
  if (side === 'below') return threshold === 0 ? null : { from: 0, to: threshold - 1 }
  return null
}
