/**
 * The verbs of the noun `batches`: what a batch holds and what becomes of its entries. Submission, approval, release
 * and doubt are those of every order, under `orders`. Nothing here sends money.
 */
import {
  addendaStatusAnswer,
  type AddendaStatusReading,
} from '../../bank/ach-origination/answers.ts'
import { bankAnswer, type BankAnswer } from '../../bank/answers/bank-answer.ts'
import { readingSchema } from '../../bank/answers/shape.ts'
import { largestImportBytes } from '../bulk/import.ts'
import { page, pageRequest } from '../../kernel/paging.ts'
import { ownAccount } from '../profiles/profile-details.ts'
import { writtenFile } from '../profiles/profile.ts'
import { certainRejections } from '../../kernel/request-warning.ts'
import { administrators, anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../verbs.ts'
import { z } from '../../kernel/zod.ts'
import { achSettings, achSettingsState, batchForm } from '../../domain/batches/batch-form.ts'
import * as shown from '../../domain/batches/batch.ts'
import * as drafts from '../../domain/batches/drafts.ts'
import { typedEntry } from '../../domain/batches/entry.ts'
import * as exceptions from '../../domain/batches/exceptions.ts'

const addendaAnswer: z.ZodType<BankAnswer<AddendaStatusReading>> = bankAnswer(
  readingSchema(addendaStatusAnswer),
)
const ofBatch = z.strictObject({ id: z.string() })
const pageOfBatch = z.strictObject({ ...pageRequest, id: z.string() })
const ofEntry = z.strictObject({ id: z.string(), entryId: z.string() })
const made = z.object({ id: z.string() })
/** One draft, or several where one call carries fewer entries or some need another description. */
const madeDrafts = z.object({ id: z.string(), others: z.array(z.string()) })
const makers = ['maker'] as const
const makersAndCheckers = ['maker', 'checker'] as const
const onDraft = ['not-found', 'order-state', 'not-maker'] as const
const mayAsk = [
  'rate-paused',
  'bank-not-running',
  'profile-incomplete',
  'profile-retired',
  'product-not-agreed',
] as const

/** ACH batches. */
export const batches = {
  /** The own accounts that a batch may name: all, and in practice those that its bank debits for batches. */
  listAccounts: query(nothing, z.array(ownAccount)),
  /** A new draft with these entries. */
  create: command(
    z.strictObject({
      form: batchForm,
      entries: z
        .array(typedEntry)
        .max(drafts.entriesAtOnce)
        .refine(
          (all) => new Set(all.map(({ id }) => id)).size === all.length,
          'An id stands twice',
        ),
    }),
    made,
    ['too-many-rows'],
    makers,
  ),
  /** Opens one's own draft to go on writing: an audited act, after which its entries may be taken in full. */
  openDraft: command(
    ofBatch,
    z.object({ id: z.string(), uuid: z.string(), form: batchForm, entries: z.int() }),
    onDraft,
    makers,
  ),
  /** Entries of a draft that this operator has opened, accounts in full. */
  takeEntries: command(
    z.strictObject({ id: z.string(), after: z.number().nullable() }),
    drafts.takenEntries,
    onDraft,
    makers,
  ),
  saveForm: command(z.strictObject({ id: z.string(), form: batchForm }), nothing, onDraft, makers),
  /** Puts and removes entries of one's own draft; all of it or nothing. */
  saveEntries: command(
    drafts.entryChanges,
    shown.batchTotals,
    [...onDraft, 'too-many-rows'],
    makers,
  ),
  /**
   * Sends an entry of one's own draft although the bank is certain to reject it for these reasons, until it changes; none:
   * not any more. `order-changed`: these are not the reasons that stand now.
   */
  sendAnyway: command(
    z.strictObject({
      id: z.string(),
      entryId: z.string(),
      codes: z.array(z.enum(certainRejections)).max(certainRejections.length),
    }),
    nothing,
    [...onDraft, 'order-changed'],
    makers,
  ),
  /** The entries of a draft that are sent anyway; all pages as it was at the first. */
  listSentAnyway: query(pageOfBatch, page(drafts.entrySentAnyway)),
  /** What is alike within the draft, and like an entry of the last 90 days; all pages as it was at the first. */
  findAlike: command(pageOfBatch, page(drafts.alike), ['not-found'], makersAndCheckers),
  /** Whose accounts the entries go to by the payee book, paged as that; entries to nobody of it are left out. */
  listPayees: query(pageOfBatch, page(drafts.entryPayee)),
  /** A new draft with the entries of an earlier batch under new ids. Never of one that is on its way or in doubt. */
  copy: command(ofBatch, madeDrafts, ['not-found', 'order-state'], makers),

  /** Asks whose the accounts of these entries are (null: of all), each once; what is young enough is not asked again. */
  checkOwnership: command(
    z.strictObject({
      id: z.string(),
      entryIds: z.array(z.string()).max(10_000).nullable(),
      maxAgeHours: z.int().min(0).max(8_760),
    }),
    drafts.ownershipRun,
    ['not-found', 'run-under-way', 'nothing-to-send', 'version-not-configured', ...mayAsk],
    makersAndCheckers,
  ),
  /** Goes on with a run that was interrupted: asks what is not known by now, and nothing twice. */
  resumeOwnership: command(
    ofBatch,
    drafts.ownershipRun,
    ['not-found', 'run-under-way', 'nothing-to-send', 'version-not-configured', ...mayAsk],
    makersAndCheckers,
  ),
  stopOwnership: command(ofBatch, drafts.ownershipRun, ['not-found'], makersAndCheckers),
  getOwnershipRun: query(ofBatch, drafts.ownershipRun.nullable()),
  /** What is known of the entries' accounts already; all pages as it was at the first. */
  listOwnership: query(pageOfBatch, page(drafts.entryOwnership)),

  /** Lets the operator choose a file of entries; null: none was chosen. */
  selectImport: command(
    nothing,
    drafts.batchImport.nullable(),
    ['file-failed', 'file-not-understood', 'too-many-rows'],
    makers,
  ),
  /** A file that was dropped: its name, and its bytes in base64. */
  takeImport: command(
    z.object({
      name: z.string().min(1).max(300),
      base64: z.string().max(Math.ceil(largestImportBytes / 3) * 4),
    }),
    drafts.batchImport,
    ['file-not-understood', 'too-many-rows'],
    makers,
  ),
  /** Reads the file again under another mapping, sheet or other options. */
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
  /** What came back by the file, and of which entries; nothing of them changes by it. */
  listImportReturns: query(drafts.importedReturnsRequest, page(drafts.importedReturn)),
  /** Makes drafts of these batches of the file, each of at most `mostEntries`, with its own uuid and approval. */
  commitImport: command(
    z.strictObject({
      draftId: z.string(),
      batches: z.array(z.int()).min(1).max(drafts.mostBatches),
      /** What the head says where the file says nothing. */
      form: batchForm,
    }),
    z.object({ made: z.array(z.string()) }),
    ['draft-gone'],
    makers,
  ),
  discardImport: command(z.strictObject({ draftId: z.string() }), nothing, [], makers),
  /** For the operator's own records: accounts in full, an audited act. Null: no place was chosen. */
  exportFile: command(
    z.strictObject({ id: z.string(), as: z.enum(['csv', 'nacha']) }),
    writtenFile,
    ['not-found', 'file-failed', 'nothing-to-send'],
    anyOperator,
  ),

  /** The entries of a batch, masked. */
  listEntries: query(shown.entriesRequest, page(shown.entryLine)),
  getEntry: query(ofEntry, shown.batchEntry),
  /** With accounts and corrected data in full: an audited act. */
  revealEntry: command(ofEntry, shown.batchEntry, ['not-found'], anyOperator),
  /** Asks the inquiry now what became of its entries. */
  follow: command(ofBatch, nothing, ['not-found', 'order-state', ...mayAsk], makersAndCheckers),
  /**
   * Has a batch asked about on this own account from now on, which the bank debits for it: an audited act. What was
   * approved and sent names no account, and stays as it is.
   */
  useAccount: command(
    z.strictObject({ id: z.string(), accountId: z.string() }),
    nothing,
    ['not-found', 'order-state'],
    makersAndCheckers,
  ),
  /**
   * The status of the addenda of a batch (`entryId` null) or an entry, one page after another: `start` null begins
   * with the first (traps 46 and 82).
   */
  askAddenda: command(
    z.strictObject({
      id: z.string(),
      entryId: z.string().nullable(),
      start: z.string().nullable(),
    }),
    z.object({
      answer: addendaAnswer,
      raw: z.string().nullable(),
      callId: z.string().nullable(),
      /** Where the next page begins; null: that was the last, as far as the bank tells. */
      next: z.string().nullable(),
    }),
    ['not-found', 'order-state', ...mayAsk],
    makersAndCheckers,
  ),

  /** Entries that came back, are to be corrected or were not accepted, of all batches. */
  listExceptions: query(exceptions.exceptionsRequest, page(exceptions.exceptionLine)),
  getReturnRates: query(nothing, exceptions.returnRates),
  /** Proposes the payee's correction that a notification of change asks for; a second person decides about it. */
  proposeCorrection: command(
    ofEntry,
    z.object({ payeeId: z.string(), version: z.int() }),
    ['not-found', 'draft-gone', 'order-state'],
    makers,
  ),
  /**
   * Says that an exception was heeded, which no proposal and no new entry shows: an audited act that closes it. Who
   * said so first stands, until the bank says something else of the entry.
   */
  acknowledgeException: command(
    z.strictObject({
      id: z.string(),
      entryId: z.string(),
      kind: shown.heededKind,
      note: z.string().trim().min(1, { error: 'What was done of it' }).max(500),
    }),
    nothing,
    ['not-found'],
    makers,
  ),
  /**
   * New drafts with returned or rejected entries, corrected where a change is known: debits after R01 and R09 in a
   * batch of their own. Never sent by itself.
   */
  prepareReentry: command(
    z.strictObject({ id: z.string(), entryIds: z.array(z.string()).min(1).max(10_000) }),
    madeDrafts,
    ['not-found', 'order-state', 'nothing-to-send'],
    makers,
  ),
  /**
   * A new draft that reverses accepted entries: an ordinary batch in the other direction, as the network practises it.
   * It is not the bank's undo, for which no endpoint is documented (trap 85), and is never sent by itself.
   */
  prepareReversal: command(
    z.strictObject({
      id: z.string(),
      entryIds: z.array(z.string()).min(1).max(10_000).nullable(),
      reason: exceptions.reversalReason,
    }),
    madeDrafts,
    ['not-found', 'order-state', 'nothing-to-send'],
    makers,
  ),

  /**
   * Keeps the entries and the head of a batch under a name; what had that name before is replaced. `order-state`: it is
   * on its way or in doubt, and a template of it would be a copy.
   */
  saveTemplate: command(
    z.strictObject({
      id: z.string(),
      name: drafts.templateName,
      recurrence: drafts.recurrence.nullable(),
    }),
    drafts.templateLine,
    ['not-found', 'order-state'],
    makers,
  ),
  changeRecurrence: command(
    z.strictObject({ id: z.string(), recurrence: drafts.recurrence.nullable() }),
    drafts.templateLine,
    ['not-found'],
    makers,
  ),
  listTemplates: query(z.object(pageRequest), page(drafts.templateLine)),
  /** A new draft of a template, with ids of its own. */
  useTemplate: command(ofBatch, madeDrafts, ['not-found'], makers),
  removeTemplate: command(ofBatch, nothing, ['not-found'], makers),

  getSettings: query(nothing, achSettingsState),
  changeSettings: command(achSettings, achSettingsState, ['profile-retired'], administrators),
  /**
   * Says that the inquiry shows of an accepted entry the amount that was sent: the unit is right. In pre-production
   * alone; production is unlocked by it (trap 81).
   */
  confirmUnit: command(
    ofEntry,
    achSettingsState,
    ['not-found', 'unit-not-confirmed', 'practice-only'],
    administrators,
  ),

  /** Something of a batch or its entries changed: read it again. */
  changed: event(z.strictObject({ id: z.string() })),
  ownershipChanged: event(drafts.ownershipRun),
  templatesChanged: event(z.strictObject({})),
} as const
