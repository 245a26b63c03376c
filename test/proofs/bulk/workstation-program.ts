/** Starts, calls and kills the workstation of the proof. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { programPath } from '../../unit/support/programs/programs.ts'

/** One run of it. */
export interface WorkstationProgram {
  /**
   * Calls a channel of the noun `bulk`. Rejects if it is refused, never resolves if the program is
   * killed before.
   */
  request<T>(method: string, input: object): Promise<T>
  /** Ends it as `kill -9` does. Resolves when it is gone. */
  kill(): Promise<void>
}

type Report = {
  started?: true
  id?: number
  answer?: { ok: boolean; value: unknown; error: unknown }
}

/** Starts it in a folder. Resolves when its store is open and it knows the bank. */
export async function startProgram(
  folder: string,
  controlUrl: string,
): Promise<WorkstationProgram> {
  const child = spawn(process.execPath, [programPath('bulk-workstation'), folder, controlUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.stdin.on('error', () => undefined)
  const waiting = new Map<number, (answer: NonNullable<Report['answer']>) => void>()
  let requested = 0
  await new Promise<void>((resolve, reject) => {
    void gone.then(() => reject(new Error('the workstation ended before it started')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const report = JSON.parse(line) as Report
      if (report.started) resolve()
      if (report.id !== undefined && report.answer) waiting.get(report.id)?.(report.answer)
    })
  })
  return {
    request: <T>(method: string, input: object) =>
      new Promise<T>((resolve, reject) => {
        const id = (requested += 1)
        waiting.set(id, ({ ok, value, error }) => {
          if (ok) resolve(value as T)
          else reject(new Error(JSON.stringify(error)))
        })
        child.stdin.write(`${JSON.stringify({ id, method, input })}\n`)
      }),
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}
