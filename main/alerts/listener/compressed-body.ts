/**
 * Compressed bodies (RFC 9110, 8.4.1): gzip and deflate are decompressed before a delivery is
 * stored, within the same size limit as an uncompressed body. A body that cannot be decompressed is
 * stored as received, because the bank never repeats a rejected delivery.
 */
import type { IncomingMessage } from 'node:http'
import { createGunzip, createInflate, createInflateRaw, type Gunzip } from 'node:zlib'
import { SerialQueue } from '../../platform/serial.ts'
import { longestBodyBytes } from '../split-delivery.ts'
import type { Delivery } from './delivery.ts'

/** The stored parts of a body. */
export type StoredBody = Pick<Delivery, 'contentType' | 'bytes' | 'compressed'>

/** Converts a body to its stored form. Never rejects. */
export type Decompress = (
  request: Pick<IncomingMessage, 'rawHeaders' | 'headers'>,
  sent: Uint8Array,
) => Promise<StoredBody>

/**
 * The decoders of each coding. Many senders use `deflate` for raw RFC 1951 data without the frame
 * of RFC 1950.
 */
const decoders = new Map<string, readonly (() => Gunzip)[]>([
  ['gzip', [createGunzip]],
  ['x-gzip', [createGunzip]],
  ['deflate', [createInflate, createInflateRaw]],
])

/** The codings named to a sender that used another one. */
export const acceptedCodings = 'gzip, deflate'

/**
 * Creates the function for one listener: one body at a time, so that many at once use no more
 * memory than they brought.
 */
export function createDecompress(): Decompress {
  const queue = new SerialQueue()
  return (request, sent) => {
    const codings = codingsOf(request)
    const type = mediaTypeOf(request)
    const named = (how: string): string => `${type ?? ''} (${how})`.trim()
    if (codings.length === 0) return Promise.resolve({ contentType: type, bytes: sent })
    const asItCame = { contentType: named(`content-encoding: ${codings.join(', ')}`), bytes: sent }
    const [coding = ''] = codings
    const ways = codings.length === 1 ? decoders.get(coding) : undefined
    if (!ways) return Promise.resolve({ ...asItCame, compressed: 'unsupported' })
    return queue.run(async (): Promise<StoredBody> => {
      for (const way of ways) {
        const bytes = await decompressed(way(), sent)
        if (bytes === 'too-large') return { ...asItCame, compressed: 'too-large' }
        if (bytes) return { contentType: named(`decompressed from ${coding}`), bytes }
      }
      return { ...asItCame, compressed: 'damaged' }
    })
  }
}

/** The codings in the order in which they were applied, without `identity`. */
const codingsOf = ({ headers }: Pick<IncomingMessage, 'headers'>): readonly string[] =>
  (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')

/** The Content-Type of the sender. */
function mediaTypeOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string | null {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && /^content-type$/i.test(name))
  return at === -1 ? null : (rawHeaders[at + 1] ?? null)
}

/**
 * Undefined: the bytes are not exactly one complete stream of this kind. Stops once the output is
 * too large.
 */
async function decompressed(
  stream: Gunzip,
  sent: Uint8Array,
): Promise<Buffer | 'too-large' | undefined> {
  const parts: Buffer[] = []
  let size = 0
  stream.end(sent)
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      size += part.byteLength
      if (size > longestBodyBytes) return 'too-large'
      parts.push(part)
    }
  } catch {
    return undefined
  }
  return stream.bytesWritten === sent.byteLength ? Buffer.concat(parts) : undefined
}
