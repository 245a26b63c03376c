/**
 * What two people decide about a payee after a payment was approved stops it, in the queue too; what
 * is not paid of a payee stops nothing.
 */
import { describe, expect, it } from 'vitest'
import { createDraftStore } from '../../../../main/money/payment/draft-store.ts'
import { formOf } from '../../../../main/money/payment/draft-row.ts'
import { defaultPolicy } from '../../../../preload/contract/domain/operators/policy.ts'
import {
  emptyParty,
  type PaymentForm,
} from '../../../../preload/contract/domain/orders/payment-form.ts'
import { openBook } from './support/payee-book-session.ts'
import {
  approvedOrder,
  as,
  codeOf,
  draft,
  refusalsOf,
  release,
  rowOf,
  stateOf,
  until,
  wireForm,
} from './support/sending-session.ts'

type Book = Awaited<ReturnType<typeof openBook>>

/** A wire to the payee as the book has it first. */
const toPayee = (payeeId: string): Partial<PaymentForm> => ({
  payeeId,
  creditParty: { ...wireForm.creditParty, accountNumber: '111' },
  creditPartyBank: { ...emptyParty, name: 'Alder Bank', aba: '550010016' },
})
const openApproved = async () => {
  const book = await openBook()
  const id = await book.payee('111')
  const approvalHash = await approvedOrder(book.session, 'o1', toPayee(id))
  return { book, id, approvalHash }
}
const unpaid = { note: 'Ask for Ann', kind: 'business' as const, services: ['RTP' as const] }

describe('an approval of a payment and the payee book', () => {
  it.each([
    [
      'another account',
      async (book: Book, id: string) => {
        await book.propose(id, '222')
        await book.decide(id, 2)
      },
    ],
    [
      'another name',
      async (book: Book, id: string) => {
        await book.propose(id, '111', 'Mallory Supply')
        await book.decide(id, 2)
      },
    ],
    ['a change that waits', (book: Book, id: string) => book.propose(id, '222')],
    ['removal', (book: Book, id: string) => book.remove(id)],
  ] as const)('refuses the release after %s of its payee', async (_what, change) => {
    const { book, id, approvalHash } = await openApproved()
    expect(await book.missing()).toEqual([])
    await change(book, id)
    expect(await book.missing()).toEqual(['payees-changed'])
    const released = await as(book.session, 'mara')('release', { id: 'o1', approvalHash })
    expect(released).toMatchObject({
      error: { code: 'evidence-needed', missing: ['payees-changed'] },
    })
    expect(await stateOf(book.session)).toBe('approved')
    expect((await refusalsOf(book.session)).at(-1)).toMatchObject({ code: 'evidence-needed' })
    expect((await book.get('mara')).may.find(({ act }) => act === 'release')?.why).toEqual({
      code: 'evidence-needed',
      missing: ['payees-changed'],
    })
    expect(book.session.bank.sent).toEqual([])
  })

  it.each(['removed', 'replaced'] as const)(
    'stops a queued payment whose payee is %s',
    async (how) => {
      const { book, id, approvalHash } = await openApproved()
      const { session } = book
      session.bank.isThere = false
      expect(
        codeOf(await as(session, 'mara')('release', { id: 'o1', approvalHash })),
      ).toBeUndefined()
      expect(await stateOf(session)).toBe('queued')
      if (how === 'removed') await book.remove(id)
      else {
        await book.propose(id, '222')
        await book.decide(id, 2)
      }
      session.bank.isThere = true
      await until(session, 'approved')
      expect((await rowOf(session)).not_sent).toContain('payee book')
      expect(session.bank.sent).toEqual([])
    },
  )

  it('is valid again when the change is refused, and the payment is sent', async () => {
    const { book, id, approvalHash } = await openApproved()
    await book.propose(id, '222')
    await book.decide(id, 2, 'refuse')
    expect(await book.missing()).toEqual([])
    await release(book.session, approvalHash, 'accepted')
  })

  it('stays valid when only the note, the kind or the usual services of a payee change', async () => {
    const { book, id, approvalHash } = await openApproved()
    await book.propose(id, '00-111', undefined, unpaid)
    expect(await book.missing()).toEqual([])
    await book.decide(id, 2)
    expect(await book.missing()).toEqual([])
    await release(book.session, approvalHash, 'accepted')
  })

  it('must be given again, by the present version, and is valid then', async () => {
    const { book, id } = await openApproved()
    const { session } = book
    await book.propose(id, '222')
    await book.decide(id, 2)
    const sentBack = await as(session, 'theo')('sendBack', { id: 'o1', comment: 'look' })
    expect(codeOf(sentBack)).toBeUndefined()
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBeUndefined()
    const row = await rowOf(session)
    expect(row).toMatchObject({ payee_id: id, payee_version: 2 })
    expect((await book.get()).flags).toContain('differs-from-book')
    const approvalHash = row.approval_hash ?? ''
    expect(codeOf(await as(session, 'theo')('approve', { id: 'o1', approvalHash }))).toBeUndefined()
    expect(await book.missing()).toEqual([])
    // It differs as before, but from another version than was seen.
    await book.propose(id, '333')
    await book.decide(id, 3)
    expect(await book.missing()).toEqual(['payees-changed'])
    await book.propose(id, '222')
    await book.decide(id, 4)
    await release(session, approvalHash, 'accepted')
  })

  it('is not given on a change since the last review, and the next review names it', async () => {
    const book = await openBook()
    const id = await book.payee('111')
    await draft(book.session, 'o1', toPayee(id))
    expect(codeOf(await as(book.session, 'mara')('submit', { id: 'o1' }))).toBeUndefined()
    const approvalHash = (await rowOf(book.session)).approval_hash ?? ''
    expect((await book.review()).changes).toEqual([])
    await book.remove(id)
    const approve = () => as(book.session, 'theo')('approve', { id: 'o1', approvalHash })
    expect(codeOf(await approve())).toBe('order-changed')
    expect((await book.review()).changes).toEqual([
      { field: 'Payee book: payee no longer in the payee book', before: 'no', after: 'yes' },
    ])
    expect(codeOf(await approve())).toBeUndefined()
    expect(await book.missing()).toEqual([])
  })

  it('is not required again for a payment that may be at the bank: nobody could give it', async () => {
    const { book, id } = await openApproved()
    await book.remove(id)
    const row = await rowOf(book.session)
    expect(await book.evidence.missing({ ...row, state: 'outcome-unknown' })).toEqual([])
    const second = { ...row, state: 'queued' as const, resend: '{}' }
    expect(await book.evidence.missing(second)).toEqual([])
  })
})

describe('a policy that requires payees of the book', () => {
  it('lets a payment wait while a note, a kind or usual services change, and refuses it after another account', async () => {
    const { book, id, approvalHash } = await openApproved()
    book.session.policy = { ...defaultPolicy, payeeFromBook: true }
    expect(await book.missing()).toEqual([])
    await book.propose(id, '111', undefined, unpaid)
    await book.decide(id, 2)
    expect(await book.missing()).toEqual([])
    await book.propose(id, '222')
    await book.decide(id, 3)
    expect(await book.missing()).toEqual(['payee', 'payees-changed'])
    await book.propose(id, '111')
    await book.decide(id, 4)
    await release(book.session, approvalHash, 'accepted')
  })

  it('takes the present version of the payee when a draft is saved unchanged', async () => {
    const book = await openBook()
    const id = await book.payee('111')
    const drafts = createDraftStore(
      { ...book.session.context, payees: book.payees },
      () => undefined,
    )
    const created = await drafts.create({ ...wireForm, ...toPayee(id) }, 'mara')
    await book.propose(id, '111', undefined, unpaid)
    await book.decide(id, 2)
    const form = formOf(await rowOf(book.session, created.id))
    expect(await rowOf(book.session, created.id)).toMatchObject({ payee_version: 1 })
    expect(await drafts.save(created.id, form, 'mara')).toMatchObject({ ok: true })
    expect(await rowOf(book.session, created.id)).toMatchObject({ payee_version: 2 })
    const { updated_at } = await rowOf(book.session, created.id)
    book.session.pass(60_000)
    expect(await drafts.save(created.id, form, 'mara')).toMatchObject({ ok: true })
    expect(await rowOf(book.session, created.id)).toMatchObject({ updated_at })
  })
})
