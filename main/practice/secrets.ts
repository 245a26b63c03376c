import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Returns whether two secrets are equal. The time taken reveals nothing about either, including
 * length.
 */
export const sameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other))

/** Returns a secret of `bytes` random bytes, written in letters, digits, dash and underscore. */
export const randomSecret = (bytes: number): string => randomBytes(bytes).toString('base64url')
