/** A bank with several members: what each has for itself, and what is one for all. */
import { expect, it } from 'vitest'
import { connectPracticeBank } from '../../../main/practice/practice-control.ts'
import { Receiver } from './alerts/receiver.ts'
import { PaymentBank, wire } from './payments/payment-bank.ts'
import { Caller } from './practice-caller.ts'

const health = '/accounts/validations/v1/healthCheck'
const twoMinutesMs = 2 * 60 * 1000

interface Team extends AsyncDisposable {
  readonly first: Caller
  readonly second: Caller
}

/** Opens a bank with two members, each with its token. */
async function openTeam(connections = 1): Promise<Team> {
  const first = await Caller.open(connections, 2)
  const second = await first.member(2, connections)
  await first.token()
  await second.token()
  return {
    first,
    second,
    async [Symbol.asyncDispose]() {
      await second[Symbol.asyncDispose]()
      await first[Symbol.asyncDispose]()
    },
  }
}

/** Calls within the current second. */
async function burst(caller: Caller, calls: number): Promise<number[]> {
  const headers = { authorization: `Bearer ${await caller.token()}` }
  const answers = await Promise.all(
    Array.from({ length: calls }, () => caller.callNow(health, { headers })),
  )
  return answers.map(({ status }) => status)
}

it('issues a consumer pair to each member, and the customer’s own data to all', async () => {
  await using team = await openTeam()
  const { consumerKey, consumerSecret, ...common } = team.first.enrolment
  expect(team.second.enrolment).toMatchObject(common)
  expect(team.second.enrolment.consumerKey).not.toBe(consumerKey)
  expect(team.second.enrolment.consumerSecret).not.toBe(consumerSecret)
})

it('answers five calls of all members within one second', async () => {
  await using team = await openTeam(5)
  team.first.clock.advance(1000)
  expect(await burst(team.first, 3)).toEqual([200, 200, 200])
  expect(await burst(team.second, 2)).toEqual([200, 200])
  for (const [{ control }, own] of [
    [team.first, 4],
    [team.second, 3],
  ] as const) {
    expect(await control.counters()).toMatchObject({
      arrived: 7,
      busiestSecond: 5,
      byOperation: { token: 2, health: 5 },
      byStatus: { '200': own },
      tokensIssued: 1,
      breaches: 0,
    })
  }
})

it('refuses the sixth call of the team and silences all of it', async () => {
  await using team = await openTeam(6)
  team.first.clock.advance(1000)
  expect(await burst(team.first, 5)).toEqual([200, 200, 200, 200, 200])
  expect(await burst(team.second, 1)).toEqual([429])
  team.first.clock.advance(twoMinutesMs / 2)
  expect(await burst(team.first, 1)).toEqual([429])
  for (const each of [team.first, team.second]) {
    expect(await each.broken()).toEqual(['rate-exceeded', 'pause-broken'])
    expect((await each.control.counters()).pausedUntil).not.toBeNull()
  }
  team.first.clock.advance(twoMinutesMs)
  expect(await burst(team.second, 1)).toEqual([200])
})

it('knows whose token it is: a revoked one ends nobody else’s', async () => {
  await using team = await openTeam()
  await team.first.control.setScenario({ scenario: 'token-revoked', times: 1 })
  expect((await team.first.health()).status).toBe(401)
  expect((await team.second.health()).status).toBe(200)
  expect((await team.first.fetchToken()).status).toBe(200)
  expect((await team.second.fetchToken()).status).toBe(200)
  expect(await team.first.broken()).toEqual([])
  expect(await team.second.broken()).toEqual(['token-needless'])
})

it('refuses the secret of one member with the key of another', async () => {
  await using team = await openTeam()
  const { consumerSecret } = team.first.enrolment
  const authorization = team.second.basic(undefined, consumerSecret)
  expect((await team.second.fetchToken({ headers: { authorization } })).status).toBe(401)
  expect(await team.first.broken()).toEqual([])
  expect(await team.second.broken()).toContain('token-credentials-wrong')
})

it('counts a call that names no member as the first’s', async () => {
  await using team = await openTeam()
  expect((await team.second.call(health)).status).toBe(401)
  expect(await team.first.broken()).toEqual(['bearer-missing'])
  expect(await team.second.broken()).toEqual([])
})

it('has one ledger: a payment of one is found, and not taken again, by another', async () => {
  await using team = await openTeam()
  const [first, second] = [await PaymentBank.open(team.first), await PaymentBank.open(team.second)]
  const sent = await first.initiate()
  const found = await second.byReference()
  expect(found.json['transactionId']).toBe(sent.json['transactionId'])
  expect((await second.initiate()).status).toBe(400)
  await second.initiate(wire({ requestReference: 'REF0002' }))
  const ledgers = [await team.first.control.ledger(), await team.second.control.ledger()]
  expect(
    ledgers[0]?.payments.map(({ requestReference, count }) => [requestReference, count]),
  ).toEqual([
    ['REF0001', 1],
    ['REF0002', 1],
  ])
  expect(ledgers[1]).toEqual(ledgers[0])
})

it('counts every repeat of a reference, by whichever member, once repeats are allowed', async () => {
  await using team = await openTeam()
  await team.first.control.setScenario({ scenario: 'repeat-allowed', times: 'until-cleared' })
  for (const caller of [team.first, team.second, team.second]) {
    const session = await PaymentBank.open(caller)
    expect((await session.initiate()).status).toBe(200)
  }
  const { payments } = await team.second.control.ledger()
  expect(payments).toMatchObject([{ requestReference: 'REF0001', count: 3 }])
})

it('shows each member what it broke, and resets the counts of all', async () => {
  await using team = await openTeam()
  await team.second.health({ accept: null })
  expect(await team.first.control.state()).toMatchObject({ counters: { arrived: 3 }, breaches: [] })
  expect(await team.second.control.state()).toMatchObject({
    counters: { arrived: 3 },
    breaches: [{ rule: 'accept-missing' }],
  })
  await team.first.control.reset()
  expect(await team.second.control.counters()).toMatchObject({ arrived: 0, breaches: 0 })
})

it('sends alerts to the member that listened last, whose answers they judge', async () => {
  await using team = await openTeam()
  await using before = await Receiver.open()
  await using now = await Receiver.open()
  await team.first.control.subscribe(before.subscription)
  await team.second.control.subscribe(now.subscription)
  now.answers.push(() => ({ status: 200, body: {} }))
  await team.first.control.sendAlerts({ kind: 'incoming-rtp', count: 1 })
  await expect.poll(() => team.second.broken()).not.toEqual([])
  expect(now.received).toHaveLength(1)
  expect(before.received).toEqual([])
  expect(await team.first.broken()).toEqual([])
})

it.each(['0', '3', '1.5', 'second', ''])(
  'refuses to control for member %j of two',
  async (name) => {
    await using team = await openTeam()
    const url = new URL(team.first.controlUrl)
    url.searchParams.set('member', name)
    const control = connectPracticeBank(url.href)
    await expect(control.enrolment()).rejects.toMatchObject({ code: 'refused' })
    await control.close()
  },
)
