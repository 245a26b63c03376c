import { createHash } from 'node:crypto'

/** SHA-256 over the UTF-8 of a text, in lower-case hex. */
export const sha256Of = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex')
