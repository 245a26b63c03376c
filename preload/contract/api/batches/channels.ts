/**
 * Channels of `batches`: content of a batch and status of its entries. Submission, approval,
 * release and unknown outcomes are under `orders`. Nothing here sends money.
 */
import {
  addendaStatusAnswer,
  type AddendaStatusReading,
} from '../../bank/ach-origination/answers.ts'
import { secCodes } from '../../bank/ach-origination/batch.ts'
import { bankAnswer, type BankAnswer } from '../../bank/answers/bank-answer.ts'
import { readingSchema } from '../../bank/answers/shape.ts'
import { largestImportBytes } from '../bulk/import.ts'
import { page, pageRequest } from '../../kernel/paging.ts'
import { ownAccount } from '../profiles/profile-details.ts'
import { writtenFile } from '../profiles/profile.ts'
import { certainRejections } from '../../kernel/request-warning.ts'
import { administrators, anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'
import { achSettings, achSettingsState, batchForm } from '../../domain/batches/batch-form.ts'
import * as shown from '../../domain/batches/batch.ts'
import * as drafts from '../../domain/batches/drafts.ts'
import { typedEntry } from '../../domain/batches/entry.ts'
import { returnReplyInput } from '../../domain/batches/return-reply.ts'
import * as exceptions from '../../domain/batches/exceptions.ts'

const addendaAnswer: z.ZodType<BankAnswer<AddendaStatusReading>> = bankAnswer(
  readingSchema(addendaStatusAnswer),
)
const ofBatch = z.strictObject({ id: z.string() })
const pageOfBatch = z.strictObject({ ...pageRequest, id: z.string() })
/** `version`: of the template as the operator saw it. */
const ofTemplate = z.strictObject({ id: z.string(), version: z.int() })
const ofEntry = z.strictObject({ id: z.string(), entryId: z.string() })
/** A decision about an entry, with the evidence that was shown to the person. */
const decided = z.strictObject({ ...ofEntry.shape, evidence: z.string() })
const created = z.object({ id: z.string() })
/** The created draft; several if the entries exceed one call, or some need another description. */
const createdDrafts = z.object({ id: z.string(), others: z.array(z.string()) })
const makers = ['maker'] as const
const checkers = ['checker'] as const
const makersAndCheckers = ['maker', 'checker'] as const
const onDraft = ['not-found', 'order-state', 'not-maker'] as const
/** Nobody changes a draft that the bank has reported, or that an alert may be about. */
const onChange = [...onDraft, 'known-at-bank', 'alert-undecided'] as const
const callFailures = [
  'rate-paused',
  'bank-not-running',
  'profile-incomplete',
  'profile-retired',
  'product-not-agreed',
] as const

export const batches = {
  /**
   * Own accounts that a batch may name: all of them, or in practice those that the practice bank
   * debits for batches.
   */
  listAccounts: query(nothing, z.array(ownAccount)),
  /** The own account of the last batch of each SEC code that a person submitted; none before it. */
  getLastAccounts: query(nothing, z.partialRecord(z.enum(secCodes), z.string())),
  /** Creates a draft with these entries. */
  create: command(
    z.strictObject({
      form: batchForm,
      entries: z
        .array(typedEntry)
        .max(drafts.entriesAtOnce)
        .refine(
          (all) => new Set(all.map(({ id }) => id)).size === all.length,
          'An id is listed twice',
        ),
    }),
    created,
    ['too-many-rows'],
    makers,
  ),
  /**
   * Opens the operator's own draft for editing: an audited act, after which unmasked entries can be
   * read.
   */
  openDraft: command(
    ofBatch,
    z.object({ id: z.string(), uuid: z.string(), form: batchForm, entries: z.int() }),
    onDraft,
    makers,
  ),
  /** Entries of a draft that this operator has opened, with unmasked accounts. */
  readDraftEntries: command(
    z.strictObject({ id: z.string(), after: z.number().nullable() }),
    drafts.draftEntriesPage,
    onDraft,
    makers,
  ),
  /** The stored entries of a batch by direction and account type; empty if there are none. */
  listFigures: query(ofBatch, z.array(shown.entryFigure)),
  saveForm: command(z.strictObject({ id: z.string(), form: batchForm }), nothing, onChange, makers),
  /** Saves and removes entries of the operator's own draft, all or none. */
  saveEntries: command(
    drafts.entryChanges,
    shown.batchTotals,
    [...onChange, 'too-many-rows'],
    makers,
  ),
  /**
   * Marks an entry of the operator's own draft to be sent although the bank is certain to reject it
   * for these reasons; valid until the entry changes. An empty list withdraws the mark.
   * `order-changed`: the current reasons are different.
   */
  sendAnyway: command(
    z.strictObject({
      id: z.string(),
      entryId: z.string(),
      codes: z.array(z.enum(certainRejections)).max(certainRejections.length),
    }),
    nothing,
    [...onChange, 'order-changed'],
    makers,
  ),
  /** Entries of a draft marked to be sent anyway; all pages show the state at the first page. */
  listSentAnyway: query(pageOfBatch, page(drafts.entrySentAnyway)),
  /**
   * Duplicates within the draft, and of entries from the last 90 days; all pages show the state at
   * the first page.
   */
  findDuplicates: command(
    pageOfBatch,
    page(drafts.possibleDuplicate),
    ['not-found'],
    makersAndCheckers,
  ),
  /** Amounts that stand out in the draft, paged like `findDuplicates`. */
  findOutliers: command(pageOfBatch, page(shown.amountOutlier), ['not-found'], makersAndCheckers),
  /** Compares a batch with the last one of the same account and description, or template. */
  compareWithLast: command(ofBatch, shown.runComparison, ['not-found'], makersAndCheckers),
  /**
   * Owners of the entries' accounts by the payee book, paged like `findDuplicates`; entries to unknown
   * payees are left out.
   */
  listPayees: query(pageOfBatch, page(drafts.entryPayee)),
  /**
   * Creates a draft with the entries of an earlier batch under new ids. Refused for a batch in
   * flight or with an unknown outcome.
   */
  copy: command(ofBatch, createdDrafts, ['not-found', 'order-state'], makers),

  /**
   * Requests the ownership of the accounts of these entries (null: all), each account once. A
   * recent enough result is not requested again.
   */
  checkOwnership: command(
    z.strictObject({
      id: z.string(),
      entryIds: z.array(z.string()).max(10_000).nullable(),
      maxAgeHours: z.int().min(0).max(8_760),
    }),
    drafts.ownershipRun,
    ['not-found', 'run-under-way', 'nothing-to-send', 'version-not-configured', ...callFailures],
    makersAndCheckers,
  ),
  /** Resumes an interrupted run: requests only accounts without a result, and none twice. */
  resumeOwnership: command(
    ofBatch,
    drafts.ownershipRun,
    ['not-found', 'run-under-way', 'nothing-to-send', 'version-not-configured', ...callFailures],
    makersAndCheckers,
  ),
  stopOwnership: command(ofBatch, drafts.ownershipRun, ['not-found'], makersAndCheckers),
  getOwnershipRun: query(ofBatch, drafts.ownershipRun.nullable()),
  /** Known ownership of the entries' accounts; all pages show the state at the first page. */
  listOwnership: query(pageOfBatch, page(drafts.entryOwnership)),

  /** Opens a dialog for a file of entries; null if none was chosen. */
  selectImport: command(
    nothing,
    drafts.batchImport.nullable(),
    ['file-failed', 'file-not-understood', 'too-many-rows'],
    makers,
  ),
  /** Accepts a dropped file: its name, and its bytes in base64. */
  readDroppedImport: command(
    z.object({
      name: z.string().min(1).max(300),
      base64: z.string().max(Math.ceil(largestImportBytes / 3) * 4),
    }),
    drafts.batchImport,
    ['file-not-understood', 'too-many-rows'],
    makers,
  ),
  /** Reads the file again with another mapping, sheet or other options. */
  mapImport: command(
    z.strictObject({
      draftId: z.string(),
      sheet: z.string().max(300).nullable(),
      mapping: drafts.batchMapping,
      options: drafts.importOptions,
    }),
    drafts.batchImport,
    ['draft-gone', 'file-not-understood', 'too-many-rows'],
    makers,
  ),
  listImportRows: query(drafts.importedRowsRequest, page(drafts.importedRow)),
  /** Returns listed in the file, with their entries. Listing changes nothing. */
  listImportReturns: query(drafts.importedReturnsRequest, page(drafts.importedReturn)),
  /**
   * Creates drafts from these batches of the file, each with at most `mostEntries` and with its own
   * uuid and approval.
   */
  commitImport: command(
    z.strictObject({
      draftId: z.string(),
      batches: z.array(z.int()).min(1).max(drafts.mostBatches),
      /** Header values for fields that the file does not contain. */
      form: batchForm,
    }),
    z.object({ created: z.array(z.string()) }),
    ['draft-gone'],
    makers,
  ),
  discardImport: command(z.strictObject({ draftId: z.string() }), nothing, [], makers),
  /**
   * Exports for the operator's own records, accounts unmasked: an audited act. Null if no file was
   * chosen.
   */
  exportFile: command(
    z.strictObject({ id: z.string(), as: z.enum(['csv', 'nacha']) }),
    writtenFile,
    ['not-found', 'file-failed', 'nothing-to-send'],
    anyOperator,
  ),

  /** Entries of a batch, masked. */
  listEntries: query(shown.entriesRequest, page(shown.entryLine)),
  getEntry: query(ofEntry, shown.batchEntry),
  /** Returns an entry with unmasked accounts and corrected data: an audited act. */
  revealEntry: command(ofEntry, shown.batchEntry, ['not-found'], anyOperator),
  /** Requests the current status of the entries by ACH inquiry. */
  poll: command(ofBatch, nothing, ['not-found', 'order-state', ...callFailures], makersAndCheckers),
  /**
   * Uses this own account for inquiries about a batch, because the bank debits it for the batch: an
   * audited act. The approved and sent body names no account and stays unchanged.
   */
  useAccount: command(
    z.strictObject({ id: z.string(), accountId: z.string() }),
    nothing,
    ['not-found', 'order-state', 'changed-meanwhile'],
    makersAndCheckers,
  ),
  /**
   * Addenda status of a batch (`entryId` null) or an entry, one page at a time; `start` null
   * requests the first page (bank notes 46 and 82).
   */
  queryAddenda: command(
    z.strictObject({
      id: z.string(),
      entryId: z.string().nullable(),
      start: z.string().nullable(),
    }),
    z.object({
      answer: addendaAnswer,
      raw: z.string().nullable(),
      callId: z.string().nullable(),
      /** Start of the next page; null if the bank reports no further page. */
      next: z.string().nullable(),
    }),
    ['not-found', 'order-state', ...callFailures],
    makersAndCheckers,
  ),

  /** Entries of all batches that were returned, need a correction or were not accepted. */
  listExceptions: query(exceptions.exceptionsRequest, page(exceptions.exceptionLine)),
  getReturnRates: query(nothing, exceptions.returnRates),
  /** Proposes the payee correction from a notification of change; a second person decides. */
  proposeCorrection: command(
    decided,
    z.object({ payeeId: z.string(), version: z.int() }),
    ['not-found', 'order-state', 'changed-meanwhile'],
    makers,
  ),
  /**
   * Records that an exception was acknowledged without a proposal or a new entry: an audited act
   * that closes it. The first acknowledgment remains until the bank reports a new status of the
   * entry.
   */
  acknowledgeException: command(
    z.strictObject({
      ...decided.shape,
      kind: shown.acknowledgedKind,
      note: z.string().trim().min(1, { error: 'Enter the action taken' }).max(500),
    }),
    nothing,
    ['not-found', 'changed-meanwhile'],
    makers,
  ),
  /**
   * Records a written reply of bank support about an open return. *Returned* is allowed only where
   * the bank's inquiry cannot show the return. Changes nothing until a second person confirms.
   */
  recordReturnReply: command(
    returnReplyInput,
    nothing,
    ['not-found', 'changed-meanwhile'],
    makersAndCheckers,
  ),
  /** A second person, who neither made the batch nor recorded the reply, confirms it. */
  confirmReturnReply: command(
    z.strictObject({ ...decided.shape, seq: z.int() }),
    nothing,
    ['not-found', 'changed-meanwhile', 'same-person', 'own-work', 'not-approver'],
    checkers,
  ),
  withdrawReturnReply: command(
    z.strictObject({ ...ofEntry.shape, seq: z.int() }),
    nothing,
    ['not-found', 'changed-meanwhile'],
    makersAndCheckers,
  ),
  /**
   * Creates drafts with returned or rejected entries, corrected where a change is known. Debits
   * after R01 and R09 go into a separate batch. `entryIds` null: all entries that the bank rejected,
   * without those returned or presented again already. Nothing is sent automatically.
   */
  prepareReentry: command(
    z.strictObject({ id: z.string(), entryIds: z.array(z.string()).min(1).max(10_000).nullable() }),
    createdDrafts,
    ['not-found', 'order-state', 'nothing-to-send'],
    makers,
  ),
  /**
   * Creates a draft that reverses accepted entries: an ordinary batch in the other direction, as is
   * network practice. The bank documents no endpoint to undo a batch (bank note 85). Nothing is
   * sent automatically.
   */
  prepareReversal: command(
    z.strictObject({
      id: z.string(),
      entryIds: z.array(z.string()).min(1).max(10_000).nullable(),
      reason: exceptions.reversalReason,
    }),
    createdDrafts,
    ['not-found', 'order-state', 'nothing-to-send'],
    makers,
  ),

  /**
   * Saves the entries and the header of a batch under a name and replaces a template of that name.
   * `order-state`: the batch is in flight or has an unknown outcome, so a template would be a copy
   * of it. `replaces`: the version of that template as the operator saw it; null: there was none.
   */
  saveTemplate: command(
    z.strictObject({
      id: z.string(),
      name: drafts.templateName,
      recurrence: drafts.recurrence.nullable(),
      replaces: z.int().nullable(),
    }),
    drafts.templateLine,
    ['not-found', 'order-state', 'changed-meanwhile'],
    makers,
  ),
  /**
   * Sets or ends a recurrence, or continues it with the next date that is not past. The operator
   * becomes the maker of its drafts, and what is due is prepared.
   */
  changeRecurrence: command(
    ofTemplate.extend({ recurrence: drafts.recurrence.nullable() }),
    drafts.templateLine,
    ['not-found', 'changed-meanwhile'],
    makers,
  ),
  listTemplates: query(z.object(pageRequest), page(drafts.templateLine)),
  /** Creates a draft from a template, with new ids: the next occurrence if that is due. */
  useTemplate: command(ofTemplate, createdDrafts, ['not-found', 'changed-meanwhile'], makers),
  removeTemplate: command(ofTemplate, nothing, ['not-found', 'changed-meanwhile'], makers),

  getSettings: query(nothing, achSettingsState),
  /** `version`: of the settings that they replace. */
  changeSettings: command(
    achSettings.extend({ version: z.int() }),
    achSettingsState,
    ['profile-retired', 'changed-meanwhile'],
    administrators,
  ),
  /**
   * Confirms that the inquiry shows the amount that was sent for an accepted entry, so the unit is
   * correct. Pre-production only; this unlocks production (bank note 81).
   */
  confirmUnit: command(
    ofEntry,
    achSettingsState,
    ['not-found', 'unit-not-confirmed', 'practice-only'],
    administrators,
  ),

  /** A batch or its entries have changed; read them again. */
  changed: event(z.strictObject({ id: z.string() })),
  ownershipChanged: event(drafts.ownershipRun),
  templatesChanged: event(z.strictObject({})),
  /** Another workstation has changed the ACH settings. */
  settingsChanged: event(z.strictObject({})),
} as const
