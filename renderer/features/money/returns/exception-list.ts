/** Entries that were returned, are to be corrected or were not accepted, as a table reads them. */
import { computed, reactive, shallowRef, toRefs } from 'vue'
import { useRoute } from 'vue-router'
import {
  exceptionKinds,
  type ExceptionLine,
  type ExceptionsRequest,
} from '../../../../preload/contract/domain/batches/exceptions.ts'
import { ok } from '../../../../preload/contract/kernel/result.ts'
import type { Sort } from '../../../ui/table/columns.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'
import { useLiveList } from '../../../state/live-list.ts'
import { whenStoreOpens } from '../../../state/store-opened.ts'

/**
 * One line. An entry can have two lines, returned and to be corrected, so the key includes the
 * kind.
 */
export interface ExceptionRow extends ExceptionLine {
  readonly entryId: string
}
const keyOf = ({ orderId, id, kind }: ExceptionLine): string => `${orderId}/${id}/${kind}`

/** Returns the address of a line by its key. */
export function addressOf(key: string): string {
  const [orderId = '', entryId = '', kind = ''] = key.split('/')
  return `/returns/${orderId}/${entryId}?kind=${kind}`
}

/**
 * Open ones first, newest at the top; `/returns?kind=change` filters by that kind. The kind in an
 * entry's address is the kind of its line.
 */
export function useExceptionList() {
  const { query, params } = useRoute()
  const named = params['entry'] ? undefined : exceptionKinds.find((kind) => kind === query['kind'])
  const filter = reactive<{ kind: ExceptionsRequest['kind']; open: boolean; search: string }>({
    kind: named ?? 'all',
    open: true,
    search: '',
  })
  const sort = shallowRef<Sort | null>(null)
  const ownSort = { column: 'at', direction: 'descending' } as const
  const list = useLiveList<ExceptionRow>({
    fetchPage: async (page) => {
      const answer = await bridge().batches.listExceptions({
        ...page,
        kind: filter.kind,
        open: filter.open,
        ...(filter.search.trim() !== '' && { search: filter.search.trim() }),
        // The columns of the table are the ones main sorts by; main parses the value again.
        sort: (sort.value as ExceptionsRequest['sort']) ?? ownSort,
      })
      if (!answer.ok) return answer
      const items = answer.value.items.map((line) => ({
        ...line,
        entryId: line.id,
        id: keyOf(line),
      }))
      return ok({ ...answer.value, items })
    },
    isSorted: () => true,
    isPaused: () => false,
    typed: () => filter.search,
    chosen: () => JSON.stringify([filter.kind, filter.open, sort.value]),
  })
  onEvent('batches', 'changed', list.update)
  whenStoreOpens(() => void list.reload())
  /** Returns the key of an entry's loaded line. */
  function keyAt(orderId: string, entryId: string): string | undefined {
    const { count, rowAt } = list.rows.value
    for (let index = 0; index < count; index += 1) {
      const row = rowAt(index)
      if (row === undefined) return undefined
      if (row.orderId === orderId && row.entryId === entryId) return row.id
    }
    return undefined
  }
  const isNarrowed = computed(() => filter.kind !== 'all' || filter.search.trim() !== '')
  const clear = (): void => void Object.assign(filter, { kind: 'all', search: '' })
  return { ...list, ...toRefs(filter), sort, isNarrowed, clear, keyAt }
}
export type ExceptionList = ReturnType<typeof useExceptionList>
