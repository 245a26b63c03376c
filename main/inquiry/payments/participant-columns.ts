/**
 * Which columns of the RTP participants hold the name and the routing number. The payload is not shown
 * (`3-payments-and-ach-origination.md`, Endpoints; trap 75): names of columns and what stands in them tell.
 */
import { hasRoutingChecksum } from '../../../preload/contract/kernel/routing-number.ts'
import { wordsOf } from '../../platform/folded-text.ts'

/** What was recognised; null: no column looks like it. */
export interface RecognisedColumns {
  readonly name: string | null
  readonly routing: string | null
}

/** Nine digits that check, and are not zeros alone: a column of zeros holds anything. */
export const isRoutingNumber = (text: string): boolean =>
  hasRoutingChecksum(text) && text !== '000000000'

const routingHeader = /routing|transit|(^|[^a-z])(aba|rtn|rt ?n(o|um|umber)?)([^a-z]|$)/i
const nameHeader = /name|institution|participant|bank/i
const noNameHeader = /id$|code|number|type|status|date|routing|shortname/i

type Rows = readonly (readonly (string | null)[])[]

/** A name as its words, so that `routingTransitNumber` and `ROUTING_NO` are read alike. */
const spaced = (header: string): string =>
  header.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[^A-Za-z\d]+/g, ' ')

/** The share of the column's values, blank ones aside, that hold; 0 of none. */
function share(rows: Rows, at: number, holds: (value: string) => boolean): number {
  const values = rows.map((row) => row[at] ?? '').filter((value) => value.trim() !== '')
  return values.length === 0 ? 0 : values.filter(holds).length / values.length
}

const looksLikeName = (value: string): boolean =>
  /\p{L}{2}/u.test(value) && !/^[A-Z\d_]+$/.test(value)

/** The first place with the most points; undefined where none has any. */
function best(points: readonly number[]): number | undefined {
  const most = Math.max(0, ...points)
  return most === 0 ? undefined : points.indexOf(most)
}

/** How many different values a column has, of each 100. */
const variety = (rows: Rows, at: number): number =>
  rows.length === 0 ? 0 : new Set(rows.map((row) => row[at])).size / rows.length

/**
 * Recognises them in the first rows of a list. Digits that check are a routing number only where most of a column
 * do; a name by its column's name, else by the one column whose words differ from row to row.
 */
export function recognisedColumns(columns: readonly string[], rows: Rows): RecognisedColumns {
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

/** Values that differ from row to row name something; the same few are a kind or a state. */
const nameBy = (rows: Rows, at: number): number => {
  const differing = variety(rows, at)
  return differing > 0.5 ? differing / 2 : 0
}

const columnAt = (columns: readonly string[], at: number | undefined): string | null =>
  at === undefined ? null : (columns[at] ?? null)

/** Text as it is searched and sorted: without case and accents, its words a blank apart. */
export const foldedText = (text: string): string =>
  wordsOf(text, 'nothing')
    .map((word) => word.text)
    .join(' ')
