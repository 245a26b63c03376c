/**
 * Finds the columns of the RTP participants that hold the name and the routing number. The bank
 * does not document the payload (bank document 3, Endpoints; bank note 75), so column names and
 * values decide.
 */
import { hasRoutingChecksum } from '../../../preload/contract/kernel/routing-number.ts'
import { wordsOf } from '../../platform/folded-text.ts'

/** The recognized columns; null if no column fits. */
export interface RecognizedColumns {
  readonly name: string | null
  readonly routing: string | null
}

/** Nine digits with a valid check digit, and not all zeros: a column of zeros may hold anything. */
export const isRoutingNumber = (text: string): boolean =>
  hasRoutingChecksum(text) && text !== '000000000'

const routingHeader = /routing|transit|(^|[^a-z])(aba|rtn|rt ?n(o|um|umber)?)([^a-z]|$)/i
const nameHeader = /name|institution|participant|bank/i
const noNameHeader = /id$|code|number|type|status|date|routing|shortname/i

type Rows = readonly (readonly (string | null)[])[]

/** Splits a header into words, so that `routingTransitNumber` and `ROUTING_NO` read alike. */
const spaced = (header: string): string =>
  header.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[^A-Za-z\d]+/g, ' ')

/** Returns the share of the column's non-blank values that pass; 0 if there are none. */
function share(rows: Rows, at: number, holds: (value: string) => boolean): number {
  const values = rows.map((row) => row[at] ?? '').filter((value) => value.trim() !== '')
  return values.length === 0 ? 0 : values.filter(holds).length / values.length
}

const looksLikeName = (value: string): boolean =>
  /\p{L}{2}/u.test(value) && !/^[A-Z\d_]+$/.test(value)

/** Returns the first index with the highest score; undefined if all scores are 0. */
function best(points: readonly number[]): number | undefined {
  const most = Math.max(0, ...points)
  return most === 0 ? undefined : points.indexOf(most)
}

/** Returns the share of distinct values in a column. */
const variety = (rows: Rows, at: number): number =>
  rows.length === 0 ? 0 : new Set(rows.map((row) => row[at])).size / rows.length

/**
 * Recognizes the columns from the first rows of a list. A routing column needs most of its values
 * to pass the check; a name column is found by its header, else it is the one column whose words
 * differ from row to row.
 */
export function recognizedColumns(columns: readonly string[], rows: Rows): RecognizedColumns {
  const routing = best(
    columns.map((header, at) => {
      const checks = share(rows, at, (value) => isRoutingNumber(value.trim()))
      return checks < 0.9 ? 0 : checks + (routingHeader.test(spaced(header)) ? 1 : 0)
    }),
  )
  const name = best(
    columns.map((header, at) => {
      if (at === routing || share(rows, at, looksLikeName) < 0.7) return 0
      const isNamed = nameHeader.test(header) && !noNameHeader.test(header)
      return (isNamed ? 1 : 0) + (/name/i.test(header) && isNamed ? 1 : 0) + nameBy(rows, at)
    }),
  )
  return { name: columnAt(columns, name), routing: columnAt(columns, routing) }
}

/** Values that differ from row to row are names; a few repeated ones are a kind or a state. */
const nameBy = (rows: Rows, at: number): number => {
  const differing = variety(rows, at)
  return differing > 0.5 ? differing / 2 : 0
}

const columnAt = (columns: readonly string[], at: number | undefined): string | null =>
  at === undefined ? null : (columns[at] ?? null)

/** Text for searching and sorting: without case and accents, words one blank apart. */
export const foldedText = (text: string): string =>
  wordsOf(text, 'nothing')
    .map((word) => word.text)
    .join(' ')
