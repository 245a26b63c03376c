/**
 * Compressed bodies, over TLS to the real listener, with the real intake on a real store: which are
 * decompressed, which are rejected, and which can be read in quarantine.
 */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { newStorePath, open } from '../store/stores.ts'
import { everything, mara, newestId, serviceOn } from './alert-session.ts'
import { achAlert, bytesOf, deliveryOf, wireAlert } from './alert-samples.ts'
import { alertsIn, deliveriesIn, intakeOf } from './intakes.ts'
import { head, RunningListener, statusOf } from './support/running-listener.ts'

const mostBytes = 4 * 1024 * 1024
const json = deliveryOf(wireAlert(), achAlert())

async function listenOnStore() {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  const service = serviceOn(store, intake)
  const runningListener = await RunningListener.open({}, (delivery) => intake.accept(delivery))
  /** Posts the bytes unchanged under this `Content-Encoding`, and resolves when they are read. */
  const post = async (bytes: Uint8Array, encoding: string | null): Promise<string> => {
    const sender = await runningListener.connect()
    const about = { 'content-type': 'application/json', 'content-encoding': encoding }
    const text = head({ ...about, 'content-length': bytes.byteLength, connection: 'close' })
    sender.write(Buffer.concat([Buffer.from(text, 'latin1'), bytes]))
    const answer = await sender.rest()
    await intake.settled()
    return answer
  }
  const end = async (): Promise<void> => {
    await runningListener[Symbol.asyncDispose]()
    await intake.settled()
  }
  return { store, intake, service, runningListener, post, [Symbol.asyncDispose]: end }
}

it.each([
  ['gzip', 'gzip', gzipSync(json)],
  [
    'gzip in two members',
    'gzip',
    Buffer.concat([gzipSync(json.subarray(0, 90)), gzipSync(json.subarray(90))]),
  ],
  ['x-gzip', 'x-gzip', gzipSync(json)],
  ['GZIP beside identity', 'identity, GZIP', gzipSync(json)],
  ['deflate', 'deflate', deflateSync(json)],
  ['deflate without its frame', 'deflate', deflateRawSync(json)],
] as const)('takes alerts that come as %s, and keeps their text', async (_, encoding, sent) => {
  await using on = await listenOnStore()
  const answer = await on.post(sent, encoding)
  expect(statusOf(answer)).toBe(200)
  expect(answer.match(/SUCCESS/g)).toHaveLength(2)
  const coding = encoding.split(', ').at(-1)?.toLowerCase() ?? ''
  expect(await deliveriesIn(on.store)).toMatchObject([
    {
      content_type: `application/json (decompressed from ${coding})`,
      size: json.byteLength,
      quarantine_reason: null,
    },
  ])
  const [stored] = await deliveriesIn(on.store)
  expect(Buffer.from(stored?.body ?? []).equals(json)).toBe(true)
  expect(await alertsIn(on.store)).toHaveLength(2)
})

it('takes alerts with an encoding header whose encoding was removed on the way', async () => {
  await using on = await listenOnStore()
  for (const encoding of ['gzip', 'deflate', 'br', 'gzip, br'])
    expect(statusOf(await on.post(json, encoding))).toBe(200)
  expect((await deliveriesIn(on.store)).map(({ size }) => size)).toEqual([
    json.byteLength,
    json.byteLength,
    json.byteLength,
    json.byteLength,
  ])
})

it('takes compressed alerts without an encoding header', async () => {
  await using on = await listenOnStore()
  for (const sent of [gzipSync(json), deflateSync(json)])
    expect(statusOf(await on.post(sent, null))).toBe(200)
  expect(await alertsIn(on.store)).toMatchObject([{ receipts: 2 }, { receipts: 2 }])
  const shown = await on.service.reveal(await newestId(on), mara)
  const reading = { receivingAccountNumber: '0000123456789' }
  expect(shown).toMatchObject({ ok: true, value: { kind: 'ach', body: { reading } } })
})

it('takes a compressed body that is 4 MB without its compression', async () => {
  await using on = await listenOnStore()
  const padded = Buffer.alloc(mostBytes, ' ')
  padded.set(json)
  expect(statusOf(await on.post(gzipSync(padded), 'gzip'))).toBe(200)
})

it.each([
  ['gzip', gzipSync, 1],
  ['deflate', deflateSync, 1],
  ['deflate', deflateRawSync, 3 * mostBytes],
] as const)(
  'answers 413 to %s that becomes larger than 4 MB, holds it as received, and says that its alerts are missing',
  async (encoding, compress, more) => {
    await using on = await listenOnStore()
    const sent = compress(Buffer.alloc(mostBytes + more, ' '))
    const answer = await on.post(sent, encoding)
    expect(statusOf(answer)).toBe(413)
    expect(answer).toContain('larger than 4194304 bytes after decompression')
    expect(on.runningListener.refusedKinds).toEqual(['too-large'])
    expect(await deliveriesIn(on.store)).toMatchObject([
      { quarantine_reason: 'compressed', size: sent.length },
    ])
  },
)

it('decompresses no more than 4 MB, and ignores what follows', async () => {
  await using on = await listenOnStore()
  const bomb = gzipSync(Buffer.alloc(4 * mostBytes))
  bomb.fill(1, bomb.length - 1000)
  expect(statusOf(await on.post(bomb, 'gzip'))).toBe(413)
})

it('holds a bomb without an encoding header, as received', async () => {
  await using on = await listenOnStore()
  const bomb = gzipSync(Buffer.alloc(2 * mostBytes, ' '))
  expect(statusOf(await on.post(bomb, null))).toBe(400)
  expect(await deliveriesIn(on.store)).toMatchObject([
    { quarantine_reason: 'not-json', size: bomb.length },
  ])
})

it.each([
  ['cut short', gzipSync(json).subarray(0, -9)],
  ['changed', gzipSync(json).fill(7, 60, 80)],
  ['with more behind it', Buffer.concat([gzipSync(json), json])],
  ['empty', Buffer.alloc(0)],
])('answers 400 to gzip that is %s, and holds it as received', async (_, sent) => {
  await using on = await listenOnStore()
  const answer = await on.post(sent, 'gzip')
  expect(statusOf(answer)).toBe(400)
  expect(answer).toContain('The compressed body is damaged or cut short.')
  const type = 'application/json (content-encoding: gzip)'
  const listed = await on.service.listQuarantined({ cursor: null, limit: 9 })
  expect(listed.items).toMatchObject([
    { reason: 'compressed', answered: 400, bytes: sent.length, contentType: type },
  ])
})

it.each([
  ['br', brotliCompressSync(json)],
  ['gzip, gzip', gzipSync(gzipSync(json))],
  ['gzip, deflate', deflateRawSync(gzipSync(json))],
  ['constructor', deflateRawSync(json)],
])(
  'answers 415 to %s with a message, and holds it as received through every reading',
  async (encoding, sent) => {
    await using on = await listenOnStore()
    const answer = await on.post(sent, encoding)
    expect(statusOf(answer)).toBe(415)
    expect(answer).toContain('\r\naccept-encoding: gzip, deflate\r\n')
    expect(answer).toContain('send the body with Content-Encoding gzip or deflate, or uncompressed')
    const quarantined = { reason: 'compressed', answered: 415, bytes: sent.length }
    const page = { cursor: null, limit: 9 }
    expect((await on.service.listQuarantined(page)).items).toMatchObject([quarantined])
    expect(await on.service.readAgain(null, mara)).toMatchObject({ value: { stillQuarantined: 1 } })
    expect((await on.service.listQuarantined(page)).items).toMatchObject([quarantined])
    expect(await on.service.revealQuarantined('delivery-1', mara)).toMatchObject({
      value: { isBase64: true, text: sent.toString('base64') },
    })
  },
)

it('shows a compressed body that holds no alert by its text', async () => {
  await using on = await listenOnStore()
  expect(statusOf(await on.post(gzipSync('no JSON'), 'gzip'))).toBe(400)
  expect(await on.service.getQuarantined('delivery-1')).toMatchObject({
    value: { reason: 'not-json', isBase64: false, text: 'no JSON' },
  })
})

it('stores every delivery it answers 400, and reads again those that an earlier version did not decompress', async () => {
  await using on = await listenOnStore()
  const bodies = [gzipSync(json), bytesOf('{"alertNotificationRequest": ['), bytesOf('{}')]
  for (const body of bodies) await on.post(body, null)
  // As an earlier version left the first: as received, quarantined, answered 400, and none of its
  // alerts read.
  await on.store.record(
    { actor: 'system', kind: 'test', subject: 'older', detail: {} },
    async (tx) => {
      const left = { quarantine_reason: 'not-json', answered: 400, alerts: 0, reader: 1 }
      await tx.updateTable('alert_deliveries').set(left).where('seq', '=', 1).execute()
      for (const table of ['alert_receipts', 'alert_accounts', 'alerts'] as const)
        await tx.deleteFrom(table).execute()
      await tx.deleteFrom('alert_text').execute()
    },
  )
  const { items } = await on.service.listQuarantined({ cursor: null, limit: 9 })
  expect(items).toMatchObject([
    { id: 'delivery-3', answered: 400, bytes: 2 },
    { id: 'delivery-2', answered: 400, bytes: 30 },
    { id: 'delivery-1', answered: 400, bytes: bodies[0]?.byteLength },
  ])
  expect(await on.service.readAgain(null, mara)).toEqual({
    ok: true,
    value: { read: 1, alerts: 2, stillQuarantined: 2 },
  })
  expect((await on.service.list(everything, mara)).total).toBe(2)
  const first = await on.service.get(await newestId(on))
  expect(first).toMatchObject({ ok: true, value: { acknowledged: { status: 'NONE' } } })
})
