/**
 * What this program opens to others than the bank: it gives each address of a name the same time, and
 * forwarding takes the profile's proxy to the outside. Real TLS and a real CONNECT proxy.
 */
import dns from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { postAlerts } from '../../../main/alerts/forwarding/forward-post.ts'
import { createProbe } from '../../../main/alerts/listener/probe.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import type { ProxyAccess } from '../../../main/platform/proxy-tunnel.ts'
import { createUpdateFeed } from '../../../main/workplace/updates/update-feed.ts'
import { ProxyOfTest, refuses } from '../bank/support/proxy-of-test.ts'
import { nameLeadsTo, silentAddress } from '../bank/support/slow-network.ts'
import { makeTestPki, type TestPki } from '../bank/support/test-pki.ts'

/** A public name, of which the tests say where it leads. */
const name = 'receiver.example'
let pki: TestPki
beforeAll(async () => {
  pki = await makeTestPki(name)
})

let server: Server
let port: number
beforeEach(async () => {
  server = createServer({ cert: pki.certificate, key: pki.key }, (_, response) =>
    response.end('{}'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ;({ port } = server.address() as AddressInfo)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
})
const url = (): string => `https://${name}:${String(port)}/take`

const forward = (proxy: ProxyAccess | null = null) =>
  postAlerts([pki.ca])({
    url: url(),
    body: '{}',
    headers: {},
    privateCa: null,
    proxy,
    signal: AbortSignal.timeout(20_000),
  })

async function reach() {
  const probe = createProbe({ clock: systemClock, changed: () => undefined, roots: [pki.ca] })
  await probe.call({ publicUrl: url(), ownChain: null })
  return probe.reach().detail
}

describe('an address that answers after half a second', () => {
  it.each([
    ['forwarding', forward, { status: 200, problem: null }],
    ['the update check', () => createUpdateFeed(() => [pki.ca]).readManifest(url()), { ok: true }],
    ['the check from outside', async () => ({ detail: await reach() }), { detail: 'HTTP 200' }],
  ] as const)('is waited for by %s', async (_, call, found) => {
    const { host, opens } = await silentAddress(port)
    // Nothing listens at the second, and the system says so at once.
    nameLeadsTo(host, '127.0.0.4')
    setTimeout(opens, 500)
    expect(await call()).toMatchObject(found)
  })
})

describe('forwarding of a profile with a proxy', () => {
  const leadsTo = (...addresses: readonly string[]): void => {
    const lookup = vi.spyOn(dns, 'lookup')
    if (addresses.length === 0) lookup.mockRejectedValue(new Error('ENOTFOUND'))
    else
      lookup.mockResolvedValue(
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })) as never,
      )
    onTestFinished(() => lookup.mockRestore())
  }

  it.each([
    ['a public address', ['198.51.100.7', '2001:db8::7']],
    ['a name that is not known here', []],
  ])('goes through it to %s', async (_, addresses) => {
    leadsTo(...addresses)
    const proxy = await ProxyOfTest.open()
    expect(await forward(proxy.access())).toEqual({ status: 200, problem: null })
    expect(proxy.heads).toEqual([expect.stringContaining(`CONNECT ${name}:${String(port)} `)])
    expect(Buffer.concat(proxy.inside).includes('/take')).toBe(false)
  })

  it.each(['10.1.2.3', '172.31.0.9', '192.168.7.7', 'fd12::9', '127.0.0.1'])(
    'goes directly to %s, in a network of its own',
    async (address) => {
      leadsTo(address)
      nameLeadsTo('127.0.0.1')
      const proxy = await ProxyOfTest.open()
      expect(await forward(proxy.access())).toEqual({ status: 200, problem: null })
      expect(proxy.heads).toEqual([])
    },
  )

  it('says why the proxy opened no way, and sends nothing around it', async () => {
    leadsTo('198.51.100.7')
    const proxy = await ProxyOfTest.open(refuses('403 Forbidden'))
    expect(await forward(proxy.access())).toEqual({
      status: null,
      problem: 'The proxy answered 403.',
    })
  })
})
