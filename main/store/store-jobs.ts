/**
 * Work that runs whole inside the store worker, because crossing the threads once for each of its statements
 * would cost more than the statements. A job is declared once with its types, and given to the worker by name.
 */
import type { Act } from './audit-chain/hash-chain.ts'

/** What a job has of the store while it runs. Statements are SQL with positional parameters. */
export interface JobContext {
  all(sql: string, ...parameters: unknown[]): readonly unknown[]
  /** The first row, or undefined. */
  one(sql: string, ...parameters: unknown[]): unknown
  /** Only inside `transact` or `tally`. */
  run(
    sql: string,
    ...parameters: unknown[]
  ): { readonly changes: number; readonly insertId: number }
  /**
   * Runs `work` and the act that explains it in one transaction; returned means flushed to the disk. What
   * `work` throws, and what SQLite says, is thrown on, and nothing of it stays. `also`: further acts of the same
   * transaction, each of something that is part of it; they stand before `act`.
   */
  transact<T>(act: Act, at: string, work: (also: (act: Act) => void) => T): T
  /** The same without an act: for what is no fact of the business, such as an attempt that is counted. */
  tally<T>(work: () => T): T
}

/** A job: its name and, for the compiler alone, what goes in and what comes out. Both can be cloned. */
export interface StoreJob<Input, Output> {
  readonly name: string
  readonly run: (desk: JobContext, input: Input) => Output
}

/** What the worker program hands in. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each job knows its own types
export type StoreJobs = readonly StoreJob<any, any>[]

/** A statement with what stands for its question marks. */
export interface StoreStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/**
 * Milliseconds after which reading ends: alerts have to be stored, and wait for one statement more at most. Work is
 * counted closely; time on the clock, which a slow disk takes, loosely.
 */
const longestReadMs = { work: 50, clock: 200 } as const

/** Runs selects in their order. Gives the rows of the first of them only where they took long: the rest is asked again. */
export const readTogether: StoreJob<readonly StoreStatement[], readonly (readonly unknown[])[]> = {
  name: 'store.read-together',
  run(desk, statements) {
    const before = process.threadCpuUsage()
    const began = performance.now()
    const read: (readonly unknown[])[] = []
    for (const { sql, parameters } of statements) {
      read.push(desk.all(sql, ...parameters))
      const { user, system } = process.threadCpuUsage(before)
      const isLong =
        user + system > longestReadMs.work * 1_000 ||
        performance.now() - began > longestReadMs.clock
      if (isLong) break
    }
    return read
  },
}
