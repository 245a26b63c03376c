/**
 * The current payment, kept while other screens are shown and while the workstation is locked.
 * Saved a second after the last keystroke and never lost by leaving. Each operator has a current
 * draft of their own.
 */
import { defineStore } from 'pinia'
import { computed, markRaw, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import {
  practicePolicy,
  type Policy,
} from '../../../../preload/contract/domain/operators/policy.ts'
import type { OwnAccount } from '../../../../preload/contract/api/profiles/profile-details.ts'
import type { RequestedService } from '../../../../preload/contract/bank/payments/payment-rules.ts'
import {
  senderOf,
  type PaymentForm,
} from '../../../../preload/contract/domain/orders/payment-form.ts'
import type { DuplicateReason } from '../../../../preload/contract/domain/orders/order-course.ts'
import type { Order } from '../../../../preload/contract/domain/orders/order.ts'
import { cutoffDay, nextWireSettlement } from '../../../../preload/contract/kernel/banking-days.ts'
import type {
  ScheduleLine,
  ScheduleRule,
} from '../../../../preload/contract/domain/orders/payment-schedule.ts'
import { err, type Result } from '../../../../preload/contract/kernel/result.ts'
import { isAllowed } from '../../../../preload/contract/api/may-use.ts'
import { orders } from '../../../../preload/contract/api/orders/channels.ts'
import { bridge } from '../../../state/bridge.ts'
import { useDebounced } from '../../../state/debounce.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'
import { useComposeForm } from './compose-form.ts'
import { createOpenPaymentForm, type OpenPaymentForm } from './open-payment-form.ts'
import { useUnsavedMark } from '../../../state/stores/unsaved.store.ts'

/** The pause in typing before the draft is saved. */
const saveAfterMs = 1_000

export const usePaymentForm = defineStore('payment-form', () => {
  const workstation = useWorkstation()
  const openForm = shallowRef<OpenPaymentForm>(markRaw(createOpenPaymentForm()))
  const formByOperator = new Map<string, OpenPaymentForm>()
  const policy = ref<Policy>(practicePolicy)
  const now = ref(Date.now())
  const values = computed({
    get: () => openForm.value.values.value,
    set: (next: PaymentForm) => (openForm.value.values.value = next),
  })
  // The store would unwrap the form's refs; the form needs them.
  const form = markRaw(useComposeForm({ values, policy, now }))
  const busy = ref<'' | 'opening' | 'validating' | 'submitting'>('')
  /** Why the last request failed. */
  const failure = shallowRef<Failure>()
  /** The order submitted last, until something else is written. */
  const submitted = shallowRef<Order>()

  /** The own account of a profile that pays from no other. */
  const onlyAccount = shallowRef<OwnAccount>()
  /** The next day on which a service settles. */
  const dayOf = (service: RequestedService): string => {
    const [cutoff, at] = [policy.value.wireCutoff, new Date(now.value)]
    return service === 'WIRE' ? nextWireSettlement(cutoff, at) : cutoffDay(cutoff, at)
  }
  const suggestions = computed(() => ({
    valueDate: dayOf(values.value.service),
    debitAccountId: onlyAccount.value?.id ?? null,
    debitParty: senderOf(onlyAccount.value),
  }))
  watch(
    () => JSON.stringify(suggestions.value),
    () => openForm.value.suggest(suggestions.value),
    { immediate: true },
  )
  function chooseService(service: RequestedService): void {
    // A wire always carries DRAFT (bank note 62); the documents do not show what DRAFT means for RTP,
    // so PAYMENT is proposed.
    const type = service === 'WIRE' ? 'DRAFT' : 'PAYMENT'
    const { valueDate, service: before } = values.value
    const isSuggested = valueDate === '' || valueDate === dayOf(before)
    form.change({ service, type, ...(isSuggested && { valueDate: dayOf(service) }) })
  }

  function setCurrent(next: OpenPaymentForm): void {
    openForm.value = markRaw(next)
    next.suggest(suggestions.value)
    failure.value = undefined
    form.reset()
  }

  const isMaker = computed(() =>
    isAllowed(orders.saveDraft.allowed, workstation.state?.operator.roles ?? []),
  )
  const save = (): Promise<boolean> => openForm.value.save()
  const saveSoon = useDebounced(() => {
    if (isMaker.value && openForm.value.isDirty.value) void save()
  }, saveAfterMs)
  watch(values, (_next, before) => {
    if (JSON.stringify(before) === JSON.stringify(values.value)) return
    if (openForm.value.isDirty.value) submitted.value = undefined
    saveSoon()
  })

  useUnsavedMark(
    'New payment',
    () => [openForm.value, ...formByOperator.values()].some(({ isDirty }) => isDirty.value),
    { isKept: true },
  )

  // Nobody sees another operator's input, and a returning operator finds their own.
  watch(
    () => workstation.state?.operator.id,
    (now, before) => {
      if (before !== undefined) formByOperator.set(before, openForm.value)
      if (before === undefined || now === undefined) return
      submitted.value = undefined
      setCurrent(formByOperator.get(now) ?? createOpenPaymentForm())
    },
  )
  // Input that could not be saved while the workstation was locked is saved after the unlock.
  watch(
    () => workstation.state?.access.state,
    (access) => access === 'in' && saveSoon(),
  )

  /** Saves and closes the current payment; false if saving failed, and the payment stays open. */
  async function saveAndClose(): Promise<boolean> {
    if (!openForm.value.isDirty.value || (await save())) return true
    failure.value = openForm.value.failure.value
    return false
  }
  async function begin(from: PaymentForm | null = null): Promise<boolean> {
    if (!(await saveAndClose())) return false
    const next = createOpenPaymentForm()
    const { valueDate } = suggestions.value
    if (from) next.values.value = { ...from, valueDate: from.valueDate || valueDate }
    submitted.value = undefined
    setCurrent(next)
    if (from) saveSoon()
    return true
  }
  /** Opens a draft of this operator, in full: main records it. */
  async function open(id: string): Promise<boolean> {
    if (openForm.value.id.value === id) return true
    if (!(await saveAndClose())) return false
    busy.value = 'opening'
    const opened = await bridge().orders.openDraft({ id })
    busy.value = ''
    if (!opened.ok) {
      failure.value = opened.error
      return false
    }
    submitted.value = undefined
    const next = createOpenPaymentForm(opened.value)
    setCurrent(next)
    const shown = await bridge().orders.get({ id })
    if (shown.ok && next.order.value === undefined) next.order.value = shown.value
    return true
  }

  /** Runs an action on the saved draft and shows main's answer as the draft. */
  async function act(
    what: 'validating' | 'submitting',
    call: (id: string) => Promise<Result<Order, Failure>>,
  ): Promise<Order | undefined> {
    const mine = openForm.value
    form.normalize()
    failure.value = undefined
    busy.value = what
    try {
      if (!(await saveAndStay()) || mine.id.value === null) return undefined
      const result = await call(mine.id.value)
      if (result.ok) {
        mine.order.value = result.value
        return result.value
      }
      form.takeRefusal(result.error)
      failure.value = result.error
      return undefined
    } finally {
      busy.value = ''
    }
  }
  const validate = () => act('validating', (id) => bridge().orders.preCheck({ id }))
  const attach = (validationId: string) =>
    act('validating', (id) => bridge().orders.attachOwnership({ id, validationId }))
  /** `answer`: why it is no duplicate, once main has asked for it. */
  async function submit(answer?: DuplicateReason): Promise<boolean> {
    form.showAll()
    if (!form.isWhole.value || busy.value !== '') return false
    const done = await act('submitting', (id) => bridge().orders.submit({ id, ...answer }))
    if (!done) return false
    setCurrent(createOpenPaymentForm())
    submitted.value = done
    return true
  }
  /** Creates a schedule of the draft, which ends as a draft; a new payment is begun. */
  async function schedule(rule: ScheduleRule): Promise<Result<ScheduleLine, Failure>> {
    const mine = openForm.value
    if (!(await mine.save()) || mine.id.value === null)
      return err(mine.failure.value ?? { code: 'not-found' })
    const done = await bridge().schedules.create({ orderId: mine.id.value, rule })
    if (!done.ok) form.takeRefusal(done.error)
    else if (openForm.value === mine) setCurrent(createOpenPaymentForm())
    return done
  }
  /** Fills the saved draft from the last payment to its payee, except for parties and date. */
  async function copyLast(): Promise<boolean> {
    const mine = openForm.value
    if (busy.value !== '' || !(await saveAndStay())) return false
    busy.value = 'opening'
    const before = mine.values.value
    const copied = await bridge().orders.copyLast({ id: mine.id.value ?? '' })
    busy.value = ''
    failure.value = copied.ok ? undefined : copied.error
    if (!copied.ok) return false
    mine.takeChanges(before, copied.value.form)
    const { service } = copied.value.form
    if (before.service !== service && before.valueDate === dayOf(before.service))
      form.change({ valueDate: dayOf(service) })
    const shown = await bridge().orders.get({ id: copied.value.id })
    if (shown.ok) mine.order.value = shown.value
    return true
  }
  async function saveAndStay(): Promise<boolean> {
    if ((await openForm.value.save()) && openForm.value.id.value !== null) return true
    failure.value = openForm.value.failure.value
    return false
  }
  async function discard(id: string): Promise<boolean> {
    const done = await bridge().orders.discard({ id })
    failure.value = done.ok ? undefined : done.error
    if (done.ok && openForm.value.id.value === id) setCurrent(createOpenPaymentForm())
    return done.ok
  }

  return {
    form,
    policy,
    now,
    onlyAccount,
    chooseService,
    busy,
    failure,
    submitted,
    isMaker,
    id: computed(() => openForm.value.id.value),
    order: computed(() => openForm.value.order.value),
    isDirty: computed(() => openForm.value.isDirty.value),
    isPayeeSaved: computed(() => openForm.value.isPayeeSaved.value),
    isSaving: computed(() => openForm.value.isSaving.value),
    saveFailure: computed(() => openForm.value.failure.value),
    begin,
    open,
    save,
    validate,
    attach,
    submit,
    schedule,
    copyLast,
    discard,
  }
})
