/**
 * A NACHA file as the worker sends it to main: the size is limited, for any content of the file.
 * Entries follow their head one after another, in the order of their batches.
 */
import {
  mostBatches,
  mostReturns,
  mostUnread,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import { decodedText } from '../decoded-text.ts'
import { SheetRefusal } from '../spreadsheet.ts'
import type { NachaEntry, NachaReturn } from './nacha-entry.ts'
import {
  looksLikeNacha,
  mostRemarks,
  readNacha,
  type NachaBatch,
  type UnreadLine,
} from './read-nacha.ts'

/** A file that was read, without its entries. */
export interface NachaHead {
  readonly batches: readonly (Omit<NachaBatch, 'entries'> & { readonly entries: number })[]
  /** Number of entries of all batches. */
  readonly entries: number
  /** The first lines that are not entries, and their total number. */
  readonly unread: readonly UnreadLine[]
  readonly unreadCount: number
  /** The first returns and notifications of change, and their total number. */
  readonly returns: readonly NachaReturn[]
  readonly returnCount: number
  /** Every entry is a return or change: the file has nothing to originate. */
  readonly hasOnlyReturns: boolean
  /** The first remarks on the file, and their total number. */
  readonly remarks: readonly string[]
  readonly remarkCount: number
}

export interface NachaFile {
  readonly head: NachaHead
  readonly entries: readonly NachaEntry[]
}

/** Characters shown of a line that is not an entry. */
const mostText = 1_000

/**
 * Reads a NACHA file; null: not a NACHA file. Throws a {@link SheetRefusal} only for one with too
 * many batches.
 */
export function nachaFile(bytes: Uint8Array): NachaFile | null {
  const { text, encodingRemark } = decodedText(bytes)
  if (!looksLikeNacha(text)) return null
  const { batches, unread, returns, remarks, remarkCount } = readNacha(text)
  const onEncoding = encodingRemark === null ? [] : [encodingRemark]
  if (batches.length > mostBatches)
    throw new SheetRefusal(
      `The file has ${batches.length.toLocaleString('en-US')} batches; at most ${mostBatches.toLocaleString('en-US')} are accepted.`,
    )
  return {
    head: {
      batches: batches.map(({ entries, ...batch }) => ({ ...batch, entries: entries.length })),
      entries: batches.reduce((sum, { entries }) => sum + entries.length, 0),
      unread: unread.slice(0, mostUnread).map((one) => ({ ...one, text: cut(one.text) })),
      unreadCount: unread.length,
      returns: returns.slice(0, mostReturns),
      returnCount: returns.length,
      hasOnlyReturns: returns.length > 0 && batches.every(({ entries }) => entries.length === 0),
      remarks: [...onEncoding, ...remarks].slice(0, mostRemarks),
      remarkCount: onEncoding.length + remarkCount,
    },
    entries: batches.flatMap(({ entries }) => entries),
  }
}

/** Removes a number at the cut, because masking would no longer recognize its first part. */
const cut = (text: string): string =>
  text.length <= mostText ? text : text.slice(0, mostText).replace(/(?<![\d\s-])[\d\s-]+$/, '')
