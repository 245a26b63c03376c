/**
 * The payee results of typed entries that an approver sees, and the validity of an approval when
 * they change.
 */
import { describe, expect, it } from 'vitest'
import { createBatchReading } from '../../../../main/money/batch/batch-reading.ts'
import { payeeFlaggedEntries } from '../../../../main/money/batch/entries/batch-payee-flags.ts'
import { createOrderEvidence } from '../../../../main/money/order/approval/evidence.ts'
import { createOrderReading } from '../../../../main/money/order/reading/order-reading.ts'
import type { OrderContext } from '../../../../main/money/order/types.ts'
import { createPayees, type Payees } from '../../../../main/money/payees/payees.service.ts'
import {
  order as orderSchema,
  orderReview,
} from '../../../../preload/contract/domain/orders/order.ts'
import { defaultPolicy } from '../../../../preload/contract/domain/operators/policy.ts'
import {
  approvedBatch,
  batchDraft,
  entry,
  uuidOf,
  type BatchDraft,
} from './support/batch-session.ts'
import {
  as,
  codeOf,
  openSession,
  people,
  refusalsOf,
  release,
  rowOf,
  stateOf,
  until,
  type Person,
} from './support/sending-session.ts'

const valueOf = <T>(result: { ok: true; value: T } | { ok: false; error: { code: string } }): T =>
  result.ok ? result.value : expect.fail(result.error.code)
const details = (name: string, accountNumber: string) => ({
  kind: null,
  name,
  accountNumber,
  address: [],
  intermediaries: [],
  services: [],
  bank: { name: 'Alder Bank', aba: '550010016', address: [] },
  note: '',
})
const callerOf = (who: Person) =>
  ({ operator: { id: who, name: people[who].name, roles: [...people[who].roles] } }) as never

/** A session with a payee book, whose sending uses the program's own evidence. */
async function openBook() {
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
  const propose = async (id: string | null, account: string, name = 'Ridgeway Supply') =>
    valueOf(await payees.propose(id, details(name, account), mara)).id
  const decide = async (id: string, version: number, decision: 'approve' | 'refuse' = 'approve') =>
    valueOf(await payees.decide({ id, version, decision, comment: 'no' }, theo))
  return {
    session,
    payees,
    evidence,
    propose,
    decide,
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
      return (await rowOf(session)).binding ?? ''
    },
  }
}
const warningText = ({ warnings }: { warnings: readonly { message: string }[] }): string =>
  warnings.map(({ message }) => message).join('\n')
/**
 * Approvals in the store from before approvers were shown typed entries: without any data of the
 * payee book.
 */
const beforeTheUpdate = async (
  { store }: Awaited<ReturnType<typeof openBook>>['session'],
  reviewedHash: string,
) => {
  const { body_sha256: bodySha256 } = await rowOf({ store })
  const at = '2026-11-23T14:00:00.000Z'
  const detail = { binding: reviewedHash, bodySha256 }
  const act = { actor: 'theo', kind: 'order.approved', subject: 'o1', detail }
  await store.record(act, async (tx) => {
    await tx
      .insertInto('order_approvals')
      .values({
        order_id: 'o1',
        seq: 1,
        operator: 'theo',
        at,
        binding: reviewedHash,
        voided_at: null,
        voided_because: null,
      })
      .execute()
    await tx.updateTable('orders').set({ state: 'approved' }).where('id', '=', 'o1').execute()
  })
}

describe('an approver and typed entries', () => {
  it('sees flagged, counted and listed each typed entry with an account of the book that is not in force', async () => {
    const book = await openBook()
    const id = await book.payee('111')
    const chosen = { payeeId: id, accountNumber: '111' }
    const typed = { accountNumber: '00111', receiverName: 'Ridgeway Supply' }
    await book.submitted({ entries: [entry(1), entry(2, chosen), entry(3, typed)] })
    expect((await book.get()).flags).not.toContain('differs-from-book')
    await book.propose(id, '222')
    await book.decide(id, 2)
    const shown = await book.get()
    expect(shown.flags[0]).toBe('differs-from-book')
    expect(shown.evidence.flags).toEqual(shown.flags)
    expect(warningText(shown)).toMatch(/1 entry has another account.*: row 2/)
    expect(warningText(shown)).toMatch(/1 entry not chosen from the payee book.*: row 3/)
    expect(JSON.stringify(shown.warnings)).not.toContain('111')
    const { items, total } = await book.list()
    expect(total).toBe(2)
    expect(items.map(({ number, payeeFlags }) => [number, payeeFlags])).toEqual([
      [2, ['differs-from-book']],
      [3, ['differs-from-book']],
    ])
  })

  it('sees that an account is only proposed, and that nobody approved a payee', async () => {
    const book = await openBook()
    const id = await book.payee('111')
    await book.propose(id, '222')
    await book.propose(null, '333', 'Fresh')
    const entries = ['222', '333', '444'].map((accountNumber, at) =>
      entry(at + 1, { accountNumber }),
    )
    await book.submitted({ entries })
    const { items } = await book.list()
    expect(items.map(({ number, payeeFlags }) => [number, payeeFlags])).toEqual([
      [1, ['differs-from-book', 'change-proposed']],
      [2, ['not-approved']],
    ])
  })

  it('gets 10,000 of them page by page, by as many statements as one', async () => {
    const book = await openBook()
    const { store } = book.session
    const id = await book.payee('7')
    await book.propose(id, '8')
    const typed = (at: number) => entry(at + 1, { accountNumber: at % 2 === 0 ? '7' : String(at) })
    await batchDraft(book.session, {
      entries: Array.from({ length: 10_000 }, (_, at) => typed(at)),
    })
    const page = await book.list(null, 100)
    expect([page.items.length, page.total]).toEqual([100, 5_001])
    expect(page.next).not.toBeNull()
    expect(warningText(await book.get())).toContain('5,001 entries not chosen')
    await batchDraft(book.session, {
      id: 'o2',
      uuid: 'c'.repeat(32),
      entries: [{ ...typed(6), id: uuidOf(20_000) }],
    })
    const requested = async (
      order: string,
    ): Promise<readonly [statements: number, found: number]> => {
      let statusEvents = 0
      const selectFrom: typeof store.read.selectFrom = (from: never) => {
        statusEvents += 1
        return store.read.selectFrom(from) as never
      }
      const reader = Object.assign(Object.create(store.read) as typeof store.read, { selectFrom })
      const found = await payeeFlaggedEntries(reader, order)
      return [statusEvents, found.length]
    }
    const [statusEvents] = await requested('o2')
    expect(await requested('o1')).toEqual([statusEvents, 5_001])
  })
})

describe('an approval and the payee book', () => {
  const typed = { accountNumber: '111' }

  it('blocks the release when a payee changed after it, for a typed entry as for a chosen one', async () => {
    for (const part of ['typed', 'chosen'] as const) {
      const book = await openBook()
      const id = await book.payee('111')
      const payeeId = part === 'chosen' ? id : null
      const reviewedHash = await approvedBatch(book.session, {
        entries: [entry(1, { ...typed, payeeId })],
      })
      expect(await book.missing()).toEqual([])
      await book.propose(id, '222')
      expect(await book.missing()).toEqual(['payees-changed'])
      const released = await as(book.session, 'mara')('release', {
        id: 'o1',
        approvalHash: reviewedHash,
      })
      expect(released).toMatchObject({
        error: { code: 'evidence-needed', missing: ['payees-changed'] },
      })
      expect(await stateOf(book.session)).toBe('approved')
      expect((await refusalsOf(book.session)).at(-1)).toMatchObject({ code: 'evidence-needed' })
      expect((await book.get('mara')).may.find(({ act }) => act === 'release')?.why).toEqual({
        code: 'evidence-needed',
        missing: ['payees-changed'],
      })
      await book.decide(id, 2)
      expect(await book.missing()).toEqual(['payees-changed'])
      expect(book.session.bank.sent).toEqual([])
    }
  })

  it('is valid again when the change is refused, and the batch is sent', async () => {
    const book = await openBook()
    const id = await book.payee('111')
    const reviewedHash = await approvedBatch(book.session, { entries: [entry(1, typed)] })
    await book.propose(id, '222')
    await book.decide(id, 2, 'refuse')
    expect(await book.missing()).toEqual([])
    await release(book.session, reviewedHash, 'accepted')
  })

  it('stays valid on the flags that were shown, and on fewer of them', async () => {
    const book = await openBook()
    const id = await book.propose(null, '111')
    const reviewedHash = await approvedBatch(book.session, { entries: [entry(1, typed), entry(2)] })
    expect(await book.missing()).toEqual([])
    await book.decide(id, 1)
    expect(await book.missing()).toEqual([])
    await release(book.session, reviewedHash, 'accepted')
  })

  it('blocks the sending when a payee changes while the batch is queued', async () => {
    const book = await openBook()
    const id = await book.payee('111')
    const reviewedHash = await approvedBatch(book.session, { entries: [entry(1, typed)] })
    book.session.bank.isThere = false
    expect(
      codeOf(await as(book.session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })),
    ).toBeUndefined()
    await book.propose(id, '222')
    book.session.bank.isThere = true
    await until(book.session, 'approved')
    expect((await rowOf(book.session)).not_sent).toContain('payee book')
    expect(book.session.bank.sent).toEqual([])
  })

  it('must be given again after the batch was sent back, which is then sent', async () => {
    const book = await openBook()
    const id = await book.payee('111')
    await approvedBatch(book.session, { entries: [entry(1, typed)] })
    await book.propose(id, '222')
    const sentBack = await as(book.session, 'theo')('sendBack', { id: 'o1', comment: 'look' })
    expect(codeOf(sentBack)).toBeUndefined()
    expect(codeOf(await as(book.session, 'mara')('submit', { id: 'o1' }))).toBeUndefined()
    const reviewedHash = (await rowOf(book.session)).binding ?? ''
    expect(
      codeOf(await as(book.session, 'theo')('approve', { id: 'o1', approvalHash: reviewedHash })),
    ).toBeUndefined()
    expect(await book.missing()).toEqual([])
    await release(book.session, reviewedHash, 'accepted')
  })

  it('is not given on a change since the last review, and the next review names it', async () => {
    const book = await openBook()
    const id = await book.payee('111')
    const reviewedHash = await book.submitted({ entries: [entry(1), entry(2, typed)] })
    expect((await book.review()).changes).toEqual([])
    await book.propose(id, '222')
    const refused = await as(book.session, 'theo')('approve', {
      id: 'o1',
      approvalHash: reviewedHash,
    })
    expect(codeOf(refused)).toBe('order-changed')
    expect((await book.review()).changes).toEqual([
      {
        field: 'Payee book: payee change pending',
        before: '',
        after: '1 entry: row 2',
      },
    ])
    expect((await book.review()).changes).toEqual([])
    expect(
      codeOf(await as(book.session, 'theo')('approve', { id: 'o1', approvalHash: reviewedHash })),
    ).toBeUndefined()
  })

  it('is not required again for a batch that may be at the bank: nobody could give it', async () => {
    const book = await openBook()
    const id = await book.payee('111')
    await approvedBatch(book.session, { entries: [entry(1, typed)] })
    await book.propose(id, '222')
    const row = await rowOf(book.session)
    expect(await book.evidence.missing(row)).toEqual(['payees-changed'])
    const second = { ...row, state: 'queued' as const, second_sending: '{}' }
    expect(await book.evidence.missing(second)).toEqual([])
    expect(await book.evidence.missing({ ...row, state: 'outcome-unknown' })).toEqual([])
  })

  it('a policy that requires payees of the book refuses a typed entry, whatever the book has on it', async () => {
    const book = await openBook()
    await book.payee('111')
    book.session.policy = { ...defaultPolicy, payeeFromBook: true }
    await batchDraft(book.session, { entries: [entry(1, typed)] })
    expect(await book.missing()).toEqual(['payee'])
    expect(codeOf(await as(book.session, 'mara')('submit', { id: 'o1' }))).toBe('evidence-needed')
  })
})

describe('an approval from before the update', () => {
  it('is valid where no typed entry is flagged, and flags of chosen ones were shown already', async () => {
    const book = await openBook()
    const id = await book.payee('111')
    await book.propose(id, '222')
    const chosen = { payeeId: id, accountNumber: '111' }
    const reviewedHash = await book.submitted({ entries: [entry(1), entry(2, chosen)] })
    await beforeTheUpdate(book.session, reviewedHash)
    expect(await book.missing()).toEqual([])
    await release(book.session, reviewedHash, 'accepted')
  })

  it('is not valid where a typed entry is flagged, and the refusal says why', async () => {
    const book = await openBook()
    const id = await book.payee('111')
    await book.propose(id, '222')
    const reviewedHash = await book.submitted({ entries: [entry(1, { accountNumber: '222' })] })
    await beforeTheUpdate(book.session, reviewedHash)
    expect(await book.missing()).toEqual(['payees-not-shown'])
    const released = await as(book.session, 'mara')('release', {
      id: 'o1',
      approvalHash: reviewedHash,
    })
    expect(released).toMatchObject({ error: { missing: ['payees-not-shown'] } })
    expect((await book.get('mara')).may.find(({ act }) => act === 'release')?.why).toEqual({
      code: 'evidence-needed',
      missing: ['payees-not-shown'],
    })
  })
})
