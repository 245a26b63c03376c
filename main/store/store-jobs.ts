/**
 * Jobs that run completely inside the store worker, because one exchange between the threads for
 * each statement would cost more than the statements. A job is declared once with its types, and
 * started by name.
 */
import type { Result } from '../../preload/contract/kernel/result.ts'
import type { Ran } from './engine.ts'
import type { Act } from './hash-chain.ts'

/**
 * Access of a running job to the store. Statements are SQL with positional parameters. A job awaits
 * each call before the next; the worker handles no other request until the job has ended.
 */
export interface JobContext {
  all(sql: string, ...parameters: unknown[]): Promise<readonly unknown[]>
  /** Returns the first row, or undefined. */
  one(sql: string, ...parameters: unknown[]): Promise<unknown>
  /** Writes only inside `transact` or `tally`. */
  run(sql: string, ...parameters: unknown[]): Promise<Ran>
  /**
   * Runs `work` and records `act` in one transaction; both are flushed to the disk when it resolves.
   * Rejects with errors of `work` and of the database, and then nothing is stored. `also`: records
   * further acts of the same transaction, each about a part of it; they come before `act`.
   */
  transact<T>(act: Act, at: string, work: (also: (act: Act) => void) => Promise<T>): Promise<T>
  /** The same without an act: for rows that are not business facts, such as a counted attempt. */
  tally<T>(work: () => Promise<T>): Promise<T>
  /**
   * Runs `work` wholly or not at all inside the transaction. Returns its error once nothing of it
   * is stored; rejects if the transaction cannot go on.
   */
  attempt<T>(work: () => Promise<T>): Promise<Result<T, Error>>
}

/**
 * A job: its name and, for the compiler alone, its input and output types. Input and output must be
 * cloneable.
 */
export interface StoreJob<Input, Output> {
  readonly name: string
  /** It has no transaction. */
  readonly onlyReads?: true
  readonly run: (job: JobContext, input: Input) => Promise<Output>
}

/** The jobs that the worker program passes in. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each job knows its own types
export type StoreJobs = readonly StoreJob<any, any>[]

/** A statement with the values of its question marks. */
export interface StoreStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/**
 * Milliseconds after which reading stops, so that alerts wait for at most one more statement before
 * they are stored. The limit on CPU time is low; the limit on elapsed time is higher, because a
 * slow disk uses it up.
 */
const longestReadMs = { work: 50, clock: 200 } as const

/**
 * Runs selects in order. If they take long, returns the rows of the first ones only, and the caller
 * requests the rest again.
 */
export const readTogether: StoreJob<readonly StoreStatement[], readonly (readonly unknown[])[]> = {
  name: 'store.read-together',
  onlyReads: true,
  async run(job, statements) {
    const before = process.threadCpuUsage()
    const began = performance.now()
    const read: (readonly unknown[])[] = []
    for (const { sql, parameters } of statements) {
      const { rows } = await job.run(sql, ...parameters)
      read.push(rows)
      const { user, system } = process.threadCpuUsage(before)
      const isLong =
        user + system > longestReadMs.work * 1_000 ||
        performance.now() - began > longestReadMs.clock
      if (isLong) break
    }
    return read
  },
}
