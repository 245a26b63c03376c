import type {
  ArmedScenario,
  Scenario,
  ScenarioOrder,
  ScenarioTarget,
} from '../../preload/contract/practice.ts'
import type { Operation } from './routes.ts'

export { scenarios, scenarioTexts, type Scenario } from '../../preload/contract/practice.ts'

/**
 * At the door: instead of doing the work. Work: what the bank does comes out otherwise. Answer: the work is
 * done, the answer changed. Line: how it is handed over.
 */
export type Stage = 'door' | 'work' | 'answer' | 'line'

/** When a scenario takes hold, and which calls it is meant for unless the order says otherwise. */
const plan = {
  'too-many-requests': ['door', 'any'],
  'empty-400': ['door', 'api'],
  'forbidden-403': ['door', 'api'],
  'failure-500': ['door', 'api'],
  'html-502': ['door', 'api'],
  'unavailable-503': ['door', 'api'],
  'gateway-timeout-504': ['door', 'api'],
  'token-revoked': ['door', 'api'],
  'service-not-authorized-401': ['door', 'payments'],
  'not-found-404': ['door', 'api'],
  'method-not-allowed-405': ['door', 'api'],
  'media-type-415': ['door', 'api'],
  'backend-authentication-500': ['door', 'payments'],
  'accepted-then-504': ['answer', 'payments'],
  'failure-in-200': ['work', 'api'],
  'found-late': ['work', 'payments'],
  'repeat-allowed': ['work', 'payments'],
  'payment-held': ['work', 'payments'],
  'payment-rejected': ['work', 'payments'],
  'payment-returned': ['work', 'payments'],
  'detail-in-error': ['work', 'ach-origination'],
  'entry-returned': ['work', 'ach-origination'],
  'entry-changed': ['work', 'ach-origination'],
  'consolidated-settlement': ['work', 'ach-inquiry'],
  'rows-cut-off': ['work', 'ach-inquiry'],
  'answered-with-warning': ['answer', 'validation'],
  'garbage-200': ['answer', 'api'],
  'unknown-error-code': ['answer', 'validation'],
  'unknown-codes': ['answer', 'validation'],
  'odd-token-answer': ['answer', 'token'],
  'token-not-approved': ['answer', 'token'],
  'product-missing': ['answer', 'token'],
  'clock-off': ['answer', 'any'],
  'other-client-ip': ['answer', 'health'],
  'slow-answer': ['line', 'api'],
  'dropped-before-answer': ['line', 'api'],
  'dropped-mid-answer': ['line', 'api'],
} as const satisfies Record<Scenario, readonly [Stage, ScenarioTarget]>

type ScenarioOf<S extends Stage> = {
  [K in Scenario]: (typeof plan)[K][0] extends S ? K : never
}[Scenario]

export type DoorScenario = ScenarioOf<'door'>
export type WorkScenario = ScenarioOf<'work'>
export type AnswerScenario = ScenarioOf<'answer'>
export type LineScenario = ScenarioOf<'line'>

const defaultDelayMs = 3000

const isMeantFor = (target: ScenarioTarget, operation: Operation): boolean =>
  target === 'any' || target === operation || (target === 'api' && operation !== 'token')

/** The scenarios that stand ready, in the order in which they were ordered. */
export class ScenarioDesk {
  #armed: ArmedScenario[] = []

  /** Makes a scenario ready; the same one ordered again replaces the earlier order. */
  order({ scenario, times, target, delayMs }: ScenarioOrder): void {
    this.clear(scenario)
    this.#armed.push({
      scenario,
      remaining: times,
      target: target ?? plan[scenario][1],
      delayMs: scenario === 'slow-answer' ? (delayMs ?? defaultDelayMs) : null,
    })
  }

  /** Takes one scenario, or all, back. */
  clear(scenario?: Scenario): void {
    this.#armed = this.#armed.filter((one) => scenario !== undefined && one.scenario !== scenario)
  }

  /** What stands ready. */
  armed(): readonly ArmedScenario[] {
    return this.#armed
  }

  /** Uses up one time of the first scenario that takes hold of this call at this stage. */
  take<S extends Stage>(
    stage: S,
    operation: Operation,
  ): { scenario: ScenarioOf<S>; delayMs: number } | null {
    const found = this.#armed.find(
      (one) => plan[one.scenario][0] === stage && isMeantFor(one.target, operation),
    )
    if (!found) return null
    if (found.remaining !== 'until-cleared') this.#useUp(found, found.remaining - 1)
    return { scenario: found.scenario as ScenarioOf<S>, delayMs: found.delayMs ?? 0 }
  }

  /** Whether this scenario of the work stands ready for the call; uses up one time of it. */
  takeWork(scenario: WorkScenario, operation: Operation): boolean {
    const found = this.#armed.find(
      (one) => one.scenario === scenario && isMeantFor(one.target, operation),
    )
    if (found && found.remaining !== 'until-cleared') this.#useUp(found, found.remaining - 1)
    return found !== undefined
  }

  #useUp(used: ArmedScenario, remaining: number): void {
    this.#armed = this.#armed.flatMap((one) => {
      if (one !== used) return [one]
      return remaining > 0 ? [{ ...one, remaining }] : []
    })
  }
}
