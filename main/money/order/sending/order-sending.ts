/** From submission to the answer of the bank: the verbs that lead there, what a killed program left, and its end. */
import { rolesFor } from '../../../../preload/contract/api/may-use.ts'
import type { DeskWordInput } from '../../../../preload/contract/domain/orders/desk-word.ts'
import { orders } from '../../../../preload/contract/api/orders/verbs.ts'
import { createAchOrigination } from '../../../bank/apis/ach-origination.ts'
import { checkHealth } from '../../../bank/client/health-check.ts'
import { createPayments } from '../../../bank/apis/payments.ts'
import { bankAt } from '../approval/binding.ts'
import { approveOrder, sendBackOrder } from '../approval/approving.ts'
import { closeNotMade, confirmDeskWord, recordDeskWord, withdrawDeskWord } from './desk-word.ts'
import { pausesMs, Retries } from './keep-trying.ts'
import type {
  OrderEvidence,
  OrderFollowing,
  OrderReading,
  OrderSending,
  SendingApi,
  TellOrder,
  OrderContext,
} from '../types.ts'
import { findOrder } from '../order-records.ts'
import { refuse, verbOf } from '../refusals.ts'
import { releaseOrder, takeFromQueue, takenBackWords } from './release.ts'
import { confirmSecond, proposeSecond, withdrawSecond, type Confirmed } from './second-sending.ts'
import { heedRestored } from '../restored.ts'
import { storeInterruption } from './send-journal.ts'
import { Sender } from './sender.ts'
import { recallOrder, submitOrder } from '../approval/submission.ts'

/** What sending needs of the other parts of the desk. */
export interface OrderSendingParts {
  readonly show: OrderReading['show']
  readonly evidence: OrderEvidence
  readonly follow: OrderFollowing['follow']
  readonly isAsked: OrderFollowing['isAsked']
  readonly tell: TellOrder
  /** The bank's; undefined while there is none. A test hands in its own. */
  readonly api?: () => SendingApi | undefined
  readonly retries?: Retries
  readonly lookAgainMs?: number
}

/** Makes it. Nothing is sent before `recover` has resolved, since nothing is queued in it. */
export function createOrderSending(context: OrderContext, parts: OrderSendingParts): OrderSending {
  const { show, evidence, follow, tell, isAsked } = parts
  const word = { tell, follow, isAsked }
  const { background } = context
  const retries = parts.retries ?? new Retries(pausesMs, () => background.isClosing)
  const sender = new Sender(context, {
    tell,
    follow,
    retries,
    evidence,
    lookAgainMs: parts.lookAgainMs ?? 1_000,
    api: parts.api ?? apiOf(context),
  })
  const queued = (id: string): void => sender.queued(id)
  const verb = <Input extends { readonly id: string }>(
    name: keyof OrderSending['verbs'],
    act: (input: Input, actor: string) => Promise<void>,
  ) => verbOf(context, show, name, rolesFor(orders[name]), act)

  return {
    verbs: {
      submit: verb('submit', (input, actor) =>
        submitOrder(context, { evidence, tell }, input, actor),
      ),
      recall: verb('recall', (input, actor) => recallOrder(context, tell, input, actor)),
      approve: verb('approve', (input: Bound, actor) =>
        approveOrder(context, { evidence, tell }, input, actor),
      ),
      sendBack: verb('sendBack', (input: { id: string; comment: string }, actor) =>
        sendBackOrder(context, tell, input, actor),
      ),
      release: verb('release', (input: Bound, actor) =>
        releaseOrder(context, { evidence, tell, queued }, input, actor),
      ),
      takeBack: verb('takeBack', ({ id }, actor) => takeBack(context, sender, tell, id, actor)),
      proposeSecond: verb(
        'proposeSecond',
        (input: { id: string; evidence: string; reason: string }, actor) =>
          proposeSecond(context, tell, input, actor),
      ),
      confirmSecond: verb('confirmSecond', (input: Confirmed, actor) =>
        confirmSecond(context, { evidence, tell, queued }, input, actor),
      ),
      withdrawSecond: verb('withdrawSecond', (input, actor) =>
        withdrawSecond(context, tell, input, actor),
      ),
      recordDeskWord: verb('recordDeskWord', (input: DeskWordInput, actor) =>
        recordDeskWord(context, word, input, actor),
      ),
      confirmDeskWord: verb('confirmDeskWord', (input: ConfirmedWord, actor) =>
        confirmDeskWord(context, word, input, actor),
      ),
      withdrawDeskWord: verb('withdrawDeskWord', (input: OfWord, actor) =>
        withdrawDeskWord(context, word, input, actor),
      ),
      closeNotMade: verb('closeNotMade', (input, actor) =>
        closeNotMade(context, word, input, actor),
      ),
      heedRestored: verb('heedRestored', (input: { id: string; reason: string }, actor) =>
        heedRestored(context, tell, input, actor),
      ),
    },
    recover: () => recover(context, { retries, follow, tell }),
    rest: () => sender.rest(),
  }
}

interface OfWord {
  readonly id: string
  readonly seq: number
}
interface ConfirmedWord extends OfWord {
  readonly evidence: string
}

interface Bound {
  readonly id: string
  readonly binding: string
}

/** Takes a release back that still waits: the transaction decides whether it has left. */
async function takeBack(
  context: OrderContext,
  sender: Sender,
  tell: TellOrder,
  id: string,
  actor: string,
): Promise<void> {
  const words = takenBackWords
  const to = await takeFromQueue(context, id, { actor, kind: 'order.taken-back', words })
  if (to === null) {
    const row = await findOrder(context.store.read, id)
    refuse(row ? { code: 'order-state', state: row.state } : { code: 'not-found' })
  }
  sender.forget(id)
  tell(id, to)
}

/** What a killed program left. A full disk does not keep the desk shut: nothing of it can be sent before it is stored. */
async function recover(
  context: OrderContext,
  { retries, follow, tell }: Pick<OrderSendingParts, 'follow' | 'tell'> & { retries: Retries },
): Promise<void> {
  const { store } = context
  const left = await store.read
    .selectFrom('orders')
    .select(['id', 'state'])
    .where('state', 'in', ['sending', 'queued'])
    .orderBy('updated_at')
    .execute()
  for (const { id, state } of left) {
    const one = async (): Promise<void> => {
      if (state === 'sending') await storeInterruption(context, id)
      else await takeFromQueue(context, id, lapsed)
      const now = await findOrder(store.read, id)
      if (!now) return
      tell(id, now.state)
      if (now.state === 'outcome-unknown') follow(id)
    }
    await one().catch((problem: unknown) => {
      context.report('orders.recover', problem)
      const retrying = retries.until(one, () => undefined).catch(() => undefined)
      context.background.add('orders.recover', retrying)
    })
  }
}

const lapsed = {
  actor: 'system',
  kind: 'order.lapsed',
  words: 'The program ended before it had left',
} as const

const apiOf =
  ({ connection, profile }: OrderContext) =>
  (): SendingApi | undefined => {
    const on = connection.open()
    if (!on) return undefined
    const { partnerClientId: id, connection: at } = on.access
    // What waits for its turn goes out as who it began as, or not at all: its approval is for that bank and that id.
    const partnerClientId = () => id
    const payments = createPayments({ client: on.client, partnerClientId })
    return {
      ...payments,
      ...createAchOrigination({ client: on.client }),
      bank: profile().details && bankAt(at.baseUrl, id),
      // Origination has no health check of its own, and that of payments needs the id.
      health: (manner) =>
        partnerClientId() === null
          ? checkHealth(on.client, 'account-validation', manner)
          : payments.health(manner),
    }
  }
