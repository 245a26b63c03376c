/** The payee book as the table reads it, the number of waiting proposals, and the open payee. */
import { computed, onBeforeUnmount, onMounted, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type {
  Payee,
  PayeeLine,
  PayeesRequest,
} from '../../../../preload/contract/domain/payees/payee.ts'
import { bridge } from '../../../state/bridge.ts'
import { useLiveList } from '../../../state/live-list.ts'
import type { Sort } from '../../../ui/table/columns.ts'

/**
 * Returns the lines, their filter and their sort order. The list is live, because lines are sorted
 * by name and stay in place.
 */
export function usePayeeBook() {
  const search = ref('')
  const view = ref<PayeesRequest['view']>('all')
  const sort = shallowRef<Sort | null>(null)
  const waiting = ref(0)

  async function countWaiting(): Promise<void> {
    const answer = await bridge().payees.list({ cursor: null, limit: 1, view: 'waiting' })
    if (answer.ok) waiting.value = answer.value.total
  }
  const list = useLiveList<PayeeLine>({
    ask: (page) =>
      bridge().payees.list({
        ...page,
        search: search.value,
        view: view.value,
        // The columns of the table are the ones main sorts by; main parses the value again.
        sort: sort.value as PayeesRequest['sort'],
      }),
    onChange: (told) => bridge().on('payees', 'changed', told),
    isSorted: () => true,
    isHeld: () => false,
    typed: () => search.value,
    chosen: () => JSON.stringify([view.value, sort.value]),
  })
  watch(list.revision, () => void countWaiting())
  const isFiltered = computed(() => search.value.trim() !== '' || view.value !== 'all')
  async function reload(): Promise<void> {
    await Promise.all([list.reload(), countWaiting()])
  }
  return { ...list, reload, search, view, sort, proposals: waiting, isFiltered }
}

/** Reads the payee of an id, and again whenever main reports a change. */
export function useOpenPayee(id: () => string | undefined) {
  const payee = shallowRef<Payee>()
  const failure = shallowRef<Failure>()
  async function read(): Promise<void> {
    const wanted = id()
    if (wanted === undefined) {
      payee.value = undefined
      failure.value = undefined
      return
    }
    const answer = await bridge().payees.get({ id: wanted })
    if (id() !== wanted) return
    payee.value = answer.ok ? answer.value : undefined
    failure.value = answer.ok ? undefined : answer.error
  }
  let stop = (): void => undefined
  onMounted(() => {
    stop = bridge().on('payees', 'changed', (told) => {
      if (told.id === id()) void read()
    })
  })
  onBeforeUnmount(() => stop())
  return { payee, failure, read }
}
