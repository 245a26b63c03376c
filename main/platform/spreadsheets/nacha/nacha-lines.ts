/** Splits a possible NACHA file into records, for any line breaks and cut lines. */
import { blockingFactor, recordLength, recordOf, type NachaRecord } from './records.ts'

/** The records of a text, without fillers and blank lines. */
export interface NachaLines {
  readonly records: readonly NachaRecord[]
  /** Records including fillers, as counted by the block count. */
  readonly blocks: number
  /** Lines shorter than a record, and longer lines that cannot be split. */
  readonly short: readonly number[]
  readonly long: readonly number[]
  readonly remarks: readonly string[]
}

const isFiller = (text: string): boolean => text.length >= 90 && /^9+$/.test(text)
const pieces = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / recordLength) }, (_, at) =>
    text.slice(at * recordLength, (at + 1) * recordLength),
  )
/** The shortest record whose trailing blanks were cut off: the control of a file. */
const leastRecord = 55
/** Checks for records without line breaks: each begins with the digit of a record type. */
const areRecords = (some: readonly string[]): boolean =>
  some.slice(0, -1).every((piece) => /^[156789]/.test(piece)) &&
  (some.length > 2 || (some.at(-1)?.trimEnd().length ?? 0) >= leastRecord)

/**
 * Mainframes end lines with NEL, which reads as an ellipsis in Windows-1252; records are of ASCII, and
 * one that ends with it is whole.
 */
const lineEnd = /\r\n|\n|\r|\u0085|(?<=^[ -~]{94}|[\n\u2026][ -~]{94})\u2026/

/** Splits a text into records. */
export function linesOf(text: string): NachaLines {
  const lines = text.replace(/^\ufeff/, '').split(lineEnd)
  const isUnbroken = lines.filter((line) => line.trim() !== '').length === 1
  const records: NachaRecord[] = []
  const short: number[] = []
  const long: number[] = []
  let [counted, fillers] = [0, 0]
  const take = (line: number, one: string): void => {
    if (one.trim() === '' || one === '\u001a') return
    counted += 1
    if (isFiller(one)) fillers += 1
    else {
      if (one.length < recordLength) short.push(line)
      if (one.length > recordLength) long.push(line)
      records.push(recordOf(line, one))
    }
  }
  for (const [at, line] of lines.entries()) {
    const rest = line.slice(recordLength)
    const parts = pieces(line)
    if (rest.trim() === '') take(at + 1, line.slice(0, recordLength))
    else if (areRecords(parts)) {
      for (const [index, part] of parts.entries()) take(isUnbroken ? index + 1 : at + 1, part)
    } else take(at + 1, line)
  }
  const hasParted = records.some(({ line }, at) => records[at - 1]?.line === line)
  return {
    records,
    short,
    long,
    blocks: Math.ceil(counted / blockingFactor),
    remarks: [
      ...(isUnbroken && records.length > 1
        ? ['The file has no line breaks: read by 94 characters']
        : []),
      ...(hasParted ? ['Some lines hold several records: read by 94 characters'] : []),
      ...(fillers > 0 && counted % blockingFactor !== 0
        ? ['Its fillers do not fill the last block of 10 records']
        : []),
    ],
  }
}
