/**
 * Whether an Authorization header carries credentials that are taken, found in the same time whatever is wrong
 * with it (`1-platform.md`, Authentication 7; trap 98).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** User name and password, as Basic authentication has them. */
export interface BasicCredentials {
  readonly userName: string
  readonly password: string
}

/** Whether what a header says is taken. */
export type CredentialCheck = (authorization: string | undefined) => boolean

const basic = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i

/**
 * Makes the check for the pairs that are taken; none: nothing is. Both sides go through an HMAC under a key of
 * this run, so that what is compared has one length and tells nothing of the password. User name and
 * password are one string, and every pair is compared every time.
 */
export function createCredentialCheck(taken: readonly BasicCredentials[]): CredentialCheck {
  const key = randomBytes(32)
  const digest = (of: Uint8Array): Buffer => createHmac('sha256', key).update(of).digest()
  const digests = taken.map(({ userName, password }) =>
    digest(Buffer.from(`${userName}:${password}`, 'utf8')),
  )
  return (authorization) => {
    const offered = digest(offeredBy(authorization))
    return digests.reduce((fits, one) => timingSafeEqual(one, offered) || fits, false)
  }
}

/** What is no Basic header offers nothing, which no pair is: a pair has at least its colon. */
function offeredBy(authorization: string | undefined): Buffer {
  const encoded = basic.exec(authorization ?? '')?.[1] ?? ''
  return Buffer.from(encoded, 'base64')
}
