/** The practice bank's alert sender with a real subscriber: schedule, forms, and checks. */
import { describe, expect, it } from 'vitest'
import { AchLedger } from '../../../../main/practice/ach/ledger.ts'
import { achAlert } from '../../../../main/practice/alerts/alert-forms.ts'
import type { AlertScenario } from '../../../../main/practice/scenario.ts'
import type { SendAlertsOrder } from '../../../../preload/contract/api/practice/practice.ts'
import { acknowledge, alertsIn, type Alert, type Answer } from './receiver.ts'
import { openSession } from './open-sender.ts'

const minute = 60_000
const hour = 60 * minute

const answering = (status: number) => (): Answer => ({ status, body: {} })
const guidsOf = (alerts: readonly Alert[] = []): unknown[] =>
  alerts.map(({ alertHeader }) => alertHeader['eapAlertGUID'])

describe('the sender of alerts', () => {
  it('delivers up to 100 in one call, with the credentials of the subscription', async () => {
    await using session = await openSession()
    const calls = await session.send('incoming-wire', 250)
    expect(calls.map(({ length }) => length)).toEqual([100, 100, 50])
    expect(new Set(calls.flatMap(guidsOf)).size).toBe(250)
    expect(session.receiver.received[0]?.authorization).toBe(
      `Basic ${Buffer.from('bank:secret').toString('base64')}`,
    )
    expect(session.sender.state()).toMatchObject({ acknowledged: 250, delivered: 3, waiting: 0 })
    expect(session.breaches.list()).toEqual([])
  })

  it('bank note 96: tries again after 3 times 30 s, 6 times 90 min and twice 5 h; a third would be too late', async () => {
    await using session = await openSession()
    session.receiver.answers.push(...Array.from({ length: 20 }, () => answering(503)))
    await session.send('ach', 1)
    const waits = [
      ...Array.from({ length: 3 }, () => minute / 2),
      ...Array.from({ length: 6 }, () => 90 * minute),
      ...Array.from({ length: 2 }, () => 5 * hour),
    ]
    for (const [at, wait] of waits.entries()) {
      session.clock.advance(wait - 1)
      await session.sender.tick()
      expect(session.receiver.received).toHaveLength(at + 1)
      session.clock.advance(1)
      await session.sender.tick()
      expect(session.receiver.received).toHaveLength(at + 2)
    }
    expect(session.sender.state()).toMatchObject({ givenUp: 1, nextAttemptAt: null, waiting: 0 })
    session.clock.advance(24 * hour)
    await session.sender.tick()
    expect(session.receiver.received).toHaveLength(12)
  })

  it('delivers the same bytes when it tries again', async () => {
    await using session = await openSession()
    session.receiver.answers.push(answering(500), () => 'hang-up')
    await session.send('payment', 3)
    for (let at = 0; at < 2; at += 1) {
      session.clock.advance(minute / 2)
      await session.sender.tick()
    }
    expect(session.receiver.received).toHaveLength(3)
    expect(new Set(session.receiver.received.map(({ text }) => text)).size).toBe(1)
    expect(session.sender.state()).toMatchObject({ retries: 2, acknowledged: 3, givenUp: 0 })
  })

  it.each([400, 401, 403])('bank note 95: gives alerts up after a %i', async (status) => {
    await using session = await openSession()
    session.receiver.answers.push(answering(status))
    await session.send('ach', 2)
    session.clock.advance(6 * hour)
    await session.sender.tick()
    expect(session.receiver.received).toHaveLength(1)
    expect(session.sender.state()).toMatchObject({ givenUp: 2, retries: 0, acknowledged: 0 })
  })

  it('stores events while nobody has subscribed', async () => {
    await using session = await openSession()
    await session.sender.subscribe(null)
    expect(await session.send('incoming-rtp', 3)).toEqual([])
    expect(session.sender.state()).toMatchObject({ subscribedTo: null, waiting: 3 })
    await session.sender.subscribe(session.receiver.subscription)
    await session.sender.tick()
    expect(session.receiver.received.map(alertsIn)[0]).toHaveLength(3)
  })

  it('never reveals the password', async () => {
    await using session = await openSession()
    await session.send('ach', 1)
    expect(JSON.stringify(session.sender.state())).not.toContain('secret')
  })

  type Spoil = (good: ReturnType<typeof goodOf>) => unknown
  const goodOf = (received: Parameters<typeof acknowledge>[0]) =>
    acknowledge(received) as {
      alertNotificationResponse: { alertAcknowledgment: Record<string, unknown> }[]
    }
  const first = (good: ReturnType<typeof goodOf>): Record<string, unknown> =>
    good.alertNotificationResponse[0]?.alertAcknowledgment ?? {}
  it.each<[string, string, Spoil]>([
    [
      'bank note 91: the field spelt right',
      'acknowledgment-unreadable',
      (good) => {
        const one = first(good)
        one['alertReceivedDateAndTime'] = one['alertRecievedDateAndTime']
        delete one['alertRecievedDateAndTime']
        return good
      },
    ],
    [
      'a time with a zone',
      'acknowledgment-unreadable',
      (good) => {
        first(good)['alertRecievedDateAndTime'] = '2026-11-21T09:00:00+01:00'
        return good
      },
    ],
    [
      'an array without its name',
      'acknowledgment-unreadable',
      (good) => good.alertNotificationResponse,
    ],
    [
      'bank note 94: one too few',
      'acknowledgment-count',
      (good) => {
        good.alertNotificationResponse.pop()
        return good
      },
    ],
    [
      'another order',
      'acknowledgment-id',
      (good) => {
        good.alertNotificationResponse.reverse()
        return good
      },
    ],
    [
      'one confirmation for two',
      'confirmation-repeated',
      (good) => {
        for (const { alertAcknowledgment } of good.alertNotificationResponse)
          alertAcknowledgment['confirmationGUID'] = 'same'
        return good
      },
    ],
  ])('records %s', async (_what, rule, spoil) => {
    await using session = await openSession()
    session.receiver.answers.push((received) => ({
      status: 200,
      body: spoil(goodOf(received)) as object,
    }))
    await session.send('ach', 2)
    expect(session.breaches.list().map((breach) => breach.rule)).toContain(rule)
  })
})

describe('a scenario of the alerts', () => {
  const under = async (
    scenario: AlertScenario,
    kind: SendAlertsOrder['kind'] = 'incoming-wire',
    count = 3,
  ) => {
    const session = await openSession(scenario)
    return {
      session,
      calls: () => session.receiver.received,
      send: () => session.send(kind, count),
    }
  }

  it('bank note 90: spells names as the sample payload does', async () => {
    const { session, send } = await under('alerts-other-spelling')
    await using _ = session
    const [alerts = []] = await send()
    expect(alerts[0]?.alertBody).toHaveProperty('dbIpNm')
    expect(alerts[0]?.alertBody).toHaveProperty('intrmdryBankAddrLine1')
    expect(alerts[0]?.alertBody).not.toHaveProperty('dbIpINm')
    const [, after = []] = await session.send('incoming-wire', 1)
    expect(after[0]?.alertBody).toHaveProperty('dbIpINm')
  })

  it('bank note 93: sends an array without its name', async () => {
    const { session, send, calls } = await under('alerts-bare-array')
    await using _ = session
    await send()
    expect(calls()[0]?.text.startsWith('[')).toBe(true)
  })

  it('delivers twice, byte for byte', async () => {
    const { session, send, calls } = await under('alerts-twice')
    await using _ = session
    await send()
    expect(calls()).toHaveLength(2)
    expect(calls()[0]?.text).toBe(calls()[1]?.text)
  })

  it('bank note 99: delivers again under new ids', async () => {
    const { session, send } = await under('alerts-under-new-ids')
    await using _ = session
    const [one = [], other = []] = await send()
    expect(other.map(({ alertBody }) => alertBody)).toEqual(one.map(({ alertBody }) => alertBody))
    expect(guidsOf(other)).not.toEqual(guidsOf(one))
  })

  it('sends other content under the same id', async () => {
    const { session, send } = await under('alerts-contradicted')
    await using _ = session
    const [one = [], other = []] = await send()
    expect(guidsOf(other)).toEqual(guidsOf(one).slice(0, 1))
    expect(other[0]?.alertBody).not.toEqual(one[0]?.alertBody)
  })

  it('bank note 102: uses the old codes for ACH', async () => {
    const { session, send } = await under('alerts-old-codes', 'ach')
    await using _ = session
    const [alerts = []] = await send()
    for (const { alertHeader } of alerts) expect(alertHeader['alertCode']).toMatch(/^AL0090[234]$/)
  })

  it('calls an entry returned that the bank has settled', async () => {
    const { session, calls } = await under('alerts-false-return')
    await using _ = session
    const nowMs = session.clock.now().getTime()
    const [entry] = new AchLedger(nowMs).history()
    if (!entry) throw new Error('no entry')
    const at = { atMs: nowMs, guid: 'guid-1' }
    session.sender.add([achAlert(entry, 'SETTLED', at), achAlert(entry, 'COLLECTED', at)])
    await session.sender.tick()
    const [forged, left] = calls().flatMap(alertsIn)
    expect(forged?.alertBody).toMatchObject({
      traceNumber: entry.traceNumber,
      transactionStatus: 'RETURNED',
      returnReasonCode: 'R03',
    })
    expect(left?.alertBody).toMatchObject({ transactionStatus: 'COLLECTED' })
  })

  it('sends more than 100 in one call', async () => {
    const { session, send } = await under('alerts-over-100')
    await using _ = session
    expect((await send())[0]).toHaveLength(150)
  })

  it('bank note 92: sends nulls, or leaves fields out', async () => {
    const nulls = await under('alerts-without-values')
    await using _ = nulls.session
    const [alerts = []] = await nulls.send()
    expect(alerts[0]?.alertBody).toMatchObject({ tranAmt: null, tranBusnStatusCode: 'Completed' })
    const absent = await under('alerts-fields-absent')
    await using _other = absent.session
    const [fewer = []] = await absent.send()
    expect(Object.values(fewer[0]?.alertBody ?? {})).not.toContain(null)
  })

  it('breaks off, leaves the id out, or uses codes that no table has', async () => {
    const broken = await under('alerts-not-json')
    await using _ = broken.session
    broken.session.receiver.answers.push(answering(400))
    broken.session.sender.add([])
    await broken.send().catch(() => undefined)
    expect(() => JSON.parse(broken.calls()[0]?.text ?? '') as unknown).toThrow()
    const nameless = await under('alerts-without-id')
    await using _nameless = nameless.session
    expect(guidsOf((await nameless.send())[0])).toEqual([null, null, null])
    const odd = await under('alerts-unknown-codes')
    await using _odd = odd.session
    expect((await odd.send())[0]?.[0]?.alertBody['tranBusnStatusCode']).toBe('ZZ99')
  })

  it('loses an answer once, and tries again', async () => {
    const { session, send } = await under('alerts-answer-lost')
    await using _ = session
    await send()
    session.clock.advance(minute / 2)
    await session.sender.tick()
    expect(session.receiver.received).toHaveLength(2)
    expect(session.sender.state()).toMatchObject({ acknowledged: 3, retries: 1 })
  })

  it('uses a wrong password once', async () => {
    const { session, send, calls } = await under('alerts-wrong-password')
    await using _ = session
    await send()
    await session.send('ach', 1)
    expect(calls()[0]?.authorization).not.toBe(calls()[1]?.authorization)
  })
})
