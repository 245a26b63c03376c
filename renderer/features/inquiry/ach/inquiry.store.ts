/**
 * The current inquiry: the form, the query and the open answer. Kept while other screens are shown.
 */
import { defineStore } from 'pinia'
import { markRaw, ref, shallowRef, watch } from 'vue'
import type {
  AchInquiry,
  AchQuestion,
  InquiryAccounts,
} from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { bridge } from '../../../state/bridge.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'
import { fedwireZone } from '../../../../preload/contract/kernel/banking-days.ts'
import { dayIn } from '../../../../preload/contract/kernel/calendar.ts'
import { useSearchForm } from './search-form.ts'
import { fromQuestion } from './search-values.ts'

const isTypedQuery = (question: AchQuestion): boolean => {
  if (question.mode === 'par') return false
  const accounts = question.mode === 'list' ? [question.account] : question.accounts
  return accounts.some(({ kind }) => kind === 'typed')
}

/** The current inquiry, shared by every screen that shows it. */
export const useInquiryStore = defineStore('ach-inquiry', () => {
  const known = shallowRef<InquiryAccounts>({ accounts: [], settlement: null, zone: fedwireZone })
  const dayOf = (at: number): string => dayIn(known.value.zone, at)
  const today = ref(dayOf(Date.now()))
  const accountsFailure = shallowRef<Failure>()
  // The store would unwrap the form's refs; the form needs them.
  const form = markRaw(useSearchForm(() => ({ ...known.value, today: today.value })))

  const isInquiring = ref(false)
  /** The dragged width of the details; undefined until then. */
  const width = ref<number>()
  const failure = shallowRef<Failure>()
  const inquiry = shallowRef<AchInquiry>()
  /** The inquiries answered by the bank in this session, not from stored data. */
  const fresh = ref<ReadonlySet<string>>(new Set())
  /** The inquiry that the form sent last: the form contains its query. */
  let ofForm: string | undefined
  let turn = 0

  async function readAccounts(): Promise<void> {
    const result = await bridge().achInquiry.getAccounts()
    accountsFailure.value = result.ok ? undefined : result.error
    if (!result.ok) return
    known.value = result.value
    today.value = dayOf(Date.now())
    const [only, ...more] = result.value.accounts.filter(({ listable }) => listable)
    if (only && more.length === 0 && form.values.account === '') form.values.account = only.id
  }

  async function put(
    call: () => Promise<Result<AchInquiry, Failure>>,
  ): Promise<AchInquiry | undefined> {
    if (isInquiring.value) return undefined
    const mine = ++turn
    const pressed = Date.now()
    isInquiring.value = true
    failure.value = undefined
    const result = await call()
    if (mine !== turn) return undefined
    isInquiring.value = false
    if (!result.ok) {
      failure.value = result.error
      form.takeRefusal(result.error)
      return undefined
    }
    if (Date.parse(result.value.at) >= pressed) {
      fresh.value = new Set([...fresh.value, result.value.id])
    }
    inquiry.value = result.value
    return result.value
  }

  /** Sends the query of the form, unless a rule is broken. */
  async function inquire(): Promise<AchInquiry | undefined> {
    today.value = dayOf(Date.now())
    const question = form.question()
    if (!question) return undefined
    const answer = await put(() => bridge().achInquiry.inquire({ question, again: false }))
    if (answer) ofForm = answer.id
    return answer
  }
  /** Repeats the query of the open inquiry: main knows its account numbers. */
  async function inquireAgain(): Promise<AchInquiry | undefined> {
    const before = inquiry.value?.id
    if (before === undefined) return undefined
    const answer = await put(() => bridge().achInquiry.inquireAgain({ id: before }))
    if (answer && before === ofForm) ofForm = answer.id
    return answer
  }

  function settle(id: string, result: Result<AchInquiry, Failure>): void {
    if (inquiry.value?.id !== id) return
    failure.value = result.ok ? undefined : result.error
    if (result.ok) inquiry.value = result.value
  }
  async function readOn(): Promise<void> {
    const id = inquiry.value?.id
    if (id === undefined) return
    settle(id, await bridge().achInquiry.readOn({ id }))
  }
  async function stopReading(): Promise<void> {
    const id = inquiry.value?.id
    if (id === undefined) return
    settle(id, await bridge().achInquiry.stopReading({ id }))
  }

  /** Opens a past inquiry, or none. */
  async function open(id: string | undefined): Promise<void> {
    if (id !== undefined && inquiry.value?.id === id) return
    const mine = ++turn
    isInquiring.value = false
    inquiry.value = undefined
    failure.value = undefined
    if (id === undefined) return
    const result = await bridge().achInquiry.get({ id })
    if (mine !== turn) return
    failure.value = result.ok ? undefined : result.error
    inquiry.value = result.ok ? result.value : undefined
  }
  /** Stores main's update of the open inquiry. */
  function take(next: AchInquiry): void {
    if (inquiry.value?.id === next.id) inquiry.value = next
  }
  /** Loads the query of the open inquiry into the form, unless it came from there. */
  function edit(): void {
    const now = inquiry.value
    if (!now || now.id === ofForm) return
    form.fill(fromQuestion(now.question, today.value))
    // A typed number is masked in the query, so that the form lacks it.
    if (!isTypedQuery(now.question)) ofForm = now.id
  }

  // Another operator starts empty and sees no number that somebody else typed.
  watch(
    () => useWorkstation().state?.operator.id,
    (_now, before) => {
      if (before === undefined) return
      turn += 1
      isInquiring.value = false
      ofForm = undefined
      form.clear()
    },
  )

  return {
    today,
    dayOf,
    known,
    accountsFailure,
    form,
    isInquiring,
    width,
    failure,
    inquiry,
    fresh,
    readAccounts,
    inquire,
    inquireAgain,
    readOn,
    stopReading,
    open,
    take,
    edit,
  }
})
