/**
 * Reads a file that was dropped on the window for main, or returns the reason why it is not
 * accepted.
 */
import { largestImportBytes } from '../../preload/contract/api/bulk/import.ts'

/** The result of a drop. */
export type Dropped =
  | { readonly kind: 'file'; readonly name: string; readonly base64: string }
  | { readonly kind: 'refused'; readonly title: string; readonly reason: string }

/** The accepted kinds of files, and the messages for all others. */
export interface AcceptedKinds {
  readonly fits: RegExp
  /** The list of kinds that a rejected file does not match: "CSV and no XLSX file". */
  readonly none: string
  readonly list: string
  /** The message for several dropped files. */
  readonly one: string
}

/**
 * Spreadsheets for validation. Other workbooks are sent to main too, because `.xls` is also a
 * common name for text tables and web pages. Main decides by the bytes and explains how to save an
 * unreadable file.
 */
export const spreadsheets: AcceptedKinds = {
  fits: /\.(?:csv|tsv|txt|xls[xmb]?|ods)$/i,
  none: 'no CSV and no XLSX file',
  list: 'Accepted: .csv, .tsv, .txt and .xlsx.',
  one: 'One file is validated at a time. Drop one of them.',
}
const mostNameLength = 300

const refused = (title: string, reason: string): Dropped => ({ kind: 'refused', title, reason })

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)

/** The reason why a file is not accepted; undefined if it is. */
function objection(file: File, kinds: AcceptedKinds): Dropped | undefined {
  if (!kinds.fits.test(file.name)) {
    return refused(`${file.name} is ${kinds.none}`, kinds.list)
  }
  if (file.size > largestImportBytes) {
    return refused(
      `${file.name} is too large`,
      `The file has ${megabytes(file.size)} MB; the maximum is ${megabytes(largestImportBytes)} MB. Divide it into parts.`,
    )
  }
  return undefined
}

/** The browser's own Base64 encoding, which also works for 32 MB. */
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

/** Reads a dropped file; refuses several files or a file that is too large. */
export async function readDropped(
  files: readonly File[],
  kinds: AcceptedKinds = spreadsheets,
): Promise<Dropped> {
  const [file, ...more] = files
  if (!file) return refused('No file was dropped', `Drop one file. ${kinds.list}`)
  if (more.length > 0) {
    return refused(`${String(files.length)} files were dropped`, kinds.one)
  }
  const objected = objection(file, kinds)
  if (objected) return objected
  try {
    const base64 = await base64Of(file)
    return { kind: 'file', name: file.name.slice(0, mostNameLength), base64 }
  } catch {
    return refused(
      `${file.name} could not be read`,
      'Possibly a folder, or open in another program.',
    )
  }
}
