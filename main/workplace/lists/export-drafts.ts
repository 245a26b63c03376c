/**
 * Exports in progress: their rows arrive in portions and stay in memory until the file is written,
 * discarded or dropped.
 */
import type { Clock } from '../../platform/clock.ts'
import type { WrittenRow, WrittenColumn } from '../../platform/spreadsheets/spreadsheet.ts'

/** An export that was started. */
export interface ExportBegun {
  readonly table: string
  readonly title: string
  readonly columns: readonly WrittenColumn[]
}

/** A started export and its rows so far. */
export interface ExportDraft extends ExportBegun {
  readonly id: string
  readonly rows: readonly WrittenRow[]
}

interface DraftRows extends ExportDraft {
  readonly operator: string
  readonly rows: WrittenRow[]
  letters: number
  touchedMs: number
}

const lifeMs = 15 * 60_000
/** An operator writes one list; a second may be started while a dialog is open, hardly a third. */
const mostDrafts = 3
/**
 * Most characters of all exports together. Beyond this, memory is the limit, not the number of
 * rows.
 */
const mostLetters = 128 * 1024 * 1024

/** The exports in progress of one session. */
export interface ExportDrafts {
  begin(begun: ExportBegun, operator: string): string
  /** Undefined if the export was discarded, has expired, or belongs to another operator. */
  get(id: string, operator: string): ExportDraft | undefined
  hasRoomFor(rows: readonly WrittenRow[]): boolean
  /** Returns the new number of rows. */
  add(draft: ExportDraft, rows: readonly WrittenRow[]): number
  discard(id: string): void
  forget(): void
}

const lettersOf = (rows: readonly WrittenRow[]): number =>
  rows.reduce((sum, row) => sum + row.reduce((of, cell) => of + (cell?.length ?? 0) + 8, 0), 0)

export function createExportDrafts(deps: {
  readonly clock: Clock
  readonly newId: () => string
}): ExportDrafts {
  const drafts = new Map<string, DraftRows>()
  const dropExpired = (): void => {
    const now = deps.clock.monotonicMs()
    for (const [id, { touchedMs }] of drafts) if (now - touchedMs >= lifeMs) drafts.delete(id)
  }
  return {
    begin(begun, operator) {
      dropExpired()
      for (const id of [...drafts.keys()].slice(0, Math.max(0, drafts.size + 1 - mostDrafts))) {
        drafts.delete(id)
      }
      const id = deps.newId()
      const touchedMs = deps.clock.monotonicMs()
      drafts.set(id, { ...begun, id, operator, rows: [], letters: 0, touchedMs })
      return id
    },
    get(id, operator) {
      dropExpired()
      const draft = drafts.get(id)
      if (draft?.operator !== operator) return undefined
      draft.touchedMs = deps.clock.monotonicMs()
      return draft
    },
    hasRoomFor(rows) {
      const taken = [...drafts.values()].reduce((sum, { letters }) => sum + letters, 0)
      return taken + lettersOf(rows) <= mostLetters
    },
    add(draft, rows) {
      const own = drafts.get(draft.id)
      own?.rows.push(...rows)
      if (own) own.letters += lettersOf(rows)
      return own?.rows.length ?? 0
    },
    discard: (id) => void drafts.delete(id),
    forget: () => drafts.clear(),
  }
}
