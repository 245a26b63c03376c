/**
 * Alerts from other programs, to the real listener with the real intake on a real store: curl,
 * which shares nothing with this program, and undici, whose HTTP is not the listener's.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Agent, request } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import type { DeliveryAnswer } from '../../../main/alerts/listener/delivery.ts'
import { newStorePath, open } from '../store/stores.ts'
import { achAlert, deliveryOf, wireAlert } from './alert-samples.ts'
import { acknowledgments, alertsIn, deliveriesIn, intakeOf } from './intakes.ts'
import { certificate, credentials, good, RunningListener } from './support/running-listener.ts'

const run = promisify(execFile)
const { userName, password } = credentials

async function listenOnStore() {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  const runningListener = await RunningListener.open({}, (delivery) => intake.accept(delivery))
  const end = async (): Promise<void> => {
    await runningListener[Symbol.asyncDispose]()
    await intake.settled()
  }
  return { store, intake, runningListener, [Symbol.asyncDispose]: end }
}

/** Posts a file as a person would, and returns the status and the body that curl saw. */
async function curl(
  runningListener: RunningListener,
  body: Uint8Array,
  more: readonly string[] = ['--user', `${userName}:${password}`],
): Promise<{ status: number; body: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-curl-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const at = (name: string): string => join(folder, name)
  await writeFile(at('root.pem'), certificate.chain)
  await writeFile(at('alerts.json'), body)
  const { stdout } = await run('curl', [
    '--silent',
    '--show-error',
    '--max-time',
    '15',
    '--noproxy',
    '*',
    '--cacert',
    at('root.pem'),
    '--data-binary',
    `@${at('alerts.json')}`,
    '--header',
    'content-type: application/json',
    '--write-out',
    '\n%{http_code}',
    ...more,
    runningListener.listener.address,
  ])
  const lines = stdout.split('\n')
  return { status: Number(lines.pop()), body: lines.join('\n') }
}

const statusesOf = (body: string): string[] =>
  acknowledgments({ body } as DeliveryAnswer).map(({ alertStatus }) => alertStatus)

it('curl delivers two alerts and gets both acknowledged', async () => {
  await using on = await listenOnStore()
  const bytes = deliveryOf(wireAlert(), achAlert())
  const answer = await curl(on.runningListener, bytes)
  expect(answer.status).toBe(200)
  expect(statusesOf(answer.body)).toEqual(['SUCCESS', 'SUCCESS'])
  expect(answer.body).toContain('"alertRecievedDateAndTime"')
  await on.intake.settled()
  expect(await deliveriesIn(on.store)).toMatchObject([
    { remote: '127.0.0.1', content_type: 'application/json', size: bytes.byteLength },
  ])
  expect(await alertsIn(on.store)).toHaveLength(2)
})

it('curl delivers over 1 MB, for which it waits for the answer to continue', async () => {
  await using on = await listenOnStore()
  const alerts = Array.from({ length: 100 }, (_, n) =>
    wireAlert({ eapAlertGUID: `G-${n}` }, { tranId: `T-${n}`, crIpNm: 'x'.repeat(12_000) }),
  )
  const body = deliveryOf(...alerts)
  expect(body.byteLength).toBeGreaterThan(1_100_000)
  const answer = await curl(on.runningListener, body)
  expect(answer.status).toBe(200)
  expect(statusesOf(answer.body)).toHaveLength(100)
})

it('curl that prefers HTTP/2 delivers by HTTP/1.1', async () => {
  await using on = await listenOnStore()
  const user = ['--user', `${userName}:${password}`]
  const answer = await curl(on.runningListener, deliveryOf(wireAlert()), ['--http2', ...user])
  expect(answer.status).toBe(200)
})

it('curl sends chunks, and is answered that an unreadable body is stored', async () => {
  await using on = await listenOnStore()
  const chunks = ['--user', `${userName}:${password}`, '--header', 'transfer-encoding: chunked']
  const answer = await curl(on.runningListener, new TextEncoder().encode('no JSON'), chunks)
  expect(answer.status).toBe(400)
  expect(await deliveriesIn(on.store)).toHaveLength(1)
})

it('bank note 95: curl with another password, or none, gets 401, and nothing is stored', async () => {
  await using on = await listenOnStore()
  const body = new Uint8Array(2_000_000)
  for (const more of [['--user', `${userName}:wrong`], []])
    expect((await curl(on.runningListener, body, more)).status).toBe(401)
  expect(await deliveriesIn(on.store)).toEqual([])
})

it('curl that trusts another root does not deliver', async () => {
  await using on = await listenOnStore()
  const strict = [
    '--user',
    `${userName}:${password}`,
    '--capath',
    '/nowhere',
    '--cacert',
    '/dev/null',
  ]
  await expect(curl(on.runningListener, deliveryOf(wireAlert()), strict)).rejects.toThrow(/curl/)
  expect(await deliveriesIn(on.store)).toEqual([])
})

it('undici delivers twenty at once on a few connections, each acknowledged and stored once', async () => {
  await using on = await listenOnStore()
  const dispatcher = new Agent({ connections: 4, connect: { ca: certificate.chain } })
  onTestFinished(() => dispatcher.destroy())
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const answer = await request(on.runningListener.listener.address, {
        dispatcher,
        method: 'POST',
        headers: { authorization: good, 'content-type': 'application/json' },
        body: deliveryOf(wireAlert({ eapAlertGUID: `G-${n % 10}` }, { tranId: `T-${n % 10}` })),
      })
      return { status: answer.statusCode, body: await answer.body.text() }
    }),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await on.intake.settled()
  expect(await alertsIn(on.store)).toHaveLength(10)
  expect(await deliveriesIn(on.store)).toHaveLength(20)
})
