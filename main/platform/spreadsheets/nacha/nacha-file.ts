/**
 * A NACHA file on its way from the worker that read it: what crosses is bounded, whatever the file holds. Entries
 * follow their head one after another, in the order of their batches.
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

/** A file as it was read, but for its entries. */
export interface NachaHead {
  readonly batches: readonly (Omit<NachaBatch, 'entries'> & { readonly entries: number })[]
  /** The entries of all batches. */
  readonly entries: number
  /** The first lines that are no entry, and how many there are. */
  readonly unread: readonly UnreadLine[]
  readonly unreadCount: number
  /** The first returns and notifications of change, and how many there are. */
  readonly returns: readonly NachaReturn[]
  readonly returnCount: number
  /** Every entry came back: there is nothing to originate in the file. */
  readonly isInquiry: boolean
  readonly remarks: readonly string[]
}

/** A file as it was read. */
export interface NachaFile {
  readonly head: NachaHead
  readonly entries: readonly NachaEntry[]
}

/** Of a line that is no entry so much is told. */
const mostText = 1_000

/**
 * Reads it; null: it is no NACHA file. Throws a {@link SheetRefusal} for one of more batches than are taken, and never
 * otherwise.
 */
export function nachaFile(bytes: Uint8Array): NachaFile | null {
  const { text, oddity } = decodedText(bytes)
  if (!looksLikeNacha(text)) return null
  const { batches, unread, returns, remarks, remarkCount } = readNacha(text)
  if (batches.length > mostBatches)
    throw new SheetRefusal(
      `It holds ${batches.length.toLocaleString('en-US')} batches: at most ${mostBatches.toLocaleString('en-US')} are taken of one file.`,
    )
  return {
    head: {
      batches: batches.map(({ entries, ...batch }) => ({ ...batch, entries: entries.length })),
      entries: batches.reduce((sum, { entries }) => sum + entries.length, 0),
      unread: unread.slice(0, mostUnread).map((one) => ({ ...one, text: cut(one.text) })),
      unreadCount: unread.length,
      returns: returns.slice(0, mostReturns),
      returnCount: returns.length,
      isInquiry: returns.length > 0 && batches.every(({ entries }) => entries.length === 0),
      remarks:
        oddity === null
          ? firstRemarks(remarks, remarkCount)
          : firstRemarks([oddity, ...remarks], remarkCount + 1),
    },
    entries: batches.flatMap(({ entries }) => entries),
  }
}

/** A number that the cut parts would no longer be known, and masked, as one. */
const cut = (text: string): string =>
  text.length <= mostText ? text : text.slice(0, mostText).replace(/[\d\s-]+$/, '')

/** The first of so many, and of the rest how many they are. */
const firstRemarks = (remarks: readonly string[], count: number): readonly string[] =>
  count <= mostRemarks
    ? remarks
    : [
        ...remarks.slice(0, mostRemarks),
        `${(count - mostRemarks).toLocaleString('en-US')} more remarks`,
      ]
