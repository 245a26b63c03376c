/**
 * What main and the spreadsheet worker say to each other: one question, one answer. Rows and entries go in parts, so
 * that none holds main.
 */
import type { NachaEntry } from './nacha/nacha-entry.ts'
import type { NachaHead } from './nacha/nacha-file.ts'
import type { SheetHead, SheetLimits, SheetRow, WrittenColumn, WrittenRow } from './spreadsheet.ts'

/** What main asks. */
export type SheetRequest =
  | {
      readonly kind: 'read'
      readonly name: string
      readonly bytes: Uint8Array
      readonly sheet: string | undefined
      readonly limits: SheetLimits
      /** Whether it may be a NACHA file instead; then the answer may be `nacha`. */
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

/** What the worker answers. */
export type SheetReply =
  | { readonly kind: 'head'; readonly head: SheetHead; readonly rows: number }
  | { readonly kind: 'rows'; readonly rows: readonly SheetRow[] }
  | { readonly kind: 'nacha'; readonly head: NachaHead }
  | { readonly kind: 'entries'; readonly entries: readonly NachaEntry[] }
  | { readonly kind: 'taken' }
  | { readonly kind: 'written'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly detail: string }

/** So many cells cross at once: a few milliseconds' worth. */
export const cellsPerPart = 10_000
/** And so many entries, an addendum counted as one: as much again. */
export const entriesPerPart = 500
