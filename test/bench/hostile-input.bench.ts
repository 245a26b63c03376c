/**
 * What hostile input costs, in seconds of the processor and megabytes, at the size of the attack that was found and at ten
 * times that size: text that is masked, and workbooks that unfold to far more than they are. Ten times the size should
 * cost ten times as much; a workbook beyond its bound is refused.
 */
import { deflateRawSync } from 'node:zlib'
import { accountMask } from '../../main/bank/call-accounts.ts'
import { readSpreadsheet } from '../../main/spreadsheets/read-spreadsheet.ts'
import { maskedRuns } from '../../main/webhooks/held-masking.ts'
import { maskedDigits } from '../../preload/contract/personal-names.ts'
import { withFolded, workbookParts } from '../unit/spreadsheets/workbooks.ts'

const masked = (text: string): string =>
  accountMask({ path: '/accounts/12345678', requestBody: null, responseBody: text })(text)
const sheet = 'xl/worksheets/sheet1.xml'
const read = async (xml: string): Promise<string> => {
  const parts = workbookParts({ sheets: { A: '' } })
  parts.set(sheet, deflateRawSync(Buffer.from(`<worksheet><sheetData>${xml}`)))
  const result = await readSpreadsheet('a.xlsx', withFolded(parts, sheet, 10))
  return result.ok ? 'read' : result.error.detail
}

/** Each at its size: letters of a text, or of the sheet that a workbook unfolds to. */
const attacks: readonly (readonly [string, number, (letters: number) => unknown])[] = [
  ['a delivery of backslashes, masked', 80_000, (size) => maskedRuns('\\'.repeat(size))],
  ['an answer of digits, masked', 80_000, (size) => masked('1'.repeat(size))],
  ['a text of digits in groups, masked', 80_000, (size) => maskedDigits('1 '.repeat(size / 2))],
  ['a workbook of blanks', 20_000_000, (size) => read(' '.repeat(size))],
  ['a workbook of empty rows', 12_000_000, (size) => read('<row/>'.repeat(size / 6))],
  ['a workbook of rows without an end', 20_000_000, (size) => read('<row '.repeat(size / 5))],
]

const peak = (): number => process.resourceUsage().maxRSS / 1024
const processor = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

for (const [what, size, attack] of attacks) {
  for (const times of [1, 10]) {
    const [before, since] = [peak(), processor()]
    const outcome = await attack(size * times)
    const cost = `${(processor() - since).toFixed(2)} s, ${(peak() - before).toFixed(0)} MB more`
    const ended = what.startsWith('a workbook') ? `; ${String(outcome)}` : ''
    console.log(`${what}, ${(size * times).toLocaleString('en-US')} letters: ${cost}${ended}`)
  }
}
