import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { head, accepted, post, RunningListener, statusOf } from '../support/running-listener.ts'

it('passes the raw bytes, their type and their sender to the intake, and returns its answer', async () => {
  await using runningListener = await RunningListener.open()
  const answer = await runningListener.send(
    post('[{"a":1}]', { 'content-type': 'application/json' }),
  )
  expect(statusOf(answer)).toBe(200)
  expect(answer).toContain('content-type: application/json')
  expect(answer.endsWith(accepted.body)).toBe(true)
  expect(runningListener.delivered).toEqual([
    { remote: '127.0.0.1', contentType: 'application/json', bytes: Buffer.from('[{"a":1}]') },
  ])
  expect(runningListener.received).toEqual([1])
  expect(runningListener.refused).toEqual([])
})

it('answers 401 before the body is sent', async () => {
  await using runningListener = await RunningListener.open()
  const sender = await runningListener.connect()
  sender.write(head({ authorization: null, 'content-length': 3_000_000 }))
  const answer = await sender.until(/\r\n\r\n/)
  expect(statusOf(answer)).toBe(401)
  await sender.rest()
  expect(runningListener.delivered).toEqual([])
})

it('serves several requests on one connection', async () => {
  await using runningListener = await RunningListener.open()
  const sender = await runningListener.connect()
  for (const n of [1, 2, 3]) {
    sender.received = ''
    sender.write(post(`[${n}]`, { connection: null }))
    await sender.until(/\]\}$/)
  }
  expect(runningListener.delivered).toHaveLength(3)
})

it('closes a connection that is idle after its answer', async () => {
  await using runningListener = await RunningListener.open({ idleMs: 50 })
  const sender = await runningListener.connect()
  sender.write(post('[1]', { connection: null }))
  expect(statusOf(await sender.rest())).toBe(200)
  expect(runningListener.refused).toEqual([])
})

it('listens on an IPv6 address, in the brackets of a URL or without', async ({ skip }) => {
  if (!(await hasIpv6())) skip('This machine has no IPv6 loopback')
  for (const host of ['[::1]', '::1']) {
    await using runningListener = await RunningListener.open({ host })
    const { address, port } = runningListener.listener
    expect(address).toBe(`https://[::1]:${port}/alerts`)
  }
})

const hasIpv6 = (): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(0, '::1', () => server.close(() => resolve(true)))
  })
