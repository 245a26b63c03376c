/** What the list of alerts is narrowed to. */
import { computed, reactive, toRefs, watch } from 'vue'
import { useRoute } from 'vue-router'
import type { AlertListRequest } from '../../../preload/contract/api/alerts/alert.ts'
import { spanOf } from '../../text/periods.ts'

/** As it is asked for, less the page. */
export type AskedFilter = Omit<AlertListRequest, 'cursor' | 'limit'>

/** The filter; its fields are empty where everything is wanted. */
export function useAlertFilter() {
  const everything = {
    search: '',
    kind: '',
    status: '',
    account: '',
    mark: '',
    incomingCredits: false,
    period: '',
    from: '',
    to: '',
  }
  const typed = reactive({ ...everything })

  /** As main is asked, at this moment. */
  const asked = (): AskedFilter => ({
    search: typed.search,
    kind: (typed.kind || null) as AskedFilter['kind'],
    status: typed.status || null,
    account: typed.account.trim() || null,
    mark: (typed.mark || null) as AskedFilter['mark'],
    incomingCredits: typed.incomingCredits,
    ...spanOf(typed, new Date()),
  })

  const route = useRoute()
  /** What leads here may name what is to be listed, as the inbox does. */
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
  const clear = (): void => void Object.assign(typed, everything)
  /** Shows what bears a mark, whatever was looked for before. */
  const showMarked = (mark: NonNullable<AskedFilter['mark']>): void =>
    void Object.assign(typed, { ...everything, mark })
  return { typed, ...toRefs(typed), asked, isOn, clear, showMarked }
}
export type AlertFilter = ReturnType<typeof useAlertFilter>
