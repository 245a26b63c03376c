/** What is written before a batch is one: drafts, files, templates. */
import { secCodes } from '../../bank/ach-origination/batch.ts'
import { certainRejections, requestWarning } from '../../kernel/request-warning.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { nameFields, resultClasses } from '../validation-reading.ts'
import { z } from '../../kernel/zod.ts'
import { batchForm } from './batch-form.ts'
import { batchTotals, entryChange, entryPayeeFlags } from './batch.ts'
import { entryCells, placedEntry, typedEntry } from './entry.ts'

const instant = z.iso.datetime()

/** How many entries cross the border at once. */
export const entriesAtOnce = 2_000
/** And about how many bytes of them: an entry of CTX may hold 9,999 addenda. */
export const bytesAtOnce = 4_000_000

/** Changes of a draft's entries: what is put at its place, new or not, and what is gone. */
export const entryChanges = z.strictObject({
  id: z.string(),
  put: z.array(placedEntry).max(entriesAtOnce),
  removed: z.array(z.string()).max(10_000),
})
export type EntryChanges = z.infer<typeof entryChanges>

/** Entries of a draft as typed, in their order. `next` is where the rest begins; null: that was all. */
export const takenEntries = z.object({
  entries: z.array(placedEntry),
  next: z.number().nullable(),
})
export type TakenEntries = z.infer<typeof takenEntries>

/** What an entry is like: another of the batch, or one that was originated in the last 90 days. */
export const alike = z.object({
  entryId: z.string(),
  like: z.discriminatedUnion('where', [
    z.object({ where: z.literal('here'), entryId: z.string() }),
    z.object({
      where: z.literal('before'),
      orderId: z.string(),
      batchUuid: z.string(),
      effectiveDate: z.string(),
      /** The state of that order. */
      state: z.string(),
    }),
  ]),
})
export type Alike = z.infer<typeof alike>

/** The newest ownership check that is about an entry's account, bank and name. */
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

/** The payee of the book whose account an entry goes to, chosen or typed, and what must be looked at of it. */
export const entryPayee = z.object({
  entryId: z.string(),
  /** Null: several payees have that account, and none of them the entry's name alone. */
  payee: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Chosen from the book; else typed, pasted or imported, and linked to nobody. */
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

/** Ownership checks of a batch under way. */
export const ownershipRun = z.object({
  id: z.string(),
  /** `interrupted`: the program ended, or the profile was left, before it did; only a person goes on. */
  state: z.enum(['running', 'stopped', 'done', 'failed', 'interrupted']),
  /** Why it ended, or what could not be asked, in words; null: nothing is to be said. */
  why: z.string().nullable(),
  done: z.int(),
  of: z.int(),
  /** Entries whose check was young enough already. */
  kept: z.int(),
  /** Accounts that going on asks about; 0 unless it was interrupted. */
  remaining: z.int(),
})
export type OwnershipRun = z.infer<typeof ownershipRun>

/** Which column of a table is which field. */
export const batchColumns = [...entryCells, 'addenda'] as const
export const batchMapping = z.partialRecord(z.enum(batchColumns), z.string().max(300))
export type BatchMapping = z.infer<typeof batchMapping>

/** What is assumed where a table says nothing. */
export const importOptions = z.strictObject({
  secCode: z.enum(secCodes),
  creditDebitCode: z.string().max(1),
  accountType: z.string().max(10),
  transactionType: z.string().max(10),
  /** What tells several addenda in one cell apart; empty: a cell is one. */
  addendaSeparator: z.string().max(3),
})
export type BatchImportOptions = z.infer<typeof importOptions>

/** A batch that was found in a file: one of a table, several of a NACHA file. */
export const foundBatch = z.object({
  number: z.int(),
  form: batchForm,
  ...batchTotals.shape,
  /** Rows that break a rule: they come in, marked and explained. */
  withProblems: z.int(),
  /** Rows that break none and of which something is said all the same. */
  withWarnings: z.int(),
  /** Into how many batches of at most `mostEntries` it becomes. */
  parts: z.int(),
  /** What the file says of the batch and is not so: wrong counts, hashes, missing control records. */
  remarks: z.array(z.string()),
})

/** A file with more batches is not taken. */
export const mostBatches = 1_000
/** So many lines that are no entry are told; of the rest how many they are. */
export const mostUnread = 100
/** So many returns and notifications of change are listed; of the rest how many they are. */
export const mostReturns = 20_000

/** A file of entries as it was read, before drafts are made of it. */
export const batchImport = z.object({
  draftId: z.string(),
  file: z.string(),
  kind: z.enum(['table', 'nacha']),
  /** Sheets of a workbook, and the one that is read; empty for what has none. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  headers: z.array(z.string()),
  mapping: batchMapping,
  options: importOptions,
  batches: z.array(foundBatch).max(mostBatches),
  /** Lines that are no entry, with the reason; at most `mostUnread` of them, and how many there are. */
  unread: z.array(z.object({ line: z.int(), text: z.string(), why: z.string() })),
  unreadCount: z.int(),
  /** Returns and notifications of change. */
  returnCount: z.int(),
  /** How many of those that are listed are notifications of change, and how many are of our entries. */
  changeCount: z.int(),
  ownReturnCount: z.int(),
  /** It holds such alone: it is shown, and no draft is made of it. */
  isInquiry: z.boolean(),
  remarks: z.array(z.string()),
  /** When drafts were made of this very file before; null: never. */
  importedBefore: instant.nullable(),
})
export type BatchImport = z.infer<typeof batchImport>

/** A return or a notification of change of a file, its account masked, and the entry of ours that it is of. */
export const importedReturn = z.object({
  line: z.int(),
  kind: z.enum(['return', 'change']),
  code: z.string(),
  originalTrace: z.string(),
  receiverName: z.string(),
  account: z.string(),
  /** Cents; null where it cannot be read. */
  amount: z.int().nullable(),
  /** What a notification of change says to be right, accounts masked; empty where that cannot be read surely. */
  corrections: z.partialRecord(entryChange.shape.corrects.element, z.string()),
  /** Ours with that trace number, the one that fits best; null: none has it. */
  entry: z
    .object({
      orderId: z.string(),
      entryId: z.string(),
      batchUuid: z.string(),
      receiverName: z.string(),
      amount: z.int().nullable(),
      /** In what it is another than the file says. A change names no amount. */
      differs: z.array(z.enum(['account', 'amount'])),
    })
    .nullable(),
  /** How many more of ours have that trace number. */
  others: z.int(),
})
export type ImportedReturn = z.infer<typeof importedReturn>
/** Whose entries came back. */
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
  /** The row of the table, or the line of the file. */
  row: z.int(),
  entry: typedEntry.omit({ id: true, payeeId: true }),
  problems: z.array(
    z.object({ path: z.string(), message: z.string(), source: z.string().nullable() }),
  ),
  warnings: z.array(requestWarning),
})
export type ImportedRow = z.infer<typeof importedRow>
/** What the rows of a file are narrowed to; `warnings`: rows that carry nothing but warnings. */
export const importedRowFilters = ['all', 'problems', 'warnings'] as const
export type ImportedRowFilter = (typeof importedRowFilters)[number]
export const importedRowsRequest = z.object({
  ...pageRequest,
  draftId: z.string(),
  only: z.enum(importedRowFilters),
})

/** How often an occurrence falls due. */
export const recurrence = z.strictObject({
  every: z.enum(['week', 'two-weeks', 'month']),
  /** The first effective date, YYYY-MM-DD; later ones are counted from it. */
  from: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  /** On a day that is no banking day: the one before, or the one after. */
  onClosedDay: z.enum(['before', 'after']),
  /** The draft is prepared so many banking days ahead. */
  daysAhead: z.int().min(1).max(20),
})
export type Recurrence = z.infer<typeof recurrence>

/** A template of batches in a list. */
export const templateLine = z.object({
  id: z.string(),
  name: z.string(),
  secCode: z.enum(secCodes),
  ...batchTotals.shape,
  companyEntryDescription: z.string(),
  recurrence: recurrence.nullable(),
  /** The effective date of the next draft and the day on which it is prepared; null: it does not recur. */
  nextDate: z.string().nullable(),
  preparedOn: z.string().nullable(),
  /** The next date was missed, and this is the one that a person may go on with; null: none was missed. */
  goesOnWith: z.string().nullable(),
  by: z.string(),
  at: instant,
})
export type TemplateLine = z.infer<typeof templateLine>
export const templateName = z
  .string()
  .trim()
  .min(1, { error: 'A name of 1 to 60 characters' })
  .max(60, { error: 'A name of 1 to 60 characters' })
