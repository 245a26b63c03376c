import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  openRecoveryFile,
  readRecoveryFile,
  writeRecoveryFile,
  type RecoveryHead,
} from '../../../main/profile/recovery-file.ts'
import { guessCost } from '../../../main/platform/passphrase-key.ts'
import { newStoreKey } from '../../../main/store/store-key.ts'
import { cheapCost } from '../support/workstation.ts'

const head: RecoveryHead = {
  profileId: 'abcdef123456',
  profileName: 'Ridgeway Treasury',
  environment: 'production',
  writtenAt: '2026-11-21T09:00:00.000Z',
  hint: 'the four words of the safe',
}
const passphrase = 'correct horse battery staple'
const written = (key = newStoreKey()) => writeRecoveryFile(head, key, passphrase, cheapCost)

const read = (text: string) => {
  const file = readRecoveryFile(Buffer.from(text))
  if (!file.ok) throw new Error(file.error)
  return file.value
}

describe('the recovery file', () => {
  it('returns the key for its passphrase, and first states its purpose', async () => {
    const key = newStoreKey()
    const text = await writeRecoveryFile(head, key, passphrase)
    expect(read(text).kdf).toMatchObject({ name: 'scrypt', ...guessCost })
    expect(text).toMatch(/^COUNTERSIGN RECOVERY FILE\n/)
    expect(text).toContain('Ridgeway Treasury')
    expect(text).toContain('the four words of the safe')
    expect(await openRecoveryFile(read(text), passphrase)).toEqual(key)
  })

  it('holds neither the key nor the passphrase in any spelling', async () => {
    const key = newStoreKey()
    const text = await written(key)
    const block = Buffer.from(
      (/RECOVERY-----\n([\s\S]*?)\n-----END/.exec(text)?.[1] ?? '').replaceAll('\n', ''),
      'base64',
    ).toString()
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      expect(text + block).not.toContain(Buffer.from(key).toString(encoding))
    }
    expect(text + block).not.toContain(passphrase)
  })

  it('stays closed to every other passphrase', async () => {
    const file = read(await written())
    for (const wrong of ['', 'correct horse battery stapl', 'Correct horse battery staple', 'x'])
      expect(await openRecoveryFile(file, wrong)).toBeUndefined()
  })

  it('takes the passphrase however a keyboard composed its letters', async () => {
    const key = newStoreKey()
    const composed = 'schl\u00fcssel im safe'
    const text = await writeRecoveryFile(head, key, composed, cheapCost)
    expect(await openRecoveryFile(read(text), composed.normalize('NFD'))).toEqual(key)
  })

  it('does not open when any part of it was changed', async () => {
    const file = read(await written())
    const other = { profileId: 'ffffff123456', environment: 'pre-production', hint: 'x' } as const
    for (const change of Object.entries(other)) {
      const changed = { ...file, [change[0]]: change[1] }
      expect(await openRecoveryFile(changed, passphrase)).toBeUndefined()
    }
    const wrapped = Buffer.from(file.wrapped, 'base64')
    wrapped[0] = (wrapped[0] ?? 0) ^ 1
    expect(
      await openRecoveryFile({ ...file, wrapped: wrapped.toString('base64') }, passphrase),
    ).toBeUndefined()
  })

  it('survives a mail program: CRLF, spaces around it, text before and after', async () => {
    const key = newStoreKey()
    const mailed = `> forwarded\r\n\r\n${(await written(key)).replaceAll('\n', '  \r\n')}\r\n-- \r\nMara`
    expect(await openRecoveryFile(read(mailed), passphrase)).toEqual(key)
  })

  it('refuses anything else as such, and never throws', async () => {
    const text = await written()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        expect(readRecoveryFile(Buffer.from(bytes)).ok).toBe(false)
      }),
    )
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 3 }), (at, put) => {
        readRecoveryFile(Buffer.from(text.slice(0, at) + put + text.slice(at + 1)))
      }),
    )
  })

  it('refuses a file that requires a costly derivation', async () => {
    const file = read(await written())
    const costly = { ...file, kdf: { ...file.kdf, N: 2 ** 30 } }
    const block = Buffer.from(JSON.stringify(costly)).toString('base64')
    const text = `-----BEGIN COUNTERSIGN RECOVERY-----\n${block}\n-----END COUNTERSIGN RECOVERY-----\n`
    expect(readRecoveryFile(Buffer.from(text))).toMatchObject({ ok: false })
  })
})
