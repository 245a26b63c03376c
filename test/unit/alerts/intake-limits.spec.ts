/**
 * Promise P2 when the store is slow, full or gone: 503, so that the bank delivers again, and never
 * a silent loss.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Store } from '../../../main/store/store.ts'
import { StoreError, type StoreFault } from '../../../main/store/store-error.ts'
import { answerWithinMs, mostPendingBytes } from '../../../main/alerts/intake/alert-intake.ts'
import type { Delivery } from '../../../main/alerts/listener/delivery.ts'
import { acknowledge } from '../../../main/alerts/listener/acknowledgment.ts'
import { deliveryOf, wireAlert } from './alert-samples.ts'
import { intakeOf } from './intakes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A store whose jobs end when the test ends them. */
function slowStore(engineKind: Store['engineKind'] = 'sqlite') {
  const under: {
    name: string
    input: unknown
    end: () => void
    fail: (code: StoreFault) => void
  }[] = []
  const work = (job: { name: string }, input: unknown) =>
    new Promise((resolve, reject) => {
      const stored = () => (input as Delivery[]).map(({ at }) => acknowledge([wireAlert()], at))
      const read = { deliveries: 0, alerts: 0, latestSeq: null, isMore: false }
      under.push({
        name: job.name,
        input,
        end: () => resolve(job.name === 'alerts.save' ? stored() : read),
        fail: (code) => reject(new StoreError(code, `${code} happened`)),
      })
    })
  const named = (name: string) => under.filter((each) => each.name === name)
  return { store: { engineKind, work } as unknown as Store, named }
}
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
const bytes = deliveryOf(wireAlert())

it('bank note 97: answers 503 before the bank times out, and stores nothing after that answer', async () => {
  const { store, named } = slowStore()
  const intake = intakeOf(store)
  const first = intake.take(bytes)
  await turns()
  const waiting = intake.take(bytes)
  await vi.advanceTimersByTimeAsync(answerWithinMs)
  expect(await first).toMatchObject({ status: 503, alerts: 0 })
  expect(await waiting).toMatchObject({ status: 503 })
  expect(intake.notStoring()).toEqual({
    since: '2026-11-23T14:00:00.250Z',
    detail: 'The store has not answered in time.',
    needsRestart: false,
  })
  named('alerts.save')[0]?.end()
  await turns()
  expect(named('alerts.save')).toHaveLength(1)
  expect(named('alerts.answered-late')).toMatchObject([{ input: { ids: ['delivery-1'] } }])
  expect(intake.notStoring()).toBeNull()
})

it('answers 503 at once while the memory limit is reached, and takes deliveries again after that', async () => {
  const { store, named } = slowStore()
  const intake = intakeOf(store)
  const big = new Uint8Array(4 * 1_048_576)
  const taken = Array.from({ length: mostPendingBytes / big.byteLength }, () => intake.take(big))
  expect(await intake.take(bytes)).toMatchObject({ status: 503 })
  await turns()
  for (let n = 0; n < 16; n += 1) {
    expect((named('alerts.save')[n]?.input as []).length).toBe(1)
    named('alerts.save')[n]?.end()
    await turns()
    if (n === 0) named('alerts.read')[0]?.end()
    await turns()
  }
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual(taken.map(() => 200))
  const next = intake.take(bytes)
  for (const each of named('alerts.read')) each.end()
  await turns()
  named('alerts.save')[16]?.end()
  expect(await next).toMatchObject({ status: 200 })
})

it.each(['full', 'io', 'unreachable', 'gone'] as const)(
  'answers 503 on %s, says since when, and 200 with the next success',
  async (code) => {
    const { store, named } = slowStore()
    const intake = intakeOf(store)
    const failed = intake.take(bytes)
    await turns()
    named('alerts.save')[0]?.fail(code)
    expect(await failed).toMatchObject({ status: 503, alerts: 0 })
    expect(intake.notStoring()).toEqual({
      since: '2026-11-23T14:00:00.250Z',
      detail: `${code} happened`,
      needsRestart: code === 'gone',
    })
    const next = intake.take(bytes)
    await turns()
    named('alerts.save')[1]?.end()
    expect(await next).toMatchObject({ status: 200 })
    expect(intake.notStoring()).toBeNull()
  },
)

it.each([0, 1, 2, 3, 4, 5, 6])(
  'takes a delivery that is sent %i turns after the previous answer, while the intake becomes idle',
  async (later) => {
    const { store, named } = slowStore()
    const intake = intakeOf(store)
    const again = intake.take(bytes).then(async () => {
      for (let turn = 0; turn < later; turn += 1) await Promise.resolve()
      return { next: intake.take(bytes) }
    })
    await turns()
    named('alerts.save')[0]?.fail('full')
    await turns()
    expect(named('alerts.save')).toHaveLength(2)
    named('alerts.save')[1]?.end()
    expect(await (await again).next).toMatchObject({ status: 200 })
  },
)

it('retries by itself a delivery that could not be read, and waits twice as long after each failure', async () => {
  const { store, named } = slowStore()
  const intake = intakeOf(store)
  void intake.take(bytes)
  await turns()
  named('alerts.save')[0]?.end()
  // The pause after which reading begins.
  await vi.advanceTimersByTimeAsync(5)
  for (const [failures, waitMs] of [5000, 10_000].entries()) {
    named('alerts.read')[failures]?.fail('full')
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    expect(named('alerts.read')).toHaveLength(failures + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(named('alerts.read')).toHaveLength(failures + 2)
  }
  named('alerts.read')[2]?.end()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(named('alerts.read')).toHaveLength(3)
  expect(intake.problems).toHaveLength(2)
})

it('never waits longer than five minutes before it reads again', async () => {
  const { store, named } = slowStore()
  const intake = intakeOf(store)
  void intake.readPending()
  await turns()
  for (let failures = 1; failures <= 10; failures += 1) {
    expect(named('alerts.read')).toHaveLength(failures)
    named('alerts.read')[failures - 1]?.fail('full')
    await vi.advanceTimersByTimeAsync(300_000)
  }
})

it('does not read again after it was settled, for its store is closed then', async () => {
  const { store, named } = slowStore()
  const intake = intakeOf(store)
  void intake.readPending()
  await turns()
  named('alerts.read')[0]?.fail('full')
  await intake.settled()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(named('alerts.read')).toHaveLength(1)
})

it('says that a restart is needed when it cannot read because the store has ended, and tries no more', async () => {
  const { store, named } = slowStore()
  const intake = intakeOf(store)
  void intake.readPending()
  await turns()
  named('alerts.read')[0]?.fail('gone')
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(named('alerts.read')).toHaveLength(1)
  expect(intake.notStoring()).toMatchObject({ needsRestart: true })
})

it('stores before it reads: waiting deliveries are flushed while there is more to read', async () => {
  const { store, named } = slowStore()
  const intake = intakeOf(store)
  void intake.take(bytes)
  await turns()
  const second = intake.take(bytes)
  named('alerts.save')[0]?.end()
  await turns()
  named('alerts.read')[0]?.end()
  await turns()
  named('alerts.save')[1]?.end()
  expect(await second).toMatchObject({ status: 200 })
})

it.each([
  ['sqlite', 64],
  ['postgres', 8],
] as const)(
  'reads as many deliveries at once in %s as may wait for each other: %i',
  async (kind, most) => {
    const { store, named } = slowStore(kind)
    const intake = intakeOf(store)
    void intake.readPending()
    await turns()
    expect(named('alerts.read')).toMatchObject([{ input: { atMost: most } }])
  },
)
