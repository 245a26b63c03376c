import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import {
  endpointOf,
  lookupAll,
  reachAddress,
  resolveHost,
  type Lookup,
} from '../../../../main/workplace/doctor/network-step.ts'

const never: Lookup = () => new Promise(() => undefined)

it.each([
  ['https://bank.example', { host: 'bank.example', port: 443 }],
  ['https://bank.example:8443/api', { host: 'bank.example', port: 8443 }],
  ['https://[::1]:9000', { host: '::1', port: 9000 }],
])('reads host and port of %s', (baseUrl, endpoint) => {
  expect(endpointOf(baseUrl)).toEqual(endpoint)
})

it.each(['127.0.0.1', '::1'])('takes %s as it is given', async (host) => {
  expect(await resolveHost(host, never)).toMatchObject({ finding: 'fine', addresses: [host] })
})

it('lists every address of a name', async () => {
  const lookup: Lookup = () =>
    Promise.resolve([
      { address: '10.0.0.1', family: 4 },
      { address: 'fd00::1', family: 6 },
      { address: '10.0.0.1', family: 4 },
    ])
  expect(await resolveHost('bank.example', lookup)).toMatchObject({
    addresses: ['10.0.0.1', 'fd00::1'],
    facts: [{ value: 'bank.example' }, { value: '10.0.0.1, fd00::1' }],
  })
})

it('resolves by the system unless another resolver is given', async () => {
  const { finding, addresses } = await resolveHost('localhost', lookupAll)
  expect(finding).toBe('fine')
  expect(addresses.length).toBeGreaterThan(0)
})

it('reports the system’s message where a name is not known', async () => {
  const found = await resolveHost('no-such-bank.invalid', lookupAll)
  expect(found).toMatchObject({ state: 'failed', finding: 'address-not-found', addresses: [] })
  expect(found.facts.at(-1)?.value).toMatch(/ENOTFOUND|EAI_AGAIN/)
})

it('does not wait for a name service that keeps silent', async () => {
  expect(await resolveHost('bank.example', never, 40)).toMatchObject({ finding: 'timed-out' })
})

/** Returns a port on which nothing listens any more. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

it('says that nothing listens there', async () => {
  const found = await reachAddress(['127.0.0.1'], await freePort())
  expect(found).toMatchObject({
    state: 'failed',
    finding: 'connection-refused',
    address: null,
  })
  expect(found.facts.at(-1)?.value).toContain('ECONNREFUSED')
})

it('says that the network has no way to an address', async () => {
  expect((await reachAddress(['255.255.255.255'], 443, 2_000)).finding).toBe('unreachable')
})

it('says that nothing came in time', async () => {
  // A stopped process accepts no connection, and once its queue is full no connection gets through.
  const program = `require('net').createServer().listen(0, '127.0.0.1', 1,
    function () { console.log(this.address().port) })`
  const still = spawn(process.execPath, ['--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(still.stdout, 'data')) as [Buffer]
  const port = Number(line)
  still.kill('SIGSTOP')
  const queue = Array.from({ length: 8 }, () =>
    connect({ host: '127.0.0.1', port }).on('error', () => undefined),
  )
  await Promise.all(queue.slice(0, 2).map((socket) => once(socket, 'connect')))
  expect((await reachAddress(['127.0.0.1'], port, 300)).finding).toBe('timed-out')
  for (const socket of queue) socket.destroy()
  still.kill('SIGKILL')
})

it('continues with the next address of the name, and sends nothing', async () => {
  const received: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const found = await reachAddress(['127.0.0.2', '127.0.0.1'], port)
  expect(found).toMatchObject({ finding: 'fine', address: '127.0.0.1' })
  expect(found.facts.map(({ label }) => label)).toContain('System message for 127.0.0.2')
  server.close()
  await once(server, 'close')
  expect(received).toEqual([])
})
