import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { networkCut, networkCutToLoopback } from '../../../scripts/lib/network-cut.ts'
import { run } from '../../../scripts/lib/run.ts'

const [cut, toLoopback] = await Promise.all([networkCut(), networkCutToLoopback()])

/** The error of connecting to a server that this test opened, and of one of the program's own. */
const program = (port: number): string => `
  const { connect, createServer } = require('node:net')
  const reach = (port) => new Promise((resolve) => connect(port, '127.0.0.1')
    .on('connect', () => resolve('reached')).on('error', ({ code }) => resolve(code)))
  const own = createServer().listen(0, async () => {
    console.log(JSON.stringify([await reach(${port}), await reach(own.address().port)]))
    process.exit()
  })`

async function reached(way: readonly [string, ...string[]] | undefined): Promise<unknown> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  const [command = process.execPath, ...args] = way ? [...way, process.execPath] : []
  const { output } = await run(command, [...args, '-e', program(port)], { quiet: true })
  server.close()
  return JSON.parse(output)
}

describe('a program without a network', () => {
  it('reaches both servers where nothing is cut', async () => {
    expect(await reached(undefined)).toEqual(['reached', 'reached'])
  })

  it.skipIf(!cut)('reaches nothing at all', async () => {
    expect(await reached(cut)).toEqual(['ENETUNREACH', 'ENETUNREACH'])
  })

  it.skipIf(!toLoopback)('reaches itself, and nobody outside', async () => {
    expect(await reached(toLoopback)).toEqual(['ECONNREFUSED', 'reached'])
  })
})
