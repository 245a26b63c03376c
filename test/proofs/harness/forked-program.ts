/** A program of a proof that tells what it does by messages. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export class ForkedProgram<Message> {
  readonly #path: string
  readonly #told: (message: Message | undefined) => void
  #child: ChildProcess | undefined
  #isStopped = false

  /** `told` gets the messages of the program that runs now, and undefined when it is gone. */
  constructor(path: string, told: (message: Message | undefined) => void) {
    this.#path = path
    this.#told = told
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Resolves with its first message, or if it is killed before; rejects if it ended by itself. */
  async start(options: object): Promise<void> {
    const child = fork(this.#path, [JSON.stringify(options)], { execArgv: [] })
    this.#child = child
    this.#isStopped = false
    await new Promise<void>((resolve, reject) => {
      child.on('message', (message: Message) => {
        if (child === this.#child) this.#told(message)
        resolve()
      })
      child.once('exit', (code, signal) => {
        if (child === this.#child) this.#told(undefined)
        if (signal === 'SIGKILL') resolve()
        else reject(new Error(`${this.#path} ended by itself: ${String(code ?? signal)}`))
      })
    })
  }

  /** Ends it at once, or asks it to close. Resolves when it is gone. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  /** Stops it as a computer does that sleeps. */
  stop(): void {
    this.#isStopped = true
    this.#child?.kill('SIGSTOP')
  }

  wake(): void {
    if (this.#isStopped) this.#child?.kill('SIGCONT')
    this.#isStopped = false
  }
}
