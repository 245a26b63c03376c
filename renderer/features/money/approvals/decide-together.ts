/**
 * Approves or releases several orders after one question that lists them all. Each one is decided
 * by a call of its own; a refused one stops none of the others, and nothing is tried again.
 */
import { computed, shallowRef } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import {
  whyDecidedAlone,
  type AloneReason,
} from '../../../../preload/contract/domain/orders/decided-alone.ts'
import type { Order } from '../../../../preload/contract/domain/orders/order.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { offerOf } from '../../../money/order/order-acts.ts'
import { bridge } from '../../../state/bridge.ts'
import { disabledReasonOf } from '../../../text/act-blocker-text.ts'
import { explain } from '../../../text/explain.ts'
import { totalsText } from '../../../text/batch-badges.ts'
import { moneyOf, titleOf } from '../../../text/order-badges.ts'
import { aloneTexts } from '../../../text/order-text.ts'
import { plural } from '../../../text/plural.ts'

export type BulkDecision = 'approve' | 'release'

/** The most orders of one question: more can hardly be read. */
export const maxOrders = 100

/** An order with the reason why it is left out of the question, or with the result of its act. */
export interface Remark {
  readonly id: string
  readonly title: string
  readonly text: string
}
/** An order that is left out; red where its check is red in the list. */
export interface LeftOut extends Remark {
  readonly tone: 'warning' | 'bad'
}
export interface BulkQuestion {
  readonly act: BulkDecision
  /** As shown: their approval hashes are approved or released. */
  readonly orders: readonly Order[]
  readonly leftOut: readonly LeftOut[]
}
export interface BulkResult extends Remark {
  readonly isDone: boolean
}

const badReasons: readonly AloneReason[] = ['no-account', 'owner-differs', 'duplicate']

/** Returns why this operator cannot decide about the order together with others; no text if they can. */
function whyLeftOut(
  act: BulkDecision,
  order: Order,
  changes: Parameters<typeof whyDecidedAlone>[1],
): Pick<LeftOut, 'text' | 'tone'> {
  const amber = (text: string) => ({ text, tone: 'warning' as const })
  const alone = whyDecidedAlone(order, changes)
  const offer = offerOf(order, act)
  // An unknown outcome is named first, whatever else prevents the act.
  if (alone === 'unknown-outcome') return amber(aloneTexts[alone])
  if (offer === undefined)
    return amber(act === 'approve' ? 'Not waiting for approval' : 'Not approved')
  if (offer.why !== null) return amber(disabledReasonOf(offer.why, order.state))
  if (alone === null) return amber('')
  return { text: aloneTexts[alone], tone: badReasons.includes(alone) ? 'bad' : 'warning' }
}

/** Shows one question for several orders (`prompt`), then calls main for each (`confirm`). */
export function useDecideTogether() {
  const question = shallowRef<BulkQuestion>()
  const results = shallowRef<readonly BulkResult[]>([])
  /** Orders read for the question, or decided about, of those selected. */
  const progress = shallowRef<{ readonly done: number; readonly total: number }>()

  /**
   * Reads each order as main shows it for a decision. No review is recorded: main records one of
   * each order that `confirm` decides.
   */
  async function prompt(
    act: BulkDecision,
    selected: readonly { readonly id: string; readonly title: string }[],
  ): Promise<void> {
    if (progress.value || selected.length === 0) return
    const orders: Order[] = []
    const leftOut: LeftOut[] = []
    const selection = selected.slice(0, maxOrders)
    progress.value = { done: 0, total: selection.length }
    try {
      for (const { id, title } of selection) {
        const answer = await bridge().orders.getReview({ id })
        const why = answer.ok
          ? whyLeftOut(act, answer.value.order, answer.value.changes)
          : { text: explain(answer.error).title, tone: 'warning' as const }
        if (answer.ok && why.text === '') orders.push(answer.value.order)
        else leftOut.push({ id, title: answer.ok ? titleOf(answer.value.order) : title, ...why })
        progress.value = { done: progress.value.done + 1, total: selection.length }
      }
    } finally {
      progress.value = undefined
    }
    const text = `At most ${String(maxOrders)} at a time`
    for (const one of selected.slice(maxOrders)) leftOut.push({ ...one, text, tone: 'warning' })
    question.value = { act, orders, leftOut }
  }

  /** Acts on each order of the question; resolves when all have an answer. */
  async function confirm(): Promise<void> {
    const now = question.value
    if (!now || progress.value || now.orders.length === 0) return
    const found: BulkResult[] = []
    progress.value = { done: 0, total: now.orders.length }
    try {
      for (const order of now.orders) {
        const answer = await actOn(now.act, order)
        found.push({ id: order.id, title: titleOf(order), ...resultOf(now.act, answer) })
        progress.value = { done: found.length, total: now.orders.length }
      }
    } finally {
      progress.value = undefined
      // Without an answer nobody knows here whether it was done.
      const text = 'No answer. Check its state before you decide again'
      const rest = now.orders.slice(found.length)
      results.value = [
        ...found,
        ...rest.map((order) => ({ id: order.id, title: titleOf(order), text, isDone: false })),
      ]
    }
  }

  return {
    question,
    results,
    progress,
    isBusy: computed(() => progress.value !== undefined),
    prompt,
    confirm,
  }
}

function actOn(act: BulkDecision, { id, approvalHash }: Order): Promise<Result<Order, Failure>> {
  const shown = { id, approvalHash: approvalHash ?? '', isTogether: true }
  return act === 'approve' ? bridge().orders.approve(shown) : bridge().orders.release(shown)
}

function resultOf(act: BulkDecision, answer: Result<Order, Failure>) {
  if (!answer.ok) {
    const { title, reason } = explain(answer.error)
    return { isDone: false, text: `${title}. ${reason}` }
  }
  const { have, needed } = answer.value.approvals
  const text = act === 'approve' ? `Approved (${String(have)} of ${String(needed)})` : 'Released'
  return { isDone: true, text }
}

/**
 * Returns the money that orders move, by currency: payments and credits as one sum, debits beside
 * it.
 */
export function sumText(orders: readonly Pick<Order, 'amount' | 'currency' | 'batch'>[]): string {
  const sums = [...Map.groupBy(orders, ({ currency }) => currency)].flatMap(([currency, all]) => {
    const sum = (of: (order: (typeof all)[number]) => number): number =>
      all.reduce((total, order) => total + of(order), 0)
    const credits = sum(({ batch, amount }) => (batch === null ? (amount ?? 0) : batch.credits))
    const debits = sum(({ batch }) => batch?.debits ?? 0)
    return [
      ...(credits > 0 || debits === 0 ? [moneyOf({ amount: credits, currency })] : []),
      ...(debits > 0 ? [`debits ${moneyOf({ amount: debits, currency })}`] : []),
    ]
  })
  return sums.join(', ')
}

/**
 * Returns the totals by rail and currency as names and values: wires, RTP payments, and batches with
 * their credits and debits.
 */
export function totalsByRail(
  orders: readonly Pick<Order, 'service' | 'amount' | 'currency' | 'batch'>[],
): readonly { readonly id: string; readonly label: string; readonly value: string }[] {
  const rails = Map.groupBy(orders, ({ service, currency, batch }) =>
    batch ? 'ACH' : `${service} ${currency}`,
  )
  return [...rails].map(([id, ofRail]) => {
    const [label = ''] = id.split(' ')
    const sum = (of: (order: (typeof ofRail)[number]) => number): number =>
      ofRail.reduce((total, order) => total + of(order), 0)
    if (label === 'ACH') {
      const credits = sum(({ batch }) => batch?.credits ?? 0)
      const debits = sum(({ batch }) => batch?.debits ?? 0)
      const value = `${plural(ofRail.length, 'batch', 'batches')}, ${totalsText({ credits, debits })}`
      return { id, label, value }
    }
    const currency = ofRail[0]?.currency ?? ''
    const amount = sum((order) => order.amount ?? 0)
    const count = plural(ofRail.length, 'payment', 'payments')
    return { id, label, value: `${count}, ${moneyOf({ amount, currency })}` }
  })
}
