/**
 * A payment opened for approval: what is on the screen is what is decided about. What changes meanwhile is said and
 * not put in its place unseen.
 */
import { computed, onBeforeUnmount, onMounted, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Order, OrderReview } from '../../../preload/contract/domain/orders/order.ts'
import { bridge } from '../../state/bridge.ts'
import { explain } from '../../text/explain.ts'
import { useDebounced } from '../../state/debounce.ts'
import { useWorkstation } from '../../state/stores/workstation.store.ts'

/** What must be looked at anew before it is decided about. */
const isOther = (shown: Order, now: Order): boolean =>
  shown.binding !== now.binding ||
  shown.state !== now.state ||
  shown.approvals.have !== now.approvals.have ||
  JSON.stringify([shown.may, shown.evidence.flags, shown.warnings]) !==
    JSON.stringify([now.may, now.evidence.flags, now.warnings])

/** `id`: which one is chosen; undefined: none. Opening it is noted by main as a look of this operator. */
export function useOrderReview(id: () => string | undefined) {
  const workstation = useWorkstation()
  const review = shallowRef<OrderReview>()
  const failure = shallowRef<Failure>()
  /** It is not any more what is shown. */
  const isStale = ref(false)
  let turn = 0

  async function read(): Promise<void> {
    turn += 1
    const mine = turn
    const asked = id()
    isStale.value = false
    if (asked === undefined) return
    const answer = await bridge().orders.review({ id: asked })
    if (mine !== turn) return
    review.value = answer.ok ? answer.value : undefined
    failure.value = answer.ok ? undefined : answer.error
  }

  /** Whoever walks down the list has looked at nothing: a look is noted where somebody stays. */
  const readSoon = useDebounced(() => void read())
  watch(
    [id, () => workstation.storeIsOpen, () => workstation.state?.operator.id],
    ([, isOpen]) => {
      turn += 1
      review.value = undefined
      failure.value = undefined
      if (isOpen) readSoon()
    },
    { immediate: true },
  )

  async function compare(): Promise<void> {
    const shown = review.value?.order
    const mine = turn
    if (!shown) return
    const answer = await bridge().orders.get({ id: shown.id })
    if (mine === turn && answer.ok) isStale.value = isOther(shown, answer.value)
  }
  let stops: readonly (() => void)[] = []
  onMounted(() => {
    stops = [
      bridge().on('orders', 'changed', (told) => {
        if (told.id === review.value?.order.id) void compare()
      }),
      // What the payee book says is part of what is decided by.
      bridge().on('payees', 'changed', () => void compare()),
    ]
  })
  onBeforeUnmount(() => stops.forEach((stop) => stop()))

  /** Shows what one’s own act made of it. */
  function put(order: Order): void {
    if (order.id !== id()) return
    turn += 1
    isStale.value = false
    review.value = { order, seenAt: review.value?.seenAt ?? null, changes: [] }
  }

  return {
    review,
    isStale,
    read,
    put,
    isOpen: computed(() => review.value !== undefined || failure.value !== undefined),
    problem: computed(() => (failure.value ? explain(failure.value) : null)),
  }
}
