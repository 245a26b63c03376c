/** Totals of a batch or a file, for comparison with its control record. */
import { withThousands } from '../../../../preload/contract/kernel/money.ts'
import {
  advBatchControl,
  advEntryAmount,
  advFileControl,
  batchControl,
  batchHeader,
  digitsIn,
  entryDetail,
  fileControl,
  numberIn,
  type NachaRecord,
} from './records.ts'

/**
 * Counted like the control records: entries and addenda together, the hash of the receiving banks,
 * cents.
 */
export interface NachaTally {
  entries: number
  hash: number
  /** Twenty digits in files of advices: more than a number holds exactly in cents. */
  debits: bigint
  credits: bigint
}

export const emptyTally = (): NachaTally => ({ entries: 0, hash: 0, debits: 0n, credits: 0n })

/** Only the last ten digits of a hash are written. */
const hashModulus = 10_000_000_000

/**
 * Returns whether a code debits: of advices, which are 81 to 88, the even ones do (Nacha,
 * transaction codes).
 */
const isDebit = (code: string, isAdv: boolean): boolean =>
  (isAdv ? /^8[2468]$/ : /^\d[5-9]$/).test(code)

/** Counts an entry, even one with problems; `isAdv`: an accounting advice. */
export function countEntry(tally: NachaTally, record: NachaRecord, isAdv: boolean): void {
  tally.entries += 1
  tally.hash = (tally.hash + (numberIn(record, entryDetail.receivingDfi) ?? 0)) % hashModulus
  const amount = BigInt(numberIn(record, isAdv ? advEntryAmount : entryDetail.amount) ?? 0)
  if (isDebit(record.field(entryDetail.transactionCode), isAdv)) tally.debits += amount
  else tally.credits += amount
}

/** Adds the totals of a batch. */
export function addTally(to: NachaTally, from: NachaTally): void {
  to.entries += from.entries
  to.hash = (to.hash + from.hash) % hashModulus
  to.debits += from.debits
  to.credits += from.credits
}

/** Formats cents with any number of digits: a total of advices has twenty. */
function money(cents: string): string {
  const digits = cents.padStart(3, '0')
  const dollars = withThousands(digits.slice(0, -2))
  return `USD ${dollars}.${digits.slice(-2)}`
}
const plain = (count: string): string => count

/** Returns a sentence for each total in a control record that is wrong. */
function differences(
  control: NachaRecord,
  layout: Pick<typeof batchControl, 'entries' | 'hash' | 'debits' | 'credits'>,
  found: NachaTally,
): string[] {
  const compared = [
    ['entries', 'entries and addenda', plain],
    ['hash', 'as the hash of the receiving banks', plain],
    ['debits', 'as total debits', money],
    ['credits', 'as total credits', money],
  ] as const
  return compared.flatMap(([name, label, shown]) => {
    const stated = digitsIn(control, layout[name])
    const is = String(found[name])
    if (stated === is) return []
    const claim = stated === null ? 'nothing that can be read' : shown(stated)
    return [`says ${claim} ${label}; there ${name === 'entries' ? 'are' : 'is'} ${shown(is)}`]
  })
}

const inLine = ({ line }: NachaRecord): string => `line ${String(line)}`

/**
 * Returns the errors of a batch's control record: wrong totals, and differences from the header.
 * The control of advices has no company.
 */
export function batchControlRemarks(
  header: NachaRecord,
  control: NachaRecord,
  found: NachaTally,
  isAdv: boolean,
): string[] {
  const same = (name: 'serviceClass' | 'companyId' | 'originatingDfi', label: string): string[] =>
    header.field(batchHeader[name]).trim() === control.field(batchControl[name]).trim()
      ? []
      : [`differs from the header in its ${label}`]
  const isSameNumber =
    numberIn(header, batchHeader.batchNumber) === numberIn(control, batchControl.batchNumber)
  return [
    ...differences(control, isAdv ? advBatchControl : batchControl, found),
    ...same('serviceClass', 'service class'),
    ...(isAdv ? [] : same('companyId', 'company id')),
    ...same('originatingDfi', 'originating bank'),
    ...(isSameNumber ? [] : ['differs from the header in its batch number']),
  ].map((what) => `The batch control record (${inLine(control)}) ${what}`)
}

/** Returns the errors of a file's control record; `isAdv`: the file has only accounting advices. */
export function fileControlRemarks(
  control: NachaRecord,
  found: NachaTally,
  counts: { readonly batches: number; readonly blocks: number | null },
  isAdv: boolean,
): string[] {
  const stated = (name: 'batches' | 'blocks'): string[] => {
    const number = numberIn(control, fileControl[name])
    return counts[name] === null || number === counts[name]
      ? []
      : [
          `says ${number === null ? 'nothing that can be read' : String(number)} ${name}; there are ${String(counts[name])}`,
        ]
  }
  const layout = isAdv ? advFileControl : fileControl
  return [...stated('batches'), ...stated('blocks'), ...differences(control, layout, found)].map(
    (what) => `The file control record (${inLine(control)}) ${what}`,
  )
}
