/** A body that is made to break readers, end to end: real listener, real intake, real store. */
import { expect, it } from 'vitest'
import { newStorePath, open } from '../store/stores.ts'
import { bytesOf, deliveryOf, wireAlert } from './alert-samples.ts'
import { alertsIn, deliveriesIn, intakeOf } from './intakes.ts'
import { post, RunningListener, statusOf } from './support/running-listener.ts'

const deep = 100_000

it.each([
  ['arrays', '['.repeat(deep) + ']'.repeat(deep)],
  ['objects', '{"a":'.repeat(deep) + '1' + '}'.repeat(deep)],
  ['an alert', `{"alertNotificationRequest":${'['.repeat(deep)}${']'.repeat(deep)}}`],
])(
  'answers 400 to %s nested 100,000 deep, holds them byte for byte, and takes the next alert',
  async (_kind, body) => {
    const store = await open(newStorePath())
    const intake = intakeOf(store)
    await using runningListener = await RunningListener.open({
      accept: (delivery) => intake.accept(delivery),
    })
    expect(statusOf(await runningListener.send(post(body)))).toBe(400)
    expect(
      statusOf(await runningListener.send(post(Buffer.from(deliveryOf(wireAlert())).toString()))),
    ).toBe(200)
    await intake.settled()
    expect(intake.problems).toEqual([])
    expect(intake.notStoring()).toBeNull()
    const [held, taken] = await deliveriesIn(store)
    expect(held).toMatchObject({ answered: 400, quarantine_reason: 'too-deep', alerts: 0 })
    expect(Buffer.from(held?.body ?? '').equals(bytesOf(body))).toBe(true)
    expect(taken).toMatchObject({ answered: 200, quarantine_reason: null, alerts: 1 })
    expect(await alertsIn(store)).toHaveLength(1)
  },
)
