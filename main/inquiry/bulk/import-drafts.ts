/**
 * Files chosen for a bulk validation: held in memory only, few at a time, and forgotten when the
 * profile is left. The window gets their contents masked.
 */
import { createHash } from 'node:crypto'
import {
  editableTargets,
  mostImportColumns,
  mostImportRows,
  type CheckedImport,
  type ColumnMapping,
  type DraftCells,
  type DraftRow,
  type EditableTarget,
  type ImportDraft,
  type ImportOptions,
  type draftRowsRequest,
} from '../../../preload/contract/api/bulk/import.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { maskedName } from '../../../preload/contract/domain/owner-name.ts'
import { maskedNumber } from '../../../preload/contract/domain/personal-names.ts'
import { nextCursor, placeOfCursor } from '../../../preload/contract/kernel/paging.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Act } from '../../store/hash-chain.ts'
import { checkRows, isSendable, summaryOf, type CheckedRows } from './check-rows.ts'
import type { CheckedRow, RowRules } from './check-row.ts'
import { draftRows } from './draft-order.ts'
import { shownHeader, shownSample } from './import-masking.ts'
import { readSpreadsheet } from '../../platform/spreadsheets/read-spreadsheet.ts'
import type { Sheet } from '../../platform/spreadsheets/spreadsheet.ts'
import { suggestedMapping } from './suggested-mapping.ts'

/** A file and what was read from it. */
export interface OpenPaymentForm {
  readonly id: string
  /** The operator who chose the file; no other operator may use the draft. */
  readonly actor: string
  readonly file: string
  readonly sha256: string
  readonly bytes: Uint8Array
  readonly sheet: Sheet
  readonly mapping: ColumnMapping
  readonly options: ImportOptions
  /** Rows with a corrected cell; their cells in `sheet` are the corrected ones. */
  readonly editedRows: Set<number>
  /** The held-back rows of an ended run that the draft corrects; null: every row of the file. */
  readonly only: ReadonlySet<number> | null
  /** The latest check; undefined before the first. */
  checked: CheckedRows | undefined
  /** The check started last; a check that it supersedes returns its answer. */
  checking: Promise<Result<CheckedImport, Failure<'draft-gone'>>> | undefined
}

/** Earlier mappings and runs of files like this one. */
export interface DraftMemory {
  remembered(
    headersSha256: string,
    actor: string,
  ): Promise<{ mapping: ColumnMapping; options: ImportOptions } | undefined>
  ranBefore(sha256: string): Promise<ImportDraft['ranBefore']>
}

export interface DraftDeps {
  /** Records an act. */
  readonly note: (act: Act) => Promise<void>
  readonly memory: DraftMemory
  readonly clock: Clock
  readonly newId: () => string
}

type NotUnderstood = Failure<'file-not-understood'>
type Gone = Failure<'draft-gone'>

/** Returns the SHA-256 of some bytes, in hex. */
export const sha256Of = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')
/** Returns a key shared by files with the same headers. */
export const headersKey = (headers: readonly string[]): string => sha256Of(JSON.stringify(headers))

/**
 * Options for a file that was never mapped before: no automatic corrections, no duplicates sent.
 */
const firstOptions: ImportOptions = {
  apiVersion: 'v1',
  withoutOwner: 'hold-back',
  repeats: 'hold-back',
  restoreZeros: false,
  unusualRouting: 'send',
}
/** Each draft may hold tens of megabytes. */
const mostDrafts = 2
const sampled = 5

/** Reads a file within the limits of an import. */
export async function readWithinBounds(
  file: string,
  bytes: Uint8Array,
  sheet?: string,
): Promise<Result<Sheet, NotUnderstood>> {
  const refused = (detail: string) => err({ code: 'file-not-understood', file, detail } as const)
  const read = await readSpreadsheet(file, bytes, sheet)
  if (!read.ok) return refused(read.error.detail)
  const { rows, headers } = read.value
  if (rows.length > mostImportRows)
    return refused(
      `The file has ${String(rows.length)} rows; at most ${String(mostImportRows)} are accepted.`,
    )
  if (headers.length > mostImportColumns)
    return refused(
      `The file has ${String(headers.length)} columns; at most ${String(mostImportColumns)} are accepted.`,
    )
  return headers.length === 0 ? refused('The file has no header row.') : read
}

/** Returns a row as it would be sent, masked. */
const shownRow = (checked: CheckedRows, row: CheckedRow): DraftRow => ({
  row: row.row,
  isSendable: isSendable(checked, row),
  routingNumber: /^\d{0,9}$/.test(row.routingNumber)
    ? row.routingNumber
    : maskedNumber(row.routingNumber),
  account: row.accountNumber === '' ? '' : maskedNumber(row.accountNumber),
  ownerKind: row.ownerKind,
  ownerName: maskedName(row.ownerName),
  problems: [...row.problems],
  warnings: [...row.warnings],
})

/** The drafts of one open store. */
export class ImportDrafts {
  readonly #deps: DraftDeps
  readonly #drafts = new Map<string, OpenPaymentForm>()

  constructor(deps: DraftDeps) {
    this.#deps = deps
  }

  /** Reads a file and proposes a column mapping. */
  async take(
    file: string,
    bytes: Uint8Array,
    actor: string,
    sheet?: string,
  ): Promise<Result<ImportDraft, NotUnderstood>> {
    const read = await readWithinBounds(file, bytes, sheet)
    if (!read.ok) return read
    const { headers } = read.value
    const remembered = await this.#deps.memory.remembered(headersKey(headers), actor)
    const draft: OpenPaymentForm = {
      id: this.#deps.newId(),
      actor,
      file,
      bytes,
      sha256: sha256Of(bytes),
      sheet: read.value,
      mapping: remembered?.mapping ?? suggestedMapping(headers),
      options: remembered?.options ?? firstOptions,
      editedRows: new Set(),
      only: null,
      checked: undefined,
      checking: undefined,
    }
    this.#hold(draft)
    const ranBefore = await this.#deps.memory.ranBefore(draft.sha256)
    return ok(this.#shown(draft, remembered ? 'remembered' : 'suggested', ranBefore))
  }

  /** Returns a draft of some rows of a file that an ended run read; all others count as sent. */
  correct(source: Omit<OpenPaymentForm, 'id' | 'checked' | 'checking'>): ImportDraft {
    const draft = {
      ...source,
      id: this.#deps.newId(),
      // A copy: a draft that is discarded changes nothing.
      sheet: {
        ...source.sheet,
        rows: source.sheet.rows.map((row) => ({ ...row, cells: [...row.cells] })),
      },
      editedRows: new Set(source.editedRows),
      checked: undefined,
      checking: undefined,
    }
    this.#hold(draft)
    return this.#shown(draft, 'remembered', null)
  }

  #hold(draft: OpenPaymentForm): void {
    this.#drafts.set(draft.id, draft)
    const [oldest] = this.#drafts.keys()
    if (this.#drafts.size > mostDrafts && oldest !== undefined) this.#drafts.delete(oldest)
  }

  /** Reads another sheet of the same file; the draft then has a new id. */
  async chooseSheet(
    draftId: string,
    sheet: string,
    actor: string,
  ): Promise<Result<ImportDraft, Gone | NotUnderstood>> {
    const draft = this.#drafts.get(draftId)
    if (draft?.actor !== actor) return err({ code: 'draft-gone' })
    const next = await this.take(draft.file, draft.bytes, actor, sheet)
    if (next.ok) this.#drafts.delete(draftId)
    return next
  }

  /**
   * Checks every row. An earlier check still running stops and returns the same result. Fails for a
   * draft of another operator.
   */
  check(
    draftId: string,
    { mapping, options }: Pick<RowRules, 'mapping' | 'options'>,
    actor: string,
  ): Promise<Result<CheckedImport, Gone>> {
    const draft = this.#drafts.get(draftId)
    if (draft?.actor !== actor) return Promise.resolve(err({ code: 'draft-gone' }))
    const round = {}
    this.#rounds.set(draft, round)
    draft.checking = this.#run(draft, round, { headers: draft.sheet.headers, mapping, options })
    return draft.checking
  }

  readonly #rounds = new WeakMap<OpenPaymentForm, object>()

  async #run(
    draft: OpenPaymentForm,
    round: object,
    rules: RowRules,
  ): Promise<Result<CheckedImport, Gone>> {
    const goesOn = (): boolean =>
      this.#drafts.get(draft.id) === draft && this.#rounds.get(draft) === round
    const { clock } = this.#deps
    const checked = await checkRows(draft.sheet, rules, () => clock.monotonicMs(), goesOn)
    if (!this.#drafts.has(draft.id)) return err({ code: 'draft-gone' })
    if (!checked || !goesOn()) return draft.checking ?? err({ code: 'draft-gone' })
    // Checked among all rows of the file, so that a row that equals a sent one stays held back.
    const { only } = draft
    draft.checked = only
      ? { ...checked, rows: checked.rows.filter(({ row }) => only.has(row)) }
      : checked
    return ok(summaryOf(draft.id, draft.checked))
  }

  /**
   * Returns the cells of a row that can be corrected, in full, after the act was recorded; none for a
   * row that does not exist. Fails for a draft of another operator.
   */
  async reveal(draftId: string, row: number, actor: string): Promise<Result<DraftCells, Gone>> {
    const draft = this.#drafts.get(draftId)
    if (draft?.actor !== actor) return err({ code: 'draft-gone' })
    const detail = { file: draft.file, row }
    await this.#deps.note({ actor, kind: 'bulk.draft-revealed', subject: draft.id, detail })
    const cells = draft.sheet.rows.find(({ line }) => line === row)?.cells
    const mapping = draft.checked?.rules.mapping ?? draft.mapping
    return ok(
      editableTargets.flatMap((target) => {
        const column = mapping.find((one) => one.target === target)?.column
        return cells && column !== undefined ? [{ target, value: cells[column] ?? '' }] : []
      }),
    )
  }

  /**
   * Corrects a cell and checks every row again; the bytes of the file stay as they are. Fails for a
   * draft of another operator, and for a row that does not exist.
   */
  async edit(
    draftId: string,
    { row, target, value }: { row: number; target: EditableTarget; value: string },
    { mapping, options }: Pick<RowRules, 'mapping' | 'options'>,
    actor: string,
  ): Promise<Result<{ checked: CheckedImport; row: DraftRow }, Gone>> {
    const draft = this.#drafts.get(draftId)
    if (draft?.actor !== actor) return err({ code: 'draft-gone' })
    const cells = draft.sheet.rows.find(({ line }) => line === row)?.cells
    const column = mapping.find((one) => one.target === target)?.column
    if (cells && column !== undefined && (cells[column] ?? '') !== value) {
      while (cells.length < column) cells.push('')
      cells[column] = value
      draft.editedRows.add(row)
    }
    const checked = await this.check(draftId, { mapping, options }, actor)
    if (!checked.ok) return checked
    const latest = draft.checked
    const shown = latest?.rows.find((one) => one.row === row)
    return latest && shown
      ? ok({ checked: checked.value, row: shownRow(latest, shown) })
      : err({ code: 'draft-gone' })
  }

  /**
   * Returns a page of rows from the latest check; empty before the first. Fails for a draft of
   * another operator.
   */
  rows(
    { draftId, cursor, limit, ...wantedRows }: z.infer<typeof draftRowsRequest>,
    actor: string,
  ): Result<{ items: DraftRow[]; next: string | null; total: number }, Failure<'not-found'>> {
    const draft = this.#drafts.get(draftId)
    if (draft && draft.actor !== actor) return err({ code: 'not-found' })
    const checked = draft?.checked
    if (!checked) return ok({ items: [], next: null, total: 0 })
    const wanted = draftRows(checked, wantedRows)
    const from = placeOfCursor(cursor)
    const items = wanted.slice(from, from + limit).map((row) => shownRow(checked, row))
    return ok({ items, next: nextCursor(from, limit, wanted.length), total: wanted.length })
  }

  /** Returns the draft, for the run built from it. */
  get(draftId: string): OpenPaymentForm | undefined {
    return this.#drafts.get(draftId)
  }

  /** Drops the draft; nothing happens to a draft of another operator. */
  discard(draftId: string, actor: string): void {
    if (this.#drafts.get(draftId)?.actor === actor) this.#drafts.delete(draftId)
  }

  /** Drops all drafts. */
  forget(): void {
    this.#drafts.clear()
  }

  #shown(
    draft: OpenPaymentForm,
    from: ImportDraft['mappingFrom'],
    ranBefore: ImportDraft['ranBefore'],
  ): ImportDraft {
    const { headers, filled, format, sheets, sheet, oddities } = draft.sheet
    const { only } = draft
    const rows = only ? draft.sheet.rows.filter(({ line }) => only.has(line)) : draft.sheet.rows
    const targetOf = new Map(
      suggestedMapping(headers).map(({ column, target }) => [column, target]),
    )
    return {
      draftId: draft.id,
      file: draft.file,
      format,
      sheet,
      sheets: [...sheets],
      headers: headers.map(shownHeader),
      rows: rows.length,
      samples: headers.map((header, column) =>
        rows
          .slice(0, sampled)
          .map(({ cells }) => shownSample(header, targetOf.get(column), cells[column] ?? '')),
      ),
      filledColumns: filled.flatMap((count, column) => (count > 0 ? [column] : [])),
      oddities: [...oddities],
      mapping: [...draft.mapping],
      options: draft.options,
      mappingFrom: from,
      ranBefore,
    }
  }
}
