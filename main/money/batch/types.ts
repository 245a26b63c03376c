/**
 * The services for batches and their dependencies. A batch is an order: its states, approvals,
 * journal and unknown outcomes are handled in `main/money/order`; these services handle its content
 * and the tracking of its entries.
 */
import type { Selectable } from 'kysely'
import type { BatchForm } from '../../../preload/contract/domain/batches/batch-form.ts'
import type { BatchImport } from '../../../preload/contract/domain/batches/drafts.ts'
import type { TypedEntry } from '../../../preload/contract/domain/batches/entry.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Occurrence } from '../../../preload/contract/kernel/recurrence.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { OrderContext } from '../order/types.ts'
import type { RestoreMark } from '../order/restore-hold.ts'
import type { Reading } from '../../../preload/contract/bank/answers/shape.ts'
import type { achListItem } from '../../../preload/contract/bank/ach-inquiry/index.ts'
import type { AchInquiryApi } from '../../bank/apis/ach-inquiry.ts'
import type { CallOptions } from '../../bank/call-options.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import type {
  BatchEntriesTable,
  BatchEntryStatusEventsTable,
  BatchesTable,
} from '../../store/tables/batches.ts'

/** The batch API handlers. */
export type BatchHandlers = Handlers['batches']

/** The stored rows: the batch part of an order, an entry, and an event of an entry. */
export type BatchRow = Selectable<BatchesTable>
export type EntryRow = Selectable<BatchEntriesTable>
export type EntryEventRow = Selectable<BatchEntryStatusEventsTable>

export type BatchContext = OrderContext

/**
 * The source and reason of a prepared batch: covered by its approval hash, never written by the window.
 */
export const preparedFrom = z.object({
  as: z.enum(['reversal', 'reentry']),
  /** The uuid of the batch whose entries it reverses or presents again. */
  uuid: z.string(),
  /** Contains no full account number. */
  reason: z.string(),
})
export type PreparedFrom = z.infer<typeof preparedFrom>

export type ListRow = Reading<typeof achListItem>

/** Rows of one list of an own account. */
export interface SweptRows {
  /** The own account, without leading zeros. */
  readonly account: string
  readonly rows: readonly ListRow[]
  /** The call that returned them, and when the bank was asked. */
  readonly callId: string | null
  readonly askedAt: string
  readonly api: Pick<AchInquiryApi, 'detail'>
  readonly callOptions: CallOptions & { readonly signal: AbortSignal }
}

/** A notification of change that was not known before. */
export interface MatchedChange {
  readonly entryId: string
  readonly code: string
  readonly callId: string | null
}

export interface SweepMatches {
  /** The entry that each row is about; null if none, or if it is not clear which. */
  readonly entries: readonly (string | null)[]
  readonly changes: readonly MatchedChange[]
  /** False: a detail was not answered; earlier reports are stored all the same. */
  readonly isDone: boolean
  /** The batches with updates. */
  readonly batches: readonly string[]
}

/** The origin of a new draft. */
export interface BatchOrigin {
  readonly copiedFrom?: string
  readonly retryOf?: string
  readonly reversalOf?: string
  readonly reentryOf?: string
  readonly templateId?: string
  /** The occurrence of the template; absent: a person prepared it, beside those that recur. */
  readonly occurrence?: Occurrence
  /**
   * The restore mark of a template's draft that the store before a restore may have created too.
   */
  readonly restored?: RestoreMark | null
  /** The authors of its source: they are its makers too and approve none of it (Promise P3). */
  readonly authors?: readonly string[]
  /** Its source and reason, in words allowed in the audit chain: no full account number. */
  readonly prepared?: PreparedFrom
  /** The position among several drafts created at once, if no file was split. */
  readonly split?: { readonly part: number; readonly of: number }
  readonly file?: {
    readonly name: string
    readonly sha256: string
    readonly part: number
    readonly of: number
  }
  /** The entry that each new one presents again or reverses, by the new id. */
  readonly follows?: ReadonlyMap<string, string>
}

/** The content of new drafts, split by the most entries of one call. */
export interface DraftPlan {
  readonly form: BatchForm
  readonly entries: readonly TypedEntry[]
  readonly origin: BatchOrigin
}
/** Drafts created at once: the first, and the others in order. */
export interface CreatedDrafts {
  readonly id: string
  readonly others: string[]
}

/** Creates drafts; every new batch is created here. */
export interface BatchDraftStore {
  /**
   * Creates a draft of this maker with a new uuid and these entries in order; their ids must be
   * new. Returns the order id. Does not split: callers with more entries than one call carries
   * create several.
   */
  create(
    form: BatchForm,
    entries: readonly TypedEntry[],
    maker: string,
    origin?: BatchOrigin,
  ): Promise<string>
  /**
   * Creates drafts of one maker, all or none; a plan with more entries than one call carries is
   * split. Rejects with `Refused` if an entry cannot be followed any more. Throws RangeError
   * without a plan.
   */
  createAll(plans: readonly DraftPlan[], maker: string): Promise<CreatedDrafts>
}

/** Drafts, as typed: written, read back, copied. */
export interface BatchDrafts {
  readonly handlers: Pick<
    BatchHandlers,
    | 'create'
    | 'openDraft'
    | 'readDraftEntries'
    | 'listFigures'
    | 'saveForm'
    | 'saveEntries'
    | 'sendAnyway'
    | 'listSentAnyway'
    | 'findDuplicates'
    | 'findOutliers'
    | 'compareWithLast'
    | 'listPayees'
    | 'copy'
  >
}

export interface BatchImports {
  readonly handlers: Pick<
    BatchHandlers,
    'mapImport' | 'listImportRows' | 'listImportReturns' | 'commitImport' | 'discardImport'
  >
  readonly readImport: (
    file: { readonly name: string; readonly bytes: Uint8Array },
    actor: string,
  ) => Promise<Result<BatchImport, Failure<'file-not-understood'> | Failure<'too-many-rows'>>>
  rest(): void
}

/** Exports a batch to a file of the operator. */
export interface BatchExport {
  readonly written: (
    input: { readonly id: string; readonly as: 'csv' | 'nacha' },
    actor: string,
  ) => Promise<
    Result<
      { readonly suggestedName: string; readonly content: Uint8Array },
      Failure<'not-found'> | Failure<'nothing-to-send'> | Failure<'invalid-input'>
    >
  >
}

/** Templates and recurring batches. */
export interface BatchTemplates {
  readonly handlers: Pick<
    BatchHandlers,
    'saveTemplate' | 'changeRecurrence' | 'listTemplates' | 'useTemplate' | 'removeTemplate'
  >
  /** Prepares due drafts, now and whenever a day begins; sends nothing. */
  start(): Promise<void>
  /** Prepares due drafts: a day may have begun while the computer slept. */
  wake(): void
  rest(): Promise<void>
}

export interface BatchOwnership {
  readonly handlers: Pick<
    BatchHandlers,
    'checkOwnership' | 'resumeOwnership' | 'stopOwnership' | 'getOwnershipRun' | 'listOwnership'
  >
  rest(): Promise<void>
}

/** Entries, exceptions and return rates, for display. */
export interface BatchReading {
  readonly handlers: Pick<
    BatchHandlers,
    | 'getLastAccounts'
    | 'listEntries'
    | 'getEntry'
    | 'revealEntry'
    | 'listExceptions'
    | 'getReturnRates'
  >
}

/** Tracks entries at the bank by inquiry, alerts and addenda status. Queries only. */
export interface EntryTracking {
  readonly handlers: Pick<BatchHandlers, 'poll' | 'queryAddenda' | 'useAccount'>
  /**
   * Call after alerts up to this seq were read; matches those about entries by trace number.
   * Resolves when that has ended; a failure is reported, and a later call matches them.
   */
  readonly alertsRead: (latestSeq: number) => Promise<void>
  /** Call when a batch was accepted or found again; its entries are tracked from now on. */
  readonly accepted: (orderId: string) => void
  /** Applies rows of a sweep to the entries that they are about. */
  readonly applySweepRows: (swept: SweptRows) => Promise<SweepMatches>
  start(): Promise<void>
  rest(): Promise<void>
}

/** Prepares follow-ups of returned entries: corrections, entries presented again, reversals. */
export interface BatchCorrections {
  readonly handlers: Pick<
    BatchHandlers,
    | 'proposeCorrection'
    | 'acknowledgeException'
    | 'recordReturnReply'
    | 'confirmReturnReply'
    | 'withdrawReturnReply'
    | 'prepareReentry'
    | 'prepareReversal'
  >
}
