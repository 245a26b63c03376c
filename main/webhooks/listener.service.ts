/** The listener of one session: started and ended with what stands in the profile, and what is told of it. */
import type {
  LastDelivery,
  ListenerAbsence,
  ListenerRunning,
  ListenerState,
} from '../../preload/contract/alerts/listener.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import { err, ok, type Result } from '../../preload/contract/result.ts'
import type { Clock } from '../clock.ts'
import { tellAtMostEvery, type Teller } from '../connection/tell.ts'
import type { AlertIntake } from './delivery.ts'
import { certificateFacts } from './listener-facts.ts'
import { startProblemOf } from './listener-problem.ts'
import { createTally, type Tally } from './listener-tally.ts'
import {
  openListener,
  type BasicCredentials,
  type Listener,
  type ListenerCertificate,
} from './listener.ts'
import { createProbe, type Probe } from './probe.ts'

/** Credentials with the instant (ISO UTC) of their making. */
export interface DatedCredentials extends BasicCredentials {
  readonly madeAt: string
}

/** Everything that a listener runs on. */
export interface ListenerSetup {
  readonly host: string
  readonly port: number
  readonly certificate: ListenerCertificate & { readonly isMadeHere: boolean }
  readonly credentials: DatedCredentials
  /** Taken beside the current ones until they are ended. */
  readonly previous: DatedCredentials | null
  readonly permitted: readonly string[]
  readonly publicUrl: string | null
}

/** What the service is made of. */
export interface ListenerServiceParts {
  readonly intake: AlertIntake
  readonly clock: Clock
  /** The state has changed; told at most a few times a second. */
  readonly changed: () => void
  readonly report: (where: string, problem: unknown) => void
  /** Roots in PEM that the probe trusts; without it those that Node carries. */
  readonly roots?: readonly string[]
  /** What came last before this run; nothing unless given. */
  readonly lastDelivery?: LastDelivery | null
  /** How often the public address is called while it listens; every hour unless given. */
  readonly probeEveryMs?: number
  /** How long to wait before a start that failed is tried again; half a minute unless given. */
  readonly retryAfterMs?: number
}

/** A listener as one session has it; without the listeners of the others. */
export type OwnListenerState = Omit<ListenerState, 'others'>

/** The service of one session. */
export interface ListenerService {
  state(): OwnListenerState
  running(): ListenerRunning
  /** Runs on this from now on, or not at all and why. One that need not restart does not. Never rejects. */
  apply(setup: ListenerSetup | ListenerAbsence): Promise<void>
  /** Calls the public address and sees whether this listener answers. */
  probe(): Promise<Result<void, Failure<'listener-off'> | Failure<'no-public-address'>>>
  close(): Promise<void>
}

/** Makes it; nothing listens before `apply`. */
export function createListenerService(parts: ListenerServiceParts): ListenerService {
  return new Service(parts)
}

const retryAfterMs = 30_000
const probeEveryMs = 3_600_000
const tellEveryMs = 250

class Service implements ListenerService {
  readonly #parts: ListenerServiceParts
  readonly #teller: Teller
  readonly #tally: Tally
  readonly #probe: Probe
  #running: ListenerRunning = { state: 'off', why: 'not-started' }
  #setup: ListenerSetup | undefined
  #listener: Listener | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #probing: ReturnType<typeof setInterval> | undefined
  #isClosed = false
  /** What is to be done, one after the other. */
  #turn: Promise<void> = Promise.resolve()

  constructor(parts: ListenerServiceParts) {
    this.#parts = parts
    this.#teller = tellAtMostEvery(tellEveryMs, parts.changed, () => false)
    this.#tally = createTally(parts.clock, parts.lastDelivery ?? null, () => this.#teller.tell())
    this.#probe = createProbe({
      clock: parts.clock,
      changed: () => this.#teller.tell(),
      ...(parts.roots && { roots: parts.roots }),
    })
  }

  running(): ListenerRunning {
    return this.#running
  }

  state(): OwnListenerState {
    const setup = this.#setup
    return {
      running: this.#running,
      publicUrl: setup?.publicUrl ?? null,
      reach: this.#probe.reach(),
      userName: setup?.credentials.userName ?? null,
      credentialsMadeAt: setup?.credentials.madeAt ?? null,
      previousCredentialsMadeAt: setup?.previous?.madeAt ?? null,
      certificate: setup
        ? certificateFacts(setup.certificate.chain, setup.certificate.isMadeHere)
        : null,
      permitted: [...(setup?.permitted ?? [])],
      ...this.#tally.state(),
      notStoring: this.#parts.intake.notStoring(),
    }
  }

  apply(setup: ListenerSetup | ListenerAbsence): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#isClosed) return
      if (typeof setup === 'string') {
        await this.#stop()
        this.#become({ state: 'off', why: setup })
        return
      }
      const before = this.#setup
      this.#setup = setup
      if (this.#listener && before && isSamePlace(before, setup)) {
        this.#listener.admit(admission(setup))
        if (before.publicUrl !== setup.publicUrl) this.#probeFromNowOn()
        this.#teller.tell()
      } else await this.#start(setup)
    })
  }

  async probe(): ReturnType<ListenerService['probe']> {
    const setup = this.#setup
    if (!setup || this.#running.state !== 'listening') return err({ code: 'listener-off' })
    if (setup.publicUrl === null) return err({ code: 'no-public-address' })
    const { chain, isMadeHere } = setup.certificate
    await this.#probe.call(setup.publicUrl, isMadeHere ? chain : null)
    return ok(undefined)
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#inTurn(async () => {
      await this.#stop()
      this.#running = { state: 'off', why: 'not-started' }
      this.#teller.stop()
    })
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work)
    this.#turn = done.catch((problem: unknown) => this.#parts.report('listener', problem))
    return this.#turn
  }

  async #start(setup: ListenerSetup): Promise<void> {
    await this.#stop()
    this.#setup = setup
    this.#become({ state: 'starting' })
    try {
      const { intake } = this.#parts
      this.#listener = await openListener({
        ...setup,
        ...admission(setup),
        accept: (delivery) => intake.accept(delivery),
        isOwnProbe: (word) => this.#probe.isOwn(word),
        refused: (kind, from) => this.#tally.refused(kind, from),
        received: (answer) => this.#tally.received(answer),
      })
      const { address } = this.#listener
      this.#become({ state: 'listening', address, since: this.#parts.clock.now().toISOString() })
      this.#probeFromNowOn()
    } catch (thrown) {
      this.#failed(setup, thrown)
    }
  }

  /** At once and again and again: what leads to this listener may end at any time, and no alert tells of it. */
  #probeFromNowOn(): void {
    this.#probeNoMore()
    const everyMs = this.#parts.probeEveryMs ?? probeEveryMs
    this.#probing = setInterval(() => void this.probe(), everyMs).unref()
    void this.probe()
  }

  #probeNoMore(): void {
    clearInterval(this.#probing)
    this.#probe.forget()
  }

  #failed(setup: ListenerSetup, thrown: unknown): void {
    const { problem, detail, mayPass } = startProblemOf(thrown)
    const now = this.#parts.clock.now()
    const waitMs = this.#parts.retryAfterMs ?? retryAfterMs
    if (mayPass) this.#retry = setTimeout(() => void this.#startAgain(setup), waitMs).unref()
    const retryAt = mayPass ? new Date(now.getTime() + waitMs).toISOString() : null
    this.#become({ state: 'failed', problem, detail, at: now.toISOString(), retryAt })
  }

  /** Unless something else was applied while it waited for its turn. */
  #startAgain(setup: ListenerSetup): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#isClosed || this.#setup !== setup || this.#listener) return
      await this.#start(setup)
    })
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#retry)
    this.#probeNoMore()
    this.#setup = undefined
    const listener = this.#listener
    this.#listener = undefined
    await listener?.close()
  }

  #become(running: ListenerRunning): void {
    this.#running = running
    this.#teller.tell()
  }
}

const admission = ({ credentials, previous, permitted }: ListenerSetup) => ({
  credentials: previous ? [credentials, previous] : [credentials],
  permitted,
})

const isSamePlace = (one: ListenerSetup, other: ListenerSetup): boolean =>
  one.host === other.host &&
  one.port === other.port &&
  one.certificate.chain === other.certificate.chain &&
  one.certificate.privateKey === other.certificate.privateKey
