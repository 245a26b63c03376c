/**
 * Alerts that wait: held back by a scenario, for a moved subscriber, or for their turn among many.
 */
import { expect, it } from 'vitest'
import { openSession } from './open-sender.ts'
import { alertsIn, Receiver } from './receiver.ts'
import { nextWaitMs } from '../../../../main/practice/alerts/retry-schedule.ts'

const second = 1000

it('holds alerts that were sent on demand back for 30 s under "Late", once', async () => {
  await using session = await openSession('alerts-late')
  await session.send('incoming-wire', 3)
  session.clock.advance(30 * second - 1)
  await session.sender.tick()
  expect(session.receiver.received).toEqual([])
  const dueAt = new Date(session.clock.now().getTime() + 1).toISOString()
  expect(session.sender.state()).toMatchObject({ waiting: 3, nextAttemptAt: dueAt })
  await session.send('incoming-wire', 2)
  expect(session.receiver.received.map((one) => alertsIn(one).length)).toEqual([2])
  session.clock.advance(1)
  await session.sender.tick()
  expect(session.receiver.received.map((one) => alertsIn(one).length)).toEqual([2, 3])
  expect(session.sender.state()).toMatchObject({ waiting: 0, nextAttemptAt: null, acknowledged: 5 })
})

it('does not use "Late" up while nothing happens', async () => {
  await using session = await openSession('alerts-late')
  await session.sender.tick()
  session.sender.add([])
  await session.send('ach', 1)
  expect(session.receiver.received).toEqual([])
})

it('sends the latest alert first under "Out of order", and in order again after it', async () => {
  await using session = await openSession('alerts-out-of-order')
  // Each transaction id ends with the alert's running number.
  const numbers = (calls: Awaited<ReturnType<typeof session.send>>): number[][] =>
    calls.map((alerts) =>
      alerts.map(({ alertBody }) => Number(String(alertBody['tranId']).slice(-8))),
    )
  await session.send('incoming-wire', 3)
  expect(numbers(await session.send('incoming-wire', 3))).toEqual([
    [3, 2, 1],
    [4, 5, 6],
  ])
})

it('delivers 10,000 alerts sent at once in order, each once', async () => {
  await using session = await openSession()
  const calls = await session.send('incoming-rtp', 10_000)
  const numbers = calls.flat().map(({ alertBody }) => Number(String(alertBody['tranId']).slice(-8)))
  expect(calls).toHaveLength(100)
  expect(numbers).toEqual(Array.from({ length: 10_000 }, (_, at) => at + 1))
})

it('delivers waiting alerts to a listener that comes back on another port, once and unchanged', async () => {
  await using session = await openSession()
  await using moved = await Receiver.open()
  session.receiver.answers.push(() => ({ status: 503, body: {} }))
  await session.send('ach', 2)
  await session.receiver.shut()
  session.clock.advance(30 * second)
  await session.sender.tick()
  expect(session.sender.state()).toMatchObject({ retries: 2, waiting: 2 })
  await session.sender.subscribe({ ...moved.subscription, password: 'another' })
  session.clock.advance(30 * second)
  await session.sender.tick()
  expect(moved.received.map(({ text }) => text)).toEqual([session.receiver.received[0]?.text])
  expect(moved.received[0]?.authorization).toBe(
    `Basic ${Buffer.from('bank:another').toString('base64')}`,
  )
  expect(session.sender.state()).toMatchObject({ waiting: 0, givenUp: 0, acknowledged: 2 })
})

it('takes a call that was under way when the subscriber moved to the new address', async () => {
  await using session = await openSession()
  await using moved = await Receiver.open()
  const arrived = session.receiver.holdNext()
  const sent = session.send('ach', 1)
  await arrived
  await session.sender.subscribe(moved.subscription)
  await sent
  session.clock.advance(30 * second)
  await session.sender.tick()
  expect(moved.received).toHaveLength(1)
  expect(session.sender.state()).toMatchObject({ waiting: 0, givenUp: 0, acknowledged: 1 })
})

it('drops a call that was under way when it was cleared', async () => {
  await using session = await openSession()
  await using moved = await Receiver.open()
  const arrived = session.receiver.holdNext()
  const sent = session.send('ach', 1)
  await arrived
  session.sender.clear()
  await session.sender.subscribe(moved.subscription)
  await sent
  expect(session.sender.state()).toMatchObject({ waiting: 0, attempts: 0, retries: 0 })
})

it('bank note 96: stretches both waits and window by the scale of the retries', async () => {
  await using session = await openSession()
  await session.sender.subscribe({ ...session.receiver.subscription, retryScale: 1 / 60 })
  session.receiver.answers.push(
    ...Array.from({ length: 20 }, () => () => ({ status: 503, body: {} })),
  )
  await session.send('ach', 1)
  // A 60th of 30 s, of 90 minutes and of five hours.
  const waits = [500, 500, 500, ...Array.from({ length: 6 }, () => 90_000), 300_000, 300_000]
  for (const [at, wait] of waits.entries()) {
    session.clock.advance(wait - 1)
    await session.sender.tick()
    expect(session.receiver.received).toHaveLength(at + 1)
    session.clock.advance(1)
    await session.sender.tick()
    expect(session.receiver.received).toHaveLength(at + 2)
  }
  expect(session.sender.state()).toMatchObject({ givenUp: 1, nextAttemptAt: null })
  expect(nextWaitMs(1, 24 * 60_000, 1 / 60)).toBeNull()
})
