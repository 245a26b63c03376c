/** Attacks on the listener by senders without credentials, over real sockets. */
import { connect as connectPlainly } from 'node:net'
import type { SecureVersion } from 'node:tls'
import { expect, it } from 'vitest'
import {
  basicOf,
  credentials,
  good,
  head,
  accepted,
  post,
  RunningListener,
  statusOf,
} from './support/running-listener.ts'

const { userName, password } = credentials
const megabyte = 1024 * 1024

const wrong: Readonly<Record<string, string | null>> = {
  none: null,
  empty: '',
  'another password': basicOf(userName, 'another'),
  'another user': basicOf('other', password),
  'no password': basicOf(userName, ''),
  'no user': basicOf('', password),
  'the password shortened': basicOf(userName, password.slice(0, -1)),
  'the password and more': basicOf(userName, `${password}x`),
  'a NUL behind the password': basicOf(userName, `${password}\0`),
  'a NUL between': basicOf(`${userName}\0`, password),
  'in other letters': basicOf(userName.toUpperCase(), password),
  'no colon': `Basic ${Buffer.from(userName + password).toString('base64')}`,
  'only a colon': `Basic ${Buffer.from(':').toString('base64')}`,
  'another scheme': good.replace('Basic', 'Bearer'),
  'the scheme alone': 'Basic',
  'the credentials alone': good.replace('Basic ', ''),
  'no base64': `Basic ${userName}:${password}`,
  'broken base64': `${good}!`,
  'twice in one': `${good}, ${good}`,
  'letters beyond ASCII': basicOf(userName, 'pässwörd—ключ'),
}

it.each(Object.entries(wrong))(
  'bank note 98: turns away with 401 and stores nothing: %s',
  async (_name, authorization) => {
    await using runningListener = await RunningListener.open()
    const answer = await runningListener.send(post('[1]', { authorization }))
    expect(statusOf(answer)).toBe(401)
    expect(answer.toLowerCase()).toContain('\r\nwww-authenticate: basic realm=')
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
    expect(runningListener.delivered).toEqual([])
    expect(runningListener.refused).toEqual([
      { kind: 'credentials', from: '127.0.0.1', isDelivery: true },
    ])
  },
)

it('takes the first of two Authorization headers and no other', async () => {
  await using runningListener = await RunningListener.open()
  const two = head({ authorization: basicOf('a', 'b') }).replace(
    '\r\n\r\n',
    `\r\nauthorization: ${good}\r\ncontent-length: 0\r\n\r\n`,
  )
  expect(statusOf(await runningListener.send(two))).toBe(401)
  expect(runningListener.delivered).toEqual([])
})

it('answers 401 before the body, and does not read the body', async () => {
  await using runningListener = await RunningListener.open()
  const sender = await runningListener.connect({ allowHalfOpen: true })
  sender.write(head({ authorization: null, 'content-length': 1_000_000_000 }))
  expect(statusOf(await sender.until(/\r\n\r\n/))).toBe(401)
  const taken = await sender.pushAll(256 * megabyte)
  // The buffers of two systems, and far less than a loopback transfers in a second.
  expect(taken).toBeLessThan(32 * megabyte)
  expect(runningListener.delivered).toEqual([])
})

it('sends no request to continue before the credentials are checked', async () => {
  await using runningListener = await RunningListener.open()
  const expecting = { expect: '100-continue', 'content-length': 2, connection: 'close' }
  const stranger = await runningListener.send(head({ ...expecting, authorization: null }))
  expect(statusOf(stranger)).toBe(401)
  const tooLong = await runningListener.send(head({ ...expecting, 'content-length': 5_000_000 }))
  expect(statusOf(tooLong)).toBe(413)
  const sender = await runningListener.connect()
  sender.write(head(expecting))
  expect(await sender.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 100 /)
  sender.write('[]')
  expect(await sender.rest()).toContain('HTTP/1.1 200 ')
})

it('does not serve a request that follows a rejected one', async () => {
  await using runningListener = await RunningListener.open()
  const first = post('[1]', { authorization: null, connection: null })
  const answer = await runningListener.send(first + post('[2]'))
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(statusOf(answer)).toBe(401)
  expect(runningListener.delivered).toEqual([])
})

it('does not serve a request that is sent before the previous one was answered, and answers the first', async () => {
  await using runningListener = await RunningListener.open()
  const open = { connection: null }
  const answer = await runningListener.send(post('[1]', open) + post('[2]', open))
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(statusOf(answer)).toBe(200)
  expect(runningListener.delivered.map(({ bytes }) => String(bytes))).toEqual(['[1]'])
})

it('answers a delivery that it stored although garbage followed', async () => {
  await using runningListener = await RunningListener.open({}, async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return accepted
  })
  const answer = await runningListener.send(
    `${post('[1]', { connection: null })}\0\0rubbish\r\n\r\n`,
  )
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(statusOf(answer)).toBe(200)
})

it.each<SecureVersion>(['TLSv1', 'TLSv1.1'])('bank note 98: refuses %s', async (version) => {
  await using runningListener = await RunningListener.open()
  const tls = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }
  await expect(runningListener.connect(tls)).rejects.toThrow(/protocol version|alert/i)
})

it('refuses a sender that speaks no HTTP/1.1, and one that speaks no TLS', async () => {
  await using runningListener = await RunningListener.open()
  await expect(runningListener.connect({ ALPNProtocols: ['h2'] })).rejects.toThrow(/protocol/i)
  const plain = connectPlainly(runningListener.listener.port, '127.0.0.1')
  plain.write(post('[1]'))
  const lines = await plain.toArray()
  expect(Buffer.concat(lines as Buffer[]).toString('latin1')).not.toContain('HTTP')
  expect(runningListener.delivered).toEqual([])
})

const chunked = { 'transfer-encoding': 'chunked', connection: 'close' }
const twice = (one: number, other: number): string =>
  head({ 'content-length': one }).replace('\r\n\r\n', `\r\nContent-Length: ${other}\r\n\r\n`)

/** Each could mean one thing to a proxy in front and another to the listener. */
const ambiguous: Readonly<Record<string, string>> = {
  'a length and chunks': `${head({ 'content-length': 4, ...chunked })}0\r\n\r\n`,
  'chunks and a length': `${head({ ...chunked, 'content-length': 4 })}0\r\n\r\n`,
  'two lengths': `${twice(2, 4)}[1]x`,
  'the same length twice': `${twice(2, 2)}[]`,
  'a list of lengths': `${head({ 'content-length': '2, 2' })}[]`,
  'a length with a sign': `${head({ 'content-length': '+2' })}[]`,
  'a length below nothing': `${head({ 'content-length': '-2' })}[]`,
  'a length in another base': `${head({ 'content-length': '0x2' })}[]`,
  'a length beyond counting': `${head({ 'content-length': '9'.repeat(20) })}[]`,
  'a blank before the colon': `${head({ 'transfer-encoding ': 'chunked' })}0\r\n\r\n`,
  'another encoding': `${head({ 'transfer-encoding': 'xchunked' })}0\r\n\r\n`,
  'chunks that are not last': `${head({ 'transfer-encoding': 'chunked, identity' })}0\r\n\r\n`,
  'chunks behind a tab': `${head({ 'transfer-encoding': '\tchunked', 'content-length': 5 })}0\r\n\r\n`,
  'chunks behind a vertical tab': `${head({ 'transfer-encoding': '\vchunked', 'content-length': 5 })}0\r\n\r\n`,
  'a folded header': `${head({ 'transfer-encoding': '\r\n chunked', 'content-length': 5 })}0\r\n\r\n`,
  'lines that end with LF alone': `${head({ 'content-length': 2 }).replaceAll('\r\n', '\n')}[]`,
  'a CR inside a header': `${head({ 'x-a': 'b\rcontent-length: 0' })}[]`,
  'a NUL inside a header': `${head({ 'x-a': 'b\0c', 'content-length': 2 })}[]`,
  'no host': `${head({ host: null, 'content-length': 2 })}[]`,
  'a chunk of another sign': `${head(chunked)}-2\r\n[]\r\n0\r\n\r\n`,
  'a chunk beyond counting': `${head(chunked)}${'f'.repeat(18)}\r\n[]\r\n0\r\n\r\n`,
  'chunks that end with LF alone': `${head(chunked)}2\n[]\n0\n\n`,
  'words behind a chunk without end': `${head(chunked)}2;${'a'.repeat(30_000)}\r\n[]\r\n0\r\n\r\n`,
  'the beginning of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a method of no kind': head({}, 'FOO /alerts HTTP/1.1'),
  'bytes of no kind': '\x16\x03\x01 \0\0\r\n\r\n',
}

it.each(Object.entries(ambiguous))('answers 503 and stores nothing: %s', async (_name, text) => {
  await using runningListener = await RunningListener.open()
  const answer = await runningListener.send(text)
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(statusOf(answer)).toBe(503)
  expect(runningListener.delivered).toEqual([])
})

it('reads one body, to its end, from chunks with extensions', async () => {
  await using runningListener = await RunningListener.open()
  const answer = await runningListener.send(
    `${head(chunked)}2;a=b\r\n[]\r\n0\r\n\r\n${post('[2]')}`,
  )
  expect(statusOf(answer)).toBe(200)
  expect(runningListener.delivered.map(({ bytes }) => String(bytes))).toEqual(['[]'])
})

it('takes no credentials from the trailer of a body', async () => {
  await using runningListener = await RunningListener.open()
  const behind = `0\r\nauthorization: ${good}\r\n\r\n`
  const answer = await runningListener.send(head({ ...chunked, authorization: null }) + behind)
  expect(statusOf(answer)).toBe(401)
  expect(runningListener.delivered).toEqual([])
})

it('opens no tunnel', async () => {
  await using runningListener = await RunningListener.open()
  expect(await runningListener.send(head({}, 'CONNECT bank.example:443 HTTP/1.1'))).toBe('')
  expect(runningListener.delivered).toEqual([])
})

const elsewhere: Readonly<Record<string, number>> = {
  'GET /alerts': 405,
  'HEAD /alerts': 405,
  'PUT /alerts': 405,
  'DELETE /alerts': 405,
  'PROPFIND /alerts': 405,
  'OPTIONS *': 404,
  'POST /': 404,
  'POST /alert': 404,
  'POST /alerts/1': 404,
  'POST /Alerts': 404,
  'POST /%61lerts': 404,
  'POST /%zz': 404,
  'POST /x/../alerts': 404,
  'POST //listener.example/alerts': 404,
  'POST https://listener.example': 404,
  'POST https://listener.example/alert': 404,
  'POST https://listener.example/x//alerts': 404,
  'POST https://listener.example?/alerts': 404,
  'POST https://alerts': 404,
  'POST https://a@listener.example/alerts': 404,
  'POST https://listener.example/https://listener.example/alerts': 404,
  'POST ftp://listener.example/alerts': 404,
  'GET https://listener.example/alerts': 405,
}

it.each(Object.entries(elsewhere))(
  'answers %s with %i to a sender with credentials, and with 401 to all others',
  async (requested, status) => {
    await using runningListener = await RunningListener.open()
    const line = `${requested} HTTP/1.1`
    const known = head({ connection: 'close' }, line)
    expect(statusOf(await runningListener.send(known))).toBe(status)
    const stranger = head({ authorization: null, connection: 'close' }, line)
    expect(statusOf(await runningListener.send(stranger))).toBe(401)
    expect(runningListener.delivered).toEqual([])
    expect(runningListener.refusedKinds).toEqual(['not-post', 'credentials'])
  },
)

const sameAddress = [
  '/alerts',
  '/alerts/',
  '/alerts?from=bank',
  '//alerts',
  '/alerts//',
  '///alerts//?a=//b',
  'https://listener.example/alerts',
  'HTTPS://listener.example:8443//alerts/?from=bank',
  'http://[::1]:8443/alerts',
]

it.each(sameAddress)('takes alerts at %s', async (path) => {
  await using runningListener = await RunningListener.open()
  const text = `${head({ 'content-length': 2, connection: 'close' }, `POST ${path} HTTP/1.1`)}[]`
  expect(statusOf(await runningListener.send(text))).toBe(200)
})

it('answers 413 to a body that is said to be over 4 MB, before it is sent', async () => {
  await using runningListener = await RunningListener.open()
  const answer = await runningListener.send(head({ 'content-length': 4 * megabyte + 1 }))
  expect(statusOf(answer)).toBe(413)
  expect(runningListener.refusedKinds).toEqual(['too-large'])
  expect(runningListener.delivered).toEqual([])
})

it('answers 413 to chunks once they are over 4 MB, and takes no more of them', async () => {
  await using runningListener = await RunningListener.open()
  const sender = await runningListener.connect({ allowHalfOpen: true })
  sender.write(`${head(chunked)}${(1_000_000_000).toString(16)}\r\n`)
  const taken = await sender.pushAll(256 * megabyte)
  expect(statusOf(sender.received)).toBe(413)
  expect(taken).toBeLessThan(40 * megabyte)
  expect(runningListener.refusedKinds).toEqual(['too-large'])
  expect(runningListener.delivered).toEqual([])
})

it('takes a body of 4 MB', async () => {
  await using runningListener = await RunningListener.open()
  const body = ' '.repeat(4 * megabyte)
  expect(statusOf(await runningListener.send(post(body)))).toBe(200)
  expect(runningListener.delivered[0]?.bytes).toHaveLength(4 * megabyte)
})

it.each([
  ['one long header', { 'x-a': 'b'.repeat(9000) }],
  ['many headers', Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`x-${n}`, 'b']))],
])('answers 503 to a flood: %s', async (_name, headers) => {
  await using runningListener = await RunningListener.open()
  expect(statusOf(await runningListener.send(head(headers)))).toBe(503)
  expect(runningListener.delivered).toEqual([])
})

it('passes on JSON that is nested 100,000 deep as received', async () => {
  await using runningListener = await RunningListener.open()
  const body = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(statusOf(await runningListener.send(post(body)))).toBe(200)
  expect(String(runningListener.delivered[0]?.bytes)).toBe(body)
})

it.each([
  ['let in', post()],
  ['turned away', post('[]', { authorization: null })],
  ['sent elsewhere', head({ connection: 'close' }, 'GET / HTTP/1.1')],
  ['not understood', 'rubbish\r\n\r\n'],
  ['too long', head({ 'content-length': 5_000_000 })],
])('does not reveal its software: %s', async (_name, text) => {
  await using runningListener = await RunningListener.open()
  const answer = await runningListener.send(text)
  expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /)
  expect(answer).not.toMatch(/^(server|x-powered-by|via):|node|fastify|countersign|electron/im)
})
