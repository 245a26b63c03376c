/**
 * Whether an Authorization header carries accepted credentials, checked in constant time for any
 * wrong header (bank document 1, Authentication 7; bank note 98).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** User name and password of Basic authentication. */
export interface BasicCredentials {
  readonly userName: string
  readonly password: string
}

/** Whether the credentials in a header are accepted. */
export type CredentialCheck = (authorization: string | undefined) => boolean

const basic = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i

/**
 * Creates the check for the accepted pairs; without any, nothing is accepted. The two values go
 * through an HMAC under a key of this run, so that the compared values have one length and reveal
 * nothing of the password. User name and password form one string, and every pair is compared every
 * time.
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

/**
 * A header that is not Basic gives an empty value, which matches no pair: a pair has at least its
 * colon.
 */
function offeredBy(authorization: string | undefined): Buffer {
  const encoded = basic.exec(authorization ?? '')?.[1] ?? ''
  return Buffer.from(encoded, 'base64')
}
