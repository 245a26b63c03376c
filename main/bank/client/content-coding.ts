/**
 * Answers that a gateway compressed although every call asks for none: the bank's documents mention
 * no coding (RFC 9110, section 8.4).
 */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { codingOf } from '../answers/coding.ts'

type Decode = (body: Buffer, bound: { readonly maxOutputLength: number }) => Promise<Buffer>

const unzipped: Decode = promisify(gunzip)
const decoders: Readonly<Record<string, Decode>> = {
  gzip: unzipped,
  'x-gzip': unzipped,
  // Some servers leave out the header of zlib, whose first byte names method 8.
  deflate: (body, bound) =>
    promisify(((body[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(body, bound),
  br: promisify(brotliDecompress),
}

interface CodedAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The decoded body is longer than any answer that is read. */
export class DecodedTooLong extends Error {
  readonly code = 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
}

/**
 * Returns the answer with its body decoded, or as it is where nothing decodes it. Rejects with
 * {@link DecodedTooLong} for a body of more than `longest` bytes.
 */
export async function decoded<A extends CodedAnswer>(answer: A, longest: number): Promise<A> {
  const codings = codingOf(answer.headers)?.split(', ') ?? []
  let { body } = answer
  // The last coding was applied last.
  for (const coding of codings.toReversed()) {
    const decode = decoders[coding]
    if (decode === undefined || body.length === 0) return answer
    try {
      body = await decode(body, { maxOutputLength: longest })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        throw new DecodedTooLong(`more than ${String(longest)} bytes once decoded`)
      return answer
    }
  }
  return { ...answer, body }
}
