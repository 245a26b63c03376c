/** The filter of the alert list. */
import { computed, reactive, toRefs, watch } from 'vue'
import { useRoute } from 'vue-router'
import type { AlertListRequest } from '../../../preload/contract/api/alerts/alert.ts'
import type { ListView } from '../../../preload/contract/api/tables.ts'
import { statusSpelling } from '../../../preload/contract/bank/codes/payment-business-status.ts'
import { spanOf } from '../../text/periods.ts'

/** The filter of a request, without the page. */
export type AlertQuery = Omit<AlertListRequest, 'cursor' | 'limit'>

/** Returns the filter; empty fields do not filter. */
export function useAlertFilter() {
  const everything = {
    search: '',
    kind: '',
    /** In the spelling that all its spellings share. */
    status: '',
    account: '',
    mark: '',
    incomingCredits: false,
    period: '',
    from: '',
    to: '',
  }
  const typed = reactive({ ...everything })

  /** Returns the filter for main as it is now. */
  const filterNow = (): AlertQuery => ({
    search: typed.search,
    kind: (typed.kind || null) as AlertQuery['kind'],
    status: typed.status || null,
    account: typed.account.trim() || null,
    mark: (typed.mark || null) as AlertQuery['mark'],
    incomingCredits: typed.incomingCredits,
    ...spanOf(typed, new Date()),
  })

  const route = useRoute()
  /** An address can contain a filter, such as a link of the inbox. */
  watch(
    () => route.query,
    ({ search, kind, mark }) => {
      const named = { search, kind, mark }
      const texts = Object.entries(named).filter(([, value]) => typeof value === 'string')
      if (texts.length > 0) Object.assign(typed, everything, Object.fromEntries(texts))
    },
    { immediate: true },
  )

  const isOn = computed(() =>
    Object.values(typed).some((value) => (typeof value === 'string' ? value.trim() !== '' : value)),
  )
  /** Applies the filter of a saved view. */
  function apply(saved: ListView['filter']): void {
    const known = Object.entries(everything).map(([field, empty]) => {
      const content = saved[field]
      return [field, typeof content === typeof empty ? content : empty]
    })
    Object.assign(typed, Object.fromEntries(known))
    typed.status = statusSpelling(typed.status)
  }
  const clearOne = (field: string): void => {
    const { [field as keyof typeof everything]: empty } = everything
    Object.assign(typed, { [field]: empty })
  }
  const clear = (): void => void Object.assign(typed, everything)
  /** Shows alerts with a mark and clears the rest of the filter. */
  const showMarked = (mark: NonNullable<AlertQuery['mark']>): void =>
    void Object.assign(typed, { ...everything, mark })
  return { typed, ...toRefs(typed), filterNow, isOn, apply, clear, clearOne, showMarked }
}
export type AlertFilter = ReturnType<typeof useAlertFilter>
