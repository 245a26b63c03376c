/** Channels of `bulk`: a file of accounts, each validated once. */
import { page } from '../../kernel/paging.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'
import * as draft from './import.ts'
import * as run from './run.ts'

const ofRun = z.object({ id: z.string() })
const callFailures = [
  'bank-not-running',
  'profile-incomplete',
  'profile-retired',
  'product-not-agreed',
  'version-not-configured',
  'run-under-way',
] as const

/** A file is chosen in main's dialog or dropped on the window; main never accepts a path. */
export const bulk = {
  /** Null if no file was chosen. */
  selectFile: command(
    nothing,
    draft.importDraft.nullable(),
    ['file-failed', 'file-not-understood'],
    anyOperator,
  ),
  /** Accepts a dropped file: its name, and its bytes in base64. */
  takeFile: command(
    z.object({
      name: z.string().min(1).max(300),
      base64: z.string().max(Math.ceil(draft.largestImportBytes / 3) * 4),
    }),
    draft.importDraft,
    ['file-not-understood'],
    anyOperator,
  ),
  chooseSheet: command(
    z.object({ draftId: z.string(), sheet: z.string().max(300) }),
    draft.importDraft,
    ['draft-gone', 'file-not-understood'],
    anyOperator,
  ),
  /**
   * Checks every row with a mapping. A check of the same draft already running returns the result
   * of the new one.
   */
  check: command(
    z.object({
      draftId: z.string(),
      mapping: draft.columnMapping,
      options: draft.importOptions,
    }),
    draft.checkedImport,
    ['draft-gone'],
    anyOperator,
  ),
  /** Returns the cells of a row that can be corrected, unmasked: a recorded act. */
  revealDraftRow: command(
    z.object({ draftId: z.string(), row: z.int() }),
    draft.draftCells,
    ['draft-gone'],
    anyOperator,
  ),
  /**
   * Corrects a cell of the draft and checks every row again; the file stays as it is. Returns the
   * check, and the row. A cell without a column changes nothing.
   */
  editDraftRow: command(
    z.object({
      draftId: z.string(),
      row: z.int(),
      target: z.enum(draft.editableTargets),
      value: z.string().max(1_000),
      mapping: draft.columnMapping,
      options: draft.importOptions,
    }),
    z.object({ checked: draft.checkedImport, row: draft.draftRow }),
    ['draft-gone'],
    anyOperator,
  ),
  listDraftRows: query(draft.draftRowsRequest, page(draft.draftRow)),
  discard: command(z.object({ draftId: z.string() }), nothing, [], anyOperator),
  /** Stores every row of the checked draft, remembers its mapping, and starts sending requests. */
  start: command(
    z.object({ draftId: z.string(), name: z.string().trim().min(1).max(80) }),
    run.bulkRun,
    ['draft-gone', 'nothing-to-send', ...callFailures],
    anyOperator,
  ),
  list: query(run.bulkRunsRequest, page(run.bulkRun)),
  get: query(ofRun, run.bulkRun),
  listRows: query(run.bulkRowsRequest, page(run.bulkRow)),
  getTally: query(z.object({ id: z.string(), threshold: z.int().min(0).max(100) }), run.bulkTally),
  /** Waits for requests in flight; no other request is sent. */
  pause: command(ofRun, run.bulkRun, ['not-found', 'run-elsewhere'], anyOperator),
  resume: command(
    z.object({
      id: z.string(),
      /**
       * Sends rows whose personal numbers are gone without these numbers, instead of leaving the
       * rows waiting.
       */
      withoutPersonalNumbers: z.boolean(),
    }),
    run.bulkRun,
    ['not-found', 'run-elsewhere', 'file-needed', ...callFailures],
    anyOperator,
  ),
  stop: command(ofRun, run.bulkRun, ['not-found', 'run-elsewhere'], anyOperator),
  /** Reads the run's file again for the values held only in memory; null if no file was chosen. */
  reopenFile: command(
    ofRun,
    run.bulkRun.nullable(),
    ['not-found', 'run-elsewhere', 'file-failed', 'file-not-understood', 'file-differs'],
    anyOperator,
  ),
  /**
   * Returns a draft of the held-back rows of an ended run that no other run has taken, for their
   * correction and a run of their own. Reads the file again if it is no longer in memory; null if no
   * file was chosen.
   */
  correctHeldBack: command(
    ofRun,
    draft.importDraft.nullable(),
    ['not-found', 'nothing-to-send', 'file-failed', 'file-not-understood', 'file-differs'],
    anyOperator,
  ),
  /**
   * Returns rows with an unknown outcome to the waiting rows: a person's decision, and recorded.
   * Null: all of them. A finished run becomes paused and can be resumed; a stopped run stays
   * stopped.
   */
  retryUnknown: command(
    z.object({ id: z.string(), rows: z.array(z.int()).max(1_000).nullable() }),
    run.bulkRun,
    ['not-found', 'run-elsewhere'],
    anyOperator,
  ),
  /**
   * Resumes a finished run with the rows without a result about the account, unknown ones
   * included: a person's decision, and recorded. Any other run stays as it is.
   */
  queryFailed: command(
    ofRun,
    run.bulkRun,
    ['not-found', 'run-elsewhere', 'nothing-to-send', 'file-needed', ...callFailures],
    anyOperator,
  ),
  exportFile: command(
    run.bulkExportRequest,
    z.object({ file: z.string(), rows: z.int() }).nullable(),
    ['not-found', 'file-failed'],
    anyOperator,
  ),
  changed: event(run.bulkRun),
} as const
