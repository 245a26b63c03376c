/**
 * What the store's worker needs of a database. `store-server.ts` awaits each call before the next
 * one, so that a store has one transaction at a time.
 */
import type { Result } from '../../preload/contract/kernel/result.ts'
import type { EngineKind } from './dialect.ts'
import type { ChainHead } from './hash-chain.ts'
import type { DatabaseTime, Duty, MembershipNews, Moment, OpenedListener } from './membership.ts'
import type { SlotNews, SlotOrder } from './shared-slots.ts'
import type { TokenRead, TokenRequest } from './shared-tokens.ts'
import type { StoreRefusal } from './store-error.ts'
import type { ExaminedFile, StoreFile } from './store-file.ts'

/** Result of a statement. */
export interface Ran {
  readonly rows: readonly unknown[]
  /** How many rows it changed; where it returns rows, how many these are. */
  readonly changes: number
}

/** One open store. Rejects with a {@link StoreError} where the database fails. */
export interface Engine {
  readonly kind: EngineKind
  /** Runs one statement with the values of its question marks; writes only in a transaction. */
  run(sql: string, parameters: readonly unknown[]): Promise<Ran>
  /** Returns the end of the audit chain if the engine reads it to become the only writer. */
  begin(): Promise<ChainHead | undefined>
  /**
   * The transaction is on the disk when this resolves. `entry` is the last one that it appended to
   * the audit chain: an engine that did not get the answer looks for it there.
   */
  commit(entry?: ChainHead): Promise<void>
  /** Ends the transaction, also one that the database has already rolled back. */
  rollback(): Promise<void>
  /**
   * Runs `work` wholly or not at all inside the transaction. Returns its error once nothing of it
   * is stored; rejects if the transaction cannot go on.
   */
  attempt<T>(work: () => Promise<T>): Promise<Result<T, Error>>
  close(): Promise<void>
  /** Only of a store that is a file. */
  readonly file?: EngineFile
  /** Only of a store that workstations share. */
  readonly member?: EngineMember
}

/** This workstation among those that share the store. */
export interface EngineMember {
  readonly home: string
  /** How long it may go on after a sign of life, in milliseconds. */
  readonly fenceMs: number
  /** The database's time when it was read last. */
  readonly time: DatabaseTime
  /** Calls back with what it hears, from now on. */
  onNews(listener: (news: MemberNews) => void): void
  /** Takes this duty whenever no other workstation has it; not wanted: gives it back. */
  want(duty: Duty, isWanted: boolean): void
  /** Tells the others who is signed in here. */
  present(operator: string | null): void
  /** Tells the others where this workstation listens for alerts, until the session is lost. */
  listens(listener: OpenedListener | null): void
  slots(request: SlotOrder): void
  tokens(request: TokenRequest): void
  /** Leaves: from now on others may take its duties. */
  close(): Promise<void>
}

/** What was read of a token, and when the store was asked. */
export type TokenNews = TokenRead & { readonly kind: 'token'; readonly asked: Moment }

export type MemberNews =
  | MembershipNews
  /** Another program has migrated the store, which this one can no longer use. */
  | { readonly kind: 'migrated' }
  | SlotNews
  | TokenNews
  /** There may be new acts. */
  | { readonly kind: 'acts' }
  /** A table was changed without an act. */
  | { readonly kind: 'table'; readonly table: string }

/** The file of an open store, for copying it while reading and writing go on. */
export interface EngineFile {
  /** From now on the file does not change: new writes go into the log beside it. */
  hold(): Promise<HeldFile>
  /** Returns false if it was not held. */
  release(): Promise<boolean>
}

export interface HeldFile {
  readonly file: string
  readonly bytes: number
  readonly version: number
}

/** A store that was opened, and what the operator should know of it. */
export interface OpenedEngine {
  readonly engine: Engine
  /** The last process that had it open did not close it. */
  readonly stoppedUnclean: boolean
  /** A sentence about the database server; null: there is nothing to say. */
  readonly warning: string | null
}

/** Stores of one kind of database that are not open. */
export interface Stores {
  /** Creates the store if there is none, and migrates an older one. */
  open(target: StoreFile): Promise<Result<OpenedEngine, StoreRefusal>>
  examine(target: Pick<StoreFile, 'file' | 'key'>): Promise<Result<ExaminedFile, StoreRefusal>>
  /** Puts the store at the path `prepared` in the place of the one at `file`. */
  restore(file: string, prepared: string): Promise<Result<null, StoreRefusal>>
}
