/**
 * Finds the blocks of a PEM text, ignoring text around and between them, and bare base64 without
 * block markers.
 */

/** One block. `body` is undefined when it is cut off or is not base64. */
export interface PemBlock {
  readonly label: string
  /** Headers such as `DEK-Info`, by name. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer | undefined
}

/** Decodes a file: UTF-16 if its byte order mark says so, otherwise one character per byte. */
export function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2)
  if (bytes[0] === 0xfe && bytes[1] === 0xff && bytes.length % 2 === 0)
    return Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
  return bytes.toString('latin1')
}

/** Bounded on purpose: with a lazy "anything between", a file full of BEGIN lines takes minutes. */
const marker = /-----(BEGIN|END) ([A-Z0-9 ]{1,40})-----/g

/**
 * Returns the blocks in the order of the text. A BEGIN without END, or an END without BEGIN, is a
 * block without body.
 */
export function pemBlocks(text: string): PemBlock[] {
  const blocks: PemBlock[] = []
  let begun: { readonly label: string; readonly from: number } | undefined
  for (const { 0: whole, 1: side, 2: label = '', index } of text.matchAll(marker)) {
    if (side === 'BEGIN') {
      if (begun) blocks.push(damaged(begun.label))
      begun = { label, from: index + whole.length }
      continue
    }
    blocks.push(
      begun?.label === label ? blockOf(label, text.slice(begun.from, index)) : damaged(label),
    )
    begun = undefined
  }
  if (begun) blocks.push(damaged(begun.label))
  return blocks
}

const damaged = (label: string): PemBlock => ({ label, headers: new Map(), body: undefined })

function blockOf(label: string, content: string): PemBlock {
  const lines = content.split(/\r\n|\r|\n/).map((line) => line.trim())
  const headers = new Map<string, string>()
  const body: string[] = []
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
    else body.push(line)
  }
  const base64 = body.join('').replaceAll(/\s/g, '')
  return { label, headers, body: bytesIn(base64) }
}

const bytesIn = (base64: string): Buffer | undefined =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : undefined

/**
 * Returns the bytes of a text that is only base64, on one line or several; undefined for any other
 * text.
 */
export const bareBase64 = (text: string): Buffer | undefined =>
  bytesIn(text.replace(utf8Mark, '').replaceAll(/\s/g, ''))

/** The byte order mark of UTF-8, one character for a byte. */
const utf8Mark = /^\u00ef\u00bb\u00bf/
