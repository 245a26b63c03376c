import { expect, it } from 'vitest'
import { shownItemOf } from '../../../../preload/contract/api/inbox/inbox.ts'
import { auditEntries } from '../../store/stores.ts'
import { storedOrder } from '../../money/order/support/stored-orders.ts'
import { callerOf, inboxSession } from './inbox-session.ts'

const later = '2026-11-23T15:00:00.000Z'
const mara = callerOf('mara') as never
const theo = callerOf('theo') as never

/** One unknown outcome and two rejected payments. */
async function filled() {
  const session = await inboxSession()
  const put = (id: string, state: 'rejected' | 'outcome-unknown') =>
    storedOrder(session.store, { id, reference: id, state, updated_at: later, beneficiary: id })
  await put('a', 'rejected')
  await put('b', 'rejected')
  await put('c', 'outcome-unknown')
  await session.scan()
  const all = await session.list({ sort: { column: 'title', direction: 'ascending' } })
  const [a, b, c] = all.map(({ id }) => id)
  const { handlers } = session.inbox()
  /** Marks items done as they are, or as they were shown. */
  const done = async (ids: readonly string[], by: never, note?: string) => {
    const known = [...(await session.list()), ...(await session.list({ state: 'done' }))]
    const items = ids.map((id) => {
      const item = known.find((one) => one.id === id)
      return item ? shownItemOf(item) : { id, at: later, title: '', things: 1 }
    })
    return handlers.markDone({ items, ...(note !== undefined && { note }) }, by)
  }
  return { session, a: a ?? '', b: b ?? '', c: c ?? '', handlers, done }
}
const actsOf = async (session: Awaited<ReturnType<typeof filled>>['session']) =>
  (await auditEntries(session.store)).filter(({ kind }) => kind.startsWith('inbox.'))

it('marks many done at once, and names who had done others before and which ones end by themselves', async () => {
  const { session, a, b, c, done } = await filled()
  await done([a], mara)
  const marked = await done([a, b, c, 'gone'], theo, 'Called the bank')
  expect(marked).toMatchObject({ ok: true, value: { changed: 1 } })
  expect(marked.ok && marked.value.refused.map(({ id, why, by }) => [id, why, by])).toEqual([
    [a, 'already-done', 'Name of mara'],
    [c, 'ends-by-itself', null],
    ['gone', 'not-found', null],
  ])
  expect(await session.titles()).toEqual(['unknown-outcome: WIRE to c'])
  expect((await session.record(b)).item).toMatchObject({
    note: 'Called the bank',
    done: { by: { id: 'theo', name: 'Name of theo' } },
  })
  expect((await actsOf(session)).map(({ actor, kind }) => [actor, kind])).toEqual([
    ['mara', 'inbox.done'],
    ['theo', 'inbox.done'],
  ])
  // The chain never records a refused change as done.
  const [, last] = await actsOf(session)
  expect(last?.subject).toBe(b)
  expect(JSON.stringify(last)).not.toContain(c)
  expect(JSON.stringify(last)).not.toContain('gone')
})

it.each([
  ['an alert joined', { things: 2 }],
  ['its title changed', { title: 'WIRE to a: returned by the receiving bank' }],
  ['it came again', { at: '2026-11-23T16:00:00.000Z' }],
] as const)(
  'refuses to mark an item done to which %s since it was shown',
  async (_what, change) => {
    const { session, a, handlers } = await filled()
    const { item } = await session.record(a)
    await session.store.record({ actor: 't', kind: 't', subject: 't', detail: {} }, (tx) =>
      tx.updateTable('inbox_items').set(change).where('id', '=', a).execute(),
    )
    const marked = await handlers.markDone({ items: [shownItemOf(item)] }, theo)
    expect(marked).toMatchObject({ value: { changed: 0, refused: [{ id: a, why: 'changed' }] } })
    expect((await session.record(a)).item.done).toBeNull()
    expect(await actsOf(session)).toEqual([])
  },
)

it('keeps the note of one operator where another is done with the item', async () => {
  const { session, a, handlers, done } = await filled()
  const { changedAt } = (await session.record(a)).item
  await handlers.note({ id: a, note: 'Waiting for the branch', changedAt }, mara)
  await done([a], theo, 'Called the bank')
  expect((await session.record(a)).item.note).toBe('Waiting for the branch\nCalled the bank')
})

it('does an act of two operators at once only once, and names the faster one to the slower one', async () => {
  const { session, a, b, done } = await filled()
  const [one, other] = await Promise.all([done([a, b], mara), done([a, b], theo)])
  const changed = [one, other].map((each) => (each.ok ? each.value.changed : -1))
  expect(changed.sort()).toEqual([0, 2])
  expect(await actsOf(session)).toHaveLength(1)
})

it('records no act that changed nothing, and no text of a note in the chain', async () => {
  const { session, a, c, handlers, done } = await filled()
  await done([c], theo)
  await handlers.reopen({ ids: [a] }, theo)
  expect(await actsOf(session)).toEqual([])
  const { changedAt } = (await session.record(a)).item
  await handlers.note({ id: a, note: 'account 4417890', changedAt }, theo)
  expect(JSON.stringify(await actsOf(session))).not.toContain('4417890')
  expect((await actsOf(session)).map(({ subject, kind }) => [subject, kind])).toEqual([
    [a, 'inbox.noted'],
  ])
})

it('opens again an item that a person marked done, and not one that ended by itself', async () => {
  const { session, a, handlers, done } = await filled()
  await done([a], theo)
  await session.scan()
  expect((await session.record(a)).item.done).not.toBeNull()
  expect(await handlers.reopen({ ids: [a] }, mara)).toMatchObject({ value: { changed: 1 } })
  const { item, history } = await session.record(a)
  expect(item.done).toBeNull()
  expect(history.map(({ what, by }) => [what, by?.id ?? null])).toEqual([
    ['noticed', null],
    ['done', 'theo'],
    ['reopened', 'mara'],
  ])
})

it('assigns to any operator of the profile, counts it for them, and takes it back', async () => {
  const { session, a, b, handlers } = await filled()
  expect(await handlers.assign({ ids: [a], operatorId: 'nobody' }, mara)).toMatchObject({
    error: { code: 'not-found' },
  })
  await handlers.assign({ ids: [a, b], operatorId: 'theo' }, mara)
  expect(await session.inbox().counts({ id: 'theo', name: '', roles: ['checker'] })).toMatchObject({
    open: 3,
    mine: 2,
  })
  expect(await session.titles({ whose: 'mine' })).toHaveLength(2)
  expect(await session.titles({ whose: 'unassigned' })).toEqual(['unknown-outcome: WIRE to c'])
  await handlers.assign({ ids: [a], operatorId: null }, theo)
  expect(await session.titles({ whose: 'mine' })).toHaveLength(1)
  const { history } = await session.record(a)
  expect(history.map(({ what, to }) => [what, to?.id ?? null])).toEqual([
    ['noticed', null],
    ['assigned', 'theo'],
    ['unassigned', null],
  ])
})

it('refuses a note on an item that somebody else changed meanwhile', async () => {
  const { session, a, handlers } = await filled()
  const { changedAt } = (await session.record(a)).item
  session.time.ms += 1000
  expect(await handlers.note({ id: a, note: 'first', changedAt }, mara)).toMatchObject({ ok: true })
  expect(await handlers.note({ id: a, note: 'second', changedAt }, theo)).toMatchObject({
    error: { code: 'order-changed' },
  })
  expect((await session.record(a)).item.note).toBe('first')
})

it('finds items by their title whatever its case, and sorts them page by page', async () => {
  const { session } = await filled()
  expect(await session.titles({ search: 'TO B' })).toEqual(['rejected: WIRE to b: rejected'])
  const first = await session.inbox().handlers.list(
    {
      cursor: null,
      limit: 2,
      kind: 'all',
      whose: 'all',
      state: 'open',
      sort: { column: 'title', direction: 'descending' },
    },
    theo,
  )
  expect(first.ok && first.value.items.map(({ title }) => title)).toEqual([
    'WIRE to c',
    'WIRE to b: rejected',
  ])
  expect(first).toMatchObject({ value: { total: 3 } })
  const second = await session.inbox().handlers.list(
    {
      cursor: first.ok ? first.value.next : null,
      limit: 2,
      kind: 'all',
      whose: 'all',
      state: 'open',
      sort: { column: 'title', direction: 'descending' },
    },
    theo,
  )
  expect(second.ok && second.value.items.map(({ title }) => title)).toEqual(['WIRE to a: rejected'])
})
