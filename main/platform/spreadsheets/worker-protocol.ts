/**
 * Messages between main and the spreadsheet worker: one request, one answer. Rows and entries are
 * sent in parts, so that none blocks main.
 */
import type { NachaEntry } from './nacha/nacha-entry.ts'
import type { NachaHead } from './nacha/nacha-file.ts'
import type { SheetHead, SheetLimits, SheetRow, WrittenColumn, WrittenRow } from './spreadsheet.ts'

export type SheetRequest =
  | {
      readonly kind: 'read'
      readonly name: string
      readonly bytes: Uint8Array
      readonly sheet: string | undefined
      readonly limits: SheetLimits
      /** Whether it may be a NACHA file; then the answer may be `nacha`. */
      readonly mayBeNacha: boolean
    }
  | { readonly kind: 'more-rows' }
  | { readonly kind: 'more-entries' }
  | {
      readonly kind: 'write'
      readonly title: string
      readonly columns: readonly WrittenColumn[]
    }
  | { readonly kind: 'add'; readonly rows: readonly WrittenRow[] }
  | { readonly kind: 'finish' }

export type SheetReply =
  | { readonly kind: 'head'; readonly head: SheetHead; readonly rows: number }
  | { readonly kind: 'rows'; readonly rows: readonly SheetRow[] }
  | { readonly kind: 'nacha'; readonly head: NachaHead }
  | { readonly kind: 'entries'; readonly entries: readonly NachaEntry[] }
  | { readonly kind: 'taken' }
  | { readonly kind: 'written'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly detail: string }

/** Cells per part, which take a few milliseconds to send. */
export const cellsPerPart = 10_000
/** Entries per part, counting each addenda record as one: takes about the same time. */
export const entriesPerPart = 500
