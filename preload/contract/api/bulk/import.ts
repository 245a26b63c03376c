/**
 * A spreadsheet to be imported for a bulk validation: content, column mapping, and rows that cannot
 * be sent. Main holds the file; every text sent to the window is masked.
 */
import { apiVersions, ownerFields, ownerKinds } from '../../bank/account-validation.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { z } from '../../kernel/zod.ts'

/** Largest file, and largest sheet within it. */
export const largestImportBytes = 32 * 1024 * 1024
/** Most rows of a file; a longer file is refused. */
export const mostImportRows = 100_000
/** Most columns of a file; a wider file is refused. */
export const mostImportColumns = 200

/**
 * Possible meanings of a column. `keep`: stored with the row and exported, but not sent. An
 * unmapped column is not stored at all, because it may contain personal numbers.
 */
export const importTargets = [
  'routingNumber',
  'accountNumber',
  ...ownerFields,
  'userDefined',
  'retain',
] as const
export const importTarget = z.enum(importTargets)
export type ImportTarget = z.infer<typeof importTarget>

/** Mapped columns by index from 0. Every target except `keep` occurs at most once. */
export const columnMapping = z
  .array(
    z.object({
      column: z
        .int()
        .min(0)
        .max(mostImportColumns - 1),
      target: importTarget,
    }),
  )
  .max(mostImportColumns)
export type ColumnMapping = z.infer<typeof columnMapping>

/** Options for reading rows. */
export const importOptions = z.object({
  apiVersion: z.enum(apiVersions),
  /** A row without a name: request only the account status (bank note 29), or hold it back. */
  withoutOwner: z.enum(['send', 'hold-back']),
  /** A row equal to an earlier row of the file: hold it back, or request it too. */
  repeats: z.enum(['hold-back', 'send']),
  /**
   * Adds the leading zeros that spreadsheets drop to a routing number of seven or eight digits, if
   * its check digit is then correct.
   */
  restoreZeros: z.boolean(),
  /** A row with an unusual routing number: request it, or hold it back. */
  unusualRouting: z.enum(['send', 'hold-back']),
})
export type ImportOptions = z.infer<typeof importOptions>

export const importDraft = z.object({
  draftId: z.string(),
  file: z.string(),
  format: z.enum(['csv', 'xlsx']),
  /** Sheets of a workbook and the selected one; empty for CSV. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  headers: z.array(z.string()),
  /** Rows below the header row, without blank rows. */
  rows: z.int(),
  /** Masked values from the first rows of each column. */
  samples: z.array(z.array(z.string())),
  /** Columns with values in any row. */
  filledColumns: z.array(z.int()),
  /** Irregularities of the file, such as rows with more cells than headers. No data is dropped. */
  oddities: z.array(z.string()),
  /** The mapping last used for the same headers, else a suggestion from the headers. */
  mapping: columnMapping,
  options: importOptions,
  mappingFrom: z.enum(['remembered', 'suggested']),
  /** When and by whom the same file was already run; null if never. */
  ranBefore: z.object({ at: z.iso.datetime(), operator: z.string(), runId: z.string() }).nullable(),
})
export type ImportDraft = z.infer<typeof importDraft>

/** Reason for holding a row back, or a warning about it. */
export const rowProblem = z.object({
  /** The column concerned; null for the row as a whole. */
  target: importTarget.nullable(),
  message: z.string(),
  source: z.string().nullable(),
})
export type RowProblem = z.infer<typeof rowProblem>

/** A masked row of the draft as it would be sent. */
export const draftRow = z.object({
  /** Row number in the file: 1 is its first. */
  row: z.int(),
  isSendable: z.boolean(),
  routingNumber: z.string(),
  account: z.string(),
  ownerKind: z.enum(ownerKinds),
  ownerName: z.string(),
  problems: z.array(rowProblem),
  /** Warnings that do not hold the row back. */
  warnings: z.array(rowProblem),
})
export type DraftRow = z.infer<typeof draftRow>

/** Meanings of the cells that can be corrected before a run. */
export const editableTargets = [
  'routingNumber',
  'accountNumber',
  'firstName',
  'middleName',
  'lastName',
  'businessName',
  'userDefined',
] as const
export type EditableTarget = (typeof editableTargets)[number]

/** The cells of a row that can be corrected, in full. */
export const draftCells = z.array(z.object({ target: z.enum(editableTargets), value: z.string() }))
export type DraftCells = z.infer<typeof draftCells>

/** The draft checked with a mapping. */
export const checkedImport = z.object({
  draftId: z.string(),
  rows: z.int(),
  sendable: z.int(),
  heldBack: z.int(),
  /** Number of routing numbers whose dropped leading zeros were restored. */
  restored: z.int(),
  /** Number of rows with an unusual routing number, including those held back. */
  unusualRouting: z.int(),
  /**
   * Number of rows with an SSN, a date of birth or an id number; these stay in memory only (bank
   * note 39).
   */
  withPersonalNumbers: z.int(),
  /** Problems of the mapping itself, such as no account column. */
  problems: z.array(z.string()),
  /** Reasons for holding rows back, most frequent first. */
  reasons: z.array(z.object({ message: z.string(), rows: z.int() })),
})
export type CheckedImport = z.infer<typeof checkedImport>

export const draftRowsRequest = z.object({
  ...pageRequest,
  draftId: z.string(),
  show: z.enum(['all', 'sendable', 'held-back']),
  /** Matches row number, routing number and problem as displayed. */
  search: z.string().max(100).optional(),
  sort: listSort(['row', 'routing', 'owner', 'state']),
})
export type DraftRowsRequest = z.infer<typeof draftRowsRequest>
