/**
 * Entries originated here, at a real practice bank, while no alert arrived: after a sweep their
 * state is the same as if every alert had arrived.
 */
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSweeps } from '../../../../main/assurance/coverage/sweeps/sweeps.ts'
import type { Scenario } from '../../../../preload/contract/api/practice/practice-scenarios.ts'
import { emptyDetails } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { ok } from '../../../../preload/contract/kernel/result.ts'
import { openTracking, entry, mara } from '../../money/batch/open-tracking.ts'
import { must } from '../../money/batch/open-batches.ts'
import { answeredInquiry } from './open-sweeps.ts'
import { quiet } from '../../money/order/support/own-time.ts'

async function openOwnSweeps() {
  const session = await openTracking()
  const { bank, store, tracking } = session
  const problems: unknown[] = []
  const timers: (() => void)[] = []
  const context = {
    ...session.context,
    profile: () => {
      const [account] = session.context.profile().accounts
      return { details: emptyDetails, accounts: account ? [account] : [] }
    },
    connection: { ...session.context.connection, pausedUntil: () => null, open: () => undefined },
    newId: () => crypto.randomUUID(),
    report: (where: string, problem: unknown) => void problems.push([where, String(problem)]),
  }
  const orders = {
    inquireForSweep: () => Promise.resolve(ok({ state: 'accepted' as const, ...answeredInquiry })),
    inquireSoon: () => undefined,
  }
  let ended = (): void => undefined
  const sweeps = createSweeps(
    context,
    { orders, batches: tracking, changed: () => sweeps.running() ?? ended() },
    {
      lists: () => bank.inquiry,
      startTimer: (_ms, run) => {
        timers.push(run)
        return () => undefined
      },
    },
  )
  onTestFinished(() => sweeps.stop())
  return {
    ...session,
    problems,
    /** Sweeps a gap of the last hour to its end. */
    async swept(): Promise<void> {
      const now = bank.clock.now()
      const act = { actor: 'system', kind: 'test.gap', subject: 'gap', detail: {} }
      await store.record(act, async (tx) => {
        await tx
          .insertInto('alert_gaps')
          .values({
            id: crypto.randomUUID(),
            cause: 'not-running',
            state: 'waiting',
            sweep_id: null,
            from_at: new Date(now.getTime() - 3_600_000).toISOString(),
            until_at: now.toISOString(),
            found_at: now.toISOString(),
          })
          .execute()
      })
      const end = new Promise<void>((resolve) => (ended = resolve))
      await sweeps.start()
      sweeps.gapsWait()
      await end
      await quiet(store)
    },
    items: () => store.read.selectFrom('recovered_items').selectAll().orderBy('seq').execute(),
  }
}

const debit = () => entry({ creditDebitCode: 'D' })
const facts = (
  one: Awaited<ReturnType<Awaited<ReturnType<typeof openOwnSweeps>>['entries']>>[number],
) => ({
  bank_status: one.bank_status,
  return_code: one.return_code,
  change_code: one.change_code,
  change_data: one.change_data,
  return_date: one.return_date,
  isBack: one.returned_at !== null,
})

describe('a sweep over entries that were originated here', () => {
  it.each([
    ['settled', undefined, { bank_status: 'settled' }],
    ['returned', 'entry-returned', { bank_status: 'returned', return_code: 'R01' }],
    ['changed', 'entry-changed', { bank_status: 'settled', change_code: 'C01' }],
  ] as const)(
    'bank note 54: applies nothing to an entry that was %s, like a poll of its batch',
    async (_what, scenario: Scenario | undefined, expected) => {
      const session = await openOwnSweeps()
      const options = scenario ? { scenario } : {}
      const swept = await session.accepted([debit(), debit()], options)
      session.bank.clock.pass(130_000)
      await session.swept()
      const before = (await session.entries(swept)).map(facts)
      expect(before[0]).toMatchObject(expected)
      expect(session.problems).toEqual([])
      await session.request(swept)
      expect((await session.entries(swept)).map(facts)).toEqual(before)
      expect(await session.acts('batch.swept')).toContain(swept)
    },
  )

  it('names the entry of each found item, and marks a change as found by inquiry', async () => {
    const session = await openOwnSweeps()
    const id = await session.accepted([debit()], { scenario: 'entry-changed' })
    session.bank.clock.pass(130_000)
    await session.swept()
    const [only] = await session.entries(id)
    const about = (await session.items()).filter(({ entry_id: entryId }) => entryId === only?.id)
    expect(about.map(({ event }) => event).sort()).toEqual(['C01', 'COLLECTED', 'SETTLED'])
    expect(about.every(({ call_id: callId }) => callId !== null)).toBe(true)
    expect(await session.events(only?.id ?? '')).toContainEqual(
      expect.objectContaining({ source: 'inquiry', text: 'SETTLED' }),
    )
  })

  it('applies nothing twice, and finds nothing twice', async () => {
    const session = await openOwnSweeps()
    const id = await session.accepted([debit()])
    session.bank.clock.pass(130_000)
    await session.swept()
    const [only] = await session.entries(id)
    const items = await session.items()
    const events = await session.events(only?.id ?? '')
    await session.swept()
    expect(await session.items()).toEqual(items)
    expect(await session.events(only?.id ?? '')).toEqual(events)
    expect(await session.acts('batch.swept')).toEqual([id])
  })

  it('applies an entry on the account that the bank debits, whatever account its batch names', async () => {
    const session = await openOwnSweeps()
    const form = { accountId: 'practice-2' }
    const id = await session.accepted([debit()], { form, scenario: 'entry-changed' })
    session.bank.clock.pass(130_000)
    await session.swept()
    const [only] = await session.entries(id)
    expect(only).toMatchObject({ bank_status: 'settled', change_code: 'C01' })
    const about = (await session.items()).filter(({ entry_id: entryId }) => entryId === only?.id)
    expect(about.map(({ event }) => event).sort()).toEqual(['C01', 'COLLECTED', 'SETTLED'])
  })

  it('notifies the window of the batch, which a person can query as before', async () => {
    const session = await openOwnSweeps()
    const id = await session.accepted([debit()])
    session.bank.clock.pass(130_000)
    session.emitted.length = 0
    await session.swept()
    expect(session.emitted).toContainEqual(['batches.changed', { id }])
    must(await session.tracking.handlers.poll({ id }, mara))
  })
})
