/**
 * The parts of the batch desk, and what each needs of the others. A batch is an order: its states, approvals, journal
 * and doubt are those of `main/money/order`; here is what it holds, and what becomes of its entries.
 */
import type { Selectable } from 'kysely'
import type { BatchForm } from '../../../preload/contract/domain/batches/batch-form.ts'
import type { BatchImport } from '../../../preload/contract/domain/batches/drafts.ts'
import type { TypedEntry } from '../../../preload/contract/domain/batches/entry.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { OrderContext } from '../order/types.ts'
import type { RestoreMark } from '../order/restore-hold.ts'
import type { Reading } from '../../../preload/contract/bank/answers/shape.ts'
import type { achListItem } from '../../../preload/contract/bank/ach-inquiry/index.ts'
import type { AchInquiryApi } from '../../bank/apis/ach-inquiry/ach-inquiry.ts'
import type { CallOptions } from '../../bank/client/call-options.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import type {
  BatchEntriesTable,
  BatchEntryEventsTable,
  BatchesTable,
} from '../../store/schema/batch-tables.ts'

/** The verbs of the desk, as they are called over the border. */
export type BatchVerbs = Handlers['batches']

/** What an order is that is a batch, an entry, and a word about one, as they are stored. */
export type BatchRow = Selectable<BatchesTable>
export type EntryRow = Selectable<BatchEntriesTable>
export type EntryEventRow = Selectable<BatchEntryEventsTable>

/** What the parts are made of. */
export type BatchContext = OrderContext

/** Of what a batch was prepared, and why: part of what its approvals bind, and never what the window writes. */
export const preparedFrom = z.object({
  as: z.enum(['reversal', 'reentry']),
  /** The uuid of the batch whose entries it reverses or presents again. */
  uuid: z.string(),
  /** No account in full. */
  reason: z.string(),
})
export type PreparedFrom = z.infer<typeof preparedFrom>

/** A row of an account's list. */
export type ListRow = Reading<typeof achListItem>

/** Rows of one list of an own account. */
export interface SweptRows {
  /** The own account, without leading zeros. */
  readonly account: string
  readonly rows: readonly ListRow[]
  /** The call that they came with. */
  readonly callId: string | null
  readonly api: Pick<AchInquiryApi, 'detail'>
  readonly manner: CallOptions & { readonly signal: AbortSignal }
}

/** A notification of change that was not known before. */
export interface MatchedChange {
  readonly entryId: string
  readonly code: string
  readonly callId: string | null
}

/** What came of it. */
export interface SweepMatches {
  /** For each row the entry that it is about; null: none, or it is not clear which. */
  readonly entries: readonly (string | null)[]
  readonly changes: readonly MatchedChange[]
  /** False: a detail was not answered; what was heard before is kept all the same. */
  readonly isDone: boolean
  /** The batches of which something new was heard. */
  readonly batches: readonly string[]
}

/** How a new draft came to be. */
export interface BatchOrigin {
  readonly copiedFrom?: string
  readonly reversalOf?: string
  readonly reentryOf?: string
  readonly templateId?: string
  /** The mark of a template's draft that the store before a restore may have made too. */
  readonly restored?: RestoreMark | null
  /** Who wrote what it is made of: they are its makers too, and approve none of it (promise P3). */
  readonly authors?: readonly string[]
  /** What it reverses or presents again and why, in words that may stand in the audit: no account in full. */
  readonly prepared?: PreparedFrom
  /** Which of several drafts this is that were made at once, where no file was split. */
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

/** What drafts are to be made of: as many as one call’s most entries ask for. */
export interface DraftPlan {
  readonly form: BatchForm
  readonly entries: readonly TypedEntry[]
  readonly origin: BatchOrigin
}
/** Drafts that were made at once: the first, and the others in their order. */
export interface MadeDrafts {
  readonly id: string
  readonly others: string[]
}

/** Makes drafts: every way to a new batch leads through here. */
export interface BatchDraftStore {
  /**
   * A new draft of this maker with a uuid of its own, and these entries in their order; their ids have to be new.
   * Answers the order's id. Splits nothing: whoever has more entries than one call carries makes several.
   */
  create(
    form: BatchForm,
    entries: readonly TypedEntry[],
    maker: string,
    origin?: BatchOrigin,
  ): Promise<string>
  /**
   * New drafts of one maker, all of them or none. Rejects with `Refused` where an entry that is to be followed cannot
   * be by then; each plan split where it has more entries than one call carries.
   * Throws RangeError for no plan.
   */
  createAll(plans: readonly DraftPlan[], maker: string): Promise<MadeDrafts>
}

/** Drafts, as typed: written, read back, copied. */
export interface BatchDrafts {
  readonly verbs: Pick<
    BatchVerbs,
    | 'create'
    | 'openDraft'
    | 'takeEntries'
    | 'saveForm'
    | 'saveEntries'
    | 'sendAnyway'
    | 'listSentAnyway'
    | 'findAlike'
    | 'listPayees'
    | 'copy'
  >
}

/** Files of entries. */
export interface BatchImports {
  readonly verbs: Pick<
    BatchVerbs,
    'mapImport' | 'listImportRows' | 'listImportReturns' | 'commitImport' | 'discardImport'
  >
  readonly readImport: (
    file: { readonly name: string; readonly bytes: Uint8Array },
    actor: string,
  ) => Promise<Result<BatchImport, Failure<'file-not-understood'> | Failure<'too-many-rows'>>>
  rest(): void
}

/** A batch as a file of the operator's own. */
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

/** Templates and what recurs. */
export interface BatchTemplates {
  readonly verbs: Pick<
    BatchVerbs,
    'saveTemplate' | 'changeRecurrence' | 'listTemplates' | 'useTemplate' | 'removeTemplate'
  >
  /** Prepares what is due as drafts, now and whenever a day begins; sends nothing. */
  start(): Promise<void>
  rest(): Promise<void>
}

/** Ownership checks of entries. */
export interface BatchOwnership {
  readonly verbs: Pick<
    BatchVerbs,
    'checkOwnership' | 'resumeOwnership' | 'stopOwnership' | 'getOwnershipRun' | 'listOwnership'
  >
  rest(): Promise<void>
}

/** Entries, what came back, and rates, as they are shown. */
export interface BatchReading {
  readonly verbs: Pick<
    BatchVerbs,
    'listEntries' | 'getEntry' | 'revealEntry' | 'listExceptions' | 'getReturnRates'
  >
}

/** What becomes of entries at the bank: by inquiry, by alerts, by the status of addenda. Asks only. */
export interface EntryTracking {
  readonly verbs: Pick<BatchVerbs, 'follow' | 'askAddenda' | 'useAccount'>
  /** Alerts up to this seq were read: those about entries are matched by their trace numbers. */
  readonly alertsRead: (latestSeq: number) => void
  /** A batch was accepted, or found again: its entries are asked about from now on. */
  readonly accepted: (orderId: string) => void
  /** Rows that a sweep found: heard of the entries that they are about. */
  readonly applySweepRows: (swept: SweptRows) => Promise<SweepMatches>
  start(): Promise<void>
  rest(): Promise<void>
}

/** What is prepared of what came back: corrections, entries presented again, reversals. */
export interface BatchCorrections {
  readonly verbs: Pick<
    BatchVerbs,
    'proposeCorrection' | 'acknowledgeException' | 'prepareReentry' | 'prepareReversal'
  >
}
