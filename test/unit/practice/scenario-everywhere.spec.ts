/** Each scenario that any API can meet, at each API that the panel offers it for. */
import { expect, it } from 'vitest'
import {
  scenarios,
  scenarioTexts,
  type Scenario,
  type ScenarioTarget,
} from '../../../preload/contract/api/practice/practice.ts'
import { placeOf, ScenarioQueue, type WorkScenario } from '../../../main/practice/scenario.ts'
import type { Caller } from './practice-caller.ts'
import { PaymentBank, wire } from './payments/payment-bank.ts'

type Probe = (session: PaymentBank, turn: number) => ReturnType<Caller['call']>

/** One call of each family with a constant answer. ACH has its own tests. */
const probes: Partial<Record<ScenarioTarget, Probe>> = {
  any: ({ caller }) => caller.fetchToken(),
  token: ({ caller }) => caller.fetchToken(),
  api: ({ caller }) => caller.verify(),
  health: ({ caller }) => caller.health(),
  validation: ({ caller }) => caller.verify(),
  payments: (session, turn) => session.initiate(wire({ requestReference: `P${String(turn)}` })),
  money: (session, turn) => session.initiate(wire({ requestReference: `M${String(turn)}` })),
  reports: (session) => session.report('list', { endRowIndex: 3 }),
}

/** Scenarios of one report alone. */
const wireInquiry: Probe = (session) =>
  session.post('/wireInquiry/v1/transactions/details', { endRowIndex: 3 })
const ofOneReport: Partial<Record<Scenario, Probe>> = {
  'wire-amounts-in-cents': wireInquiry,
  'wire-days-month-first': wireInquiry,
  'wire-days-day-first': wireInquiry,
  'wire-directions-in-words': wireInquiry,
}

/**
 * Scenarios that show only in another state of the payments; each has its own test in payments/.
 */
const ofTheWork: readonly Scenario[] = [
  'found-late',
  'unreported-found-late',
  'repeat-allowed',
  'payment-held',
  'payment-rejected',
  'payment-returned',
  // Shifts every later answer of a reused connection; tested in test/conformance.
  'answered-twice',
]

const changing = /id$|timestamp|time$|token|issued|reference|valueDate/i

/** Returns names and values of an answer, except those that differ in every answer. */
function leaves(value: unknown, name = ''): string[] {
  if (typeof value !== 'object' || value === null) {
    return [changing.test(name) ? name : `${name}=${String(value)}`]
  }
  return Object.entries(value).flatMap(([inner, one]) => leaves(one, inner))
}

/** The delay of a slow answer, in milliseconds; nothing else on this connection takes as long. */
const delayMs = 400

/** Returns the result of a call and its duration. */
async function observed(
  session: PaymentBank,
  probe: Probe,
  turn: number,
): Promise<{ readonly answer: unknown; readonly tookMs: number }> {
  const startedAt = performance.now()
  const answer = await probe(session, turn).then(
    ({ status, headers, text, json }) => ({
      status,
      readable: Object.keys(json).length > 0,
      empty: text === '',
      type: headers['content-type'],
      leaves: leaves(json),
      ahead: headers['date'] === sevenMinutesFrom(session.caller.clock.now()),
    }),
    () => 'dropped',
  )
  return { answer, tookMs: performance.now() - startedAt }
}

/** Returns the expected date. The other answers have this computer's time, far from the bank's. */
const sevenMinutesFrom = (now: Date): string => new Date(now.getTime() + 420_000).toUTCString()

const isProbed = (each: Scenario): boolean =>
  !ofTheWork.includes(each) && scenarioTexts[each].targets.some((target) => probes[target])

it.each(scenarios.filter(isProbed))(
  '%s changes the answer of each of its calls, once',
  async (scenario) => {
    await using session = await PaymentBank.open()
    for (const [at, target] of scenarioTexts[scenario].targets.entries()) {
      const probe = ofOneReport[scenario] ?? probes[target]
      if (!probe) continue
      const usual = await observed(session, probe, at * 3)
      await session.caller.control.setScenario({ scenario, times: 1, target, delayMs })
      const odd = await observed(session, probe, at * 3 + 1)
      if (scenario === 'slow-answer') expect(odd.tookMs).toBeGreaterThan(delayMs - 5)
      else expect(odd.answer, target).not.toEqual(usual.answer)
      expect(await session.caller.control.armed(), target).toEqual([])
      await session.caller.control.reset()
      await session.caller.freshToken()
      const again = await observed(session, probe, at * 3 + 2)
      expect(again.answer, target).toEqual(usual.answer)
    }
  },
)

it('answers 504 to an accepted request only where money moves, in ACH as in payments', () => {
  const paths = ['/ach/payments/v1/ccd', '/ach/payments/v1/ctx', '/ach/payments/v1/ppd']
  const session = new ScenarioQueue()
  session.order({
    scenario: 'accepted-then-504',
    times: 'until-cleared',
    target: 'ach-origination',
  })
  for (const path of paths) {
    const place = placeOf({ operation: 'ach-origination', path })
    expect(session.take('answer', place)?.scenario, path).toBe('accepted-then-504')
  }
  const addenda = { operation: 'ach-origination', path: '/ach/payments/v1/status/addenda' } as const
  expect(session.take('answer', placeOf(addenda))).toBeNull()
  const initiate = { operation: 'payments', path: '/rtp/v1/payment/initiate' } as const
  expect(session.take('answer', placeOf(initiate))).toBeNull()
})

it('reports whether it is armed without being used up', () => {
  const session = new ScenarioQueue()
  const scenario: WorkScenario = 'repeat-allowed'
  const place = placeOf({ operation: 'payments', path: '/rtp/v1/payment/validate' })
  session.order({ scenario, times: 1 })
  expect([1, 2].map(() => session.isArmed(scenario, place))).toEqual([true, true])
  expect(session.takeWork(scenario, place)).toBe(true)
  expect(session.isArmed(scenario, place)).toBe(false)
})
