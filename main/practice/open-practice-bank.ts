/** Assembles the practice bank: PKI, routes, gateway and control endpoint. */
import { createServer } from 'node:https'
import type { Server as PlainServer } from 'node:http'
import type {
  PracticeBankState,
  PracticeCounters,
} from '../../preload/contract/api/practice/practice.ts'
import { systemClock, type Clock } from '../platform/clock.ts'
import { openAlertPublisher, type AlertPublisher } from './alerts/alert-publisher.ts'
import { openAchBank, type AchBank, type BankDays } from './ach/ach-bank.ts'
import type { AcceptedWork } from './accepted-work.ts'
import { Arrivals } from './arrivals.ts'
import { BreachBook } from './breach-book.ts'
import { controlInputs, listen, openControl, type ControlActions } from './control-server.ts'
import { enrol, issue, type Enrolment, type Issued } from './enrolment.ts'
import { Gateway } from './gateway.ts'
import { healthRoutes } from './health-call.ts'
import { openPracticeProxy } from './practice-proxy.ts'
import { openPaymentBank, type PaymentBank } from './payments/payment-bank.ts'
import { makePracticePki, type PracticePki } from './practice-pki.ts'
import type { Route } from './routes.ts'
import { ScenarioQueue, type Scenario } from './scenario.ts'
import { randomSecret } from './secrets.ts'
import { tokenRoute } from './token-call.ts'
import { TokenIssuer } from './token-issuer.ts'
import { practiceDirectory } from './data/accounts.ts'
import { validationRoute } from './validation/validation-call.ts'

/** Ports (0 for a free one), clocks and limits. */
export interface PracticeBankOptions extends BankDays {
  readonly port?: number
  readonly controlPort?: number
  readonly clock?: Clock
  /** The clock for counting calls. Differs from `clock` only when that one is simulated. */
  readonly countingClock?: Clock
  /** The limit over all APIs; five by default. */
  readonly callsPerSecond?: number | undefined
  /** A new token ends the older ones: no document says whether it does. */
  readonly newestTokenOnly?: boolean | undefined
  /** The port of a proxy in front of the bank (0 for a free one); none by default. */
  readonly proxyPort?: number | undefined
  /** PKI and issued data that outlive a start; created in memory when left out. */
  readonly identity?: { readonly pki: PracticePki; readonly issued: Issued } | undefined
}

export interface OpenPracticeBank {
  /** The bank's address: mutual TLS on loopback. */
  readonly address: string
  /** The control endpoint, with the token in the fragment. */
  readonly controlUrl: string
  /** The enrolment of its client. Contains secrets. */
  readonly enrolment: Enrolment
  /**
   * Collects new events and delivers due alerts now, for an owner of the clock; resolves when done.
   */
  publishAlerts(): Promise<void>
  close(): Promise<void>
}

interface PracticeServices {
  readonly arrivals: Arrivals
  readonly breaches: BreachBook
  readonly scenarios: ScenarioQueue
  readonly tokens: TokenIssuer
  readonly ach: AchBank
  readonly payments: PaymentBank
  readonly alerts: AlertPublisher
  readonly byStatus: Map<string, number>
  /** How often each account was validated, by routing and account number. */
  readonly validated: Map<string, number>
  readonly clock: Clock
}

function openServices(
  clock: Clock,
  callsPerSecond: number,
  options: PracticeBankOptions,
): PracticeServices {
  const breaches = new BreachBook(clock)
  const ach = openAchBank(clock, options)
  const payments = openPaymentBank(clock, ach, options.stretch)
  const scenarios = new ScenarioQueue()
  return {
    ach,
    payments,
    alerts: openAlertPublisher({ clock, ach, payments, scenarios, breaches }),
    arrivals: new Arrivals(options.countingClock ?? clock, breaches, callsPerSecond),
    breaches,
    scenarios,
    tokens: new TokenIssuer(clock, options.newestTokenOnly ?? false),
    byStatus: new Map(),
    validated: new Map(),
    clock,
  }
}

const routeTable = (
  enrolment: Enrolment,
  { tokens, ach, payments, validated, clock }: PracticeServices,
): Route[] => [
  tokenRoute(enrolment, tokens, clock),
  ...healthRoutes(enrolment, clock),
  validationRoute('v1', enrolment, validated),
  validationRoute('v2', enrolment, validated),
  ...ach.routes,
  ...payments.routes(enrolment),
]

const counters = (services: PracticeServices, startedAt: string): PracticeCounters => ({
  startedAt,
  ...services.arrivals.counted(),
  byStatus: Object.fromEntries(services.byStatus),
  tokensIssued: services.tokens.issued(),
  breaches: services.breaches.count(),
})

/**
 * Deletes originated work, waiting alerts, counts, breaches, scenarios and the pause; credentials
 * and tokens stay valid.
 */
function reset({
  arrivals,
  breaches,
  scenarios,
  tokens,
  ach,
  payments,
  alerts,
  byStatus,
  validated,
}: PracticeServices): object {
  ach.clear()
  payments.clear()
  alerts.clear()
  arrivals.clear()
  breaches.clear()
  scenarios.clear()
  tokens.clear()
  byStatus.clear()
  validated.clear()
  return {}
}

const shownBreaches = 100

const state = (
  services: PracticeServices,
  startedAt: string,
  address: string,
): PracticeBankState => ({
  state: 'running',
  address,
  counters: counters(services, startedAt),
  breaches: services.breaches.list().slice(-shownBreaches),
  armed: [...services.scenarios.armed()],
  heldPayments: services.payments.held(),
  sender: services.alerts.state(),
  town: practiceDirectory(),
})

/**
 * Returns the work accepted since the start or the last reset, to count duplicates after a kill of
 * the workstation.
 */
const acceptedWork = ({ payments, ach, validated }: PracticeServices): AcceptedWork => ({
  payments: [...payments.accepted()],
  batches: [...ach.accepted()],
  validations: [...validated].map(([account, count]) => ({ account, count })),
})

/** Cancels one scenario, or all; payments held by a cancelled scenario continue. */
function clearScenarios(
  { scenarios, payments }: PracticeServices,
  scenario: Scenario | undefined,
): void {
  scenarios.clear(scenario)
  if (scenario === undefined || scenario === 'payment-held') payments.release()
}

function controlActions(services: PracticeServices, enrolment: Enrolment): ControlActions {
  const startedAt = services.clock.now().toISOString()
  const { scenarios, breaches } = services
  const armed = (): object => ({ armed: scenarios.armed() })
  return {
    'GET /enrolment': () => enrolment,
    'GET /state': () => state(services, startedAt, enrolment.baseUrl),
    'GET /counters': () => counters(services, startedAt),
    'GET /breaches': () => ({ breaches: breaches.list() }),
    'GET /ledger': () => acceptedWork(services),
    'GET /town': practiceDirectory,
    'GET /scenarios': armed,
    'POST /scenarios': (input) => {
      scenarios.order(controlInputs.order(input))
      return armed()
    },
    'POST /scenarios/clear': (input) => {
      clearScenarios(services, controlInputs.clear(input).scenario)
      return armed()
    },
    'POST /subscription': (input) => {
      services.alerts.subscribe(controlInputs.subscription(input))
      return services.alerts.state()
    },
    'POST /alerts': (input) => {
      services.alerts.send(controlInputs.sendAlerts(input))
      return services.alerts.state()
    },
    'GET /alerts': () => services.alerts.state(),
    'POST /reset': () => reset(services),
  }
}

const closed = (server: PlainServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/**
 * Opens the practice bank: creates its PKI in memory unless one is given, enrols its one client,
 * and listens on loopback with mutual TLS, 1.2 at least. Rejects with the system's error when a
 * port is taken.
 */
export async function openPracticeBank(
  options: PracticeBankOptions = {},
): Promise<OpenPracticeBank> {
  const { port = 0, controlPort = 0, clock = systemClock, identity } = options
  const given = identity?.issued ?? issue(options.callsPerSecond)
  const services = openServices(clock, given.callsPerSecond, options)
  const pki = identity?.pki ?? (await makePracticePki(clock.now()))
  const server = createServer({
    cert: pki.server.chain,
    key: pki.server.privateKey,
    ca: pki.root,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    keepAliveTimeout: 10_000,
  })
  const bankPort = await listen(server, port)
  const address = `https://127.0.0.1:${bankPort}`
  const { proxyPort } = options
  const proxy = proxyPort === undefined ? undefined : await openPracticeProxy(proxyPort, [bankPort])
  const enrolment = { ...enrol(address, pki, given), ...(proxy && { proxy: proxy.access }) }
  const gateway = new Gateway({
    ...services,
    routes: routeTable(enrolment, services),
    answered: (status) => {
      services.byStatus.set(String(status), (services.byStatus.get(String(status)) ?? 0) + 1)
    },
  })
  server.on('request', (request, response) => {
    gateway.serve(request, response).catch(() => response.destroy())
  })
  const token = randomSecret(32)
  const control = await openControl(controlPort, token, controlActions(services, enrolment))
  return {
    address,
    controlUrl: `http://127.0.0.1:${control.port}/#${token}`,
    enrolment,
    publishAlerts: () => services.alerts.publish(),
    close: async () => {
      await Promise.all([
        services.alerts.close(),
        closed(server),
        closed(control.server),
        proxy?.close(),
      ])
    },
  }
}
