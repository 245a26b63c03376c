import { beforeAll, describe, expect, it } from 'vitest'
import { inspectFiles } from '../../../../main/profile/certificates/inspect-files.ts'
import * as make from './support/test-certificates.ts'
import { Generated, type TestChain } from './support/test-certificates.ts'
import { above } from './support/test-pki.ts'
import { versionOneChain } from './support/version-one.ts'

const { authorityExtensions, leafExtensions } = make
const dayMs = 24 * 3_600_000
const inDays = (days: number): Date => new Date(Date.now() + days * dayMs)
const nameOf = (name: string): string => `CN=${name}, O=Ridgeway, C=US`

let chain: TestChain
let other: TestChain
beforeAll(async () => {
  ;[chain, other] = await Promise.all([make.makeChain(), make.makeChain(make.ec, 'Other ')])
})

const inspect = (texts: readonly string[], knownRoots?: readonly string[]) =>
  inspectFiles(make.filesOf({ 'a.pem': texts.join('') }), null, new Date(), knownRoots)
const findingsOf = (texts: readonly string[], knownRoots?: readonly string[]) =>
  inspect(texts, knownRoots).inspection.findings

describe('the root', () => {
  it('is completed from the known ones, and shown as such', () => {
    const { leaf, intermediate, root } = chain
    const { inspection, material } = inspect(
      [leaf.pem, intermediate.pem, leaf.key],
      [other.root.pem, root.pem],
    )
    expect(inspection).toMatchObject({ ready: true, rootFrom: 'known-roots' })
    expect(inspection.chain.map(({ from }) => from)).toEqual(['files', 'files', 'known-roots'])
    expect(material?.certificateChain).toBe(leaf.pem + above(chain))
  })

  it('comes from the files where it is in both', () => {
    const { leaf, root } = chain
    const { inspection } = inspect([leaf.pem, above(chain), leaf.key], [root.pem])
    expect(inspection.rootFrom).toBe('files')
  })

  it('of a list with an unreadable entry is still found', () => {
    const { leaf, intermediate, root } = chain
    const known = ['garbage', root.pem]
    expect(findingsOf([leaf.pem, intermediate.pem, leaf.key], known)).toEqual([])
  })

  it('is not one that only has the same name', async () => {
    const impostor = await Generated.make({ name: 'Root', extensions: authorityExtensions })
    const { leaf, intermediate } = chain
    const { inspection } = inspect([leaf.pem, intermediate.pem, impostor.pem, leaf.key])
    expect(inspection.ready).toBe(false)
    expect(inspection.chain).toHaveLength(2)
    expect(inspection.leftOut).toHaveLength(1)
  })

  it('of the first version of X.509, which has no extensions, is a root', () => {
    const texts = versionOneChain()
    expect(findingsOf(texts)).toEqual([])
  })

  it('is reached by the way that reaches it, where an authority is cross-signed', async () => {
    const { intermediate, root, leaf } = chain
    const crossed = await other.intermediate.issue({
      name: 'Intermediate',
      extensions: authorityExtensions,
      keys: intermediate.keys,
      validTo: inDays(300),
    })
    const own = { certificateChain: leaf.pem + above(chain) }
    const dead = inspect([leaf.pem, crossed.pem, above(chain), leaf.key])
    expect(dead.material).toMatchObject(own)
    expect(dead.inspection.leftOut).toMatchObject([{ issuer: nameOf('Other Intermediate') }])
    const both = [leaf.pem, crossed.pem, other.intermediate.pem, leaf.key]
    expect(findingsOf(both, [other.root.pem])).toEqual([])
    expect(findingsOf(both, [root.pem])).toMatchObject([{ problem: 'root-missing' }])
  })

  it('is reached through the authority that is still valid, where it was renewed', async () => {
    const { intermediate, root, leaf } = chain
    const before = await root.issue({
      name: 'Intermediate',
      extensions: authorityExtensions,
      keys: intermediate.keys,
      validFrom: inDays(-30),
      validTo: inDays(-1),
    })
    const texts = [leaf.pem, before.pem, intermediate.pem, root.pem, leaf.key]
    expect(findingsOf(texts)).toEqual([])
    expect(findingsOf([leaf.pem, before.pem, root.pem, leaf.key])).toEqual([
      { problem: 'expired', about: nameOf('Intermediate') },
    ])
  })

  it('is reached through the valid authority though its renewal ends later', async () => {
    const { intermediate, root, leaf } = chain
    const next = await root.issue({
      name: 'Intermediate',
      extensions: authorityExtensions,
      keys: intermediate.keys,
      validFrom: inDays(1),
      validTo: inDays(900),
    })
    expect(findingsOf([leaf.pem, next.pem, intermediate.pem, root.pem, leaf.key])).toEqual([])
  })

  it('is the nearest one, where it is cross-signed by another', async () => {
    const { intermediate, root, leaf } = chain
    const crossed = await other.root.issue({
      name: 'Root',
      extensions: authorityExtensions,
      keys: root.keys,
      validTo: inDays(900),
    })
    const { material } = inspect(
      [leaf.pem, crossed.pem, intermediate.pem, root.pem, leaf.key],
      [other.root.pem],
    )
    expect(material?.certificateChain).toBe(leaf.pem + above(chain))
  })

  it('is not one that only names itself: an authority that changed its key is between', async () => {
    const { root } = chain
    const changed = await root.issue({ name: 'Root', extensions: authorityExtensions })
    const by = await changed.issue({ name: 'By', extensions: authorityExtensions })
    const leaf = await by.issue({ name: 'Low', extensions: leafExtensions })
    const texts = [changed.pem, leaf.pem, by.pem, leaf.key]
    expect(findingsOf(texts)).toEqual([{ problem: 'root-missing', about: nameOf('Root') }])
    const { material } = inspect([root.pem, ...texts])
    expect(material?.certificateChain).toBe(leaf.pem + by.pem + changed.pem + root.pem)
  })

  it('is missing where two authorities have only signed each other', async () => {
    const alone = await Generated.make({ name: 'B', extensions: authorityExtensions })
    const a = await alone.issue({ name: 'A', extensions: authorityExtensions })
    const b = await a.issue({ name: 'B', extensions: authorityExtensions, keys: alone.keys })
    const leaf = await a.issue({ name: 'Low', extensions: leafExtensions })
    const { inspection } = inspect([leaf.pem, a.pem, b.pem, leaf.key])
    expect(inspection.findings).toEqual([{ problem: 'root-missing', about: nameOf('B') }])
    expect(inspection.chain).toHaveLength(3)
  })
})
