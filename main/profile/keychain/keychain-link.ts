/** Main's side of the keychain process: one request at a time, each with a deadline. */
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { KeychainLauncher, KeychainProcess } from '../keychain-launcher.ts'
import { isOutlived } from './classify.ts'
import { keychainReply, type KeychainAnswer, type KeychainQuestion } from './keychain-protocol.ts'

/** Why a request has no answer. */
export type LinkProblem =
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'hung' }
  | { readonly kind: 'failed'; readonly detail: string }

type LinkAnswer = Result<KeychainAnswer, LinkProblem>

interface Waiting {
  readonly question: KeychainQuestion
  readonly resolve: (answer: LinkAnswer) => void
}

interface PendingQuestion extends Waiting {
  readonly id: number
  readonly timer: NodeJS.Timeout
  /**
   * Whether the request was sent to a second process, because the first had outlived its daemon.
   */
  isRepeated: boolean
}

interface Running {
  readonly process: KeychainProcess
  readonly exited: Promise<void>
}

const closed = err({ kind: 'failed', detail: 'The keychain was closed.' } as const)

/** Runs one keychain process at a time, started with the first request. */
export class KeychainLink {
  readonly #launch: KeychainLauncher
  readonly #deadlineMs: number
  #waiting: Waiting[] = []
  #pending: PendingQuestion | undefined
  #running: Running | undefined
  #lastId = 0
  #closed = false

  constructor(launch: KeychainLauncher, deadlineMs: number) {
    this.#launch = launch
    this.#deadlineMs = deadlineMs
  }

  /** Sends a request in turn. Its deadline starts when its turn comes. */
  request(question: KeychainQuestion): Promise<LinkAnswer> {
    return new Promise((resolve) => {
      if (this.#closed) {
        resolve(closed)
        return
      }
      this.#waiting.push({ question, resolve })
      this.#next()
    })
  }

  /** Ends the process and waits until it is gone. */
  async close(): Promise<void> {
    this.#closed = true
    const running = this.#running
    this.#abandon()
    this.#settle(closed)
    this.#refuseWaiting(closed)
    await running?.exited
  }

  #next(): void {
    if (this.#pending) return
    const next = this.#waiting.shift()
    if (!next) return
    this.#lastId += 1
    const id = this.#lastId
    const timer = setTimeout(() => this.#hung(), this.#deadlineMs)
    this.#pending = { ...next, id, timer, isRepeated: false }
    this.#post(this.#pending)
  }

  #post({ question, id }: PendingQuestion): void {
    this.#running ??= this.#start()
    this.#running.process.post({ ...question, id })
  }

  #start(): Running {
    const started = this.#launch()
    const exited = new Promise<void>((resolve) => {
      started.onExit((how) => {
        resolve()
        if (this.#running?.process !== started) return
        this.#running = undefined
        this.#settle(err({ kind: 'failed', detail: `The keychain process ended: ${how}.` }))
        this.#next()
      })
    })
    started.onMessage((message) => {
      if (this.#running?.process === started) this.#receive(message)
    })
    return { process: started, exited }
  }

  #receive(message: unknown): void {
    const parsed = keychainReply.safeParse(message)
    const pending = this.#pending
    if (!pending || !parsed.success || (parsed.data.id ?? pending.id) !== pending.id) {
      this.#abandon()
      const detail = 'The keychain process sent an unknown message.'
      this.#settle(err({ kind: 'failed', detail }))
    } else if (parsed.data.ok) {
      this.#settle(ok(parsed.data.answer))
    } else if (isOutlived(parsed.data.message) && !pending.isRepeated) {
      pending.isRepeated = true
      this.#abandon()
      this.#post(pending)
      return
    } else {
      this.#settle(err({ kind: 'refused', message: parsed.data.message }))
    }
    this.#next()
  }

  /** Fails the waiting requests too: each would wait just as long in vain. */
  #hung(): void {
    this.#abandon()
    this.#settle(err({ kind: 'hung' }))
    this.#refuseWaiting(err({ kind: 'hung' }))
  }

  /** Ends the process; the next request starts another. */
  #abandon(): void {
    const running = this.#running
    this.#running = undefined
    running?.process.kill()
  }

  #settle(answer: LinkAnswer): void {
    const pending = this.#pending
    this.#pending = undefined
    clearTimeout(pending?.timer)
    pending?.resolve(answer)
  }

  #refuseWaiting(answer: LinkAnswer): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const { resolve } of waiting) resolve(answer)
  }
}
