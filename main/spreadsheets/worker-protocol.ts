/** What main and the spreadsheet worker say to each other: one question, one answer. Rows go in parts, so that none holds main. */
import type { SheetHead, SheetLimits, SheetRow, WrittenColumn, WrittenRow } from './spreadsheet.ts'

/** What main asks. */
export type SheetRequest =
  | {
      readonly kind: 'read'
      readonly name: string
      readonly bytes: Uint8Array
      readonly sheet: string | undefined
      readonly limits: SheetLimits
    }
  | { readonly kind: 'more-rows' }
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
  | { readonly kind: 'taken' }
  | { readonly kind: 'written'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly detail: string }

/** So many cells cross at once: a few milliseconds' worth. */
export const cellsPerPart = 10_000
