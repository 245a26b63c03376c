/** What a workstation that starts finds begun: only what nobody else may still do is its own. */
import { expect, it, vi } from 'vitest'
import { createWatch } from '../../../main/assurance/coverage/watch.ts'
import { endGapsOfGone, saveGap } from '../../../main/assurance/coverage/gap-records.ts'
import { OpenGap } from '../../../main/assurance/coverage/open-gap.ts'
import {
  addRows,
  beginSet,
  completeSet,
  currentSet,
  unfinishedSets,
} from '../../../main/inquiry/payment-inquiry/participant-records.ts'
import { saveBegun, shownStored, storedRun } from '../../../main/money/batch/ownership/store.ts'
import { newId } from '../../../main/platform/identifiers.ts'
import type { Store } from '../../../main/store/store.ts'
import { describeOnPostgres, newDatabase } from '../../postgres/databases.ts'
import { openMember, tenth } from '../../postgres/members.ts'
import { template } from '../../postgres/server.ts'
import { listening } from '../../unit/assurance/coverage/open-watch.ts'
import { stillClock } from '../../unit/store/stores.ts'

const soon = { timeout: 10_000, interval: 20 }
const now = stillClock.now().getTime()
const hour = 3_600_000

async function twoOfThem(): Promise<readonly [Store, Store]> {
  const database = await newDatabase(template)
  return [await openMember(database, 'one', tenth), await openMember(database, 'two', tenth)]
}

const contextOf = (store: Store) => ({
  store,
  newId,
  clock: { ...stillClock, monotonicMs: () => 0 },
})
/** Begins to watch a listener, as a start of the program does. */
async function startWatch(store: Store): Promise<void> {
  const watch = createWatch({
    ...contextOf(store),
    profile: () => ({ details: null, accounts: [] }),
    report: (where: string, problem: unknown) => {
      throw new Error(where, { cause: problem })
    },
    gapsWait: () => undefined,
    changed: () => undefined,
    startTimer: () => () => undefined,
  })
  watch.listenerChanged(listening, true)
  await watch.settled()
}
const gapsIn = ({ read }: Store) =>
  read.selectFrom('alert_gaps').select(['cause', 'state', 'until_at']).execute()
const turnedAway = { cause: 'rejected', fromMs: now - hour, detail: 'credentials' } as const

describeOnPostgres('a gap of alerts that is open', () => {
  it('stays so on its workstation while others start, and ends when that one starts again', async () => {
    const [one, two] = await twoOfThem()
    await saveGap(contextOf(one), { ...turnedAway, untilMs: null })
    await startWatch(two)
    expect(await gapsIn(two)).toMatchObject([{ state: 'open' }])
    await startWatch(one)
    expect(await gapsIn(two)).toMatchObject([{ state: 'waiting' }])
  })

  it('ends with the last sign of life of a workstation that is gone', async () => {
    const [one, two] = await twoOfThem()
    await saveGap(contextOf(one), { ...turnedAway, untilMs: null })
    await endGapsOfGone(contextOf(two))
    expect(await gapsIn(two)).toMatchObject([{ state: 'open' }])
    await one.close()
    await vi.waitFor(() => expect(two.membership.gone()).toEqual(['one']), soon)
    await endGapsOfGone(contextOf(two))
    const seen = two.membership.workstations().find(({ id }) => id === 'one')
    expect(await gapsIn(two)).toMatchObject([{ state: 'waiting', until_at: seen?.heardAt }])
  })

  it('is swept to its true end where its workstation was taken for gone and was not', async () => {
    const [one] = await twoOfThem()
    const gap = new OpenGap(contextOf(one), turnedAway)
    await gap.save()
    await one.record(
      { actor: 'system', kind: 'coverage.gap-ended', subject: '', detail: {} },
      (tx) =>
        tx
          .updateTable('alert_gaps')
          .set({
            state: 'waiting',
            until_at: new Date(now - hour / 2).toISOString(),
            sweep_id: null,
          })
          .execute(),
    )
    await gap.end(now)
    const ends = (await gapsIn(one)).map(({ until_at: until }) => until)
    expect(ends).toContain(new Date(now).toISOString())
    expect((await gapsIn(one)).every(({ state }) => state === 'waiting')).toBe(true)
  })
})

describeOnPostgres('a list of participants', () => {
  const at = stillClock.now().toISOString()
  const places = { name: null, routing: null }
  const done = (id: string) => ({
    id,
    at,
    actor: 'ann',
    columns: '[]',
    name_column: null,
    routing_column: null,
    row_count: 1,
  })

  it('that one workstation downloads is not removed where another begins', async () => {
    const [one, two] = await twoOfThem()
    await beginSet(one, 'of one', at, 'ann')
    await beginSet(two, 'of two', at, 'ann')
    expect(await unfinishedSets(one)).toMatchObject([{ id: 'of one' }])
    expect(await unfinishedSets(two)).toMatchObject([{ id: 'of two' }])
    for (const [store, id] of [
      [one, 'of one'],
      [two, 'of two'],
    ] as const)
      await addRows(store, { id, actor: 'ann' }, { from: 0, rows: [['x']], places })
    await completeSet(two, done('of two'))
    await expect(completeSet(one, done('of one'))).rejects.toThrow('another workstation')
    expect(await currentSet(one)).toMatchObject({ id: 'of two', is_current: 1 })
  })
})

describeOnPostgres('a run of ownership checks without an end', () => {
  it('is said to be of another workstation there, and interrupted where it began', async () => {
    const [one, two] = await twoOfThem()
    const run = {
      id: 'b1',
      state: 'running',
      why: null,
      done: 0,
      of: 3,
      reused: 0,
      remaining: 3,
    } as const
    const wish = { entryIds: null, maxAgeHours: 24, since: null }
    await saveBegun(one, run, wish, 'ann')
    const whyOn = async ({ read, membership: { home } }: Store): Promise<string | null> => {
      const stored = await storedRun({ read }, 'b1')
      return stored && shownStored('b1', stored, 3, home).why
    }
    expect(await whyOn(one)).toMatch(/^The program ended/)
    expect(await whyOn(two)).toMatch(/^Another workstation started the check/)
  })
})
