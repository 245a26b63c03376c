/** A payee book in the session of the sending tests, whose sending uses the program's own evidence. */
import { expect } from 'vitest'
import { createBatchReading } from '../../../../../main/money/batch/batch-reading.ts'
import { createOrderEvidence } from '../../../../../main/money/order/approval/evidence.ts'
import { createOrderReading } from '../../../../../main/money/order/reading/order-reading.ts'
import type { OrderContext } from '../../../../../main/money/order/types.ts'
import { createPayees, type Payees } from '../../../../../main/money/payees/payees.service.ts'
import {
  order as orderSchema,
  orderReview,
} from '../../../../../preload/contract/domain/orders/order.ts'
import type { PayeeDetails } from '../../../../../preload/contract/domain/payees/payee.ts'
import { batchDraft, type BatchDraft } from './batch-session.ts'
import { as, codeOf, openSession, people, rowOf, type Person } from './sending-session.ts'

const valueOf = <T>(result: { ok: true; value: T } | { ok: false; error: { code: string } }): T =>
  result.ok ? result.value : expect.fail(result.error.code)
const details = (
  name: string,
  accountNumber: string,
  part: Partial<PayeeDetails> = {},
): PayeeDetails => ({
  kind: null,
  name,
  accountNumber,
  address: [],
  intermediaries: [],
  services: [],
  bank: { name: 'Alder Bank', aba: '550010016', address: [] },
  note: '',
  ...part,
})
const callerOf = (who: Person) =>
  ({ operator: { id: who, name: people[who].name, roles: [...people[who].roles] } }) as never

/** Opens the session. */
export async function openBook() {
  let book!: { readonly payees: Payees; readonly context: OrderContext }
  const session = await openSession({
    evidence(created) {
      const base = {
        ...created,
        operatorName: (id: string) => id,
        settings: { current: () => ({ scoreThreshold: 80 }) },
        emitEvent: () => undefined,
      } as unknown as OrderContext
      const payees = createPayees(base)
      book = { payees, context: { ...base, payees } }
      return createOrderEvidence(book.context)
    },
  })
  const { payees, context } = book
  const mara = { id: 'mara', name: 'mara', roles: ['maker' as const] }
  const theo = { id: 'theo', name: 'theo', roles: ['checker' as const] }
  const evidence = createOrderEvidence(context)
  const orders = createOrderReading(context, evidence).handlers
  const batches = createBatchReading(context).handlers
  const propose = async (
    id: string | null,
    account: string,
    name = 'Ridgeway Supply',
    part?: Partial<PayeeDetails>,
  ) => valueOf(await payees.propose(id, details(name, account, part), mara)).id
  const decide = async (id: string, version: number, decision: 'approve' | 'refuse' = 'approve') =>
    valueOf(await payees.decide({ id, version, decision, comment: 'no' }, theo))
  return {
    session,
    payees,
    evidence,
    propose,
    decide,
    /** Two people remove a payee. */
    remove: async (id: string): Promise<void> => {
      const { proposal } = valueOf(await payees.proposeRemoval(id, mara))
      await decide(id, proposal?.version ?? 0)
    },
    /** A payee that two people approved; returns its id. */
    async payee(account: string, name?: string): Promise<string> {
      const id = await propose(null, account, name)
      await decide(id, 1)
      return id
    },
    get: async (who: Person = 'theo') =>
      orderSchema.parse(valueOf(await orders.get({ id: 'o1' }, callerOf(who)))),
    review: async (who: Person = 'theo') =>
      orderReview.parse(valueOf(await orders.review({ id: 'o1' }, callerOf(who)))),
    list: async (cursor: string | null = null, limit = 100) =>
      valueOf(
        await batches.listEntries(
          { cursor, limit, id: 'o1', filter: 'payee-flagged' },
          callerOf('theo'),
        ),
      ),
    missing: async () => evidence.missing(await rowOf(session)),
    submitted: async (of: BatchDraft) => {
      await batchDraft(session, of)
      expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBeUndefined()
      return (await rowOf(session)).approval_hash ?? ''
    },
  }
}
