/** Starts, calls and kills the program of a workstation. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Person } from './people.ts'
import type { WorkstationOptions } from './workstation-child.ts'

/** The answer of a channel, or that the program was killed before. */
export type Answered<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: string; readonly error: unknown }
  | { readonly kind: 'killed' }

/** The same where the store may fail under a call, and the program be stopped. */
export type Ended<T> =
  | Answered<T>
  | { readonly kind: 'threw'; readonly what: string }
  | { readonly kind: 'silent' }

export interface WorkstationProgram {
  readonly isAlive: boolean
  /** Resolves when its store is open and it knows the bank, or it is killed before. */
  readonly started: Promise<void>
  /** Calls a channel; `silent` after so many milliseconds without an answer. */
  call<T>(channel: Channel, input: unknown, person: Person, withinMs: number): Promise<Ended<T>>
  /** The same. Rejects if the handler threw, or did not answer for half a minute. */
  request<T>(noun: string, method: string, input: unknown, person: Person): Promise<Answered<T>>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Ends it as `kill -9` does. Resolves when it is gone. */
  kill(): Promise<void>
}

export interface Channel {
  readonly noun: string
  readonly method: string
}

/** A workstation that never starts ends the proof. */
const startPatienceMs = 180_000
const silenceMs = 30_000

interface Report {
  readonly started?: true
  readonly id?: number
  readonly answer?: unknown
  readonly thrown?: string
}

/** Returns the value of an answer that must be there. */
export function valueOf<T>(answered: Answered<T>): T {
  if (answered.kind === 'done') return answered.value
  throw new Error(`not answered: ${JSON.stringify(answered)}`)
}

/** Unwraps a Result if the channel returns one. */
function readAnswer<T>(answer: unknown): Answered<T> {
  if (typeof answer === 'object' && answer !== null && 'ok' in answer) {
    if (answer.ok === true)
      return { kind: 'done', value: (answer as unknown as { value: T }).value }
    const { error } = answer as unknown as { error: { code?: unknown } }
    return { kind: 'refused', code: String(error.code), error }
  }
  return { kind: 'done', value: answer as T }
}

/** Starts a program with these options. */
export function runWorkstation(program: string, options: WorkstationOptions): WorkstationProgram {
  const child = spawn(
    process.execPath,
    // A short run produces little garbage: collecting less often saves a tenth.
    ['--min-semi-space-size=8', '--max-semi-space-size=32', program, JSON.stringify(options)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  let [isAlive, isKilled] = [true, false]
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => {
      isAlive = false
      resolve()
    })
  })
  child.stdin.on('error', () => undefined)
  const waiting = new Map<number, (report: Report) => void>()
  let requested = 0
  const started = new Promise<void>((resolve, reject) => {
    const late = (): void => reject(new Error('the workstation did not start'))
    setTimeout(late, startPatienceMs).unref()
    void gone.then(() =>
      isKilled ? resolve() : reject(new Error('the workstation ended before it started')),
    )
    createInterface({ input: child.stdout }).on('line', (line) => {
      const report = JSON.parse(line) as Report
      if (report.started) resolve()
      if (report.id !== undefined) waiting.get(report.id)?.(report)
    })
  })
  const call: WorkstationProgram['call'] = <T>(
    { noun, method }: Channel,
    input: unknown,
    operator: Person,
    withinMs: number,
  ) =>
    new Promise<Ended<T>>((resolve) => {
      const id = (requested += 1)
      const end = (ended: Ended<T>): void => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(ended)
      }
      const timer = setTimeout(() => end({ kind: 'silent' }), withinMs)
      waiting.set(id, ({ answer, thrown }) =>
        end(thrown === undefined ? readAnswer<T>(answer) : { kind: 'threw', what: thrown }),
      )
      void gone.then(() => end({ kind: 'killed' }))
      if (isAlive) child.stdin.write(`${JSON.stringify({ id, noun, method, input, operator })}\n`)
    })
  return {
    get isAlive() {
      return isAlive
    },
    started,
    call,
    request: async <T>(noun: string, method: string, input: unknown, person: Person) => {
      const ended = await call<T>({ noun, method }, input, person, silenceMs)
      if (ended.kind === 'threw' || ended.kind === 'silent')
        throw new Error(`${noun}.${method}: ${JSON.stringify(ended)}`)
      return ended
    },
    signal: (signal) => void child.kill(signal),
    kill: async () => {
      isAlive = false
      isKilled = true
      child.kill('SIGKILL')
      await gone
    },
  }
}
