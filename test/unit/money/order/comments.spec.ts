/** Comments on an order: stored as typed, masked in views, in the chain by their hash only. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addComment } from '../../../../main/money/order/comments.ts'
import { Refused } from '../../../../main/money/order/refusals.ts'
import { sha256Of } from '../../../../main/platform/sha256.ts'
import { contextOf, readingOf } from './support/reading-session.ts'
import {
  approvedOrder,
  draft,
  openSession,
  release,
  rowOf,
  stateOf,
  type Person,
  type SendingSession,
} from './support/sending-session.ts'

const comment = (session: SendingSession, text: string, who: Person = 'theo', id = 'o1') =>
  addComment(contextOf(session), { id, text }, who)
const codeOf = async (done: Promise<void>): Promise<string | undefined> =>
  done.then(
    () => undefined,
    (problem: unknown) =>
      problem instanceof Refused ? problem.failure.code : expect.fail(String(problem)),
  )

it('stores the author of a comment, its time and its exact text, and shows it masked', async () => {
  const session = await openSession()
  await draft(session)
  await comment(session, 'Agreed by phone.\nPay to 005550142, old one 998877665', 'max')
  await comment(session, 'Checked', 'theo')
  const rows = await session.store.read.selectFrom('order_comments').selectAll().execute()
  expect(rows).toEqual([
    {
      order_id: 'o1',
      seq: 1,
      at: '2026-11-23T14:00:00.000Z',
      author: 'max',
      purpose: 'comment',
      text: 'Agreed by phone.\nPay to 005550142, old one 998877665',
    },
    expect.objectContaining({ seq: 2, author: 'theo', text: 'Checked' }),
  ])
  const { comments, timeline } = await readingOf(session).get()
  expect(comments.map(({ by }) => by.name)).toEqual(['Max', 'Theo'])
  expect(comments[0]?.text).toContain('Agreed by phone.\nPay to \u2022')
  expect(comments[0]?.text).not.toMatch(/5550142|998877665/)
  const lines = timeline.filter(({ title }) => title === 'Comment')
  expect(lines.map(({ by, detail }) => [by, detail])).toEqual([
    ['Max', comments[0]?.text],
    ['Theo', 'Checked'],
  ])
  const inFull = await readingOf(session).reveal()
  expect(inFull.comments[0]?.text).toContain('005550142')
})

it('leaves only the hash of the text in the audit chain', async () => {
  const session = await openSession()
  await draft(session)
  await comment(session, 'Pay to 5550142')
  const acts = await session.store.read
    .selectFrom('audit_entries')
    .select(['actor', 'detail'])
    .where('kind', '=', 'order.commented')
    .execute()
  expect(acts).toEqual([
    { actor: 'theo', detail: `{"seq":1,"sha256":"${sha256Of('Pay to 5550142')}"}` },
  ])
})

it('changes neither the order nor its approvals: it can be released as before', async () => {
  const session = await openSession()
  const approvalHash = await approvedOrder(session)
  const before = await rowOf(session)
  await comment(session, 'Ready')
  expect(await rowOf(session)).toEqual(before)
  expect((await readingOf(session).get()).approvals).toEqual({ have: 1, needed: 1 })
  await release(session, approvalHash, 'accepted')
  // The writer of a comment is no author of the order, and any state takes one.
  await comment(session, 'Sent')
  expect(await stateOf(session)).toBe('accepted')
})

it('keeps every comment as it is: the store refuses to change or remove one', async () => {
  const session = await openSession()
  await draft(session)
  await comment(session, 'First')
  const attempt = (statement: ReturnType<typeof sql>) =>
    session.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, (tx) =>
      statement.execute(tx),
    )
  await expect(attempt(sql`UPDATE order_comments SET text = 'Other'`)).rejects.toThrow('never')
  await expect(attempt(sql`DELETE FROM order_comments`)).rejects.toThrow('never')
})

it('refuses a comment on no order, and in a retired profile', async () => {
  const session = await openSession()
  await draft(session)
  expect(await codeOf(comment(session, 'Nobody', 'theo', 'none'))).toBe('not-found')
  session.blocked = { code: 'profile-retired' }
  expect(await codeOf(comment(session, 'Late'))).toBe('profile-retired')
  expect(await session.store.read.selectFrom('order_comments').selectAll().execute()).toEqual([])
})
