/**
 * An order opened for approval. The decision is about the data on the screen: a change is
 * announced, and never replaces that data unnoticed.
 */
import { computed, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Order, OrderReview } from '../../../preload/contract/domain/orders/order.ts'
import { bridge, onEvent } from '../../state/bridge.ts'
import { explain } from '../../text/explain.ts'
import { useDebounced } from '../../state/debounce.ts'
import { useWorkstation } from '../../state/stores/workstation.store.ts'

const comparedOf = ({ may, evidence, warnings, duplicates, duplicateReason }: Order) => [
  may,
  evidence.flags,
  warnings,
  duplicates,
  duplicateReason,
]

/** A change that must be reviewed before a decision. */
const isOther = (shown: Order, now: Order): boolean =>
  shown.approvalHash !== now.approvalHash ||
  shown.state !== now.state ||
  shown.approvals.have !== now.approvals.have ||
  shown.comments.length !== now.comments.length ||
  shown.files.length !== now.files.length ||
  JSON.stringify(comparedOf(shown)) !== JSON.stringify(comparedOf(now))

/** Nothing is decided about any other order, so a change of one is shown at once. */
const isWaiting = ({ state }: Order): boolean =>
  state === 'awaiting-approval' || state === 'approved'

/**
 * `id`: the selected order; undefined: none. Main records the opening as a review by this operator.
 */
export function useOrderReview(id: () => string | undefined) {
  const workstation = useWorkstation()
  const review = shallowRef<OrderReview>()
  const failure = shallowRef<Failure>()
  /** Stays true from one selected order to the next. */
  const isOpen = ref(false)
  /** The shown data is no longer current. */
  const isStale = ref(false)
  let turn = 0

  async function read(): Promise<void> {
    turn += 1
    const mine = turn
    const requestedId = id()
    isStale.value = false
    if (requestedId === undefined) return
    const answer = await bridge().orders.review({ id: requestedId })
    if (mine !== turn) return
    review.value = answer.ok ? answer.value : undefined
    failure.value = answer.ok ? undefined : answer.error
    isOpen.value = true
  }

  /**
   * An operator who scrolls through the list has reviewed nothing: a review is recorded after a
   * short stay.
   */
  const readSoon = useDebounced(() => void read())
  watch(
    [id, () => workstation.storeIsOpen, () => workstation.state?.operator.id],
    ([selected, storeIsOpen, operator], [, , before]) => {
      turn += 1
      review.value = undefined
      failure.value = undefined
      if (selected === undefined || operator !== before) isOpen.value = false
      if (storeIsOpen) readSoon()
    },
    { immediate: true },
  )

  async function compare(): Promise<void> {
    const shown = review.value?.order
    const mine = turn
    if (!shown) return
    const answer = await bridge().orders.get({ id: shown.id })
    if (mine !== turn || !answer.ok) return
    if (!isWaiting(shown)) {
      show(answer.value)
      return
    }
    isStale.value = isOther(shown, answer.value)
    // What was reviewed is the same; what may be done now need not be.
    if (!isStale.value && review.value) review.value = { ...review.value, order: answer.value }
  }
  onEvent('orders', 'changed', ({ id: changed, state }) => {
    const shown = review.value?.order
    if (!shown) return
    // Another one that was just submitted may be a duplicate of this one.
    const mayBeDuplicate = state === 'awaiting-approval' && isWaiting(shown)
    if (changed === shown.id || mayBeDuplicate) void compare()
  })
  // The payee book is part of the evidence, and the policy says what is needed.
  onEvent('payees', 'changed', compare)
  onEvent('policy', 'changed', compare)

  function show(order: Order): void {
    if (order.id !== id()) return
    turn += 1
    isStale.value = false
    review.value = { order, seenAt: review.value?.seenAt ?? null, changes: [] }
  }
  /**
   * Shows the order after the operator's own action, and reads it once more, because a newer change
   * may have been reported meanwhile.
   */
  function put(order: Order): void {
    show(order)
    void compare()
  }

  /**
   * Shows the comments and the files of the order after the operator added one; everything else
   * stays as it was shown, so that no other change appears unnoticed.
   */
  function putComments({ id: commented, comments, files }: Order): void {
    if (review.value?.order.id !== commented) return
    // A comparison under way is with the order as it was shown before.
    turn += 1
    review.value = { ...review.value, order: { ...review.value.order, comments, files } }
    void compare()
  }

  return {
    review,
    isStale,
    read,
    put,
    putComments,
    isOpen,
    problem: computed(() => (failure.value ? explain(failure.value) : null)),
  }
}
