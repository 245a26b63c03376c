/**
 * Messages between main and the store worker. This program writes both sides, so the shapes are
 * trusted.
 */
import type { MessagePort } from 'node:worker_threads'
import type { Act, ChainHead } from './hash-chain.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import type { StoreError, StoreRefusal } from './store-error.ts'
import type { StoreStatement } from './store-jobs.ts'
import type { EngineKind } from './dialect.ts'
import type { HeldFile, MemberNews, OpenedEngine, Ran } from './engine.ts'
import type { DatabaseTime, Duty, OpenedListener } from './membership.ts'
import type { SlotOrder } from './shared-slots.ts'
import type { TokenRequest } from './shared-tokens.ts'
import type { ExaminedFile, StoreFile } from './store-file.ts'
import type { StoreKey } from './store-key.ts'

export type WorkerRequest =
  | ({ readonly kind: 'open' } & StoreFile)
  | ({ readonly kind: 'run' } & StoreStatement & Turn)
  | ({
      readonly kind: 'commit'
      readonly acts: readonly Act[]
      readonly at: string
      /** Runs before the acts are written. */
      readonly statement: StoreStatement | undefined
    } & Turn)
  | { readonly kind: 'work'; readonly job: string; readonly input: unknown }
  | { readonly kind: 'want-duty'; readonly duty: Duty; readonly isWanted: boolean }
  | { readonly kind: 'present'; readonly operator: string | null }
  | { readonly kind: 'listens'; readonly listener: OpenedListener | null }
  | { readonly kind: 'slots'; readonly request: SlotOrder }
  | { readonly kind: 'tokens'; readonly request: TokenRequest }
  | { readonly kind: 'rollback' | 'close' | 'hold' | 'release' }
  | { readonly kind: 'examine'; readonly file: string; readonly key: StoreKey }
  | { readonly kind: 'restore'; readonly file: string; readonly prepared: string }

/**
 * Whether a transaction begins with this request: a separate message would cost one more exchange
 * between the threads.
 */
interface Turn {
  readonly begins: boolean
}

/** A store file that does not change: new writes go into the log beside it. */
export interface PausedFile extends HeldFile {
  /** End of its audit chain. */
  readonly head: ChainHead
}

/** An open store, as main has to know it. */
export interface OpenedStore extends Omit<OpenedEngine, 'engine'> {
  readonly engineKind: EngineKind
  /** Of a store that workstations share. */
  readonly member: OpenedMember | null
}

/** This workstation among those that share the store. */
export interface OpenedMember {
  readonly home: string
  readonly fenceMs: number
  /** The database's time when it was read last. */
  readonly time: DatabaseTime
  /** Number of the newest entry of the audit chain. */
  readonly seq: number
}

export interface WorkerAnswers {
  open: Result<OpenedStore, StoreRefusal>
  run: Ran
  commit: null
  'want-duty': null
  present: null
  listens: null
  slots: null
  tokens: null
  /** The result of the job. */
  work: unknown
  rollback: null
  close: null
  hold: PausedFile
  /** False: it was no longer held. */
  release: boolean
  examine: Result<ExaminedFile, StoreRefusal>
  restore: Result<null, StoreRefusal>
}

/** A {@link StoreError} as it crosses the threads. */
export type WorkerFailure = Pick<StoreError, 'code' | 'message' | 'engineCode'>

/** A request with the number that its reply carries. */
export interface Numbered<T> {
  readonly id: number
  readonly content: T
}

/** A request as it is sent. */
export interface SentRequest extends Numbered<WorkerRequest> {
  /** Set to 1 once it is answered, for a thread that waits without hearing messages. */
  readonly answered?: Int32Array<SharedArrayBuffer>
  /** Where the reply goes instead. */
  readonly replyTo?: MessagePort
}

/** A reply: the answer, or the error. */
export type WorkerReply = Numbered<Result<WorkerAnswers[keyof WorkerAnswers], WorkerFailure>>

/** What the worker sends: a reply, or what it heard of the other workstations. */
export type WorkerMessage = WorkerReply | { readonly news: MemberNews }
