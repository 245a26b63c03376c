/** Starts, calls and kills the workstation of the proof. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { practiceOperators } from '../../../main/profile/practice-operators.ts'
import type { Programs } from './programs.ts'

/** The acting operator. */
export type Person = (typeof practiceOperators)[number]['id']

/** The answer of a channel, or that the program was killed before. */
export type Answered<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: string; readonly error: unknown }
  | { readonly kind: 'killed' }

/** One run of it. */
export interface WorkstationProgram {
  readonly isAlive: boolean
  /** Calls a channel. Rejects if its handler threw, or did not answer for half a minute. */
  request<T>(noun: string, method: string, input: unknown, person: Person): Promise<Answered<T>>
  /** Ends it as `kill -9` does. Resolves when it is gone. */
  kill(): Promise<void>
}

interface Report {
  readonly started?: true
  readonly id?: number
  readonly answer?: unknown
  readonly thrown?: string
}

const answerTimeoutMs = 1_500
const silenceMs = 30_000

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

/**
 * Starts it in a folder, its clock that much later. Resolves when its store is open and it knows
 * the bank.
 */
export async function startProgram(
  programs: Programs,
  folder: string,
  controlUrl: string,
  laterMs: number,
): Promise<WorkstationProgram> {
  const child = spawn(
    process.execPath,
    [
      // A short run produces little garbage: collecting less often saves a tenth.
      '--min-semi-space-size=8',
      '--max-semi-space-size=32',
      programs.workstation,
      folder,
      controlUrl,
      programs.storeWorker.href,
      String(answerTimeoutMs),
      String(laterMs),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  let isAlive = true
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => {
      isAlive = false
      resolve()
    })
  })
  child.stdin.on('error', () => undefined)
  const waiting = new Map<number, (report: Report) => void>()
  let requested = 0
  await new Promise<void>((resolve, reject) => {
    void gone.then(() => reject(new Error('the workstation ended before it started')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const report = JSON.parse(line) as Report
      if (report.started) resolve()
      if (report.id !== undefined) waiting.get(report.id)?.(report)
    })
  })
  return {
    get isAlive() {
      return isAlive
    },
    request: <T>(noun: string, method: string, input: unknown, operator: Person) =>
      new Promise<Answered<T>>((resolve, reject) => {
        const id = (requested += 1)
        const timer = setTimeout(
          () => reject(new Error(`${noun}.${method} was not answered within half a minute`)),
          silenceMs,
        )
        const end = (): void => {
          clearTimeout(timer)
          waiting.delete(id)
        }
        waiting.set(id, ({ answer, thrown }) => {
          end()
          if (thrown === undefined) resolve(readAnswer<T>(answer))
          else reject(new Error(`${noun}.${method} threw: ${thrown}`))
        })
        void gone.then(() => {
          end()
          resolve({ kind: 'killed' })
        })
        if (isAlive) child.stdin.write(`${JSON.stringify({ id, noun, method, input, operator })}\n`)
      }),
    kill: async () => {
      isAlive = false
      child.kill('SIGKILL')
      await gone
    },
  }
}
