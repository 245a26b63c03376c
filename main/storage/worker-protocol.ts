/** What main and the store worker say to each other. Both are ours, so the shapes are trusted. */
import type { Result } from '../../preload/contract/result.ts'
import type { StoreRefusal } from './refusals.ts'
import type { StoreFile } from './next-version.ts'

/** Everything that the worker can be asked. */
export type WorkerRequest =
  | ({ readonly kind: 'open' } & StoreFile)
  | { readonly kind: 'run'; readonly sql: string; readonly parameters: readonly unknown[] }
  | { readonly kind: 'begin' | 'commit' | 'rollback' | 'close' }

/** What a statement gave: rows, or what it changed. */
export interface Ran {
  readonly rows: readonly unknown[]
  readonly changes?: number
  readonly insertId?: number | bigint
}

/** The answer to each kind of request. */
export interface WorkerAnswers {
  open: Result<null, StoreRefusal>
  run: Ran
  begin: null
  commit: null
  rollback: null
  close: null
}

/** An error as it crosses: its code and its words. */
export interface WorkerFailure {
  readonly code: string
  readonly message: string
}

/** A request with the number that its reply carries. */
export interface Numbered<T> {
  readonly id: number
  readonly content: T
}

/** A reply: the answer, or what was thrown. */
export type WorkerReply = Numbered<Result<WorkerAnswers[keyof WorkerAnswers], WorkerFailure>>
