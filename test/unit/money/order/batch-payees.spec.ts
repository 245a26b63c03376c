/**
 * The payee results of typed entries that an approver sees, and the validity of an approval when
 * they change.
 */
import { describe, expect, it } from 'vitest'
import { payeeFlaggedEntries } from '../../../../main/money/batch/entries/batch-payee-flags.ts'
import { defaultPolicy } from '../../../../preload/contract/domain/operators/policy.ts'
import { approvedBatch, batchDraft, entry, uuidOf } from './support/batch-session.ts'
import { openBook } from './support/payee-book-session.ts'
import {
  as,
  codeOf,
  refusalsOf,
  release,
  rowOf,
  stateOf,
  until,
} from './support/sending-session.ts'

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
  const detail = { approvalHash: reviewedHash, bodySha256 }
  const act = { actor: 'theo', kind: 'order.approved', subject: 'o1', detail }
  await store.record(act, async (tx) => {
    await tx
      .insertInto('order_approvals')
      .values({
        order_id: 'o1',
        seq: 1,
        operator: 'theo',
        at,
        approval_hash: reviewedHash,
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

  it('blocks the release when the payee was removed, for a typed entry as for a chosen one', async () => {
    for (const part of ['typed', 'chosen'] as const) {
      const book = await openBook()
      const id = await book.payee('111')
      const payeeId = part === 'chosen' ? id : null
      await approvedBatch(book.session, { entries: [entry(1, { ...typed, payeeId })] })
      await book.remove(id)
      expect(await book.missing(), part).toEqual(['payees-changed'])
    }
  })

  it('stays valid when only the note, the kind or the usual services of a payee change', async () => {
    for (const payeeId of [null, 'chosen']) {
      const book = await openBook()
      const id = await book.payee('111')
      const reviewedHash = await approvedBatch(book.session, {
        entries: [entry(1, { ...typed, payeeId: payeeId && id })],
      })
      const unpaid = { note: 'Ask for Ann', kind: 'business', services: ['RTP'] } as const
      await book.propose(id, '00-111', undefined, { ...unpaid, services: [...unpaid.services] })
      expect(await book.missing()).toEqual([])
      await book.decide(id, 2)
      expect(await book.missing()).toEqual([])
      await release(book.session, reviewedHash, 'accepted')
    }
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
    const reviewedHash = (await rowOf(book.session)).approval_hash ?? ''
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
    const second = { ...row, state: 'queued' as const, resend: '{}' }
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
