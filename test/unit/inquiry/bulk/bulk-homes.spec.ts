/** Bulk runs of workstations that share a store: one at a time sends the rows of a run. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AccountAnswer } from '../../../../preload/contract/bank/account-validation.ts'
import type { Store } from '../../../../main/store/store.ts'
import { err } from '../../../../preload/contract/kernel/result.ts'
import { MadeUpMember } from '../../store/made-up-member.ts'
import { begin, matches, open, until, type Opened } from './open-bulk.ts'

const as = (store: Store, membership: MadeUpMember): Store => ({ ...store, membership })

/** Opens two workstations on one store; the first runs some rows and waits for the answers. */
async function runningAtOne(rows = 3) {
  const { store } = await open()
  const [oneMember, twoMember] = [new MadeUpMember('one'), new MadeUpMember('two')]
  const one = await open([], as(store, oneMember))
  const answer = Promise.withResolvers<AccountAnswer>()
  onTestFinished(() => answer.resolve(matches))
  one.bank.answer = () => answer.promise
  const id = await begin(one.session, rows)
  await vi.waitFor(() => expect(one.bank.requested.length).toBeGreaterThan(0))
  const two = await open([], as(store, twoMember))
  return { one, two, oneMember, twoMember, id, answer: () => answer.resolve(matches) }
}

const stored = async ({ store }: Opened, id: string) =>
  store.read
    .selectFrom('bulk_runs')
    .select(['state', 'home'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const rowStates = async ({ store }: Opened): Promise<string[]> =>
  (await store.read.selectFrom('bulk_rows').select('state').orderBy('row').execute()).map(
    ({ state }) => state,
  )

describe('a run of another workstation', () => {
  it('goes on when this one starts, and ends there', async () => {
    const { one, two, id, answer } = await runningAtOne()
    expect(await stored(two, id)).toEqual({ state: 'running', home: 'one' })
    expect(await rowStates(two)).toContain('in-flight')
    answer()
    await until(one.session, id, ({ state }) => state === 'finished')
    expect(await rowStates(two)).toEqual(['answered', 'answered', 'answered'])
  })

  it('is neither resumed nor stopped nor paused here while it runs, and the refusal says where it runs', async () => {
    const { one, two, id, answer } = await runningAtOne()
    for (const act of [
      two.session.runs.resume(id, false, 'bob'),
      two.session.runs.stop(id, 'bob'),
      two.session.runs.pause(id, 'bob'),
      two.session.runs.retryUnknown(id, null, 'bob'),
    ])
      expect(await act).toEqual(err({ code: 'run-elsewhere', workstation: 'one' }))
    expect(await stored(two, id)).toEqual({ state: 'running', home: 'one' })
    expect(await rowStates(two)).toContain('in-flight')
    answer()
    await until(one.session, id, ({ state }) => state === 'finished')
    expect(two.bank.requested).toEqual([])
  })

  it('can be resumed here once it was paused there', async () => {
    const { one, two, id, answer } = await runningAtOne()
    await one.session.runs.pause(id, 'ann')
    answer()
    await one.session.runs.rest()
    const before = one.bank.requested.length
    await two.session.runs.resume(id, false, 'bob')
    await until(two.session, id, ({ state }) => state === 'finished')
    expect(await stored(two, id)).toEqual({ state: 'finished', home: 'two' })
    expect(one.bank.requested).toHaveLength(before)
    expect(new Set([...one.bank.requested, ...two.bank.requested]).size).toBe(
      one.bank.requested.length + two.bank.requested.length,
    )
    expect(await one.session.runs.get(id)).toMatchObject({ value: { state: 'finished' } })
  })
})

describe('a run of a workstation that is gone', () => {
  it('is interrupted by the keeper', async () => {
    const { two, twoMember, id, answer } = await runningAtOne()
    twoMember.keep()
    twoMember.hears('one')
    await until(two.session, id, ({ state }) => state === 'interrupted')
    answer()
  })

  it('is interrupted as well where it has no workstation, from before the store was shared', async () => {
    const { two, twoMember, id, answer } = await runningAtOne()
    await two.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, (tx) =>
      tx.updateTable('bulk_runs').set({ home: null }).execute(),
    )
    twoMember.keep()
    await until(two.session, id, ({ state }) => state === 'interrupted')
    answer()
  })

  it('stays as it is where the workstation is back', async () => {
    const { one, two, twoMember, id, answer } = await runningAtOne()
    twoMember.isStillGone = false
    twoMember.keep()
    twoMember.hears('one')
    await vi.waitFor(() => expect(twoMember.asked.keepGone).toBeGreaterThan(0))
    expect(await stored(two, id)).toMatchObject({ state: 'running' })
    answer()
    await until(one.session, id, ({ state }) => state === 'finished')
  })

  it('sends no further row when the workstation wakes', async () => {
    const { one, two, twoMember, id, answer } = await runningAtOne(200)
    twoMember.keep()
    twoMember.hears('one')
    await until(two.session, id, ({ state }) => state === 'interrupted')
    const before = one.bank.requested.length
    answer()
    await until(one.session, id, ({ trouble }) => trouble?.includes('was gone') === true)
    await one.session.rest()
    expect(one.bank.requested).toHaveLength(before)
    expect(await rowStates(two)).toContain('waiting')
    expect(await stored(two, id)).toMatchObject({ state: 'interrupted' })
  })

  it('goes on here, and the one that wakes leaves it alone', async () => {
    const { one, two, twoMember, id, answer } = await runningAtOne(200)
    twoMember.keep()
    twoMember.hears('one')
    await until(two.session, id, ({ state }) => state === 'interrupted')
    const second = Promise.withResolvers<AccountAnswer>()
    onTestFinished(() => second.resolve(matches))
    two.bank.answer = () => second.promise
    await two.session.runs.resume(id, false, 'bob')
    await vi.waitFor(() => expect(two.bank.requested.length).toBeGreaterThan(0))
    const before = one.bank.requested.length
    answer()
    await one.session.rest()
    expect(one.bank.requested).toHaveLength(before)
    expect(await stored(two, id)).toEqual({ state: 'running', home: 'two' })
    second.resolve(matches)
    await until(two.session, id, ({ state }) => state === 'finished')
    // Nobody knows whether the bank answered the rows that were on their way.
    const states = await rowStates(two)
    expect(states.filter((state) => state === 'unknown')).toHaveLength(before)
    expect(states.filter((state) => state === 'answered')).toHaveLength(200 - before)
  })
})
