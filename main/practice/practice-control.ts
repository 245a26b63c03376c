import { Agent, request } from 'undici'
import {
  armedScenario,
  breach,
  practiceBankState,
  practiceCounters,
  senderState,
  town,
  type AlertSubscription,
  type ArmedScenario,
  type Breach,
  type PracticeBankState,
  type PracticeCounters,
  type Scenario,
  type ScenarioOrder,
  type SendAlertsOrder,
  type SenderState,
  type Town,
} from '../../preload/contract/api/practice/practice.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import { acceptedWork, type AcceptedWork } from './accepted-work.ts'
import { enrolment, type Enrolment } from './enrolment.ts'

/** A failed control request: the bank is unreachable, refuses, or sends an unreadable answer. */
export class PracticeControlError extends Error {
  readonly code: 'unreachable' | 'refused' | 'unreadable'

  constructor(code: PracticeControlError['code'], cause?: unknown) {
    super(`Practice bank: ${code}`, { cause })
    this.name = 'PracticeControlError'
    this.code = code
  }
}

/**
 * The workstation's side of the control endpoint. Every answer is parsed; failures reject with
 * PracticeControlError.
 */
export interface PracticeControl {
  /** The bank's data for its client. Contains secrets: never send to the renderer. */
  enrolment(): Promise<Enrolment>
  counters(): Promise<PracticeCounters>
  /** The latest 500, oldest first. */
  breaches(): Promise<readonly Breach[]>
  /** How often each payment and each batch was accepted since the start or the last reset. */
  ledger(): Promise<AcceptedWork>
  town(): Promise<Town>
  armed(): Promise<readonly ArmedScenario[]>
  /** Orders a scenario; returns the armed scenarios. */
  setScenario(order: ScenarioOrder): Promise<readonly ArmedScenario[]>
  /** Cancels one scenario, or all; returns the armed scenarios. */
  clearScenarios(scenario?: Scenario): Promise<readonly ArmedScenario[]>
  /** Sets the receiver of alerts; null for none. Contains the listener's password. */
  subscribe(subscription: AlertSubscription | null): Promise<void>
  /** Sends invented alerts. */
  sendAlerts(order: SendAlertsOrder): Promise<SenderState>
  /** Returns the state of the alert sender. */
  sender(): Promise<SenderState>
  /**
   * Deletes originated work, waiting alerts, counts, breaches, scenarios and the pause; credentials
   * and tokens stay valid.
   */
  reset(): Promise<void>
  /** Everything for the panel in one answer; the latest 100 breaches only. */
  state(): Promise<PracticeBankState>
  close(): Promise<void>
}

const armedList = z.object({ armed: z.array(armedScenario) })
const breachList = z.object({ breaches: z.array(breach) })
const timeoutMs = 5000

/**
 * Returns origin and token of a control URL; throws TypeError for one that is not plain HTTP on
 * loopback with a token.
 */
function parseControlUrl(controlUrl: string): { origin: string; token: string } {
  const { protocol, hostname, origin, hash } = new URL(controlUrl)
  const loopback = hostname === '127.0.0.1' || hostname === 'localhost'
  if (protocol !== 'http:' || !loopback || !/^#[\w-]{20,}$/.test(hash)) {
    throw new TypeError('Expected http://127.0.0.1:<port>/#<token>')
  }
  return { origin, token: hash.slice(1) }
}

/**
 * Creates a client of a practice bank's control endpoint. Takes the control URL that the bank
 * announced (`http://127.0.0.1:<port>/#<token>`) and throws TypeError for any other; sends nothing
 * yet. The connection ignores proxy settings.
 */
export function connectPracticeBank(controlUrl: string): PracticeControl {
  const { origin, token } = parseControlUrl(controlUrl)
  const agent = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs })

  async function send<S extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    answer: S,
    body?: object,
  ): Promise<z.infer<S>> {
    const { status, text } = await request(`${origin}${path}`, {
      dispatcher: agent,
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    })
      .then(async ({ statusCode, body: answered }) => ({
        status: statusCode,
        text: await answered.text(),
      }))
      .catch((cause: unknown) => {
        throw new PracticeControlError('unreachable', cause)
      })
    if (status !== 200) throw new PracticeControlError('refused')
    return parsed(text, answer)
  }

  return {
    enrolment: () => send('GET', '/enrolment', enrolment),
    counters: () => send('GET', '/counters', practiceCounters),
    breaches: async () => (await send('GET', '/breaches', breachList)).breaches,
    ledger: () => send('GET', '/ledger', acceptedWork),
    town: () => send('GET', '/town', town),
    armed: async () => (await send('GET', '/scenarios', armedList)).armed,
    setScenario: async (order) => (await send('POST', '/scenarios', armedList, order)).armed,
    clearScenarios: async (scenario) =>
      (await send('POST', '/scenarios/clear', armedList, { scenario })).armed,
    subscribe: async (subscription) => {
      await send('POST', '/subscription', senderState, { subscription })
    },
    sendAlerts: (order) => send('POST', '/alerts', senderState, order),
    sender: () => send('GET', '/alerts', senderState),
    reset: async () => {
      await send('POST', '/reset', z.object({}))
    },
    state: () => send('GET', '/state', practiceBankState),
    close: () => agent.close(),
  }
}

function parsed<S extends z.ZodType>(text: string, answer: S): z.infer<S> {
  try {
    return answer.parse(JSON.parse(text))
  } catch (cause) {
    throw new PracticeControlError('unreadable', cause)
  }
}
