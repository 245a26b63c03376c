/** A file that was dropped on the window, as main can take it; what cannot be taken is refused in words. */
import { largestImportBytes } from '../../../../preload/contract/bulk/import.ts'

/** What came of a drop. */
export type Dropped =
  | { readonly kind: 'file'; readonly name: string; readonly base64: string }
  | { readonly kind: 'refused'; readonly title: string; readonly reason: string }

const kinds = /\.(?:csv|tsv|txt|xlsx)$/i
const mostNameLength = 300

const refused = (title: string, reason: string): Dropped => ({ kind: 'refused', title, reason })

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)

/** Why it is not taken; undefined: it is. */
function objection(file: File): Dropped | undefined {
  if (/\.xls$/i.test(file.name)) {
    return refused(
      `${file.name} is a workbook of the old kind`,
      'Save it as .xlsx or as CSV, and drop that.',
    )
  }
  if (!kinds.test(file.name)) {
    return refused(
      `${file.name} is no CSV and no XLSX file`,
      'What is read: .csv, .tsv, .txt and .xlsx.',
    )
  }
  if (file.size > largestImportBytes) {
    return refused(
      `${file.name} is too large`,
      `It has ${megabytes(file.size)} MB; a file has at most ${megabytes(largestImportBytes)} MB. Divide it into parts.`,
    )
  }
  return undefined
}

/** The browser's own encoding, which holds for 32 MB too. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      resolve(address.slice(address.indexOf(',') + 1))
    }
    reader.onerror = () => reject(new Error('not readable', { cause: reader.error }))
    reader.readAsDataURL(file)
  })

/** Reads what was dropped: one spreadsheet of a bearable size. */
export async function readDropped(files: readonly File[]): Promise<Dropped> {
  const [file, ...more] = files
  if (!file) return refused('No file was dropped', 'Drop one CSV or XLSX file.')
  if (more.length > 0) {
    return refused(
      `${String(files.length)} files were dropped`,
      'One file is validated at a time. Drop one of them.',
    )
  }
  const objected = objection(file)
  if (objected) return objected
  try {
    const base64 = await base64Of(file)
    return { kind: 'file', name: file.name.slice(0, mostNameLength), base64 }
  } catch {
    return refused(`${file.name} could not be read`, 'It may be a folder, or open elsewhere.')
  }
}
