import { expect, it } from 'vitest'
import { head, kept, post, StandingListener, statusOf } from './parts/standing-listener.ts'

it('hands the raw bytes, their type and their sender to the intake, and answers what the intake says', async () => {
  await using standing = await StandingListener.open()
  const answer = await standing.send(post('[{"a":1}]', { 'content-type': 'application/json' }))
  expect(statusOf(answer)).toBe(200)
  expect(answer).toContain('content-type: application/json')
  expect(answer.endsWith(kept.body)).toBe(true)
  expect(standing.delivered).toEqual([
    { remote: '127.0.0.1', contentType: 'application/json', bytes: Buffer.from('[{"a":1}]') },
  ])
  expect(standing.received).toEqual([1])
  expect(standing.refused).toEqual([])
})

it('answers 401 before the body is sent', async () => {
  await using standing = await StandingListener.open()
  const sender = await standing.connect()
  sender.write(head({ authorization: null, 'content-length': 3_000_000 }))
  const answer = await sender.until(/\r\n\r\n/)
  expect(statusOf(answer)).toBe(401)
  await sender.rest()
  expect(standing.delivered).toEqual([])
})

it('serves several requests on one connection', async () => {
  await using standing = await StandingListener.open()
  const sender = await standing.connect()
  for (const n of [1, 2, 3]) {
    sender.received = ''
    sender.write(post(`[${n}]`, { connection: null }))
    await sender.until(/\]\}$/)
  }
  expect(standing.delivered).toHaveLength(3)
})
