/**
 * Forwards stored alerts to another HTTPS endpoint and retries until it accepts them: character by
 * character in the bank's own form, so that any receiver of the bank's alerts can receive these.
 * The host is not the bank's, so no rate budget is used.
 */
import type { Failure } from '../../preload/contract/api/failures.ts'
import type * as shown from '../../preload/contract/api/forwarding/forwarding.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import { systemTimer, type StartTimer } from '../platform/timer.ts'
import type { SessionContext } from '../profile/session-context.ts'
import type { ForwardAccess } from '../profile/profile-secrets.ts'
import { dutyWork, type DutyWork } from '../store/duty-work.ts'
import { hearOthers } from '../store/follow.ts'
import { newestSeq, seqBefore } from './alerts.records.ts'
import { postAlerts, type PostAlerts } from './forwarding/forward-post.ts'
import {
  countBehind,
  countParked,
  lastOtherHost,
  pageOfParked,
  pageOfTries,
  parkedAmong,
  readState,
} from './forwarding/forward-records.ts'
import { authorizationOf, forwardingBlock } from './forwarding/forward-rules.ts'
import { Runner } from './forwarding/forward-runner.ts'
import type { ForwardRow } from './forwarding/forwarding-jobs.ts'

type Retired = Failure<'profile-retired'>
type NotAllowed = Failure<'address-not-allowed'>
type NotFound = Failure<'not-found'>
type NotChanged = Retired | NotAllowed | Failure<'confirmation-wrong'>
interface ParkedForAnother {
  readonly alerts: number
  readonly from: string
  readonly to: string
}
interface PageWanted {
  readonly cursor: string | null
  readonly limit: number
}

/** The forwarding service of one open store. */
export interface ForwardingService {
  /**
   * Continues from the saved state, on the workstation with the duty of the keeper; call it when the
   * whole session is open.
   */
  start(): void
  state(): Promise<shown.ForwardingState>
  /** Returns why `changeSettings` would be refused; undefined: it would not. */
  whyNotChanged(settings: shown.ForwardingSettings): Promise<Result<never, NotChanged> | undefined>
  changeSettings(
    settings: shown.ForwardingSettings,
    actor: string,
  ): Promise<Result<shown.ForwardingState, NotChanged>>
  saveSecret(
    secret: shown.ForwardingSecret | null,
    actor: string,
  ): Promise<
    Result<
      shown.ForwardingState,
      Retired | NotFound | Failure<'practice-only'> | Failure<'keychain-problem'>
    >
  >
  tryOnce(actor: string): Promise<Result<shown.ForwardingTest, Retired | NotAllowed | NotFound>>
  listTries: (page: PageWanted) => ReturnType<typeof pageOfTries>
  listParked: (page: PageWanted) => ReturnType<typeof pageOfParked>
  /** Of these alerts, how many were parked for another host than `sendAgain` would send them to. */
  parkedForAnother(ids: readonly string[]): Promise<ParkedForAnother | undefined>
  sendAgain(
    ids: readonly string[],
    actor: string,
  ): Promise<
    Result<{ readonly taken: number; readonly notTaken: number }, Retired | NotAllowed | NotFound>
  >
  /** Alerts up to this seq were read. */
  alertsRead(latestSeq: number): void
  /** Stops forwarding; resolves when the result of a post in progress is stored. */
  close(): Promise<void>
}

export interface ForwardingDeps {
  /** Undefined in practice mode, which stores no secret. */
  readonly access: ForwardAccess | undefined
  /** `https://host:port/alerts`, the current address for incoming alerts; null: none. */
  readonly listening: () => string | null
  readonly post?: PostAlerts
  readonly startTimer?: StartTimer
}

/** Creates the service; nothing is sent before `start`. */
export const createForwardingService = (
  context: SessionContext,
  deps: ForwardingDeps,
): ForwardingService => new Forwarder(context, deps)

const retired = err({ code: 'profile-retired' } as const)
const notFound = err({ code: 'not-found' } as const)
const dayMs = 86_400_000

class Forwarder implements ForwardingService {
  readonly #context: SessionContext
  readonly #deps: ForwardingDeps
  readonly #runner: Runner
  readonly #running: DutyWork

  constructor(context: SessionContext, deps: ForwardingDeps) {
    this.#context = context
    this.#deps = deps
    this.#runner = new Runner({
      store: context.store,
      clock: context.clock,
      environment: context.environment,
      readState: () => this.#stored(),
      startTimer: deps.startTimer ?? systemTimer,
      post: deps.post ?? postAlerts(),
      blockFor: (url) => this.#blockFor(url),
      authorization: (url) => {
        const stored = this.#credential(url)
        return stored && authorizationOf(stored.secret)
      },
      privateCa: () => deps.access?.privateCa() ?? null,
      proxy: () => deps.access?.proxy() ?? null,
      changed: () => context.emitEvent('forwarding', 'changed', {}),
      report: context.report,
    })
    this.#running = dutyWork(context, 'keeper', 'forwarding.start', this.#runner)
    hearOthers(context.store, (acts) => {
      if (acts.some(({ kind }) => kind === 'forwarding.changed')) this.#runner.changedElsewhere()
    })
  }

  start(): void {
    void this.#running.start()
  }

  alertsRead(_latestSeq: number): void {
    this.#runner.check()
  }

  close(): Promise<void> {
    return this.#running.stop()
  }

  listTries(page: PageWanted): ReturnType<typeof pageOfTries> {
    return pageOfTries(this.#context.store, page)
  }

  listParked(page: PageWanted): ReturnType<typeof pageOfParked> {
    return pageOfParked(this.#context.store, page)
  }

  async state(): Promise<shown.ForwardingState> {
    const { store } = this.#context
    const { access } = this.#deps
    const state = await this.#stored()
    const { url, cursor_seq: cursor } = state
    const hasBegun = url !== null
    const [waiting, parked] = await Promise.all([
      hasBegun ? countBehind(store, cursor) : 0,
      countParked(store),
    ])
    const stored = url === null ? null : this.#credential(url)
    return {
      enabled: state.enabled === 1,
      url,
      waiting,
      parked,
      hasBegun,
      deliveryStatus: this.#deliveryStatus(state),
      lastTakenAt: state.last_taken_at,
      credential: stored && { kind: stored.secret.kind, storedAt: stored.storedAt },
      canStoreCredential: access !== undefined,
      trustsPrivateCa: (access?.privateCa() ?? null) !== null,
    }
  }

  async whyNotChanged(
    settings: shown.ForwardingSettings,
  ): ReturnType<ForwardingService['whyNotChanged']> {
    const refused = this.#refusal(settings.url)
    if (refused) return refused
    return this.#isConfirmed(settings, await this.#stored())
      ? undefined
      : err({ code: 'confirmation-wrong', wanted: hostOf(settings.url) })
  }

  async changeSettings(
    settings: shown.ForwardingSettings,
    actor: string,
  ): ReturnType<ForwardingService['changeSettings']> {
    const refused = await this.whyNotChanged(settings)
    if (refused) return refused
    const { enabled, url, sinceDays } = settings
    const host = hostOf(url)
    const before = await this.#stored()
    // The position reached at another endpoint does not apply to this one.
    const goesOn = sinceDays === null && before.url === url
    const detail = { enabled, host, sinceDays: goesOn ? null : (sinceDays ?? 0) }
    const act = { actor, kind: 'forwarding.changed', subject: 'forwarding', detail }
    await this.#runner.change(act, async (state) => ({
      enabled: enabled ? 1 : 0,
      url,
      last_taken_at: goesOn ? state.last_taken_at : null,
      tries: 0,
      stuck_since: null,
      next_at: null,
      cursor_seq: goesOn ? state.cursor_seq : await this.#begin(sinceDays ?? 0),
    }))
    return ok(await this.state())
  }

  async saveSecret(
    secret: shown.ForwardingSecret | null,
    actor: string,
  ): ReturnType<ForwardingService['saveSecret']> {
    const { access } = this.#deps
    if (!access) return err({ code: 'practice-only' })
    if (access.isRetired()) return retired
    const origin = originOf((await this.#stored()).url)
    if (origin === null) return notFound
    const stored = await access.save(secret && { secret, origin }, actor)
    if (!stored.ok) return stored
    this.#context.emitEvent('forwarding', 'changed', {})
    return ok(await this.state())
  }

  async tryOnce(actor: string): ReturnType<ForwardingService['tryOnce']> {
    const { url } = await this.#stored()
    if (url === null) return notFound
    const refused = this.#refusal(url)
    if (refused) return refused
    await this.#note(actor, 'forwarding.tried', { host: hostOf(url) })
    const { outcome, status, problem } = await this.#runner.tryOnce(url)
    return ok({ outcome, status, problem })
  }

  async parkedForAnother(
    ids: readonly string[],
  ): ReturnType<ForwardingService['parkedForAnother']> {
    const { store } = this.#context
    const { url, enabled } = await this.#stored()
    if (url === null || enabled === 0) return undefined
    const to = hostOf(url)
    const other = await lastOtherHost(store, to)
    if (other === undefined) return undefined
    const seqs = await parkedAmong(store, ids.map(Number), other.until)
    return seqs.length === 0 ? undefined : { alerts: seqs.length, from: other.host, to }
  }

  async sendAgain(
    ids: readonly string[],
    actor: string,
  ): ReturnType<ForwardingService['sendAgain']> {
    const { url, enabled } = await this.#stored()
    // Off means that nothing is sent. In production the confirmation of the host is requested only
    // when forwarding is switched on.
    if (url === null || enabled === 0) return notFound
    const seqs = await parkedAmong(this.#context.store, ids.map(Number))
    if (seqs.length === 0) return notFound
    const refused = this.#refusal(url)
    if (refused) return refused
    await this.#note(actor, 'forwarding.requested-again', { host: hostOf(url), alerts: seqs })
    const taken = await this.#runner.sendAgain(url, seqs)
    return ok({ taken, notTaken: seqs.length - taken })
  }

  #note(actor: string, kind: string, detail: Record<string, string | number[]>): Promise<void> {
    return this.#context.store.note({ actor, kind, subject: 'forwarding', detail })
  }

  #deliveryStatus(state: ForwardRow): shown.ForwardingState['deliveryStatus'] {
    const { enabled, url, stuck_since: since, next_at: nextAt, tries } = state
    if (enabled === 0 || url === null) return { state: 'off' }
    const why = this.#blockFor(url)
    if (why !== null) return { state: 'blocked', why }
    return since !== null && nextAt !== null
      ? { state: 'waiting', since, tries, nextAt }
      : { state: 'on' }
  }

  #stored(): Promise<ForwardRow> {
    return readState(this.#context.store.read)
  }

  #credential(url: string) {
    const stored = this.#deps.access?.secret() ?? null
    return stored !== null && stored.origin === originOf(url) ? stored : null
  }

  #blockFor(url: string): shown.ForwardingBlock | null {
    if (this.#deps.access?.isRetired() === true) return 'retired'
    const { details } = this.#context.profile()
    return forwardingBlock(url, {
      bank: [details?.baseUrl ?? null, this.#context.connection.state().address],
      listener: details?.listener ?? null,
      listening: this.#deps.listening(),
    })
  }

  #refusal(url: string | null): Result<never, Retired | NotAllowed> | undefined {
    if (this.#deps.access?.isRetired() === true) return retired
    const why = url === null ? null : this.#blockFor(url)
    return why === null || why === 'retired' ? undefined : err({ code: 'address-not-allowed', why })
  }

  /**
   * Production requires the typed host before account data is sent, and again before it is sent to
   * another host.
   */
  #isConfirmed(
    { enabled, url, confirmedHost }: shown.ForwardingSettings,
    before: ForwardRow,
  ): boolean {
    const isNew = enabled && (before.enabled === 0 || before.url !== url)
    return this.#context.environment !== 'production' || !isNew || confirmedHost === hostOf(url)
  }

  #begin(days: number): Promise<number> {
    const { store, clock } = this.#context
    if (days === 0) return newestSeq(store)
    return seqBefore(store, new Date(clock.now().getTime() - days * dayMs).toISOString())
  }
}

const hostOf = (url: string | null): string => (url === null ? '' : (URL.parse(url)?.host ?? ''))
const originOf = (url: string | null): string | null =>
  url === null ? null : (URL.parse(url)?.origin ?? null)
