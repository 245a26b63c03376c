/**
 * A bulk validation: each row of a file is requested from the bank at most once. A request begun
 * but not finished when the program ended is `unknown`, because the bank may have counted it; only
 * a person may repeat it (Promise P10).
 */
import { apiVersions, ownerKinds } from '../../bank/account-validation.ts'
import { exportFormat } from '../tables.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { resultClasses } from '../../domain/validation-reading.ts'
import { z } from '../../kernel/zod.ts'
import { rowProblem } from './import.ts'

/**
 * `interrupted`: the program or the profile was closed; nothing is sent until a person resumes the
 * run (Promise P8). `stopped` is final: remaining rows are not requested by this run.
 */
export const runStates = ['running', 'paused', 'interrupted', 'stopped', 'finished'] as const
export type RunState = (typeof runStates)[number]

export const rowStates = [
  /** Cannot be sent; see its problems. */
  'held-back',
  'waiting',
  /** In flight: from before the first byte is sent until the answer is stored. */
  'in-flight',
  'answered',
  /** Begun; whether the bank received it is not known. */
  'unknown',
  /** The run was stopped before this row. */
  'not-sent',
] as const
export type RowState = (typeof rowStates)[number]

const counts = z.record(z.enum(rowStates), z.int())

/** A run with its progress. */
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
  /** Number of held-back rows of an ended run that can still be corrected: no other run took them. */
  correctable: z.int(),
  /** Reason for waiting; null if not waiting. */
  waitsFor: z
    .discriminatedUnion('kind', [
      /** The pause after a 429 (bank note 19). */
      z.object({ kind: z.literal('pause'), until: z.iso.datetime() }),
      /** The agreed hours of the product. */
      z.object({ kind: z.literal('hours'), until: z.iso.datetime() }),
      z.object({ kind: z.literal('bank') }),
    ])
    .nullable(),
  /**
   * One sentence about an automatic pause: answers could not be stored, or the bank refuses access.
   * Null if none.
   */
  trouble: z.string().nullable(),
  /** Measured over the last answers of this run; null until there are enough. */
  pace: z.object({ perSecond: z.number(), remainingMs: z.number() }).nullable(),
  /**
   * Number of waiting rows whose SSN, date of birth or id number is no longer in memory, so the
   * file is needed again.
   */
  withoutPersonalNumbers: z.int(),
})
export type BulkRun = z.infer<typeof bulkRun>

/** A page of runs, searched by name and file. */
export const bulkRunsRequest = z.object({
  ...pageRequest,
  search: z.string().max(100).optional(),
  sort: listSort(['at', 'name', 'file', 'state', 'rows', 'operator']),
})
export type BulkRunsRequest = z.infer<typeof bulkRunsRequest>

/** Sortable columns. */
export const bulkRowColumns = ['row', 'state', 'result', 'score', 'routing', 'owner'] as const

/** Row filters. */
export const bulkRowFilter = {
  state: z.enum(rowStates).nullable(),
  resultClass: z.enum(resultClasses).nullable(),
  /** Lowest and highest score, both included; null for any, including rows without a score. */
  scores: z.object({ from: z.int().min(0).max(100), to: z.int().min(0).max(100) }).nullable(),
  /**
   * Lowest score that counts as an owner match: the bank's guidance is 81, and the client decides
   * (bank note 33).
   */
  threshold: z.int().min(0).max(100),
  search: z.string().max(100),
}

export const bulkRowsRequest = z.object({
  ...pageRequest,
  ...bulkRowFilter,
  id: z.string(),
  sort: listSort(bulkRowColumns),
})
export type BulkRowsRequest = z.infer<typeof bulkRowsRequest>

/** A masked row of a run. */
export const bulkRow = z.object({
  row: z.int(),
  state: z.enum(rowStates),
  routingNumber: z.string(),
  account: z.string(),
  ownerKind: z.enum(ownerKinds),
  ownerName: z.string(),
  resultClass: z.enum(resultClasses).nullable(),
  score: z.int().nullable(),
  /** Id for `validation.get`; null if no record exists. */
  validationId: z.string().nullable(),
  problems: z.array(rowProblem),
  /** The own reference that is sent, masked where it looks personal; empty if there is none. */
  reference: z.string(),
  /** Columns mapped as `keep`, masked where they look personal. */
  retained: z.array(z.object({ header: z.string(), value: z.string() })),
})
export type BulkRow = z.infer<typeof bulkRow>

/** Number of answered rows in each class at a threshold. */
export const bulkTally = z.object({
  byClass: z.partialRecord(z.enum(resultClasses), z.int()),
  /** Number of rows with each score, from 0 to 100. */
  scores: z.array(z.int()).length(101),
})
export type BulkTally = z.infer<typeof bulkTally>

/** Export of the filtered rows. Unmasked, the export is an audited act. */
export const bulkExportRequest = z.object({
  id: z.string(),
  format: exportFormat,
  inFull: z.boolean(),
  ...bulkRowFilter,
})
