/** Starts a program of the proofs in a plain Node process, and kills it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { programPath, programsEnv, type Program } from '../../unit/support/programs/programs.ts'

/** A child process and its output, line by line. */
export interface Child {
  readonly lines: readonly string[]
  /** Resolves when the child has printed a line that begins so, or has ended. */
  printed(beginning: string): Promise<void>
  /** Kills the child as a power cut would. Resolves when it is gone. */
  kill(): Promise<void>
  readonly ended: Promise<void>
}

/** Starts `program` with `args` and an environment of its own. */
export function startChild(
  program: Program,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Child {
  const process_ = spawn(process.execPath, [programPath(program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...programsEnv(), ...env },
  })
  return new Listening(process_)
}

class Listening implements Child {
  readonly lines: string[] = []
  readonly ended: Promise<void>
  readonly #process: ChildProcess
  readonly #awaited = new Set<() => void>()
  #rest = ''

  constructor(child: ChildProcess) {
    this.#process = child
    child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#receive(text))
    this.ended = new Promise((resolve) => child.once('close', () => resolve()))
  }

  printed(beginning: string): Promise<void> {
    const received = new Promise<void>((resolve) => {
      const check = (): void => {
        if (this.lines.some((line) => line.startsWith(beginning))) resolve()
      }
      this.#awaited.add(check)
      check()
    })
    return Promise.race([received, this.ended])
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.ended
  }

  /** A line that a kill has cut short does not count. */
  #receive(text: string): void {
    const parts = (this.#rest + text).split('\n')
    this.#rest = parts.pop() ?? ''
    this.lines.push(...parts)
    for (const check of this.#awaited) check()
  }
}
