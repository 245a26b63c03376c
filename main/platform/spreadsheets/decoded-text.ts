/** Decodes a file of unknown encoding: by its byte order mark, else by its bytes. */

/** The text, and a remark about its encoding. */
export interface DecodedText {
  readonly text: string
  readonly encodingRemark: string | null
}

const begins = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte)

/**
 * Decodes UTF-8 and UTF-16 with or without a byte order mark; other bytes are read as Windows-1252,
 * with a remark.
 */
export function decodedText(bytes: Uint8Array): DecodedText {
  if (begins(bytes, [0xff, 0xfe])) return exactly('utf-16le', bytes, 'UTF-16')
  if (begins(bytes, [0xfe, 0xff])) return exactly('utf-16be', bytes, 'UTF-16')
  if (begins(bytes, [0xef, 0xbb, 0xbf])) return exactly('utf-8', bytes, 'UTF-8')
  const wide = unmarkedUtf16(bytes)
  if (wide) return exactly(wide, bytes, 'UTF-16')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encodingRemark: null }
  } catch {
    const encodingRemark =
      'The file is not in UTF-8. It was read as Windows-1252: check letters with accents.'
    return { text: new TextDecoder('windows-1252').decode(bytes), encodingRemark }
  }
}

function exactly(encoding: string, bytes: Uint8Array, name: string): DecodedText {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encodingRemark: null }
  } catch {
    const encodingRemark = `Some bytes of the file are not ${name}: \ufffd replaces each.`
    return { text: new TextDecoder(encoding).decode(bytes), encodingRemark }
  }
}

/** In UTF-16, text in Latin letters has a zero in every second byte, and hardly any elsewhere. */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, Math.min(4096, bytes.length - (bytes.length % 2)))
  if (sample.length < 4) return undefined
  const zeros = [0, 0]
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros.map((count) => count / (sample.length / 2))
  if (odd > 0.4 && even < 0.05) return 'utf-16le'
  return even > 0.4 && odd < 0.05 ? 'utf-16be' : undefined
}
