/** What main and the store worker say to each other. Both are ours, so the shapes are trusted. */
import type { Act, ChainHead } from '../audit-chain/hash-chain.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import type { StoreRefusal } from './refusals.ts'
import type { StoreFile } from './next-version.ts'
import type { OpenFile } from './open-file.ts'
import type { StoreKey } from './store-key.ts'

/** Everything that the worker can be asked. */
export type WorkerRequest =
  | ({ readonly kind: 'open' } & StoreFile)
  | ({ readonly kind: 'run'; readonly sql: string; readonly parameters: readonly unknown[] } & Turn)
  | ({ readonly kind: 'commit'; readonly act: Act; readonly at: string } & Turn)
  | { readonly kind: 'work'; readonly job: string; readonly input: unknown }
  | { readonly kind: 'rollback' | 'close' | 'hold' | 'let-go' }
  | { readonly kind: 'examine'; readonly file: string; readonly key: StoreKey }
  | { readonly kind: 'put-back'; readonly file: string }

/** Whether a transaction begins with this request: a message of its own would cost a turn of the threads. */
interface Turn {
  readonly begins: boolean
}

/** What a statement gave: rows, or what it changed. */
export interface Ran {
  readonly rows: readonly unknown[]
  readonly changes?: number
  readonly insertId?: number | bigint
}

/** A store file that stands still: what is written meanwhile goes into the log beside it. */
export interface HeldFile {
  readonly file: string
  readonly bytes: number
  readonly version: number
  /** Where the audit chain ends in it. */
  readonly head: ChainHead
}

/** What a store that nobody has open was found to be. */
export interface ExaminedFile {
  readonly version: number
  readonly head: ChainHead
  /** When its last act was done, ISO UTC; null: there is none. */
  readonly lastAct: string | null
  /** Who could administer its profile, with the hash of the passphrase that each has chosen. */
  readonly administrators: readonly ExaminedAdministrator[]
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>
}

/** An administrator in a store that nobody has open. */
export interface ExaminedAdministrator {
  readonly id: string
  readonly name: string
  readonly passphrase: string
}

/** The answer to each kind of request. */
export interface WorkerAnswers {
  open: Result<Pick<OpenFile, 'stoppedUnclean'>, StoreRefusal>
  run: Ran
  commit: null
  /** What the job gave. */
  work: unknown
  rollback: null
  close: null
  hold: HeldFile
  /** False: it was not held any more. */
  'let-go': boolean
  examine: Result<ExaminedFile, StoreRefusal>
  'put-back': Result<null, StoreRefusal>
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
