/**
 * Jobs that run completely inside the store worker, because one exchange between the threads for
 * each statement would cost more than the statements. A job is declared once with its types, and
 * started by name.
 */
import type { Act } from './hash-chain.ts'

/** Access of a running job to the store. Statements are SQL with positional parameters. */
export interface JobContext {
  all(sql: string, ...parameters: unknown[]): readonly unknown[]
  /** Returns the first row, or undefined. */
  one(sql: string, ...parameters: unknown[]): unknown
  /** Only inside `transact` or `tally`. */
  run(
    sql: string,
    ...parameters: unknown[]
  ): { readonly changes: number; readonly insertId: number }
  /**
   * Runs `work` and records `act` in one transaction; on return both are flushed to the disk.
   * Rethrows errors of `work` and of SQLite, and then nothing is stored. `also`: records further
   * acts of the same transaction, each about a part of it; they come before `act`.
   */
  transact<T>(act: Act, at: string, work: (also: (act: Act) => void) => T): T
  /** The same without an act: for rows that are not business facts, such as a counted attempt. */
  tally<T>(work: () => T): T
}

/**
 * A job: its name and, for the compiler alone, its input and output types. Input and output must be
 * cloneable.
 */
export interface StoreJob<Input, Output> {
  readonly name: string
  readonly run: (job: JobContext, input: Input) => Output
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
  run(job, statements) {
    const before = process.threadCpuUsage()
    const began = performance.now()
    const read: (readonly unknown[])[] = []
    for (const { sql, parameters } of statements) {
      read.push(job.all(sql, ...parameters))
      const { user, system } = process.threadCpuUsage(before)
      const isLong =
        user + system > longestReadMs.work * 1_000 ||
        performance.now() - began > longestReadMs.clock
      if (isLong) break
    }
    return read
  },
}
