/**
 * The workstation of the fortnight without window and keychain: store, listener, client and
 * services are the product's, with a pre-production profile. The proof opens it on a folder,
 * closes it, and opens it again.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import { practiceAuditKeys } from '../../../main/store/audit-key.ts'
import { openRateBudget } from '../../../main/bank/client/budget/rate-budget.ts'
import type { RateMemoryState } from '../../../main/bank/client/budget/rate-memory.ts'
import { createListenerCertificate } from '../../../main/profile/listener-setup.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import {
  createConnectionService,
  type ConnectionService,
} from '../../../main/profile/connection.service.ts'
import {
  createPracticeOperators,
  practiceOperators,
} from '../../../main/profile/practice-operators.ts'
import { practiceProfile } from '../../../main/session/practice/practice-client.ts'
import { openSession } from '../../../main/session/open-session.ts'
import { closeSession, type Session } from '../../../main/session/session.ts'
import { createDrafts } from '../../../main/profile/certificate-drafts.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openStore, type Store } from '../../../main/store/store.ts'
import {
  emptyDetails,
  products,
  type ProfileDetails,
} from '../../../preload/contract/api/profiles/profile-details.ts'
import { err } from '../../../preload/contract/kernel/result.ts'
import type { FortnightBank } from './bank.ts'
import { Activity, countedConnection, countedStore } from './counted.ts'
import { realTimer, type SimulatedTime } from './simulated-time.ts'
import { ownStoreWorker as startStoreWorker } from '../../unit/support/programs/programs.ts'

const host = '127.0.0.1'

/** The agreed hours of ACH inquiry, by the computer's clock. */
export const agreedHours = { from: '05:00', to: '23:00' } as const

const details: ProfileDetails = {
  ...emptyDetails,
  listener: { host, port: 1, enabled: true, publicUrl: null, permitted: [] },
  settlement: 'non-consolidated',
  products: products.map((product) => ({
    product,
    calls: null,
    volume: null,
    hours:
      product === 'ach-inquiry'
        ? { kind: 'business', ...agreedHours }
        : { kind: 'all-day' as const },
  })),
  alerts: {
    ...emptyDetails.alerts,
    codes: ['AL00906', 'AL00901'],
    sameAccounts: false,
    expectedDaily: 100,
  },
}

/** The facts that stay the same for every program run of the workstation. */
export interface WorkstationPlace {
  readonly folder: string
  readonly time: SimulatedTime
  readonly bank: FortnightBank
  /** ACH lists are not agreed: shows what a program without sweeps would know. */
  readonly withoutSweeps: boolean
  readonly credentials: {
    readonly userName: string
    readonly password: string
    readonly createdAt: string
  }
  readonly certificate: { readonly chain: string; readonly privateKey: string }
  /** The rate budget's memory between two program runs. */
  rate: RateMemoryState
  /** Reported problems that no operator saw. */
  readonly problems: string[]
}

/** Creates the place; the listener's key and password stay for all program runs. */
export async function newPlace(
  given: Pick<WorkstationPlace, 'folder' | 'time' | 'bank' | 'withoutSweeps'>,
): Promise<WorkstationPlace> {
  return {
    ...given,
    credentials: {
      userName: 'bank',
      password: randomUUID(),
      createdAt: given.time.clock.now().toISOString(),
    },
    certificate: await createListenerCertificate([host, 'localhost'], new Date()),
    rate: {},
    problems: [],
  }
}

/** Opens a new connection to the bank, on the rate budget that the previous run left. */
async function connect(place: WorkstationPlace, store: Store): Promise<ConnectionService> {
  const { bank, time } = place
  const { secondaryId, additionalId, partnerClientId, callsPerSecond, ...connection } =
    bank.enrolment
  const memory = {
    load: () => Promise.resolve(place.rate),
    save: (state: RateMemoryState) => {
      place.rate = state
      return Promise.resolve()
    },
  }
  const budget = await openRateBudget({
    clock: systemClock,
    startTimer: realTimer,
    memory,
    share: callsPerSecond,
  })
  const service = createConnectionService({
    clock: time.callingClock,
    newId: randomUUID,
    v2Path: () => null,
    budgets: { budgetFor: () => Promise.resolve(budget) },
    forbiddenHint: () => 'Ask the bank',
    changed: () => undefined,
  })
  const access = {
    connection,
    ids: { secondaryId, additionalId },
    partnerClientId,
    budgetKey: 'fortnight',
    callsPerSecond,
    registeredAddresses: [host],
  }
  await service.connect(access, store)
  return service
}

/** One run of the workstation. */
export class FortnightWorkstation {
  readonly #place: WorkstationPlace
  readonly #activity = new Activity()
  readonly #session: Session
  readonly #full: { isFull: boolean }

  private constructor(
    place: WorkstationPlace,
    created: { session: Session; activity: Activity; full: { isFull: boolean } },
  ) {
    this.#place = place
    this.#session = created.session
    this.#activity = created.activity
    this.#full = created.full
  }

  /**
   * Opens the workstation: reads the store, starts the listener, and gives the bank its address.
   */
  static async open(place: WorkstationPlace): Promise<FortnightWorkstation> {
    const { folder, time } = place
    const file = join(folder, 'fortnight.countersign')
    const opened = await openStore({ file, key: practiceKey, startStoreWorker, clock: time.clock })
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    const activity = new Activity()
    const full = countedStore(opened.value, activity)
    const { store } = full
    const connection = countedConnection(await connect(place, store), activity)
    const { baseUrl, partnerClientId } = place.bank.enrolment
    // Outgoing calls go to the bank of the profile.
    const at = { baseUrl, partnerClientId }
    const report = (where: string, problem: unknown): void => {
      place.problems.push(`${where}: ${String(problem)}`)
    }
    const operators = createPracticeOperators({
      store: () => store,
      changed: () => undefined,
      report,
    })
    const deps = { clock: time.clock, newId: randomUUID }
    const services = await openSession({
      ...deps,
      store,
      connection,
      operators,
      report,
      sentFile: join(folder, 'fortnight.sent'),
      backups: {
        store: join(folder, 'fortnight.countersign'),
        folder: join(folder, 'backups'),
        key: () => practiceKey,
        startStoreWorker,
        appVersion: 'test',
      },
      subscribe: () => undefined,
      profileId: 'fortnight',
      environment: 'pre-production',
      auditKeys: practiceAuditKeys(),
      callBlockFor: (product) =>
        place.withoutSweeps && product === 'ach-inquiry'
          ? err({ code: 'product-not-agreed', product })
          : undefined,
      profile: () => ({ ...practiceProfile, details: { ...details, ...at } }),
    })
    const session: Session = {
      identity: {
        id: 'fortnight',
        name: 'Fortnight',
        environment: 'pre-production',
        retired: false,
      },
      operators,
      connection,
      real: undefined,
      services,
      storeState: { state: 'open' },
      drafts: createDrafts(deps),
    }
    const created = new FortnightWorkstation(place, { session, activity, full })
    await created.#listen()
    return created
  }

  async #listen(): Promise<void> {
    const { credentials, certificate } = this.#place
    await this.services.listener.apply({
      host,
      port: 0,
      credentials,
      previous: null,
      permitted: [],
      publicUrl: null,
      certificate: { ...certificate, isCreatedHere: true },
    })
    await this.subscribe(true)
    await this.services.coverage.start()
  }

  get services() {
    const { services } = this.#session
    if (!services) throw new Error('the session is closed')
    return services
  }

  /** Gives the bank the listener's address, or an address where nobody listens. */
  async subscribe(isReachable: boolean): Promise<void> {
    const running = this.services.listener.running()
    if (running.state !== 'listening') throw new Error(`the listener is ${running.state}`)
    const { userName, password } = this.#place.credentials
    await this.#place.bank.control.subscribe({
      // Port 9 discards: nobody listens there.
      url: isReachable ? running.address : `https://${host}:9/`,
      userName,
      password,
      ca: this.#place.certificate.chain,
      retryScale: 1,
    })
  }

  /** Sets whether deliveries can be stored. */
  fill(isFull: boolean): void {
    this.#full.isFull = isFull
  }

  /** Whether work has started since that count, or is in progress. */
  isBusySince(begun: number): boolean {
    return this.#activity.underWay > 0 || this.#activity.begun !== begun
  }

  begun(): number {
    return this.#activity.begun
  }

  /** Resolves when no work is in progress: every store request answered, no call in flight. */
  async calm(): Promise<void> {
    const { store } = this.services
    for (let calm = 0; calm < 3;) {
      const { begun } = this.#activity
      // Answered after every earlier request; this request itself counts as one.
      await store.read.selectFrom('listener_watch').select('id').limit(1).execute()
      await setImmediate()
      const isCalm = this.#activity.underWay === 0 && this.#activity.begun === begun + 1
      calm = isCalm ? calm + 1 : 0
      if (this.#activity.underWay > 0) await pause(1)
    }
  }

  /** Ends the program as a person does. */
  async close(): Promise<void> {
    await closeSession(this.#session).soon
    this.#place.time.forgetTimers()
  }
}

/** The maker and the checker. */
export const [maker, checker] = practiceOperators.map((operator) => ({
  operator,
})) as unknown as readonly [
  { readonly operator: (typeof practiceOperators)[0] },
  { readonly operator: (typeof practiceOperators)[1] },
]
