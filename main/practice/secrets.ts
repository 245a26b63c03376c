import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether two secrets are the same, in a time that tells nothing about either, their length included. */
export const sameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other))

/** A secret of so many random bytes, written in letters, digits, dash and underscore. */
export const randomSecret = (bytes: number): string => randomBytes(bytes).toString('base64url')
