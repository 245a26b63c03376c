/**
 * Promise P2 against anything that a network can bring: 20,000 bodies, good ones and random ones,
 * are accepted without a throw; each gets the answer for its kind, and every acknowledged one is
 * there after a reopening.
 */
import { expect, it } from 'vitest'
import { itInFile, newStorePath, open } from '../store/stores.ts'
import { seeded } from '../support/seeded.ts'
import type { Delivery, DeliveryAnswer } from '../../../main/alerts/listener/delivery.ts'
import { storeDeliveries } from '../../../main/alerts/intake/store-deliveries.ts'
import { readDeliveries } from '../../../main/alerts/intake/read-deliveries.ts'
import { anyBody } from './any-body.ts'
import { acknowledgments, deliveriesIn, intakeOf, receiptsIn } from './intakes.ts'
import { connectionTo, jobContextIn, makeTables } from './in-process-context.ts'

const seed = 20_261_123
const bodies = 20_000
const at = '2026-11-23T14:00:00.250Z'

/** The answer has the right form, with an acknowledgment for each alert that it counts. */
function expectSound(answer: DeliveryAnswer): void {
  if (answer.status === 200) expect(acknowledgments(answer)).toHaveLength(answer.alerts)
  else expect(answer).toMatchObject({ status: 400, alerts: 0 })
}

itInFile(
  'takes 20,000 bodies of every kind: none fails, and every acknowledged alert is stored',
  async () => {
    const file = newStorePath()
    const random = seeded(seed)
    const connection = connectionTo(file)
    makeTables(connection)
    const session = jobContextIn(connection)
    const acknowledged: string[] = []
    const withheld: string[] = []
    for (let n = 0; n < bodies; n += 50) {
      const deliveries = Array.from({ length: 50 }, (_, index): Delivery => {
        const id = `d-${String(n + index)}`
        return { id, at, remote: null, contentType: null, bytes: anyBody(random) }
      })
      const answers = await storeDeliveries.run(session, deliveries)
      expect(answers).toHaveLength(50)
      for (const [index, answer] of answers.entries()) {
        expectSound(answer)
        const ids = answer.status === 200 ? acknowledgments(answer) : []
        acknowledged.push(...ids.map(({ confirmationGUID }) => confirmationGUID))
        if (answer.status === 400) withheld.push(`d-${String(n + index)}`)
      }
      while ((await readDeliveries.run(session, { at, atMost: 64, isAfterCrash: true })).isMore);
    }
    connection.close()

    const again = connectionTo(file)
    const stored = new Set(again.prepare('SELECT confirmation FROM alert_receipts').pluck().all())
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(bodies / 10)
    const quarantined = again.prepare(
      'SELECT id FROM alert_deliveries WHERE quarantine_reason IS NOT NULL',
    )
    expect(new Set(quarantined.pluck().all())).toEqual(new Set(withheld))
    expect(withheld.length).toBeGreaterThan(bodies / 10)
    const count = 'SELECT count(*) FROM alert_deliveries WHERE size = length(body)'
    expect(again.prepare(count).pluck().get()).toBe(bodies)
    const receipts = again.prepare('SELECT count(*) FROM alert_receipts').pluck().get()
    expect(receipts).toBe(acknowledged.length)
    again.close()
  },
  600_000,
)

it('takes bodies of every kind through the worker of the product', async () => {
  const file = newStorePath()
  const random = seeded(seed + 1)
  const store = await open(file)
  const intake = intakeOf(store)
  const sent = Array.from({ length: 1000 }, () => anyBody(random))
  const answers = await Promise.all(sent.map((bytes) => intake.take(bytes)))
  for (const answer of answers) expectSound(answer)
  await intake.settled()
  expect(intake.problems).toEqual([])
  await store.close()

  const again = await open(file)
  const deliveries = await deliveriesIn(again)
  expect(deliveries.map(({ body }) => Buffer.from(body).toString('hex'))).toEqual(
    sent.map((bytes) => Buffer.from(bytes).toString('hex')),
  )
  expect(deliveries.map(({ answered }) => answered)).toEqual(answers.map(({ status }) => status))
  expect(await receiptsIn(again)).toHaveLength(answers.reduce((sum, { alerts }) => sum + alerts, 0))
}, 300_000)
