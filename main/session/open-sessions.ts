/**
 * The open real profiles: the shown one, and every other whose listener is enabled. Each is opened
 * once, even with several requests at the same time, because a store allows only one opener. A
 * failed opening in the background is tried again, and nothing waits for it.
 */
import type { ListenerRunning, ListenerState } from '../../preload/contract/api/alerts/listener.ts'
import type { KeychainProblemShown } from '../../preload/contract/api/keychain-problem.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { ok } from '../../preload/contract/kernel/result.ts'
import type { StartTimer } from '../platform/timer.ts'
import type { Clock } from '../platform/clock.ts'
import { isPassing } from '../store/store-error.ts'
import type { Opened, ProfileOpener } from './open-profile.ts'
import type { ProfileRegistry, RealCard } from '../profile/profile-registry.ts'
import { closeSession, restSession, type Session, type SessionEnd } from './session.ts'

/** The listeners of the profiles that are not shown. */
export type OtherListeners = ListenerState['others']

export interface OpenSessions {
  isOpen(id: string): boolean
  /** Returns the session that is open or opening, or opens one with `way`. */
  get(card: RealCard, way: () => Opened): Opened
  /** The same, after an opening in progress has ended: continues with `way` if that one failed. */
  getAfter(card: RealCard, way: () => Opened): Opened
  /**
   * The session is no longer shown: goes on in the background if its listener is enabled, or is
   * closed.
   */
  leave(session: Session): Promise<void>
  /** Closes a session completely, including its listener, if it is open. */
  end(id: string): Promise<void>
  /** Opens in the background every profile whose listener is enabled. Never rejects. */
  openListening(): Promise<void>
  /** The same, if some could not be opened before. */
  tryAgain(): void
  /** The enabled listeners, without the shown profile's. */
  others(shownId: string): OtherListeners
  all(): readonly Session[]
  /** The same, and those whose stores are still closing. */
  notClosed(): readonly Session[]
  /** Closes all: listeners first, stores last. */
  close(): Promise<void>
}

export interface OpenSessionsDeps {
  readonly profileRegistry: ProfileRegistry
  readonly opener: ProfileOpener
  readonly clock: Clock
  readonly startTimer: StartTimer
  /** Whether the profile is shown, or will be when it is open. */
  readonly isWanted: (id: string) => boolean
  /** `others` may have changed. */
  readonly changed: () => void
  readonly report: (where: string, problem: unknown) => void
}

const againAfterMs = 60_000
type NotOpened = Extract<ListenerRunning, { state: 'failed' }>

export const createOpenSessions = (deps: OpenSessionsDeps): OpenSessions => new Sessions(deps)

class Sessions implements OpenSessions {
  readonly #deps: OpenSessionsDeps
  readonly #open = new Map<string, Session>()
  readonly #notClosed = new Set<Session>()
  readonly #opening = new Map<string, Opened>()
  readonly #failed = new Map<string, NotOpened>()
  /** Sessions whose stores are still closing; a store has one opener. */
  readonly #ending = new Map<string, Promise<unknown>>()
  #background: Promise<void> | undefined
  #cancelTimer: () => void = () => undefined
  #closed = false

  constructor(deps: OpenSessionsDeps) {
    this.#deps = deps
  }

  isOpen(id: string): boolean {
    return this.#open.has(id)
  }

  get(card: RealCard, way: () => Opened): Opened {
    const already = this.#open.get(card.id)
    if (already) return Promise.resolve(ok(already))
    const underWay = this.#opening.get(card.id)
    if (underWay) return underWay
    const opening = this.#run(card, way).finally(() => {
      this.#opening.delete(card.id)
      if (!this.#background) this.#wait()
      this.#deps.changed()
    })
    this.#opening.set(card.id, opening)
    return opening
  }

  async getAfter(card: RealCard, way: () => Opened): Opened {
    await this.#opening.get(card.id)?.catch(() => undefined)
    return this.get(card, way)
  }

  async #run({ id }: RealCard, way: () => Opened): Opened {
    try {
      await this.#ending.get(id)
      const opened = await way()
      if (!opened.ok) {
        this.#failed.set(id, this.#failure(whyNotOpened(opened.error), isWorthATimer(opened.error)))
        return opened
      }
      const session = opened.value
      this.#open.set(id, session)
      this.#notClosed.add(session)
      this.#failed.delete(id)
      // The card may be older than the details, if the program ended between writing the two.
      const listens = session.real?.details().listener?.enabled === true
      await this.#deps.profileRegistry.change(id, { listens })
      await session.real?.listen()
      return opened
    } catch (problem) {
      const problemText = problem instanceof Error ? problem.message : String(problem)
      if (!this.#open.has(id)) this.#failed.set(id, this.#failure(problemText, true))
      throw problem
    }
  }

  #failure(detail: string, isRetried: boolean): NotOpened {
    const now = this.#deps.clock.now()
    const retryAt = isRetried ? new Date(now.getTime() + againAfterMs).toISOString() : null
    return { state: 'failed', problem: 'other', detail, at: now.toISOString(), retryAt }
  }

  async leave(session: Session): Promise<void> {
    if (session.real?.listens() && !this.#closed) return restSession(session)
    await this.#close(session)
  }

  /** Resolves soon; an opening of the same profile waits until the store is closed. */
  #close(session: Session): Promise<void> {
    const { id } = session.identity
    this.#open.delete(id)
    const { soon, whole } = this.#ended(session)
    const ending = whole.catch(() => undefined).finally(() => this.#ending.delete(id))
    this.#ending.set(id, ending)
    return soon
  }

  #ended(session: Session): SessionEnd {
    const end = closeSession(session)
    const forget = (): void => void this.#notClosed.delete(session)
    end.whole.then(forget, forget)
    return end
  }

  async end(id: string): Promise<void> {
    await this.#opening.get(id)?.catch(() => undefined)
    const session = this.#open.get(id)
    if (session) await this.#close(session)
  }

  openListening(): Promise<void> {
    this.#background ??= this.#openEach().finally(() => {
      this.#background = undefined
      this.#deps.changed()
    })
    return this.#background
  }

  /**
   * One after another: the keychain answers one at a time anyway, and the operator's own action can
   * come between.
   */
  async #openEach(): Promise<void> {
    this.#cancelTimer()
    for (const card of this.#listening()) {
      if (this.#closed) return
      if (this.#open.has(card.id)) continue
      await this.#openBehind(card).catch((problem: unknown) => {
        this.#deps.report(`profiles.${card.id}`, problem)
      })
    }
    this.#wait()
  }

  /** Waits for the next try, if a retry may succeed. */
  #wait(): void {
    this.#cancelTimer()
    const isDue = this.#listening().some(
      ({ id }) => (this.#failed.get(id)?.retryAt ?? null) !== null,
    )
    if (isDue && !this.#closed)
      this.#cancelTimer = this.#deps.startTimer(againAfterMs, () => void this.openListening())
  }

  async #openBehind(card: RealCard): Promise<void> {
    const opening = this.get(card, () => this.#deps.opener.open(card))
    this.#deps.changed()
    const opened = await opening
    if (!opened.ok || this.#deps.isWanted(card.id)) return
    // The card was out of date: no listener is enabled here.
    if (!opened.value.real?.listens()) await this.leave(opened.value)
  }

  tryAgain(): void {
    if (this.#listening().some(({ id }) => this.#failed.has(id))) void this.openListening()
  }

  #listening(): RealCard[] {
    const { profileRegistry } = this.#deps
    return profileRegistry.cards().filter(({ listens, retiredAt }) => listens && retiredAt === null)
  }

  others(shownId: string): OtherListeners {
    return this.#listening()
      .filter(({ id }) => id !== shownId)
      .map(({ id, name, environment }) => ({
        profileId: id,
        name,
        environment,
        running: this.#runningOf(id),
        notStoring: this.#open.get(id)?.services?.intake.notStoring() ?? null,
      }))
  }

  #runningOf(id: string): ListenerRunning {
    const open = this.#open.get(id)?.services?.listener.running()
    if (open) return open
    if (this.#opening.has(id)) return { state: 'starting' }
    return this.#failed.get(id) ?? { state: 'off', why: 'not-started' }
  }

  all(): readonly Session[] {
    return [...this.#open.values()]
  }

  notClosed(): readonly Session[] {
    return [...this.#notClosed]
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#cancelTimer()
    await this.#background
    await Promise.allSettled([...this.#opening.values()])
    const sessions = [...this.#open.values()]
    this.#open.clear()
    await Promise.all(sessions.map(async ({ services }) => await services?.listener.close()))
    await Promise.all(sessions.map((session) => this.#ended(session).soon))
  }
}

type Refusal = Failure<'keychain-problem'> | Failure<'store-refused'>

const keychainTexts: Readonly<Record<KeychainProblemShown['kind'], string>> = {
  locked: 'The keychain is locked.',
  removed: 'The keychain entry of this profile is gone.',
  missing: 'There is no keychain on this computer.',
  hung: 'The keychain does not answer.',
  denied: 'The keychain refused access.',
  corrupt: 'The keychain entry of this profile cannot be read.',
  'too-big': 'The entry is too large for the keychain.',
  failed: 'The keychain did not return the stored value.',
}

/**
 * Returns why a profile could not be opened in the background: one sentence, followed by the
 * system's own message where there is one.
 */
function whyNotOpened(failure: Refusal): string {
  if (failure.code === 'keychain-problem') {
    const { kind, detail } = failure.problem
    return withDetail(keychainTexts[kind], detail)
  }
  return withDetail(`The store was refused: ${failure.reason}.`, failure.detail)
}

const withDetail = (sentence: string, detail: string | null): string =>
  detail === null || detail === '' ? sentence : `${sentence} ${detail}`

/**
 * Whether the failure may pass by itself. A damaged or newer store does not, and each retry would
 * read all of it.
 */
const isWorthATimer = (failure: Refusal): boolean =>
  failure.code === 'keychain-problem' ||
  isPassing(failure.reason) ||
  ['store-in-use', 'store-unreadable'].includes(failure.reason)
