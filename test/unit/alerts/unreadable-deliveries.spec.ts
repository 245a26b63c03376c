/** Requests that no gate can judge: the bank keeps what is answered 5xx, and nothing else. */
import { connect as connectPlainly } from 'node:net'
import { expect, it } from 'vitest'
import { head, post, RunningListener, statusOf, type Sender } from './support/running-listener.ts'

const chunked = { 'transfer-encoding': 'chunked' }

/** A listener, and what it said of the requests that it did not accept. */
async function listening() {
  const rejected: { kind: string; isDelivery: boolean }[] = []
  const running = await RunningListener.open({
    refused: (kind, _from, isDelivery = false) => rejected.push({ kind, isDelivery }),
  })
  return { running, rejected, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() }
}
const maybeTheBank = [{ kind: 'unreadable', isDelivery: true }]
const notTheBank = [{ kind: 'unreadable', isDelivery: false }]

it.each<[string, string[]]>([
  ['one header of 9,000 bytes', [head({ 'x-forwarded-client-cert': 'b'.repeat(9000) })]],
  ['more than 100 headers', [head(Object.fromEntries(numbered(150)))]],
  ['a long header that comes in parts', [head({ cookie: 'b'.repeat(9000) }).slice(0, 60), 'rest']],
  ['no host', [head({ host: null, 'content-length': 2 }), '[]']],
  ['a header with a NUL', [head({ 'x-a': 'b\0c', 'content-length': 2 })]],
  ['two lengths', [head({ 'content-length': 2, 'Content-Length ': 4 })]],
  ['a malformed chunk after the head', [head(chunked), '-2\r\n[]\r\n0\r\n\r\n']],
  ['a body that ends too soon', [head({ 'content-length': 10 }), '[]', 'end']],
])('answers 503 to %s, counts it, and says that it may be the bank', async (_name, parts) => {
  await using on = await listening()
  const sender = await on.running.connect()
  await writeInParts(sender, parts)
  expect(statusOf(await sender.rest())).toBe(503)
  expect(sender.received.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(on.rejected).toEqual(maybeTheBank)
  expect(on.running.delivered).toEqual([])
})

it('says that a sender that broke off in its body may be the bank', async () => {
  await using on = await listening()
  const plain = connectPlainly(on.running.listener.port, '127.0.0.1')
  const sender = await on.running.connect({ socket: plain })
  sender.write(head({ 'content-length': 10, expect: '100-continue' }))
  await sender.until(/^HTTP\/1\.1 100 /)
  plain.resetAndDestroy()
  await expect.poll(() => on.rejected).toEqual(maybeTheBank)
})

it('says that a let-in sender may be the bank, whatever it sends next', async () => {
  await using on = await listening()
  const sender = await on.running.connect()
  sender.write(post('[1]', { connection: null }))
  await sender.until(/^HTTP\/1\.1 200 .*\}$/s)
  sender.write('rubbish\r\n\r\n')
  expect(await sender.rest()).toContain('HTTP/1.1 503 ')
  expect(on.rejected).toEqual(maybeTheBank)
})

it.each([
  ['bytes of no kind', '\x16\x03\x01 \0\0\r\n\r\n'],
  ['a scanner that asks for a page', head({ cookie: 'b'.repeat(9000) }, 'GET / HTTP/1.1')],
  ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
])('answers 503 to %s of a stranger, counts it, and opens no gap', async (_name, text) => {
  await using on = await listening()
  expect(statusOf(await on.running.send(text))).toBe(503)
  expect(on.rejected).toEqual(notTheBank)
})

it('answers 503 to heads that are not whole in time, and counts a connection without a byte as nothing', async () => {
  await using on = await listening()
  const silent = await on.running.connect()
  expect(statusOf(await silent.rest())).toBe(503)
  expect(on.rejected).toEqual([])
  const late = await on.running.connect()
  late.write('POST /alerts HTTP/1.1\r\nhost: x\r\n')
  const stalled = await on.running.connect()
  stalled.write(`${head({ 'content-length': 10 })}12345`)
  expect((await Promise.all([late.rest(), stalled.rest()])).map(statusOf)).toEqual([503, 503])
  expect(on.rejected).toEqual([...maybeTheBank, ...maybeTheBank])
}, 30_000)

function numbered(count: number): [string, string][] {
  return Array.from({ length: count }, (_, n) => [`x-${String(n)}`, 'b'])
}

/** Each part in a packet of its own; `rest` is a long header's rest, `end` ends the sending. */
async function writeInParts(sender: Sender, parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    if (part === 'end') sender.socket.end()
    else
      await new Promise((resolve) => {
        sender.socket.write(part === 'rest' ? `${'b'.repeat(9000)}\r\n\r\n` : part, resolve)
      })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
