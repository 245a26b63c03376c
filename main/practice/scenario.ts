import {
  scenarioTexts,
  type ArmedScenario,
  type Scenario,
  type ScenarioOrder,
} from '../../preload/contract/api/practice/practice.ts'

/** The operation of a call. Counters and scenario targets use these names. */
export type Operation =
  | 'token'
  | 'health'
  | 'validation'
  | 'ach-inquiry'
  | 'ach-origination'
  | 'payments'
  | 'reports'

export {
  scenarios,
  scenarioTexts,
  type Scenario,
} from '../../preload/contract/api/practice/practice.ts'

/**
 * `gateway`: an answer instead of the work. `work`: the bank's work has another result. `answer`: the
 * work is done, the answer changed. `line`: the delivery of the answer. `alerts`: alerts that the
 * bank sends on its own, not calls of the client.
 */
export type Stage = 'gateway' | 'work' | 'answer' | 'line' | 'alerts'

/** The stage at which each scenario applies. */
const plan = {
  'too-many-requests': 'gateway',
  'empty-400': 'gateway',
  'forbidden-403': 'gateway',
  'failure-500': 'gateway',
  'html-502': 'gateway',
  'html-200': 'gateway',
  'envelope-200': 'gateway',
  'unavailable-503': 'gateway',
  'gateway-timeout-504': 'gateway',
  'token-revoked': 'gateway',
  'service-not-authorized-401': 'gateway',
  'not-found-404': 'gateway',
  'method-not-allowed-405': 'gateway',
  'media-type-415': 'gateway',
  'backend-authentication-500': 'gateway',
  'accepted-then-504': 'answer',
  'accepted-then-401': 'answer',
  'status-twice': 'answer',
  'answered-twice': 'line',
  'failure-in-200': 'work',
  'found-late': 'work',
  'unreported-found-late': 'work',
  'unknown-as-rejected': 'work',
  'repeat-allowed': 'work',
  'payment-held': 'work',
  'payment-rejected': 'work',
  'payment-returned': 'work',
  'refused-with-id': 'work',
  'status-as-object': 'work',
  'detail-in-error': 'work',
  'entry-returned': 'work',
  'entry-changed': 'work',
  'return-shown-late': 'work',
  'consolidated-settlement': 'work',
  'row-numbers-in-query': 'work',
  'wire-amounts-in-cents': 'work',
  'wire-days-month-first': 'work',
  'wire-days-day-first': 'work',
  'wire-directions-in-words': 'work',
  'custom-data-rewritten': 'work',
  'rows-cut-off': 'work',
  'answered-with-warning': 'answer',
  'garbage-200': 'answer',
  'unknown-error-code': 'answer',
  'unknown-codes': 'answer',
  'odd-token-answer': 'answer',
  'token-not-approved': 'answer',
  'product-missing': 'answer',
  'clock-off': 'answer',
  'other-client-ip': 'answer',
  'compressed-gzip': 'line',
  'compressed-deflate': 'line',
  'compressed-br': 'line',
  'slow-answer': 'line',
  'dropped-before-answer': 'line',
  'dropped-mid-answer': 'line',
  'alerts-other-spelling': 'alerts',
  'alerts-bare-array': 'alerts',
  'alerts-twice': 'alerts',
  'alerts-under-new-ids': 'alerts',
  'alerts-contradicted': 'alerts',
  'alerts-false-return': 'alerts',
  'alerts-out-of-order': 'alerts',
  'alerts-late': 'alerts',
  'alerts-without-values': 'alerts',
  'alerts-fields-absent': 'alerts',
  'alerts-old-codes': 'alerts',
  'alerts-over-100': 'alerts',
  'alerts-not-json': 'alerts',
  'alerts-without-id': 'alerts',
  'alerts-unknown-codes': 'alerts',
  'alerts-wrong-password': 'alerts',
  'alerts-answer-lost': 'alerts',
} as const satisfies Record<Scenario, Stage>

type ScenarioOf<S extends Stage> = {
  [K in Scenario]: (typeof plan)[K] extends S ? K : never
}[Scenario]

export type GatewayScenario = ScenarioOf<'gateway'>
export type WorkScenario = ScenarioOf<'work'>
export type AnswerScenario = ScenarioOf<'answer'>
export type LineScenario = ScenarioOf<'line'>
export type AlertScenario = ScenarioOf<'alerts'>

/** All alert scenarios. */
export const alertScenarios = (Object.keys(plan) as Scenario[]).filter(
  (scenario): scenario is AlertScenario => plan[scenario] === 'alerts',
)

const defaultDelayMs = 3000

/** The properties of a call that select a scenario. */
export interface Place {
  readonly operation: Operation
  readonly movesMoney: boolean
}

const originations = /^\/(?:rtp\/v1\/payment\/initiate|ach\/payments\/v1\/(?:ccd|ctx|ppd))$/

/** Returns these properties for a route: only initiate and the three originations move money. */
export const placeOf = ({
  operation,
  path,
}: {
  readonly operation: Operation
  readonly path: string
}): Place => ({
  operation,
  movesMoney: originations.test(path),
})

function isMeantFor(
  { scenario, target }: ArmedScenario,
  { operation, movesMoney }: Place,
): boolean {
  const mayMoveMoney = operation === 'payments' || operation === 'ach-origination'
  // An inquiry or check accepts nothing, so the scenario's name would be false there.
  if (scenario === 'accepted-then-504' && mayMoveMoney && !movesMoney) return false
  switch (target) {
    case 'any':
      return true
    case 'api':
      return operation !== 'token'
    case 'money':
      return movesMoney
    case 'alerts':
      return false
    default:
      return target === operation
  }
}

/** The armed scenarios, in order of arming. */
export class ScenarioQueue {
  #armed: ArmedScenario[] = []

  /** Arms a scenario; a new order of the same one replaces the earlier order. */
  order({ scenario, times, target, delayMs }: ScenarioOrder): void {
    this.clear(scenario)
    this.#armed.push({
      scenario,
      remaining: times,
      target: target ?? scenarioTexts[scenario].targets[0],
      delayMs: scenario === 'slow-answer' ? (delayMs ?? defaultDelayMs) : null,
    })
  }

  /** Cancels one scenario, or all. */
  clear(scenario?: Scenario): void {
    this.#armed = this.#armed.filter((one) => scenario !== undefined && one.scenario !== scenario)
  }

  /** Returns the armed scenarios. */
  armed(): readonly ArmedScenario[] {
    return this.#armed
  }

  /**
   * Returns the first scenario that applies to this call at this stage, and uses up one of its
   * times.
   */
  take<S extends Stage>(
    stage: S,
    place: Place,
  ): { scenario: ScenarioOf<S>; delayMs: number } | null {
    const found = this.#armed.find((one) => plan[one.scenario] === stage && isMeantFor(one, place))
    if (!found) return null
    if (found.remaining !== 'until-cleared') this.#useUp(found, found.remaining - 1)
    return { scenario: found.scenario as ScenarioOf<S>, delayMs: found.delayMs ?? 0 }
  }

  /** Whether this work scenario is armed for the call; uses up one of its times. */
  takeWork(scenario: WorkScenario, place: Place): boolean {
    const found = this.#ready(scenario, place)
    if (found && found.remaining !== 'until-cleared') this.#useUp(found, found.remaining - 1)
    return found !== undefined
  }

  /** Whether this alert scenario is armed; uses up one of its times. */
  takeAlert(scenario: AlertScenario): boolean {
    const found = this.#armed.find((one) => one.scenario === scenario)
    if (found && found.remaining !== 'until-cleared') this.#useUp(found, found.remaining - 1)
    return found !== undefined
  }

  /** Whether this work scenario is armed for the call; uses up nothing. */
  isArmed(scenario: WorkScenario, place: Place): boolean {
    return this.#ready(scenario, place) !== undefined
  }

  #ready(scenario: WorkScenario, place: Place): ArmedScenario | undefined {
    return this.#armed.find((one) => one.scenario === scenario && isMeantFor(one, place))
  }

  #useUp(used: ArmedScenario, remaining: number): void {
    this.#armed = this.#armed.flatMap((one) => {
      if (one !== used) return [one]
      return remaining > 0 ? [{ ...one, remaining }] : []
    })
  }
}
