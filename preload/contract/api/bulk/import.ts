/**
 * A spreadsheet on its way to a bulk validation: what was read of the file, which column means what, and which
 * rows cannot be sent. Main keeps the file; every text that comes to the window is masked.
 */
import { apiVersions, ownerFields, ownerKinds } from '../../bank/account-validation.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { z } from '../../kernel/zod.ts'

/** No file is larger, and no sheet longer. */
export const largestImportBytes = 32 * 1024 * 1024
/** The rows of a file; more are refused. */
export const mostImportRows = 100_000
/** The columns of a file; more are refused. */
export const mostImportColumns = 200

/**
 * What a column can mean. `keep`: it stays with the row and is exported with it, and is not sent. A column that
 * means nothing is not kept at all: nobody knows what personal numbers stand in it.
 */
export const importTargets = [
  'routingNumber',
  'accountNumber',
  ...ownerFields,
  'userDefined',
  'keep',
] as const
/** What a column of the file stands for. */
export const importTarget = z.enum(importTargets)
export type ImportTarget = z.infer<typeof importTarget>

/** Each column that means something, by its place from 0. Every target but `keep` at most once. */
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

/** How rows are taken. */
export const importOptions = z.object({
  apiVersion: z.enum(apiVersions),
  /** A row without a name: asked for the account's status alone (trap 29), or held back. */
  withoutOwner: z.enum(['ask', 'hold-back']),
  /** A row that asks what an earlier row of the file asks: held back, or asked all the same. */
  repeats: z.enum(['hold-back', 'ask']),
  /** Puts zeros before a routing number of seven or eight digits, where the check digit then fits: spreadsheets drop them. */
  restoreZeros: z.boolean(),
  /** A row whose routing number is unusual: asked all the same, or held back. Older versions kept no such choice. */
  unusualRouting: z.enum(['ask', 'hold-back']).default('ask'),
})
export type ImportOptions = z.infer<typeof importOptions>

/** What was read of a file. */
export const importDraft = z.object({
  draftId: z.string(),
  file: z.string(),
  format: z.enum(['csv', 'xlsx']),
  /** The sheets of a workbook, and which one is read; empty for CSV. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  headers: z.array(z.string()),
  /** Rows below the headers, blank ones not counted. */
  rows: z.int(),
  /** What stands in the first rows of each column, masked. */
  samples: z.array(z.array(z.string())),
  /** What is odd about the file, such as rows with more cells than headers. Nothing of it is dropped. */
  oddities: z.array(z.string()),
  /** What was meant the last time that a file had these headers, else what the headers suggest. */
  mapping: columnMapping,
  options: importOptions,
  mappingFrom: z.enum(['remembered', 'suggested']),
  /** When and by whom the same file was already run; null: never. */
  ranBefore: z.object({ at: z.iso.datetime(), operator: z.string(), runId: z.string() }).nullable(),
})
export type ImportDraft = z.infer<typeof importDraft>

/** Why a row is not sent, or what to check of it. */
export const rowProblem = z.object({
  /** What of the row; null: the row as a whole. */
  target: importTarget.nullable(),
  message: z.string(),
  source: z.string().nullable(),
})
export type RowProblem = z.infer<typeof rowProblem>

/** A row of the draft as it would be sent, masked. */
export const draftRow = z.object({
  /** Its number in the file, the header being 1. */
  row: z.int(),
  isSendable: z.boolean(),
  routingNumber: z.string(),
  account: z.string(),
  ownerKind: z.enum(ownerKinds),
  ownerName: z.string(),
  problems: z.array(rowProblem),
  /** What to check of a row, which does not hold it back. */
  warnings: z.array(rowProblem),
})
export type DraftRow = z.infer<typeof draftRow>

/** The draft under a mapping. */
export const checkedImport = z.object({
  draftId: z.string(),
  rows: z.int(),
  sendable: z.int(),
  heldBack: z.int(),
  /** How many routing numbers were given the zeros back that a spreadsheet had dropped. */
  restored: z.int(),
  /** How many rows have an unusual routing number, those among them that are held back too. */
  unusualRouting: z.int(),
  /** How many rows carry an SSN, a date of birth or an id number: they are kept in memory only (trap 39). */
  withPersonalNumbers: z.int(),
  /** What is wrong with the mapping itself, such as no account column. */
  problems: z.array(z.string()),
  /** The reasons for which rows are held back, the commonest first. */
  reasons: z.array(z.object({ message: z.string(), rows: z.int() })),
})
export type CheckedImport = z.infer<typeof checkedImport>

/** A page of the draft's rows. */
export const draftRowsRequest = z.object({
  ...pageRequest,
  draftId: z.string(),
  show: z.enum(['all', 'sendable', 'held-back']),
  /** By row, routing number and problem, as they are shown. */
  search: z.string().max(100).optional(),
  sort: listSort(['row', 'routing', 'owner', 'standing']),
})
export type DraftRowsRequest = z.infer<typeof draftRowsRequest>
