import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const [ivLength, tagLength] = [12, 16]

/** Encrypts a text with a key of 32 bytes; only who names the same `about` can open it. */
export function sealText(key: Uint8Array, text: string, about = ''): string {
  const iv = randomBytes(ivLength)
  const sealing = createCipheriv(cipher, key, iv, { authTagLength: tagLength })
  sealing.setAAD(Buffer.from(about))
  const sealed = [sealing.update(text, 'utf8'), sealing.final()]
  return Buffer.concat([iv, sealing.getAuthTag(), ...sealed]).toString('base64url')
}

/** Returns a sealed text. Throws if it was sealed with another key or about something else. */
export function openText(key: Uint8Array, sealed: string, about = ''): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
  opening.setAAD(Buffer.from(about))
  opening.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  return (
    opening.update(bytes.subarray(ivLength + tagLength), undefined, 'utf8') + opening.final('utf8')
  )
}
