/**
 * The workstation of the fortnight without window and keychain: store, listener, client and desks are the product's,
 * as a pre-production profile has them. It is opened on a folder, closed, and opened again.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import { practiceAuditKeys } from '../../../main/store/audit-chain/audit-key.ts'
import { openRateBudget } from '../../../main/bank/client/budget/rate-budget.ts'
import type { RateMemoryState } from '../../../main/bank/client/budget/rate-memory.ts'
import { makeListenerCertificate } from '../../../main/profile/certificates/listener-certificate.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import {
  createConnectionService,
  type ConnectionService,
} from '../../../main/profile/connection/connection.service.ts'
import {
  createPracticeOperators,
  practiceOperators,
} from '../../../main/profile/operators/practice-operators.ts'
import { practiceProfile } from '../../../main/session/practice/practice-client.ts'
import { openSession } from '../../../main/session/open-session.ts'
import { closeSession, createDrafts, type Session } from '../../../main/session/session.ts'
import { practiceKey } from '../../../main/store/sqlite/practice-key.ts'
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

/** The hours in which the bank was agreed to be asked for ACH, by the computer's clock. */
export const agreedHours = { from: '05:00', to: '23:00' } as const

const details: ProfileDetails = {
  ...emptyDetails,
  listener: { host, port: 1, enabled: true, publicUrl: null, permitted: [] },
  settlement: 'non-consolidated',
  products: products.map((product) => ({
    product,
    calls: null,
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

/** What goes with a workstation whichever program runs it. */
export interface DeskPlace {
  readonly folder: string
  readonly time: SimulatedTime
  readonly bank: FortnightBank
  /** The bank may not be asked for ACH lists: what a program without sweeps would know. */
  readonly withoutSweeps: boolean
  readonly credentials: {
    readonly userName: string
    readonly password: string
    readonly madeAt: string
  }
  readonly certificate: { readonly chain: string; readonly privateKey: string }
  /** What the budget remembers between two programs. */
  rate: RateMemoryState
  /** What was reported, and nobody told of. */
  readonly problems: string[]
}

/** Makes the place; the listener's key and password stay for all of its programs. */
export async function newPlace(
  given: Pick<DeskPlace, 'folder' | 'time' | 'bank' | 'withoutSweeps'>,
): Promise<DeskPlace> {
  return {
    ...given,
    credentials: {
      userName: 'bank',
      password: randomUUID(),
      madeAt: given.time.clock.now().toISOString(),
    },
    certificate: await makeListenerCertificate([host, 'localhost'], new Date()),
    rate: {},
    problems: [],
  }
}

/** A connection of its own to the bank, on the budget that its predecessor left. */
async function connect(place: DeskPlace, store: Store): Promise<ConnectionService> {
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

/** One life of the workstation. */
export class FortnightDesk {
  readonly #place: DeskPlace
  readonly #activity = new Activity()
  readonly #session: Session
  readonly #full: { isFull: boolean }

  private constructor(
    place: DeskPlace,
    made: { session: Session; activity: Activity; full: { isFull: boolean } },
  ) {
    this.#place = place
    this.#session = made.session
    this.#activity = made.activity
    this.#full = made.full
  }

  /** Opens it: the store is read, the listener listens, the bank is told where. */
  static async open(place: DeskPlace): Promise<FortnightDesk> {
    const { folder, time } = place
    const file = join(folder, 'fortnight.countersign')
    const opened = await openStore({ file, key: practiceKey, startStoreWorker, clock: time.clock })
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    const activity = new Activity()
    const full = countedStore(opened.value, activity)
    const { store } = full
    const connection = countedConnection(await connect(place, store), activity)
    const { baseUrl, partnerClientId } = place.bank.enrolment
    // What leaves goes to the bank that the profile names.
    const at = { baseUrl, partnerClientId }
    const report = (where: string, problem: unknown): void => {
      place.problems.push(`${where}: ${String(problem)}`)
    }
    const operators = createPracticeOperators({
      store: () => store,
      changed: () => undefined,
      report,
    })
    const parts = { clock: time.clock, newId: randomUUID }
    const desk = await openSession({
      ...parts,
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
      mayNotAsk: (product) =>
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
      desk,
      storeState: { state: 'open' },
      drafts: createDrafts(parts),
    }
    const made = new FortnightDesk(place, { session, activity, full })
    await made.#listen()
    return made
  }

  async #listen(): Promise<void> {
    const { credentials, certificate } = this.#place
    await this.desk.listener.apply({
      host,
      port: 0,
      credentials,
      previous: null,
      permitted: [],
      publicUrl: null,
      certificate: { ...certificate, isMadeHere: true },
    })
    await this.subscribe(true)
    await this.desk.coverage.start()
  }

  get desk() {
    const { desk } = this.#session
    if (!desk) throw new Error('the desk is closed')
    return desk
  }

  /** Tells the bank where alerts go, or lets it knock where nobody is. */
  async subscribe(isReachable: boolean): Promise<void> {
    const running = this.desk.listener.running()
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

  /** From now on deliveries cannot be stored, or can again. */
  fill(isFull: boolean): void {
    this.#full.isFull = isFull
  }

  /** Whether something has begun since that was counted, or is under way. */
  isBusySince(begun: number): boolean {
    return this.#activity.underWay > 0 || this.#activity.begun !== begun
  }

  begun(): number {
    return this.#activity.begun
  }

  /** Resolves when nothing is under way: every question of the store answered, no call on its way. */
  async calm(): Promise<void> {
    const { store } = this.desk
    for (let calm = 0; calm < 3;) {
      const { begun } = this.#activity
      // Answered after everything that was asked before it; itself it counts as one.
      await store.read.selectFrom('listener_watch').select('id').limit(1).execute()
      await setImmediate()
      const isCalm = this.#activity.underWay === 0 && this.#activity.begun === begun + 1
      calm = isCalm ? calm + 1 : 0
      if (this.#activity.underWay > 0) await pause(1)
    }
  }

  /** Ends the program as a person does. */
  async close(): Promise<void> {
    await closeSession(this.#session)
    this.#place.time.forgetTimers()
  }
}

/** Who writes, and who approves. */
export const [maker, checker] = practiceOperators.map((operator) => ({
  operator,
})) as unknown as readonly [
  { readonly operator: (typeof practiceOperators)[0] },
  { readonly operator: (typeof practiceOperators)[1] },
]
