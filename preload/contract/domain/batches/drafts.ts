/** Data before a batch is submitted: drafts, files, templates. */
import { secCodes } from '../../bank/ach-origination/batch.ts'
import { certainRejections, rejectionsIn, requestWarning } from '../../kernel/request-warning.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { nameFields, resultClasses } from '../validation-reading.ts'
import { z } from '../../kernel/zod.ts'
import { batchForm } from './batch-form.ts'
import { batchTotals, entryChange, entryPayeeFlags } from './batch.ts'
import { entryCells, placedEntry, typedEntry } from './entry.ts'

const instant = z.iso.datetime()

/** Most entries in one call. */
export const entriesAtOnce = 2_000
/** Approximate limit in bytes for the same call: a CTX entry may have 9,999 addenda. */
export const bytesAtOnce = 4_000_000

/**
 * Changes of a draft's entries: those to save, new or not, at their positions, and those to delete.
 */
export const entryChanges = z.strictObject({
  id: z.string(),
  put: z.array(placedEntry).max(entriesAtOnce),
  removed: z.array(z.string()).max(10_000),
})
export type EntryChanges = z.infer<typeof entryChanges>

/**
 * Entries of a draft as typed, in order. `next` is the position of the next page; null after the
 * last.
 */
export const draftEntriesPage = z.object({
  entries: z.array(placedEntry),
  next: z.number().nullable(),
})
export type DraftEntriesPage = z.infer<typeof draftEntriesPage>

/** A duplicate of an entry: another entry of the batch, or an entry or a payment of another order. */
export const possibleDuplicate = z.object({
  entryId: z.string(),
  duplicateOf: z.discriminatedUnion('where', [
    z.object({ where: z.literal('here'), entryId: z.string() }),
    z.object({
      where: z.enum(['batch', 'payment']),
      orderId: z.string(),
      reference: z.string(),
      /** Effective date or value date, YYYY-MM-DD. */
      day: z.string(),
      /** State of that order. */
      state: z.string(),
    }),
  ]),
})
export type PossibleDuplicate = z.infer<typeof possibleDuplicate>

/** Newest ownership check of an entry's account, bank and name. */
export const entryOwnership = z.object({
  entryId: z.string(),
  validationId: z.string(),
  resultClass: z.enum(resultClasses),
  differingNames: z.array(z.enum(nameFields)),
  score: z.int().nullable(),
  at: instant,
  ageHours: z.number(),
})
export type EntryOwnership = z.infer<typeof entryOwnership>

/** Payee who owns an entry's account, chosen or typed, with its warnings. */
export const entryPayee = z.object({
  entryId: z.string(),
  /** Null: several payees share that account, and not exactly one has the entry's name. */
  payee: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** True if chosen from the book; false if typed, pasted or imported, and not linked. */
  isChosen: z.boolean(),
  flags: z.array(z.enum(entryPayeeFlags)),
})
export type EntryPayee = z.infer<typeof entryPayee>

/** An entry that its maker sends although the bank is certain to reject it for these reasons. */
export const entrySentAnyway = z.object({
  entryId: z.string(),
  codes: z.array(z.enum(certainRejections)),
})
export type EntrySentAnyway = z.infer<typeof entrySentAnyway>

/** A run of ownership checks of a batch. */
export const ownershipRun = z.object({
  id: z.string(),
  /**
   * `interrupted`: the program ended, or the profile was closed, before the run did; only a person
   * resumes it.
   */
  state: z.enum(['running', 'stopped', 'done', 'failed', 'interrupted']),
  /**
   * One sentence about the end, or about accounts that could not be checked; null if nothing to
   * report.
   */
  why: z.string().nullable(),
  done: z.int(),
  of: z.int(),
  /** Entries whose existing check was recent enough. */
  reused: z.int(),
  /** Number of accounts that a resumed run would check; 0 unless interrupted. */
  remaining: z.int(),
})
export type OwnershipRun = z.infer<typeof ownershipRun>

/**
 * What a column of a table can fill: a field of the entries, or several. A transaction code says
 * direction, account type and prenotification; an amount column of its own says the direction.
 */
export const batchColumns = [
  ...entryCells,
  'addenda',
  'transactionCode',
  'creditAmount',
  'debitAmount',
] as const
export type BatchColumn = (typeof batchColumns)[number]
export const batchMapping = z.partialRecord(z.enum(batchColumns), z.string().max(300))
export type BatchMapping = z.infer<typeof batchMapping>

/** Fields that nothing in a table may say: a person says them once for the whole file. */
export const askedFields = ['creditDebitCode', 'accountType'] as const
export type AskedField = (typeof askedFields)[number]

/** Values used where a table has none. */
export const importOptions = z.strictObject({
  secCode: z.enum(secCodes),
  /** Empty until a person has chosen. */
  creditDebitCode: z.string().max(1),
  accountType: z.string().max(10),
  /** Empty: live where an amount moves, since a prenotification has none. */
  transactionType: z.string().max(10),
  /** Separator of several addenda in one cell; empty: the cell is one addendum. */
  addendaSeparator: z.string().max(3),
})
export type BatchImportOptions = z.infer<typeof importOptions>

/**
 * A column with values that fill nothing. `ambiguous`: its values say something about the kind of an
 * entry, but not what, such as C for credit or for checking; `harmless`: it is known to say nothing
 * about the entries.
 */
export const unusedColumn = z.object({
  header: z.string(),
  kind: z.enum(['unknown', 'ambiguous', 'harmless']),
})
export type UnusedColumn = z.infer<typeof unusedColumn>

/** A batch in a file: one in a table, several in a NACHA file. */
export const foundBatch = z.object({
  number: z.int(),
  form: batchForm,
  ...batchTotals.shape,
  /**
   * Rows that break a rule, or that the bank is certain to reject; imported nevertheless, with their
   * problems.
   */
  withProblems: z.int(),
  /** Rows without a problem but with a warning. */
  withWarnings: z.int(),
  /** Number of batches of at most `mostEntries` that it becomes. */
  parts: z.int(),
  /** Wrong statements of the file about the batch: counts, hashes, missing control records. */
  remarks: z.array(z.string()),
})

/** Most batches in a file; a file with more is refused. */
export const mostBatches = 1_000
/** Most listed lines that are not entries; beyond that only their number is reported. */
export const mostUnread = 100
/** Most listed returns and notifications of change; beyond that only their number is reported. */
export const mostReturns = 20_000

/** A parsed file of entries, before drafts are created from it. */
export const batchImport = z.object({
  draftId: z.string(),
  file: z.string(),
  kind: z.enum(['table', 'nacha']),
  /** Sheets of a workbook, and the selected one; empty for other files. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  headers: z.array(z.string()),
  mapping: batchMapping,
  options: importOptions,
  unusedColumns: z.array(unusedColumn),
  /** Fields that no column says; no draft is created before the options do. */
  asks: z.array(z.enum(askedFields)),
  /**
   * Read whole and without any problem: its one draft is created without a review of the file. Every
   * column with values is used or harmless, and nothing is asked.
   */
  isPlain: z.boolean(),
  batches: z.array(foundBatch).max(mostBatches),
  /**
   * Lines that are not entries, with the reason: at most `mostUnread`; beside them the total
   * number.
   */
  unread: z.array(z.object({ line: z.int(), text: z.string(), why: z.string() })),
  unreadCount: z.int(),
  /** Number of returns and notifications of change. */
  returnCount: z.int(),
  /** Among the listed: number of notifications of change, and number about our entries. */
  changeCount: z.int(),
  ownReturnCount: z.int(),
  /** True if the file has only returns and changes: shown, but no draft is created from it. */
  hasOnlyReturns: z.boolean(),
  /** The first remarks on the file as a whole; beside them the total number. */
  remarks: z.array(z.string()),
  remarkCount: z.int(),
  /** When drafts were last created from this exact file; null if never. */
  importedBefore: instant.nullable(),
})
export type BatchImport = z.infer<typeof batchImport>

/**
 * A return or notification of change in a file, its account masked, with our entry that it
 * concerns.
 */
export const importedReturn = z.object({
  line: z.int(),
  kind: z.enum(['return', 'change']),
  code: z.string(),
  originalTrace: z.string(),
  receiverName: z.string(),
  account: z.string(),
  /** Cents; null if unreadable. */
  amount: z.int().nullable(),
  /**
   * Corrected values of a notification of change, accounts masked; empty if they cannot be read
   * reliably.
   */
  corrections: z.partialRecord(entryChange.shape.corrects.element, z.string()),
  /** The best match among our entries with that trace number; null if none has it. */
  entry: z
    .object({
      orderId: z.string(),
      entryId: z.string(),
      batchUuid: z.string(),
      receiverName: z.string(),
      amount: z.int().nullable(),
      /** Values in which our entry differs from the file. A change names no amount. */
      differs: z.array(z.enum(['account', 'amount'])),
    })
    .nullable(),
  /** Number of our other entries with that trace number. */
  others: z.int(),
})
export type ImportedReturn = z.infer<typeof importedReturn>
/** Filter by the owner of the returned entries. */
export const importedReturnFilters = ['all', 'ours', 'others'] as const
export type ImportedReturnFilter = (typeof importedReturnFilters)[number]
export const importedReturnsRequest = z.object({
  ...pageRequest,
  draftId: z.string(),
  only: z.enum(importedReturnFilters),
})

/** One row of a file, accounts masked. */
export const importedRow = z.object({
  batch: z.int(),
  /** Row of the table, or line of the file. */
  row: z.int(),
  entry: typedEntry.omit({ id: true, payeeId: true }),
  problems: z.array(
    z.object({ path: z.string(), message: z.string(), source: z.string().nullable() }),
  ),
  warnings: z.array(requestWarning),
})
export type ImportedRow = z.infer<typeof importedRow>
/** Returns whether a row breaks a rule, or the bank is certain to reject it, as the grid counts. */
export const isErroneous = ({
  problems,
  warnings,
}: {
  readonly problems: readonly unknown[]
  readonly warnings: Parameters<typeof rejectionsIn>[0]
}): boolean => problems.length > 0 || rejectionsIn(warnings).length > 0
/** Filters of the rows; `warnings`: rows with warnings only. */
export const importedRowFilters = ['all', 'problems', 'warnings'] as const
export type ImportedRowFilter = (typeof importedRowFilters)[number]
export const importedRowsRequest = z.object({
  ...pageRequest,
  draftId: z.string(),
  only: z.enum(importedRowFilters),
})

/** Schedule of a template. */
export const recurrence = z.strictObject({
  every: z.enum(['week', 'two-weeks', 'month']),
  /** First effective date, YYYY-MM-DD; later ones are computed from it. */
  from: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  /** If the date is not a banking day: use the one before, or the one after. */
  onClosedDay: z.enum(['before', 'after']),
  /** Banking days before the effective date at which the draft is prepared. */
  daysAhead: z.int().min(1).max(20),
})
export type Recurrence = z.infer<typeof recurrence>

/** A batch template in a list. */
export const templateLine = z.object({
  id: z.string(),
  /** Rises with every change, by a person or by a draft that was prepared. */
  version: z.int(),
  name: z.string(),
  secCode: z.enum(secCodes),
  ...batchTotals.shape,
  companyEntryDescription: z.string(),
  recurrence: recurrence.nullable(),
  /**
   * Effective date of the next draft, and the day of its preparation; null if it does not recur.
   */
  nextDate: z.string().nullable(),
  preparedOn: z.string().nullable(),
  /**
   * Set if the next date was missed: the date with which a person may continue; null if none was
   * missed.
   */
  goesOnWith: z.string().nullable(),
  /** The operator who becomes the maker of the drafts that are prepared. */
  owner: z.object({ id: z.string(), name: z.string() }),
  /**
   * The owner may create no drafts any more, so that none is prepared until another person continues
   * it.
   */
  isOwnerGone: z.boolean(),
  at: instant,
})
export type TemplateLine = z.infer<typeof templateLine>
export const templateName = z
  .string()
  .trim()
  .min(1, { error: 'A name of 1 to 60 characters' })
  .max(60, { error: 'A name of 1 to 60 characters' })
