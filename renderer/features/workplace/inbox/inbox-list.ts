/** List state of the inbox: filter, sort order and live rows; main filters and sorts. */
import { computed, reactive, shallowRef, toRefs, watch } from 'vue'
import { useRoute, type LocationQuery } from 'vue-router'
import {
  inboxKinds,
  type InboxItem,
  type InboxRequest,
} from '../../../../preload/contract/api/inbox/inbox.ts'
import type { ListView } from '../../../../preload/contract/api/tables.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'
import { useLiveList } from '../../../state/live-list.ts'
import { whenStoreOpens } from '../../../state/store-opened.ts'
import type { Sort } from '../../../ui/table/columns.ts'

/** The views of the inbox. */
export const inboxViews = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'unassigned', label: 'Unassigned' },
  { value: 'done', label: 'Done' },
] as const
export type InboxView = (typeof inboxViews)[number]['value']

const queries: Readonly<Record<InboxView, Pick<InboxRequest, 'state' | 'whose'>>> = {
  open: { state: 'open', whose: 'all' },
  mine: { state: 'open', whose: 'mine' },
  unassigned: { state: 'open', whose: 'unassigned' },
  done: { state: 'done', whose: 'all' },
}

interface InboxFilter {
  view: InboxView
  kind: string
  search: string
}
const everything: InboxFilter = { view: 'open', kind: 'all', search: '' }

/**
 * Returns the filter of an address such as `/inbox?kind=returned`; undefined if it names no
 * existing one.
 */
function namedIn({ view, kind }: LocationQuery): Partial<InboxFilter> | undefined {
  const namedView = inboxViews.find(({ value }) => value === view)?.value
  const namedKind = inboxKinds.find((one) => one === kind)
  if (namedView === undefined && namedKind === undefined) return undefined
  return { ...(namedView && { view: namedView }), ...(namedKind && { kind: namedKind }) }
}

/** Lists the items, newest first until the operator sorts. */
export function useInboxList() {
  const filter = reactive<InboxFilter>({ ...everything })
  const route = useRoute()
  /** An address can contain a filter, such as a link of the overview. */
  watch(
    () => route.query,
    (query) => {
      const named = namedIn(query)
      if (named) Object.assign(filter, everything, named)
    },
    { immediate: true },
  )
  const sort = shallowRef<Sort | null>(null)
  const list = useLiveList<InboxItem>({
    fetchPage: (page) =>
      bridge().inbox.list({
        ...page,
        ...queries[filter.view],
        kind: filter.kind as InboxRequest['kind'],
        ...(filter.search.trim() !== '' && { search: filter.search.trim() }),
        // The columns of the table are the ones main sorts by; main parses the value again.
        sort: sort.value as InboxRequest['sort'],
      }),
    isSorted: () => true,
    isPaused: () => false,
    typed: () => filter.search,
    chosen: () => JSON.stringify([filter.view, filter.kind, sort.value]),
  })
  onEvent('inbox', 'changed', list.update)
  whenStoreOpens(() => void list.reload())
  const isNarrowed = computed(() => filter.kind !== 'all' || filter.search.trim() !== '')
  /** Applies the filter of a saved view. */
  const apply = (saved: ListView['filter']): void =>
    void Object.assign(
      filter,
      everything,
      namedIn({ view: String(saved['view']), kind: String(saved['kind']) }),
      {
        search: String(saved['search'] ?? ''),
      },
    )
  const clear = (): void => void Object.assign(filter, { kind: 'all', search: '' })
  return { ...list, ...toRefs(filter), sort, filter, isNarrowed, clear, apply }
}
export type InboxList = ReturnType<typeof useInboxList>
