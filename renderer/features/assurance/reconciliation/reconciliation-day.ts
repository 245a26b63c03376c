/** The selected day and account, their totals, and their lines as a table reads them. */
import { computed, reactive, ref, shallowRef, toRefs, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { daysLater, isCalendarDate } from '../../../../preload/contract/kernel/calendar.ts'
import type { OwnAccount } from '../../../../preload/contract/api/profiles/profile-details.ts'
import type {
  LinesRequest,
  ReconciliationLine,
  ReconciliationReport,
} from '../../../../preload/contract/api/reconciliation/reconciliation.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import type { Sort } from '../../../ui/table/columns.ts'
import { bridge } from '../../../state/bridge.ts'
import { explain } from '../../../text/explain.ts'
import { usePagedList } from '../../../state/paged-list.ts'
import { useDebounced } from '../../../state/debounce.ts'
import { whenStoreOpens } from '../../../state/store-opened.ts'

/** Reads the address, and reacts to its changes: `/reconciliation/<day>/<account>`. */
export function useReconciliationDay() {
  const route = useRoute()
  const router = useRouter()
  const accounts = shallowRef<readonly OwnAccount[]>()
  const today = ref('')
  const report = shallowRef<ReconciliationReport>()
  const failure = shallowRef<Failure>()
  const isReading = ref(false)
  const filter = reactive<{ match: LinesRequest['filter']; search: string }>({
    match: 'all',
    search: '',
  })
  const sort = shallowRef<Sort | null>(null)

  const paramOf = (name: string): string => {
    const value = route.params[name]
    return typeof value === 'string' ? value : ''
  }
  const day = computed(() => (isCalendarDate(paramOf('day')) ? paramOf('day') : today.value))
  const accountId = computed(() => {
    const known = accounts.value ?? []
    const chosen = known.find(({ id }) => id === paramOf('account'))
    return (chosen ?? known[0])?.id ?? ''
  })
  const go = (to: { readonly day?: string; readonly accountId?: string }): void => {
    const next = { day: day.value, accountId: accountId.value, ...to }
    if (!isCalendarDate(next.day) || next.accountId === '') return
    void router.replace(`/reconciliation/${next.day}/${next.accountId}`)
  }
  const step = (days: number): void => go({ day: daysLater(day.value, days) })

  const list = usePagedList<ReconciliationLine>(
    (page) =>
      bridge().reconciliation.list({
        ...page,
        day: day.value,
        accountId: accountId.value,
        filter: filter.match,
        ...(filter.search.trim() !== '' && { search: filter.search.trim() }),
        // The columns of the table are the ones main sorts by; main parses the value again.
        sort: sort.value as LinesRequest['sort'],
      }),
    ({ id }) => id,
  )

  let turn = 0
  /**
   * Requests a report from main, by `request` or by reading the stored one; an answer for an earlier
   * day is dropped.
   */
  async function show<F extends Failure>(request: () => Promise<Result<ReconciliationReport, F>>) {
    const mine = (turn += 1)
    isReading.value = true
    const answer = await request()
    if (mine !== turn) return undefined
    isReading.value = false
    if (answer.ok) {
      report.value = answer.value
      failure.value = undefined
      await list.reload()
    }
    return answer
  }
  async function read(): Promise<void> {
    if (accountId.value === '' || day.value === '') return
    const of = { day: day.value, accountId: accountId.value }
    const answer = await show(() => bridge().reconciliation.get(of))
    if (answer && !answer.ok) failure.value = answer.error
  }
  async function start(): Promise<void> {
    const answer = await bridge().reconciliation.getAccounts()
    if (answer.ok) {
      accounts.value = answer.value.accounts
      today.value = answer.value.today
    } else failure.value = answer.error
  }
  whenStoreOpens(() => void start())
  watch([day, accountId], () => {
    report.value = undefined
    void read()
  })
  watch(
    () => filter.search,
    useDebounced(() => void list.reload()),
  )
  watch([() => filter.match, sort], () => void list.reload())
  const problem = computed(() => (failure.value ? explain(failure.value) : null))
  const isNarrowed = computed(() => filter.match !== 'all' || filter.search.trim() !== '')
  const clear = (): void => void Object.assign(filter, { match: 'all', search: '' })
  return {
    accounts,
    today,
    day,
    accountId,
    report,
    problem,
    isReading,
    go,
    step,
    read,
    show,
    list: { ...list, sort },
    ...toRefs(filter),
    isNarrowed,
    clear,
  }
}
export type ReconciliationDay = ReturnType<typeof useReconciliationDay>
