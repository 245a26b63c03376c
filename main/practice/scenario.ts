import {
  scenarioTexts,
  type ArmedScenario,
  type Scenario,
  type ScenarioOrder,
} from '../../preload/contract/api/practice/practice.ts'

/** What a call is about; counted and targeted by scenarios under these names. */
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
 * At the door: instead of doing the work. Work: what the bank does comes out otherwise. Answer: the work is
 * done, the answer changed. Line: how it is handed over. Alerts: what the bank
 * tells on its own account, which is no call of the client.
 */
export type Stage = 'door' | 'work' | 'answer' | 'line' | 'alerts'

/** When a scenario takes hold. */
const plan = {
  'too-many-requests': 'door',
  'empty-400': 'door',
  'forbidden-403': 'door',
  'failure-500': 'door',
  'html-502': 'door',
  'unavailable-503': 'door',
  'gateway-timeout-504': 'door',
  'token-revoked': 'door',
  'service-not-authorized-401': 'door',
  'not-found-404': 'door',
  'method-not-allowed-405': 'door',
  'media-type-415': 'door',
  'backend-authentication-500': 'door',
  'accepted-then-504': 'answer',
  'accepted-then-401': 'answer',
  'status-twice': 'answer',
  'answered-twice': 'line',
  'failure-in-200': 'work',
  'found-late': 'work',
  'untold-found-late': 'work',
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
  'consolidated-settlement': 'work',
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
  'slow-answer': 'line',
  'dropped-before-answer': 'line',
  'dropped-mid-answer': 'line',
  'alerts-other-spelling': 'alerts',
  'alerts-bare-array': 'alerts',
  'alerts-twice': 'alerts',
  'alerts-under-new-ids': 'alerts',
  'alerts-contradicted': 'alerts',
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

export type DoorScenario = ScenarioOf<'door'>
export type WorkScenario = ScenarioOf<'work'>
export type AnswerScenario = ScenarioOf<'answer'>
export type LineScenario = ScenarioOf<'line'>
export type AlertScenario = ScenarioOf<'alerts'>

/** Every scenario of the alerts. */
export const alertScenarios = (Object.keys(plan) as Scenario[]).filter(
  (scenario): scenario is AlertScenario => plan[scenario] === 'alerts',
)

const defaultDelayMs = 3000

/** A call as far as a scenario is chosen by it. */
export interface Place {
  readonly operation: Operation
  readonly movesMoney: boolean
}

const originations = /^\/(?:rtp\/v1\/payment\/initiate|ach\/payments\/v1\/(?:ccd|ctx|ppd))$/

/** Where a route stands: only initiate and the three originations move money. */
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
  // Nothing was taken in by a look-up or a check, so there the scenario would not be what it is called.
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

/** The scenarios that stand ready, in the order in which they were ordered. */
export class ScenarioDesk {
  #armed: ArmedScenario[] = []

  /** Makes a scenario ready; the same one ordered again replaces the earlier order. */
  order({ scenario, times, target, delayMs }: ScenarioOrder): void {
    this.clear(scenario)
    this.#armed.push({
      scenario,
      remaining: times,
      target: target ?? scenarioTexts[scenario].targets[0],
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
    place: Place,
  ): { scenario: ScenarioOf<S>; delayMs: number } | null {
    const found = this.#armed.find((one) => plan[one.scenario] === stage && isMeantFor(one, place))
    if (!found) return null
    if (found.remaining !== 'until-cleared') this.#useUp(found, found.remaining - 1)
    return { scenario: found.scenario as ScenarioOf<S>, delayMs: found.delayMs ?? 0 }
  }

  /** Whether this scenario of the work stands ready for the call; uses up one time of it. */
  takeWork(scenario: WorkScenario, place: Place): boolean {
    const found = this.#ready(scenario, place)
    if (found && found.remaining !== 'until-cleared') this.#useUp(found, found.remaining - 1)
    return found !== undefined
  }

  /** Whether this scenario of the alerts stands ready; uses up one time of it. */
  takeAlert(scenario: AlertScenario): boolean {
    const found = this.#armed.find((one) => one.scenario === scenario)
    if (found && found.remaining !== 'until-cleared') this.#useUp(found, found.remaining - 1)
    return found !== undefined
  }

  /** Whether this scenario of the work stands ready for the call; uses nothing up. */
  standsReady(scenario: WorkScenario, place: Place): boolean {
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
