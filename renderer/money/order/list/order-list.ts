/** Payments and batches as a table reads them: live, filtered and sorted by main. */
import { computed, reactive, shallowRef, toRefs } from 'vue'
import type { OrderKind } from '../../../../preload/contract/domain/orders/order.ts'
import type { OrdersRequest } from '../../../../preload/contract/domain/orders/order-list.ts'
import {
  orderViews,
  type OrderView,
} from '../../../../preload/contract/domain/orders/order-states.ts'
import type { ListView } from '../../../../preload/contract/api/tables.ts'
import type { OrderLine } from '../../../../preload/contract/domain/orders/order.ts'
import type { Sort } from '../../../ui/table/columns.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'
import { useLiveList } from '../../../state/live-list.ts'
import type { PageRequest } from '../../../state/paged-list.ts'
import { whenStoreOpens } from '../../../state/store-opened.ts'

/** The initial view of an order list, and its default sort order. */
export interface OrderListStart {
  readonly view: OrderView
  /** Only payments or only batches; default: all. */
  readonly kind?: OrderKind | undefined
  /** Only this service; default: all. */
  readonly service?: OrderLine['service'] | undefined
  readonly sort: NonNullable<OrdersRequest['sort']>
}

/**
 * Lists the orders of a view. A changed order can move, so the loaded lines are read again after
 * every change; the open one is identified by its id.
 */
export function useOrderList({ view, kind, service, sort: ownSort }: OrderListStart) {
  const filter = reactive<{ view: OrderView; service: string; search: string }>({
    view,
    service: service ?? '',
    search: '',
  })
  const sort = shallowRef<Sort | null>(null)
  const list = useLiveList<OrderLine>({
    fetchPage: (page: PageRequest) =>
      bridge().orders.list({
        ...page,
        view: filter.view,
        ...(kind !== undefined && { kind }),
        ...(filter.service !== '' && { service: filter.service as OrderLine['service'] }),
        ...(filter.search.trim() !== '' && { search: filter.search.trim() }),
        // The columns of the table are the ones main sorts by; main parses the value again.
        sort: (sort.value as OrdersRequest['sort']) ?? ownSort,
      }),
    isSorted: () => true,
    isPaused: () => false,
    typed: () => filter.search,
    chosen: () => JSON.stringify([filter.view, filter.service, sort.value]),
  })
  onEvent('orders', 'changed', list.update)
  // The status of a batch is that of its entries.
  if (kind !== 'payment') onEvent('batches', 'changed', list.update)
  // The policy says how many approvals an order needs, and the payee book what is flagged.
  onEvent('policy', 'changed', list.update)
  onEvent('payees', 'changed', list.update)
  whenStoreOpens(() => void list.reload())
  const isNarrowed = computed(() => filter.service !== '' || filter.search.trim() !== '')
  const clear = (): void => void Object.assign(filter, { service: '', search: '' })
  /** Applies the filter of a saved view. */
  function apply(saved: ListView['filter']): void {
    const savedView = orderViews.find((one) => one === saved['view']) ?? 'all'
    const { service = '', search = '' } = saved
    Object.assign(filter, { view: savedView, service: String(service), search: String(search) })
  }
  return { ...list, filter, ...toRefs(filter), sort, isNarrowed, clear, apply }
}
export type OrderList = ReturnType<typeof useOrderList>
