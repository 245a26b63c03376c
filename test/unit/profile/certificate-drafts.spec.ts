import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCertificateDrafts } from '../../../main/profile/certificate-drafts.ts'
import type { CertificateDrafts } from '../../../main/profile/certificate-drafts.ts'
import { certificateInspection } from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import { VirtualTime } from '../bank/support/virtual-time.ts'
import { filesOf, makeChain, type TestChain } from './certificates/support/test-certificates.ts'
import { aesByPbkdf2, pkcs12 } from './certificates/support/test-encryptions.ts'
import { above, traditionalKey } from './certificates/support/test-pki.ts'

const minuteMs = 60_000
let chain: TestChain
beforeAll(async () => {
  chain = await makeChain()
})

let time: VirtualTime
let drafts: CertificateDrafts
beforeEach(() => {
  time = new VirtualTime()
  time.wallOffsetMs = Date.now()
  let count = 0
  drafts = createCertificateDrafts({
    newId: () => `draft-${(count += 1)}`,
    clock: time.clock,
    startTimer: time.startTimer,
  })
})

const whole = () => filesOf({ 'a.pem': chain.leaf.pem + above(chain), 'a.key': chain.leaf.key })
const isOverwritten = (files: readonly { readonly bytes: Buffer }[]): boolean =>
  files.every(({ bytes }) => bytes.every((byte) => byte === 0))
const material = () => ({
  certificateChain: chain.leaf.pem + above(chain),
  privateKey: chain.leaf.key,
})

describe('a draft', () => {
  it('returns the material and the shown findings, until it is discarded', async () => {
    const files = whole()
    const inspection = certificateInspection.parse(await drafts.open(files))
    expect(inspection).toMatchObject({ draftId: 'draft-1', ready: true, files: ['a.pem', 'a.key'] })
    expect(await drafts.take('draft-1')).toEqual({
      kind: 'taken',
      material: material(),
      chain: inspection.chain,
    })
    expect(await drafts.take('draft-1')).toMatchObject({ kind: 'taken', material: material() })
    drafts.discard('draft-1')
    expect(await drafts.take('draft-1')).toBeUndefined()
    expect(isOverwritten(files)).toBe(true)
  })

  it('takes files that were missing', async () => {
    await drafts.open(filesOf({ 'a.pem': chain.leaf.pem }))
    expect(await drafts.add('draft-1', filesOf({ 'ca.pem': above(chain) }))).toMatchObject({
      findings: [{ problem: 'key-missing' }],
    })
    expect(await drafts.add('draft-1', filesOf({ 'a.key': chain.leaf.key }))).toMatchObject({
      draftId: 'draft-1',
      files: ['a.pem', 'ca.pem', 'a.key'],
      ready: true,
    })
  })

  it('is unlocked by its passwords one after the other', async () => {
    const how = { certificates: aesByPbkdf2(), key: aesByPbkdf2() }
    const store = pkcs12([chain.intermediate, chain.root], chain.leaf.key, 'of the store', how)
    const key = traditionalKey(chain.leaf, 'of the key')
    await drafts.open(filesOf({ 'ca.p12': store, 'a.pem': chain.leaf.pem, 'a.key': key }))
    const problems = async (password: string) => {
      const inspection = await drafts.unlock('draft-1', password)
      return inspection?.findings.map(({ problem, about }) => `${problem} ${about}`)
    }
    expect(await problems('wrong')).toEqual(['wrong-password ca.p12', 'wrong-password a.key'])
    expect(await problems('of the store')).toEqual(['wrong-password a.key'])
    const added = await drafts.add('draft-1', filesOf({ 'b.pem': chain.root.pem }))
    expect(added?.findings).toEqual([{ problem: 'password-needed', about: 'a.key' }])
    expect(await problems('of the key')).toEqual([])
    expect(await drafts.take('draft-1')).toMatchObject({ kind: 'taken', material: material() })
  })

  it('does not try a wrong password on files that come later', async () => {
    await drafts.open(filesOf({ 'a.pem': chain.leaf.pem + above(chain) }))
    await drafts.unlock('draft-1', 'not for this')
    const locked = filesOf({ 'a.key': traditionalKey(chain.leaf, 'not for this') })
    expect((await drafts.add('draft-1', locked))?.findings).toEqual([
      { problem: 'password-needed', about: 'a.key' },
    ])
  })

  it('is not accepted while it has a problem, and stays', async () => {
    const files = filesOf({ 'a.pem': chain.leaf.pem + above(chain) })
    await drafts.open(files)
    expect(await drafts.take('draft-1')).toEqual({
      kind: 'refused',
      findings: [{ problem: 'key-missing', about: null }],
    })
    expect(isOverwritten(files)).toBe(false)
    await drafts.add('draft-1', filesOf({ 'a.key': chain.leaf.key }))
    expect(await drafts.take('draft-1')).toMatchObject({ kind: 'taken' })
  })

  it('is judged again when it is taken: a certificate may have expired since', async () => {
    await drafts.open(whole())
    time.wallOffsetMs += 48 * 60 * minuteMs
    expect(await drafts.take('draft-1')).toMatchObject({
      kind: 'refused',
      findings: [{ problem: 'expired' }, { problem: 'expired' }, { problem: 'expired' }],
    })
  })
})

describe('a draft is gone', () => {
  const expectGone = async (draftId: string): Promise<void> => {
    expect(await drafts.add(draftId, [])).toBeUndefined()
    expect(await drafts.unlock(draftId, 'secret')).toBeUndefined()
    expect(await drafts.take(draftId)).toBeUndefined()
  }

  it('when it was discarded, its bytes overwritten', async () => {
    const [first, second] = [whole(), whole()]
    await drafts.open(first)
    await drafts.add('draft-1', second)
    drafts.discard('draft-1')
    expect(isOverwritten([...first, ...second])).toBe(true)
    await expectGone('draft-1')
  })

  it('when another was opened in its place', async () => {
    const [first, second] = [whole(), whole()]
    await drafts.open(first)
    await drafts.open(second)
    expect(isOverwritten(first)).toBe(true)
    await expectGone('draft-1')
    drafts.discard('draft-1')
    expect(isOverwritten(second)).toBe(false)
    expect(await drafts.take('draft-2')).toMatchObject({ kind: 'taken' })
  })

  it('15 minutes after it was last used, without any request', async () => {
    const files = whole()
    await drafts.open(files)
    await time.advance(14 * minuteMs)
    expect(await drafts.add('draft-1', [])).toBeDefined()
    await time.advance(14 * minuteMs)
    expect(isOverwritten(files)).toBe(false)
    await time.advance(minuteMs)
    expect(isOverwritten(files)).toBe(true)
    await expectGone('draft-1')
  })

  it('also when its timer is late', async () => {
    const files = whole()
    await drafts.open(files)
    time.ms += 15 * minuteMs
    await expectGone('draft-1')
    expect(isOverwritten(files)).toBe(true)
  })

  it('and an earlier timer does not end a later draft', async () => {
    await drafts.open(whole())
    await time.advance(10 * minuteMs)
    await drafts.open(whole())
    await time.advance(10 * minuteMs)
    expect(await drafts.take('draft-2')).toMatchObject({ kind: 'taken' })
  })

  it('when it never was', async () => {
    await expectGone('draft-1')
    drafts.discard('draft-1')
  })
})
