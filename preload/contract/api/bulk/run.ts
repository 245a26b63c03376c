/**
 * A bulk validation: rows of a file, each asked of the bank at most once. What was begun and not finished when
 * the program ended is `unknown`, since the bank may have counted it: only a person has it asked again (P10).
 */
import { apiVersions, ownerKinds } from '../../bank/account-validation.ts'
import { exportFormat } from '../tables.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { resultClasses } from '../../domain/validation-reading.ts'
import { z } from '../../kernel/zod.ts'
import { rowProblem } from './import.ts'

/**
 * `interrupted`: the program or the profile was left meanwhile; nothing goes out until a person resumes it (P8).
 * `stopped` is for good: what was not asked by then is not asked by this run.
 */
export const runStates = ['running', 'paused', 'interrupted', 'stopped', 'finished'] as const
export type RunState = (typeof runStates)[number]

/** What becomes of a row. */
export const rowStates = [
  /** It cannot be sent; its problems say why. */
  'held-back',
  'waiting',
  /** On its way: from before its first byte until its answer is stored. */
  'asking',
  'answered',
  /** It was begun, and whether the bank has it is not known. */
  'unknown',
  /** The run was stopped before its turn. */
  'not-asked',
] as const
export type RowState = (typeof rowStates)[number]

const counts = z.record(z.enum(rowStates), z.int())

/** A run, with how far it is. */
export const bulkRun = z.object({
  id: z.string(),
  name: z.string(),
  file: z.string(),
  at: z.iso.datetime(),
  operator: z.string(),
  apiVersion: z.enum(apiVersions),
  state: z.enum(runStates),
  endedAt: z.iso.datetime().nullable(),
  rows: z.int(),
  counts,
  /** What a running run waits for; null: nothing. */
  waitsFor: z
    .discriminatedUnion('kind', [
      /** The bank asked for silence (trap 19). */
      z.object({ kind: z.literal('silence'), until: z.iso.datetime() }),
      /** The agreed hours of the product. */
      z.object({ kind: z.literal('hours'), until: z.iso.datetime() }),
      z.object({ kind: z.literal('bank') }),
    ])
    .nullable(),
  /** Why it paused by itself, in a sentence: its answers could not be stored, the bank refuses access. Null: it did not. */
  trouble: z.string().nullable(),
  /** Measured over the last answers of this run; null until there are enough of them. */
  pace: z.object({ perSecond: z.number(), remainingMs: z.number() }).nullable(),
  /** Waiting rows whose SSN, date of birth or id number is not in memory any more: the file is needed again. */
  withoutPersonalNumbers: z.int(),
})
export type BulkRun = z.infer<typeof bulkRun>

/** A page of the runs: searched by name and file. */
export const bulkRunsRequest = z.object({
  ...pageRequest,
  search: z.string().max(100).optional(),
  sort: listSort(['at', 'name', 'file', 'state', 'rows', 'operator']),
})
export type BulkRunsRequest = z.infer<typeof bulkRunsRequest>

/** What the rows of a run can be sorted by. */
export const bulkRowColumns = ['row', 'state', 'result', 'score', 'routing', 'owner'] as const

/** What the rows are narrowed to. */
export const bulkRowFilter = {
  state: z.enum(rowStates).nullable(),
  resultClass: z.enum(resultClasses).nullable(),
  /** Scores from and to, both included; null: any, rows without a score too. */
  scores: z.object({ from: z.int().min(0).max(100), to: z.int().min(0).max(100) }).nullable(),
  /** The score from which an owner matches: the guidance is 81, and the client decides (trap 33). */
  threshold: z.int().min(0).max(100),
  search: z.string().max(100),
}

/** A page of a run's rows. */
export const bulkRowsRequest = z.object({
  ...pageRequest,
  ...bulkRowFilter,
  id: z.string(),
  sort: listSort(bulkRowColumns),
})
export type BulkRowsRequest = z.infer<typeof bulkRowsRequest>

/** A row of a run, masked. */
export const bulkRow = z.object({
  row: z.int(),
  state: z.enum(rowStates),
  routingNumber: z.string(),
  account: z.string(),
  ownerKind: z.enum(ownerKinds),
  ownerName: z.string(),
  resultClass: z.enum(resultClasses).nullable(),
  score: z.int().nullable(),
  /** The record of `validation.get`; null: there is none. */
  validationId: z.string().nullable(),
  problems: z.array(rowProblem),
  /** The columns that were kept, masked where they look personal. */
  kept: z.array(z.object({ header: z.string(), value: z.string() })),
})
export type BulkRow = z.infer<typeof bulkRow>

/** How many answered rows are of each class at a threshold. */
export const bulkTally = z.object({
  byClass: z.partialRecord(z.enum(resultClasses), z.int()),
  /** How many have each score, from 0 to 100. */
  scores: z.array(z.int()).length(101),
})
export type BulkTally = z.infer<typeof bulkTally>

/** What is written of a run: the rows as they are narrowed down. In full it is an audited act. */
export const bulkExportRequest = z.object({
  id: z.string(),
  format: exportFormat,
  inFull: z.boolean(),
  ...bulkRowFilter,
})
