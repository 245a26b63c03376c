/**
 * Forwards stored alerts in the order in which they were stored. An endpoint with a server error
 * delays the rest and is tried again; alerts that it rejects are parked. An accepted post is saved
 * after its answer, so a kill in between sends the same alerts again, which the receiver recognizes
 * by their eapAlertGUID.
 */
import {
  alertsPerPost,
  type ForwardingBlock,
} from '../../../preload/contract/api/forwarding/forwarding.ts'
import { Run } from '../../platform/run.ts'
import type { StartTimer } from '../../platform/timer.ts'
import { SerialQueue } from '../../platform/serial.ts'
import type { Act, Store } from '../../store/store.ts'
import {
  actOf,
  laterOf,
  movedBehind,
  postChunk,
  unreadable,
  type Posted,
  type PostingDeps,
} from './forward-outcomes.ts'
import { longestWaitMs, mostPostBytes } from './forward-rules.ts'
import {
  savePost,
  readChunk,
  type ForwardChunk,
  type ForwardRow,
  type StoredPost,
  type TryRow,
  type Wanted,
} from './forwarding-jobs.ts'

export interface RunnerDeps extends PostingDeps {
  readonly store: Pick<Store, 'work'>
  readonly startTimer: StartTimer
  /** Reads the stored state. */
  readonly readState: () => Promise<ForwardRow>
  /** Why nothing may be sent to this address; null: it is allowed. */
  readonly blockFor: (url: string) => ForwardingBlock | null
  readonly changed: () => void
  readonly report: (where: string, problem: unknown) => void
}

/** A clock may be set and a laptop sleeps, so the runner checks at least this often. */
const checkEveryMs = 60_000

/** The state that a post was made in, and its alerts. */
interface OfPost {
  readonly url: string
  readonly state: ForwardRow
  readonly chunk: ForwardChunk
}

/** The runner of one open store; nothing is sent before `start`. */
export class Runner {
  readonly #deps: RunnerDeps
  readonly #run: Run
  readonly #queue = new SerialQueue()
  #cut = new AbortController()
  /**
   * After a post was rejected as a whole, each alert up to this seq is sent alone, so that the good
   * ones are not parked.
   */
  #aloneUpTo = 0
  /** The result of a post that is not saved yet. */
  #unsaved: Partial<StoredPost> | undefined

  constructor(deps: RunnerDeps) {
    this.#deps = deps
    this.#run = new Run({
      startTimer: deps.startTimer,
      pass: async () => {
        while (await this.#queue.run(() => this.#step()));
      },
      failed: (problem) => {
        deps.report('forwarding.run', problem)
        this.#run.requestIn(checkEveryMs)
      },
    })
  }

  start(): void {
    if (this.#cut.signal.aborted) this.#cut = new AbortController()
    this.#run.start()
    this.#run.request()
  }

  /** Checks for alerts to forward. */
  check(): void {
    this.#run.request()
  }

  /** Stops: a post in progress is cancelled, and its alerts go again after the next start. */
  async stop(): Promise<void> {
    const stopped = this.#run.stop()
    this.#cut.abort()
    await stopped
    await this.#queue.settled()
    await this.#saveUnsaved().catch((problem: unknown) =>
      this.#deps.report('forwarding.stop', problem),
    )
  }

  /**
   * Cancels a post in progress, and continues with the state from `change`; recorded with its act.
   */
  change(act: Act, change: (state: ForwardRow) => Promise<ForwardRow>): Promise<void> {
    return this.#between(async () => {
      await this.#saveUnsaved()
      let isSaved = false
      while (!isSaved) {
        const before = await this.#deps.readState()
        isSaved = await this.#save({ act, state: { before, after: await change(before) } })
      }
    })
  }

  /** Another workstation has changed the state: a post in progress is cancelled. */
  changedElsewhere(): void {
    void this.#between(() => Promise.resolve())
  }

  /** Cancels a post in progress, and continues after `work`. */
  #between(work: () => Promise<void>): Promise<void> {
    this.#cut.abort()
    const done = this.#queue.run(async () => {
      this.#cut = new AbortController()
      await work()
      this.#aloneUpTo = 0
    })
    void done.then(
      () => this.check(),
      () => this.check(),
    )
    return done
  }

  /**
   * Sends these alerts once more, in the same queue as the others. Resolves to the number accepted.
   */
  sendAgain(url: string, seqs: readonly number[]): Promise<number> {
    return this.#queue.run(async () => {
      let taken = 0
      const waiting = [...seqs]
      while (waiting.length > 0 && (await this.#mayLeave(url))) {
        const chunk = await this.#chunk({ seqs: waiting.slice(0, alertsPerPost) })
        if (chunk === null) break
        taken += await this.#again(url, chunk)
        waiting.splice(0, chunk.seqs.length)
      }
      return taken
    })
  }

  /** Posts a list without an alert; recorded in the log only. */
  async tryOnce(url: string): Promise<Posted> {
    const empty = { seqs: [], unreadable: [], body: '{"alertNotificationRequest":[]}' }
    const posted = await this.#post(url, empty, 'test')
    await this.#save({ tried: posted.tried })
    return posted
  }

  /** Checked before each post: a retired profile or a cancellation ends a longer run. */
  async #mayLeave(url: string): Promise<boolean> {
    const { url: current } = await this.#deps.readState()
    return !this.#cut.signal.aborted && current === url && this.#deps.blockFor(url) === null
  }

  /** Makes one post; resolves to whether to make another at once. */
  async #step(): Promise<boolean> {
    await this.#saveUnsaved()
    const state = await this.#deps.readState()
    const { enabled, url, cursor_seq: after } = state
    if (!this.#run.isOn() || enabled === 0 || url === null || this.#deps.blockFor(url) !== null)
      return false
    const waitMs = this.#waitMs(state)
    if (waitMs > 0) {
      this.#run.requestIn(Math.min(waitMs, checkEveryMs))
      return false
    }
    const atMost = after < this.#aloneUpTo ? 1 : alertsPerPost
    const chunk = await this.#chunk({ after, atMost })
    if (chunk === null) return false
    if (chunk.seqs.length === chunk.unreadable.length) return this.#passOver(state, chunk)
    const { signal } = this.#cut
    const posted = await this.#post(url, chunk, 'new')
    // Cancelled: the endpoint may or may not have accepted it, so it goes again.
    if (signal.aborted && posted.outcome !== 'taken') return false
    const of = { url, state, chunk }
    if (posted.outcome === 'taken') return this.#taken(of, posted)
    if (posted.outcome === 'refused') return this.#refused(of, posted)
    await this.#saveSurely(laterOf(state, posted.tried, this.#deps.clock.now()))
    return true
  }

  #waitMs({ next_at: nextAt }: ForwardRow): number {
    const ms = nextAt === null ? 0 : Date.parse(nextAt) - this.#deps.clock.now().getTime()
    return ms > longestWaitMs ? 0 : ms
  }

  #chunk(wanted: Wanted): Promise<ForwardChunk | null> {
    return this.#deps.store.work(readChunk, { wanted, mostBytes: mostPostBytes })
  }

  #post(url: string, chunk: ForwardChunk, kind: TryRow['kind']): Promise<Posted> {
    return postChunk(this.#deps, { url, chunk, kind, signal: this.#cut.signal })
  }

  async #taken({ url, state, chunk }: OfPost, { tried }: Posted): Promise<true> {
    await this.#saveSurely({
      tried,
      act: actOf('forwarding.handed-on', url, tried),
      park: unreadable(chunk),
      state: movedBehind(state, chunk, tried.at),
    })
    return true
  }

  async #refused({ url, state, chunk }: OfPost, { tried }: Posted): Promise<true> {
    if (chunk.seqs.length > 1) {
      this.#aloneUpTo = chunk.seqs.at(-1) ?? 0
      await this.#save({ tried })
      return true
    }
    const park = chunk.seqs.map((seq) => ({ seq, why: 'refused' as const }))
    const act = actOf('forwarding.refused', url, tried)
    await this.#saveSurely({ tried, act, park, state: movedBehind(state, chunk) })
    return true
  }

  /** None of these alerts has a text to send. */
  async #passOver(state: ForwardRow, chunk: ForwardChunk): Promise<true> {
    await this.#save({ park: unreadable(chunk), state: movedBehind(state, chunk) })
    return true
  }

  async #again(url: string, chunk: ForwardChunk): Promise<number> {
    if (chunk.seqs.length === chunk.unreadable.length) {
      await this.#save({ park: unreadable(chunk) })
      return 0
    }
    const posted = await this.#post(url, chunk, 'again')
    const { tried, outcome } = posted
    if (outcome === 'refused' && chunk.seqs.length > 1) {
      await this.#save({ tried })
      let taken = 0
      for (const seq of chunk.seqs) {
        const one = await this.#chunk({ seqs: [seq] })
        if (one && (await this.#mayLeave(url))) taken += await this.#again(url, one)
      }
      return taken
    }
    const readable = chunk.seqs.filter((seq) => !chunk.unreadable.includes(seq))
    if (outcome === 'taken') {
      await this.#save({ tried, act: actOf('forwarding.handed-on', url, tried), unpark: readable })
      return readable.length
    }
    const why = outcome === 'refused' ? 'refused' : 'given-up'
    const parked = readable.map((seq) => ({ seq, why }) as const)
    await this.#save({ tried, park: [...parked, ...unreadable(chunk)] })
    return 0
  }

  /**
   * A result that cannot be saved now is saved before the next post, so that answered alerts are
   * not sent again.
   */
  async #saveSurely(changes: Partial<StoredPost>): Promise<void> {
    this.#unsaved = changes
    await this.#saveUnsaved()
  }

  async #saveUnsaved(): Promise<void> {
    if (this.#unsaved === undefined) return
    await this.#save(this.#unsaved)
    this.#unsaved = undefined
  }

  /** Returns false if its state was superseded. */
  async #save(changes: Partial<StoredPost>): Promise<boolean> {
    const { store, clock, changed } = this.#deps
    const nothing = {
      act: null,
      tried: null,
      state: null,
      park: [],
      unpark: [],
      giveUpBefore: null,
    }
    const at = clock.now().toISOString()
    const isSaved = await store.work(savePost, { at, ...nothing, ...changes })
    changed()
    return isSaved
  }
}
