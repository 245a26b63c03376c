/** The four lists of the screen, as the tables read them. */
import { ref, shallowRef, type Ref } from 'vue'
import { mostCoverageDays } from '../../../../preload/contract/api/coverage/coverage.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'
import { useLiveList } from '../../../state/live-list.ts'
import type { ListPage, PageRequest } from '../../../state/paged-list.ts'
import { whenStoreOpens } from '../../../state/store-opened.ts'
import type { Sort } from '../../../ui/table/columns.ts'

/**
 * A live list of main that is read again whenever coverage changes, and has no other sort order.
 */
function useCoverageList<Line extends { readonly id: string }>(source: {
  readonly fetchPage: (page: PageRequest) => Promise<Result<ListPage<Line>, Failure>>
  readonly typed?: () => string
  readonly chosen?: () => string
}) {
  const list = useLiveList<Line>({
    fetchPage: source.fetchPage,
    isSorted: () => true,
    isPaused: () => false,
    typed: source.typed ?? (() => ''),
    chosen: source.chosen ?? (() => ''),
  })
  onEvent('coverage', 'changed', list.update)
  whenStoreOpens(() => void list.reload())
  /** Returns the loaded line with this id. */
  const lineOf = (id: string | undefined): Line | undefined => {
    const { count, rowAt } = list.rows.value
    for (let index = 0; index < count && id !== undefined; index += 1) {
      const row = rowAt(index)
      if (row === undefined || row.id === id) return row
    }
    return undefined
  }
  return { ...list, sort: shallowRef<Sort | null>(null), lineOf }
}

/** Every day that the bank can still be queried for. */
export const useDayList = () =>
  useCoverageList({
    fetchPage: async (page) => {
      const answer = await bridge().coverage.listDays({ ...page, days: mostCoverageDays })
      if (!answer.ok) return answer
      const items = answer.value.items.map((day) => ({ ...day, id: day.day }))
      return ok({ ...answer.value, items })
    },
  })
export type DayList = ReturnType<typeof useDayList>

/** Gaps; `day`: only those of one day. */
export function useGapList(day: Readonly<Ref<string | null>>) {
  const isUnhealed = ref(false)
  const list = useCoverageList({
    fetchPage: (page) =>
      bridge().coverage.listGaps({ ...page, isUnhealed: isUnhealed.value, day: day.value }),
    chosen: () => JSON.stringify([isUnhealed.value, day.value]),
  })
  return { ...list, isUnhealed }
}
export type GapList = ReturnType<typeof useGapList>

/** Recovered events; `day`: only those of one day. */
export function useRecoveredList(day: Readonly<Ref<string | null>>) {
  const search = ref('')
  const list = useCoverageList({
    fetchPage: (page) =>
      bridge().coverage.listRecovered({ ...page, search: search.value.trim(), day: day.value }),
    typed: () => search.value,
    chosen: () => day.value ?? '',
  })
  return { ...list, search }
}
export type RecoveredList = ReturnType<typeof useRecoveredList>

/** Open manual checks, finished ones, or every question. */
export function usePartList() {
  const which = ref<'to-check' | 'checked' | 'all'>('to-check')
  const list = useCoverageList({
    fetchPage: async (page) => {
      const request = { ...page, which: which.value, sweepId: null }
      const answer = await bridge().coverage.listParts(request)
      if (!answer.ok) return answer
      const items = answer.value.items.map((part) => ({
        ...part,
        id: `${part.sweepId}.${String(part.seq)}`,
      }))
      return ok({ ...answer.value, items })
    },
    chosen: () => which.value,
  })
  return { ...list, which }
}
export type PartList = ReturnType<typeof usePartList>
