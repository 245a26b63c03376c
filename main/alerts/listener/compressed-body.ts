/**
 * Bodies that came compressed (RFC 9110, 8.4.1): gzip and deflate are undone before a delivery is kept, within the
 * bound of a body that came as it is. Whatever is not undone is kept as it came: a delivery that is turned away is
 * never tried again.
 */
import type { IncomingMessage } from 'node:http'
import { createGunzip, createInflate, createInflateRaw, unzipSync, type Gunzip } from 'node:zlib'
import { longestBodyBytes, type Delivery } from './delivery.ts'

/** What is kept of a body. */
export type KeptBody = Pick<Delivery, 'contentType' | 'bytes' | 'compressed'>

/** Makes of a body what is kept of it. Never rejects. */
export type Decompress = (
  request: Pick<IncomingMessage, 'rawHeaders' | 'headers'>,
  sent: Uint8Array,
) => Promise<KeptBody>

/** What each coding may be. Many senders call `deflate` what RFC 1951 alone describes, without the frame of RFC 1950. */
const decoders = new Map<string, readonly (() => Gunzip)[]>([
  ['gzip', [createGunzip]],
  ['x-gzip', [createGunzip]],
  ['deflate', [createInflate, createInflateRaw]],
])

/** What the bank is told that takes its alerts to be compressed otherwise. */
export const codingsTaken = 'gzip, deflate'

/** Makes it for one listener: one body at a time, so that many at once take no more memory than they brought. */
export function createDecompress(): Decompress {
  let last: Promise<unknown> = Promise.resolve()
  return (request, sent) => {
    const codings = codingsOf(request)
    const type = mediaTypeOf(request)
    const named = (how: string): string => `${type ?? ''} (${how})`.trim()
    if (codings.length === 0) return Promise.resolve({ contentType: type, bytes: sent })
    const asItCame = { contentType: named(`content-encoding: ${codings.join(', ')}`), bytes: sent }
    const [coding = ''] = codings
    const ways = codings.length === 1 ? decoders.get(coding) : undefined
    if (!ways) return Promise.resolve({ ...asItCame, compressed: 'otherwise' })
    const body = last.then(async (): Promise<KeptBody> => {
      for (const way of ways) {
        const bytes = await decompressed(way(), sent)
        if (bytes === 'too-large') return { ...asItCame, compressed: 'too-large' }
        if (bytes) return { contentType: named(`decompressed from ${coding}`), bytes }
      }
      return { ...asItCame, compressed: 'damaged' }
    })
    last = body.catch(() => undefined)
    return body
  }
}

/** The codings in the order in which they were applied, less what says that there is none. */
const codingsOf = ({ headers }: Pick<IncomingMessage, 'headers'>): readonly string[] =>
  (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')

/** What the sender calls its bytes. */
function mediaTypeOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string | null {
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && /^content-type$/i.test(name))
  return at === -1 ? null : (rawHeaders[at + 1] ?? null)
}

/** Undefined: the bytes are not one whole stream of this kind, and nothing else. Ends once there are too many. */
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

/**
 * The bytes that a kept body is read from. One that is compressed was kept as it came, by an earlier version or
 * because nothing said so; its first bytes begin no JSON that holds an alert.
 */
export function readableBytes(kept: Uint8Array): Uint8Array {
  const [first = 0, second = 0] = kept
  const isGzip = first === 0x1f && second === 0x8b
  const isZlib = (first & 0x8f) === 0x08 && (first * 256 + second) % 31 === 0
  if (!isGzip && !isZlib) return kept
  try {
    return unzipSync(kept, { maxOutputLength: longestBodyBytes })
  } catch {
    return kept
  }
}
