/**
 * The listener of one session: starts, changes and stops it by the profile, and reports its state. Of
 * the workstations that share a store, one listens: the one with the duty, while the store has heard
 * of it within the fence. The others have no port open, so a proxy in front finds the one that listens.
 */
import {
  alertAddress,
  type LastDelivery,
  type ListenerAbsence,
  type ListenerRunning,
  type ListenerState,
  type TeamListener,
} from '../../../preload/contract/api/alerts/listener.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Emit } from '../../platform/events.ts'
import { throttle, type Throttle } from '../../platform/throttle.ts'
import { InFlight } from '../../platform/in-flight.ts'
import { listening, onlyMember, workstationName, type Membership } from '../../store/membership.ts'
import { SerialQueue } from '../../platform/serial.ts'
import type { AlertEvents } from '../alert-events.ts'
import { notStored, type AlertIntake } from './delivery.ts'
import { certificateFacts, changedAccess } from '../listener-setup.ts'
import type { ListenerSetup } from '../../profile/listener-setup.ts'
import { startProblemOf } from './listener-problem.ts'
import { createTally, type Tally } from './listener-tally.ts'
import { openListener, type Listener } from './listener.ts'
import { createProbe, newProbeToken, type Probe, type ProbeTarget } from './probe.ts'

export interface ListenerServiceDeps {
  readonly intake: AlertIntake
  readonly clock: Clock
  /** This workstation among those that share the store; by default it has the store alone. */
  readonly membership?: Membership
  /** The state has changed; called at most a few times a second. */
  readonly changed: () => void
  readonly report: (where: string, problem: unknown) => void
  /** Roots in PEM that the probe trusts; Node's own by default. */
  readonly roots?: readonly string[]
  /** Emits each event at once; without it nothing is emitted. */
  readonly emit?: Emit<AlertEvents>
  /** The newest delivery before this run; none by default. */
  readonly lastDelivery?: LastDelivery | null
  /** How often the public address is called while the listener runs; every hour by default. */
  readonly probeEveryMs?: number
  /**
   * The wait before a failed start is tried again; half a minute by default. Another workstation can
   * take the duty meanwhile.
   */
  readonly retryAfterMs?: number
}

/** The listener of one session, without the listeners of other sessions. */
export type OwnListenerState = Omit<ListenerState, 'others'>

export interface ListenerService {
  state(): OwnListenerState
  running(): ListenerRunning
  /**
   * Runs with this setup from now on, or stops for the given reason. Restarts only if it must.
   * Never rejects.
   */
  apply(setup: ListenerSetup | ListenerAbsence): Promise<void>
  /** Calls the public address and checks whether this listener, or that of the team, answers. */
  probe(): Promise<Result<void, Failure<'listener-off'> | Failure<'no-public-address'>>>
  /** Lets another workstation take the duty; takes it again later if nobody has. */
  rest(): Promise<void>
  close(): Promise<void>
}

/** Creates the service; nothing listens before `apply`. */
export function createListenerService(deps: ListenerServiceDeps): ListenerService {
  return new Service(deps)
}

const retryAfterMs = 30_000
const probeEveryMs = 3_600_000
const notifyEveryMs = 250

class Service implements ListenerService {
  readonly #deps: ListenerServiceDeps
  readonly #membership: Membership
  readonly #notifier: Throttle
  readonly #tally: Tally
  readonly #probe: Probe
  #running: ListenerRunning = { state: 'off', why: 'not-started' }
  #setup: ListenerSetup | undefined
  #current: OpenListener | undefined
  /** Replaced listeners, until their requests in progress are answered. */
  readonly #ending = new InFlight()
  #retry: ReturnType<typeof setTimeout> | undefined
  #probing: ReturnType<typeof setInterval> | undefined
  /** The listener address and public address of the periodic probe; undefined: none runs. */
  #probedWay: string | undefined
  #isClosed = false
  #hasDuty = false
  /** Gives the duty back; undefined: it is not wanted. */
  #giveBack: (() => void) | undefined
  /** The listener of another workstation that was seen last. */
  #other: string | undefined
  /** What the setup does at an opening. */
  #opened: Promise<void> | undefined
  readonly #changes = new SerialQueue()

  constructor(deps: ListenerServiceDeps) {
    this.#deps = deps
    const { membership = onlyMember } = deps
    this.#membership = membership
    membership.onChange(() => this.#teamChanged())
    this.#notifier = throttle(notifyEveryMs, deps.changed, () => false)
    const notifyChange = (): void => this.#notifier.notify()
    this.#tally = createTally(deps.clock, deps.lastDelivery ?? null, notifyChange, deps.emit)
    this.#probe = createProbe({
      clock: deps.clock,
      changed: () => this.#notifier.notify(),
      nameOf: (id) => workstationName(membership, id),
      ...(deps.roots && { roots: deps.roots }),
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
      team: this.#team(),
      userName: setup?.credentials.userName ?? null,
      credentialsCreatedAt: setup?.credentials.createdAt ?? null,
      previousCredentialsCreatedAt: setup?.previous?.createdAt ?? null,
      certificate: setup
        ? certificateFacts(setup.certificate.chain, setup.certificate.isCreatedHere)
        : null,
      permitted: [...(setup?.permitted ?? [])],
      ...this.#tally.state(),
      notStoring: this.#deps.intake.notStoring(),
    }
  }

  async apply(setup: ListenerSetup | ListenerAbsence): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#isClosed) return
      if (typeof setup === 'string') {
        await this.#stop()
        this.#become({ state: 'off', why: setup })
        return
      }
      const changed = changedAccess(this.#setup, setup)
      this.#setup = setup
      await this.#startOrWait(setup)
      if (changed.length > 0) this.#deps.emit?.('listener.accessChanged', changed)
    })
    await this.#opened
  }

  async probe(): ReturnType<ListenerService['probe']> {
    const setup = this.#setup
    const team = this.#team()
    if (!setup || (this.#running.state !== 'listening' && team?.state !== 'other'))
      return err({ code: 'listener-off' })
    const publicUrl = alertAddress({ publicUrl: setup.publicUrl, team })
    if (publicUrl === null) return err({ code: 'no-public-address' })
    const isOwnTrusted = setup.publicUrl === null
    await this.#probe.call({ publicUrl, isOwnTrusted, ...this.#certificateOf(setup) })
    return ok(undefined)
  }

  /** The certificate that a call to the listener has to expect, and who answers it. */
  #certificateOf({ certificate }: ListenerSetup): Pick<ProbeTarget, 'ownChain' | 'other'> {
    const other = this.#current ? undefined : this.#otherListening()
    if (!other) return { ownChain: certificate.isCreatedHere ? certificate.chain : null }
    const { ownCertificate, probeToken } = other.listener
    return { ownChain: ownCertificate, other: { id: other.id, token: probeToken } }
  }

  async rest(): Promise<void> {
    if (this.#membership.home === null) return
    await this.#inTurn(() => {
      const setup = this.#setup
      if (!setup || this.#isClosed) return Promise.resolve()
      this.#standBy()
      this.#giveBackDuty()
      this.#tryLater(setup)
      return Promise.resolve()
    })
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#inTurn(async () => {
      await this.#stop()
      this.#running = { state: 'off', why: 'not-started' }
      this.#notifier.stop()
    })
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    return this.#changes
      .run(work)
      .catch((problem: unknown) => this.#deps.report('listener', problem))
  }

  /** Of a store in a file, always. */
  #mayListen(): boolean {
    return this.#membership.home === null || (this.#hasDuty && this.#membership.isFresh())
  }

  #wantDuty(): void {
    const changed = (hasDuty: boolean) => (): void => {
      this.#hasDuty = hasDuty
      void this.#inTurn(() => this.#follow())
    }
    if (this.#membership.home === null || this.#giveBack) return
    this.#giveBack = this.#membership.onDuty('listener', {
      start: changed(true),
      stop: changed(false),
    })
  }

  /** Listens if this workstation may, and otherwise once it may. */
  async #startOrWait(setup: ListenerSetup): Promise<void> {
    this.#wantDuty()
    if (this.#mayListen()) await this.#start(setup)
    else this.#standBy()
  }

  #giveBackDuty(): void {
    this.#membership.listens(null)
    this.#giveBack?.()
    this.#giveBack = undefined
    this.#hasDuty = false
  }

  /** Opens the listener when this workstation may, and closes it when it may no longer. */
  async #follow(): Promise<void> {
    const setup = this.#setup
    if (!setup || this.#isClosed || !this.#giveBack) return
    if (!this.#mayListen()) this.#standBy()
    else if (this.#current) this.#tellTeam(setup)
    else await this.#start(setup)
  }

  /** Closes the port at once; requests in progress are answered. */
  #standBy(): void {
    if (this.#running.state === 'standby') return
    this.#probeNoMore()
    if (this.#current) this.#end(this.#current)
    this.#current = undefined
    this.#deps.intake.standBy()
    this.#become({ state: 'standby' })
  }

  #teamChanged(): void {
    const other = this.#otherListening()?.listener.probeToken
    // The finding about another listener does not apply.
    if (other !== this.#other && !this.#current) this.#probe.forget()
    this.#other = other
    if (this.#giveBack) void this.#inTurn(() => this.#follow())
    this.#notifier.notify()
  }

  #tellTeam({ certificate }: ListenerSetup): void {
    if (!this.#current) return
    const { listener, since, probeToken } = this.#current
    const ownCertificate = certificate.isCreatedHere ? certificate.chain : null
    this.#membership.listens({ address: listener.address, since, ownCertificate, probeToken })
  }

  #team(): TeamListener | null {
    if (this.#membership.home === null) return null
    if (this.#current) return { state: 'this', address: this.#current.listener.address }
    if (!this.#membership.isFresh()) return { state: 'unknown' }
    const other = this.#otherListening()
    if (other) {
      const { address, since } = other.listener
      return { state: 'other', name: other.name, address, since }
    }
    const listened = this.#membership
      .workstations()
      .flatMap(({ listenedAt }) => listenedAt ?? [])
      .sort()
    return { state: 'nobody', since: listened.at(-1) ?? null }
  }

  #otherListening() {
    return listening(this.#membership).find(({ id }) => id !== this.#membership.home)
  }

  /**
   * The old listener runs until the new one does: the documents do not say that a bank retries
   * after a refused connection.
   */
  async #start(setup: ListenerSetup): Promise<void> {
    clearTimeout(this.#retry)
    const before = this.#current
    if (!before) this.#become({ state: 'starting' })
    try {
      before?.listener.admit(admission(setup))
      if (!before || !isSamePlace(before, setup)) await this.#move(setup, before)
      const { listener, since } = this.#current ?? {}
      if (!listener || !since) return
      this.#become({ state: 'listening', address: listener.address, since })
      this.#tellTeam(setup)
      if (this.#current !== before) this.#opened = setup.opened?.(listener.address)
      this.#probeFromNowOn(`${listener.address} ${setup.publicUrl ?? ''}`)
    } catch (thrown) {
      this.#failed(setup, thrown)
    }
  }

  /**
   * Probes at once and then periodically, because the route to this listener may break at any time
   * and no alert reports that. The finding for another route does not apply to this one.
   */
  #probeFromNowOn(way: string): void {
    if (this.#probedWay === way) return
    this.#probeNoMore()
    this.#probedWay = way
    const everyMs = this.#deps.probeEveryMs ?? probeEveryMs
    this.#probing = setInterval(() => void this.probe(), everyMs).unref()
    void this.probe()
  }

  #probeNoMore(): void {
    clearInterval(this.#probing)
    this.#probedWay = undefined
    this.#probe.forget()
  }

  async #move(setup: ListenerSetup, before: OpenListener | undefined): Promise<void> {
    try {
      this.#current = await this.#open(setup, setup)
      if (before) this.#end(before)
    } catch (thrown) {
      if (before?.listener.port !== setup.port || startProblemOf(thrown).problem !== 'port-in-use')
        throw thrown
      // The same port at an overlapping address blocks the new listener, so for a moment none runs.
      this.#end(before)
      this.#current = undefined
      try {
        this.#current = await this.#open(setup, setup)
      } catch (again) {
        this.#current = await this.#open(setup, before).catch(() => undefined)
        throw again
      }
    }
  }

  async #open(setup: ListenerSetup, { host, port }: Place): Promise<OpenListener> {
    const { intake, clock } = this.#deps
    const probeToken = newProbeToken()
    const listener = await openListener({
      host,
      port,
      ...admission(setup),
      workstation: this.#membership.home,
      // One that lost its duty leaves the delivery to the next.
      accept: (delivery) =>
        this.#mayListen() ? intake.accept(delivery) : Promise.resolve(notStored),
      isOwnProbe: (token) => this.#probe.isOwn(token) || token === probeToken,
      refused: (kind, from, isDelivery) => this.#tally.refused(kind, from, isDelivery),
      received: (answer) => this.#tally.received(answer),
    })
    return { listener, host, port, probeToken, since: clock.now().toISOString() }
  }

  #end({ listener }: OpenListener): void {
    void this.#ending.add(listener.close())
  }

  #failed(setup: ListenerSetup, thrown: unknown): void {
    const { problem, detail: message, mayPass } = startProblemOf(thrown)
    const address = this.#current?.listener.address
    const detail = address ? `${message}. Alerts are still received at ${address}` : message
    const now = this.#deps.clock.now()
    const waitMs = this.#deps.retryAfterMs ?? retryAfterMs
    if (mayPass) this.#tryLater(setup)
    const retryAt = mayPass ? new Date(now.getTime() + waitMs).toISOString() : null
    this.#become({ state: 'failed', problem, detail, at: now.toISOString(), retryAt })
    // Another workstation may be able to.
    if (!this.#current) this.#giveBackDuty()
  }

  #tryLater(setup: ListenerSetup): void {
    clearTimeout(this.#retry)
    const waitMs = this.#deps.retryAfterMs ?? retryAfterMs
    this.#retry = setTimeout(() => void this.#startAgain(setup), waitMs).unref()
  }

  /** Does nothing if another setup was applied meanwhile. */
  #startAgain(setup: ListenerSetup): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#isClosed || this.#setup !== setup) return
      await this.#startOrWait(setup)
    })
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#retry)
    this.#probeNoMore()
    this.#setup = undefined
    if (this.#current) this.#end(this.#current)
    this.#current = undefined
    this.#giveBackDuty()
    await this.#ending.settled()
  }

  #become(running: ListenerRunning): void {
    this.#running = running
    const isThere = this.#current !== undefined
    this.#deps.emit?.('listener.running', { running, isThere })
    if (!isThere) this.#membership.listens(null)
    this.#notifier.notify()
  }
}

type Place = Pick<ListenerSetup, 'host' | 'port'>

/** The open listener and its address, which may differ from the latest setup. */
interface OpenListener extends Place {
  readonly listener: Listener
  readonly probeToken: string
  readonly since: string
}

const admission = ({ certificate, credentials, previous, permitted }: ListenerSetup) => ({
  certificate,
  credentials: previous ? [credentials, previous] : [credentials],
  permitted,
})

/** A setup with port 0 got a free port; naming that port later is no change. */
const isSamePlace = ({ host, port, listener }: OpenListener, place: Place): boolean =>
  host === place.host && (port === place.port || listener.port === place.port)
