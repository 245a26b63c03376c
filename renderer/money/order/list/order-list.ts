/** Payments and batches as a table reads them: live, narrowed and sorted by main. */
import { computed, reactive, shallowRef, toRefs } from 'vue'
import type { OrderKind } from '../../../../preload/contract/domain/orders/order.ts'
import type { OrdersRequest } from '../../../../preload/contract/domain/orders/order-list.ts'
import type { OrderView } from '../../../../preload/contract/domain/orders/order-states.ts'
import type { OrderLine } from '../../../../preload/contract/domain/orders/order.ts'
import type { Sort } from '../../../ui/table/columns.ts'
import { bridge } from '../../../state/bridge.ts'
import { useLiveList } from '../../../state/live-list.ts'
import type { PageAsked } from '../../../state/paged-list.ts'
import { whenStoreOpens } from '../../../state/store-opened.ts'

/** How a list of orders begins: its view, and the order in which it stands where nobody sorts it. */
export interface OrderListStart {
  readonly view: OrderView
  /** Payments or batches alone; default both. */
  readonly kind?: OrderKind | undefined
  readonly sort: NonNullable<OrdersRequest['sort']>
}

/**
 * Lists the orders of a view. An order changes where it stands, so that the lines that are here are read again
 * with every change; which one is open is kept by its id.
 */
export function useOrderList({ view, kind, sort: ownSort }: OrderListStart) {
  const filter = reactive<{ view: OrderView; service: string; search: string }>({
    view,
    service: '',
    search: '',
  })
  const sort = shallowRef<Sort | null>(null)
  const list = useLiveList<OrderLine>({
    ask: (page: PageAsked) =>
      bridge().orders.list({
        ...page,
        view: filter.view,
        ...(kind !== undefined && { kind }),
        ...(filter.service !== '' && { service: filter.service as OrderLine['service'] }),
        ...(filter.search.trim() !== '' && { search: filter.search.trim() }),
        // The table's columns are those that main sorts by; main parses it again.
        sort: (sort.value as OrdersRequest['sort']) ?? ownSort,
      }),
    onChange: (told) => bridge().on('orders', 'changed', told),
    isSorted: () => true,
    isHeld: () => false,
    typed: () => filter.search,
    chosen: () => JSON.stringify([filter.view, filter.service, sort.value]),
  })
  whenStoreOpens(() => void list.reload())
  const isNarrowed = computed(() => filter.service !== '' || filter.search.trim() !== '')
  const clear = (): void => void Object.assign(filter, { service: '', search: '' })
  return { ...list, filter, ...toRefs(filter), sort, isNarrowed, clear }
}
export type OrderList = ReturnType<typeof useOrderList>
