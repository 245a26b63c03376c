import { createServer, connect } from 'node:tls'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createCertificateDrafts } from '../../../../main/profile/certificate-drafts.ts'
import { inspectFiles } from '../../../../main/profile/certificates/inspect-files.ts'
import { createListenerCertificate } from '../../../../main/profile/listener-setup.ts'
import { systemClock } from '../../../../main/platform/clock.ts'
import * as make from './support/test-certificates.ts'
import { Generated } from './support/test-certificates.ts'

const { authority, keyCertSign, noAuthority, purposes, uses } = make
const nameOf = (name: string): string => `CN=${name}, O=Ridgeway, C=US`
const authorityUse = [authority(), uses(keyCertSign)]
const serverUse = [noAuthority(), uses(make.digitalSignature), purposes(make.serverAuth)]

const inspect = (texts: readonly string[], known?: readonly string[]) =>
  inspectFiles(
    make.filesOf({ 'a.pem': texts.join('') }),
    null,
    new Date(),
    known,
    undefined,
    'listener',
  )
const findingsOf = (texts: readonly string[]) => inspect(texts).inspection.findings

async function chainFor(leafExtensions: readonly ReturnType<typeof authority>[]) {
  const root = await Generated.make({ name: 'Top', extensions: authorityUse })
  const by = await root.issue({ name: 'By', extensions: authorityUse })
  return { root, by, leaf: await by.issue({ name: 'Low', extensions: leafExtensions }) }
}

describe('a certificate for the listener', () => {
  it.each([
    ['for servers', serverUse],
    ['for clients and servers', [noAuthority(), purposes(make.clientAuth, make.serverAuth)]],
    ['that names no purpose', [noAuthority()]],
  ])('%s is taken and answers a call', async (_what, extensions) => {
    const { root, by, leaf } = await chainFor(extensions)
    const { inspection, material } = inspect([root.pem, leaf.key, leaf.pem, by.pem])
    expect(inspection.findings).toEqual([])
    if (!material) throw new Error('no material')
    const { certificateChain: cert, privateKey: key } = material
    const server = createServer({ cert, key }, (socket) => socket.end('here'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const checkServerIdentity = () => undefined
    const socket = connect({ host: '127.0.0.1', port, ca: root.pem, checkServerIdentity })
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toBe('here')
    expect(socket.authorized).toBe(true)
    socket.destroy()
    server.close()
  })

  it('for clients alone is not taken, nor one whose issuer is for clients alone', async () => {
    const { root, by, leaf } = await chainFor([noAuthority(), purposes(make.clientAuth)])
    expect(findingsOf([root.pem, by.pem, leaf.pem, leaf.key])).toEqual([
      { problem: 'not-for-servers', about: nameOf('Low') },
    ])
    const forClients = [...authorityUse, purposes(make.clientAuth)]
    const other = await root.issue({ name: 'Other', extensions: forClients })
    const low = await other.issue({ name: 'Low', extensions: serverUse })
    expect(findingsOf([root.pem, other.pem, low.pem, low.key])).toEqual([
      { problem: 'not-for-servers', about: nameOf('Other') },
    ])
  })

  it('may be signed by itself, directly by a root, or by an authority with an unknown root', async () => {
    const alone = await Generated.make({ name: 'Alone', extensions: serverUse })
    const own = await Generated.make({ name: 'Own', extensions: [authority()] })
    for (const { pem, key } of [alone, own]) expect(findingsOf([pem, key])).toEqual([])
    const { root, by, leaf } = await chainFor(serverUse)
    expect(findingsOf([by.pem, leaf.pem, leaf.key])).toEqual([])
    const direct = await root.issue({ name: 'Direct', extensions: serverUse })
    expect(findingsOf([root.pem, direct.pem, direct.key])).toEqual([])
  })

  it('that was created here is taken as well', async () => {
    const { chain, privateKey } = await createListenerCertificate(['localhost'], new Date())
    expect(findingsOf([chain, privateKey])).toEqual([])
  })

  it('above which nothing was found lacks its intermediate', async () => {
    const { root, leaf } = await chainFor(serverUse)
    const missing = [{ problem: 'intermediate-missing', about: nameOf('Low') }]
    expect(findingsOf([leaf.pem, leaf.key])).toEqual(missing)
    expect(findingsOf([leaf.pem, leaf.key, root.pem])).toEqual(missing)
  })

  it('needs its own key, and a time that has not passed', async () => {
    const { root, by, leaf } = await chainFor(serverUse)
    const others = await Generated.make({ name: 'Other', extensions: serverUse })
    expect(findingsOf([root.pem, by.pem, leaf.pem])).toEqual([
      { problem: 'key-missing', about: null },
    ])
    expect(findingsOf([root.pem, by.pem, leaf.pem, others.key])).toEqual([
      { problem: 'key-of-another', about: nameOf('Low') },
    ])
    const files = make.filesOf({ 'a.pem': root.pem + by.pem + leaf.pem + leaf.key })
    const late = new Date(Date.now() + 100 * 365 * 86_400_000)
    const { findings } = inspectFiles(files, null, late, [], [], 'listener').inspection
    expect(new Set(findings.map(({ problem }) => problem))).toEqual(new Set(['expired']))
  })

  it('goes out without a root that was not in the files', async () => {
    const { root, by, leaf } = await chainFor(serverUse)
    const { material } = inspect([by.pem, leaf.pem, leaf.key], [root.pem])
    expect(material?.certificateChain.match(/BEGIN CERTIFICATE/g)).toHaveLength(2)
  })
})

it('a draft that was chosen for one purpose cannot be taken for the other', async () => {
  const both = [noAuthority(), uses(make.digitalSignature)]
  const { root, by, leaf } = await chainFor(both)
  const drafts = createCertificateDrafts({ clock: systemClock, newId: () => 'a-draft' })
  const files = () => make.filesOf({ 'a.pem': root.pem + by.pem + leaf.pem + leaf.key })
  await drafts.open(files(), 'listener')
  expect(await drafts.take('a-draft')).toBeUndefined()
  expect(await drafts.take('a-draft', 'listener')).toMatchObject({ kind: 'taken' })
  await drafts.open(files())
  expect(await drafts.take('a-draft', 'listener')).toBeUndefined()
  expect(await drafts.take('a-draft')).toMatchObject({ kind: 'taken' })
  drafts.forget()
})
