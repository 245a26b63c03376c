/** Two workstations on one store, of which one listens for alerts at a time, and what coverage says. */
import { Agent, request } from 'undici'
import type { Client } from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createAlerts } from '../../../main/alerts/alerts.ts'
import type { AlertEvents } from '../../../main/alerts/alert-events.ts'
import { createWatch, type Watch } from '../../../main/assurance/coverage/watch.ts'
import { createEvents } from '../../../main/platform/events.ts'
import { newId } from '../../../main/platform/identifiers.ts'
import { clockOf } from '../../../main/store/team-clock.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import { duties, dutyLocks } from '../../../main/store/membership.ts'
import type { Store } from '../../../main/store/store.ts'
import { describeOnPostgres, newDatabase } from '../../postgres/databases.ts'
import { openMember } from '../../postgres/members.ts'
import { template } from '../../postgres/server.ts'
import { setup } from '../../unit/alerts/support/listening-service.ts'

const soon = { timeout: 60_000, interval: 20 }
const minute = 60_000

/**
 * A workstation that listens whenever it may; its timers ring only when the test says so. `passed`: how
 * much later it is for coverage.
 */
async function workstation(database: Client, id: string, passed = { ms: 0 }) {
  const store = await openMember(database, id)
  const clock = clockOf(systemClock, store.membership)
  const problems: unknown[] = []
  const report = (_where: string, problem: unknown): void => void problems.push(problem)
  const events = createEvents<AlertEvents>(report)
  let ring = (): void => undefined
  const context = { store, clock, newId, report, emitEvent: () => undefined }
  const watch: Watch = createWatch({
    ...context,
    clock: { ...clock, now: () => new Date(clock.now().getTime() + passed.ms) },
    profile: () => ({ details: null, accounts: [], batchAccounts: [] }),
    gapsWait: () => undefined,
    changed: () => undefined,
    startTimer: (_afterMs, rings) => {
      ring = rings
      return () => undefined
    },
  })
  events.on('listener.running', ({ running, isThere }) => watch.listenerChanged(running, isThere))
  events.on('intake.storing', (notStoring) => watch.storing(notStoring))
  const { intake, listener } = await createAlerts(context, events.emit)
  onTestFinished(async () => {
    await listener.close()
    await intake.settled()
    await watch.close()
  })
  await listener.apply(setup)
  return { store, listener, watch, problems, ring: () => ring() }
}
type Workstation = Awaited<ReturnType<typeof workstation>>

/** Ends the session that stands for the workstation that listens, as the loss of its line does. */
const loseListener = (database: Client): Promise<unknown> =>
  database.query(`
    SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND classid = ${String(dutyLocks)}
      AND objid = ${String(duties.indexOf('listener') + 1)}
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)

const untilOneListens = (all: readonly Workstation[]): Promise<Workstation> =>
  vi.waitFor(() => {
    const those = all.filter(({ listener }) => listener.running().state === 'listening')
    expect(those).toHaveLength(1)
    return those[0] ?? expect.fail('nobody listens')
  }, soon)

const alert = JSON.stringify({
  alertNotificationRequest: [
    {
      alertNotification: {
        alertHeader: {
          alertSentDateAndTime: '2026-11-28T13:59:58Z',
          alertCode: 'AL00906',
          eapAlertGUID: 'G-1',
        },
        alertBody: { transactionStatus: 'COLLECTED', traceNumber: '1', transactionAmount: 5 },
      },
    },
  ],
})

async function deliver({ listener }: Workstation): Promise<number> {
  const running = listener.running()
  if (running.state !== 'listening') throw new Error(running.state)
  const agent = new Agent({ connect: { ca: setup.certificate.chain } })
  const { userName, password } = setup.credentials
  const basic = Buffer.from(`${userName}:${password}`).toString('base64')
  const { statusCode, body } = await request(running.address, {
    dispatcher: agent,
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: alert,
  })
  await body.dump()
  await agent.close()
  return statusCode
}

const spansIn = ({ read }: Store) =>
  read.selectFrom('listener_watch').selectAll().orderBy('id').execute()
const gapsIn = ({ read }: Store) => read.selectFrom('alert_gaps').selectAll().execute()

/** A workstation may be lost at any moment where the machine is busy: then the bank tries again. */
const deliverTo = (all: readonly Workstation[]): Promise<void> =>
  vi.waitFor(async () => expect(await deliver(await untilOneListens(all))).toBe(200), soon)

describeOnPostgres('workstations of which one listens', () => {
  it('take over when it closes or is lost, and show who listens', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await workstation(database, 'one'), await workstation(database, 'two')]
    const both = [one, two]
    const states = () => both.map(({ listener }) => listener.state().team?.state).sort()
    await vi.waitFor(() => expect(states()).toEqual(['other', 'this']), soon)
    await deliverTo(both)
    await loseListener(database)
    await vi.waitFor(async () => expect((await spansIn(one.store)).length).toBeGreaterThan(1), soon)
    await deliverTo(both)
    const listens = await untilOneListens(both)
    await listens.listener.close()
    const other = listens === one ? two : one
    await deliverTo([other])
    // Each is the same alert, which is stored once.
    await vi.waitFor(async () => {
      const rows = await other.store.read.selectFrom('alerts').select('receipts').execute()
      expect(rows).toHaveLength(1)
      expect(rows[0]?.receipts).toBeGreaterThan(2)
    }, soon)
    await Promise.all(both.map(({ watch }) => watch.settled()))
    expect(await gapsIn(other.store)).toEqual([])
  })

  it('end the span of a workstation that was lost at its last sign of life', async () => {
    const database = await newDatabase(template)
    const one = await workstation(database, 'one')
    const heardListening = () => one.store.membership.workstations()[0]?.listenedAt ?? ''
    await vi.waitFor(async () => {
      const [span] = (await spansIn(one.store)).reverse()
      expect(heardListening() > (span?.from_at ?? 'z')).toBe(true)
    }, soon)
    await loseListener(database)
    await vi.waitFor(async () => expect((await spansIn(one.store)).length).toBeGreaterThan(1), soon)
    const spans = await spansIn(one.store)
    expect(spans[0]).toMatchObject({ ended: 'lost', workstation: 'one' })
    for (const [at, next] of spans.slice(1).entries())
      expect((spans[at]?.until_at ?? 'z') <= next.from_at).toBe(true)
    expect(spans.some(({ from_at: from, until_at: until }) => until > from)).toBe(true)
  })

  it('record as a gap the time in which none of them listened', async () => {
    const database = await newDatabase(template)
    const passed = { ms: 0 }
    const one = await workstation(database, 'one', passed)
    await untilOneListens([one])
    await one.watch.settled()
    await one.listener.apply('not-enabled')
    await one.watch.settled()
    passed.ms = 5 * minute
    await vi.waitFor(async () => {
      one.ring()
      await one.watch.settled()
      expect(await gapsIn(one.store)).toMatchObject([
        { cause: 'not-running', state: 'open', detail: 'not-enabled' },
      ])
    }, soon)
    const two = await workstation(database, 'two', passed)
    await untilOneListens([two])
    await vi.waitFor(
      async () =>
        expect(await gapsIn(two.store)).toMatchObject([{ cause: 'not-running', state: 'waiting' }]),
      soon,
    )
    const [span] = (await spansIn(two.store))
      .filter(({ workstation: of }) => of === 'one')
      .reverse()
    const [gap] = await gapsIn(two.store)
    expect(gap?.from_at).toBe(span?.until_at)
    one.ring()
    await one.watch.settled()
    expect(await gapsIn(two.store)).toHaveLength(1)
  })
})
