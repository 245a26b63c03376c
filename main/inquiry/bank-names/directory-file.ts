/**
 * Reads a directory file of the Federal Reserve: text lines of fixed width, as published on
 * frbservices.org (FedACH participant directory, 155 characters; Fedwire participant directory, 101
 * characters).
 */
import type {
  DirectoryKind,
  LineProblem,
} from '../../../preload/contract/api/bank-names/channels.ts'
import { isCalendarDate } from '../../../preload/contract/kernel/calendar.ts'
import { hasRoutingChecksum } from '../../../preload/contract/kernel/routing-number.ts'
import { inSlices } from '../../platform/slices.ts'

/** A bank of a directory. */
export interface DirectoryBank {
  readonly routing: string
  readonly name: string
  /** City and state. */
  readonly place: string
}

export interface ReadDirectory {
  readonly kind: DirectoryKind
  readonly banks: readonly DirectoryBank[]
  /** The newest change that a line names, YYYY-MM-DD. */
  readonly changedOn: string | null
  /** The number of broken lines. */
  readonly broken: number
  /** The first broken lines, by their numbers in the file. */
  readonly problems: readonly { readonly line: number; readonly problem: LineProblem }[]
}

type Columns = readonly [from: number, to: number]

/** Columns from 0, the end excluded. */
interface Layout {
  readonly length: number
  /** Blanks at the end are often lost. */
  readonly shortest: number
  readonly name: Columns
  readonly city: Columns
  readonly state: Columns
  readonly changed: Columns
  /** Codes that a line of this kind must have. */
  readonly codes: readonly (readonly [at: number, allowed: string])[]
  /** Returns the date of the last change, YYYY-MM-DD. */
  readonly dateOf: (text: string) => string
}

/** Broken lines that are named: a hostile file has millions. */
const mostNamed = 20

const layouts: Readonly<Record<DirectoryKind, Layout>> = {
  fedach: {
    length: 155,
    shortest: 150,
    name: [35, 71],
    city: [107, 127],
    state: [127, 129],
    changed: [20, 26],
    // Office (main, branch), and the number that items are sent to.
    codes: [
      [9, 'OB'],
      [19, '012'],
    ],
    dateOf: (text) => {
      const [month, day, year] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)]
      return `${Number(year) < 80 ? '20' : '19'}${year}-${month}-${day}`
    },
  },
  fedwire: {
    length: 101,
    shortest: 93,
    name: [27, 63],
    city: [65, 90],
    state: [63, 65],
    changed: [93, 101],
    // Eligible for funds transfers, settlement only, eligible for securities.
    codes: [
      [90, 'YN'],
      [91, 'S '],
      [92, 'YN'],
    ],
    dateOf: (text) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`,
  },
}

const fits = (line: string, { shortest, length }: Layout): boolean =>
  line.length >= shortest && line.length <= length

/** The kind of the first line that fits a layout; a file whose lines fit none is no directory. */
const kindOf = (lines: readonly string[]): DirectoryKind | undefined =>
  (['fedach', 'fedwire'] as const).find((kind) =>
    lines
      .slice(0, 20)
      .some((line) => hasRoutingChecksum(line.slice(0, 9)) && fits(line, layouts[kind])),
  )

function problemOf(line: string, layout: Layout): LineProblem | undefined {
  if (!/^[ -~]*$/.test(line)) return 'characters'
  if (!fits(line, layout)) return 'length'
  const routing = line.slice(0, 9)
  if (!hasRoutingChecksum(routing) || routing === '000000000') return 'routing-number'
  if (line.slice(...layout.name).trim() === '') return 'name'
  return layout.codes.every(([at, allowed]) => allowed.includes(line.charAt(at)))
    ? undefined
    : 'code'
}

/**
 * Returns the content of the file; undefined if it has neither layout.
 * @param monotonicMs the monotonic clock: a directory of 18,000 banks is read in slices.
 */
export async function readDirectory(
  bytes: Buffer,
  monotonicMs: () => number,
): Promise<ReadDirectory | undefined> {
  // One character for each byte: a column is never moved by a character of several bytes.
  const lines = bytes.toString('latin1').split(/\r?\n/)
  const kind = kindOf(lines)
  if (kind === undefined) return undefined
  const layout = layouts[kind]
  const banks = new Map<string, DirectoryBank>()
  const problems: { line: number; problem: LineProblem }[] = []
  let broken = 0
  let changedOn: string | null = null
  const read = (line: string, index: number): void => {
    if (line.trim() === '') return
    const text = (columns: Columns): string => line.slice(...columns).trim()
    const routing = line.slice(0, 9)
    const problem = problemOf(line, layout) ?? (banks.has(routing) ? 'repeated' : undefined)
    if (problem) {
      broken += 1
      if (broken <= mostNamed) problems.push({ line: index + 1, problem })
      return
    }
    const place = [text(layout.city), text(layout.state)].filter((part) => part !== '').join(', ')
    banks.set(routing, { routing, name: text(layout.name), place })
    const changed = layout.dateOf(text(layout.changed))
    if (isCalendarDate(changed) && (changedOn === null || changed > changedOn)) changedOn = changed
  }
  await inSlices(lines, read, monotonicMs)
  return { kind, banks: [...banks.values()], changedOn, broken, problems }
}
