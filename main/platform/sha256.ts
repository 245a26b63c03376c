import { createHash } from 'node:crypto'

/** Returns the SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
export const sha256Of = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex')
