/** The inbox as a table reads it: narrowed and sorted by main, and live. */
import { computed, reactive, shallowRef, toRefs } from 'vue'
import type { InboxItem, InboxRequest } from '../../../preload/contract/inbox/inbox.ts'
import { bridge } from '../../lib/bridge.ts'
import { useLiveList } from '../../lib/live-list.ts'
import { whenStoreOpens } from '../../lib/store-opened.ts'
import type { Sort } from '../../ui/table/columns.ts'

/** Which items are looked at. */
export const inboxViews = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'unassigned', label: 'Unassigned' },
  { value: 'done', label: 'Done' },
] as const
export type InboxView = (typeof inboxViews)[number]['value']

const asked: Readonly<Record<InboxView, Pick<InboxRequest, 'state' | 'whose'>>> = {
  open: { state: 'open', whose: 'all' },
  mine: { state: 'open', whose: 'mine' },
  unassigned: { state: 'open', whose: 'unassigned' },
  done: { state: 'done', whose: 'all' },
}

/** Lists the items, the newest first until somebody sorts them. */
export function useInboxList() {
  const filter = reactive<{ view: InboxView; kind: string; search: string }>({
    view: 'open',
    kind: 'all',
    search: '',
  })
  const sort = shallowRef<Sort | null>(null)
  const list = useLiveList<InboxItem>({
    ask: (page) =>
      bridge().inbox.list({
        ...page,
        ...asked[filter.view],
        kind: filter.kind as InboxRequest['kind'],
        ...(filter.search.trim() !== '' && { search: filter.search.trim() }),
        // The table's columns are those that main sorts by; main parses it again.
        sort: sort.value as InboxRequest['sort'],
      }),
    onChange: (told) => bridge().on('inbox', 'changed', told),
    isSorted: () => true,
    isHeld: () => false,
    typed: () => filter.search,
    chosen: () => JSON.stringify([filter.view, filter.kind, sort.value]),
  })
  whenStoreOpens(() => void list.reload())
  const isNarrowed = computed(() => filter.kind !== 'all' || filter.search.trim() !== '')
  const clear = (): void => void Object.assign(filter, { kind: 'all', search: '' })
  return { ...list, ...toRefs(filter), sort, isNarrowed, clear }
}
export type InboxList = ReturnType<typeof useInboxList>
