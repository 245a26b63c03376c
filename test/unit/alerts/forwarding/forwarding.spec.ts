/**
 * Alerts forwarded to a real HTTPS endpoint: all of them, in order, character by character, and
 * never back to their source.
 */
import { expect, it } from 'vitest'
import { forwardingState } from '../../../../preload/contract/api/forwarding/forwarding.ts'
import { bytesOf } from '../alert-samples.ts'
import { intakeOf } from '../intakes.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'
import {
  guidsIn,
  numbered,
  openEndpoint,
  pki,
  settings,
  stageOf,
  takeIn,
  type Endpoint,
} from './support/forward-stage.ts'

const stage = async () => {
  const store = await open(newStorePath())
  return { store, endpoint: await openEndpoint(), ...stageOf(store) }
}
const setUp = async () => {
  const staged = await stage()
  await staged.session.changeSettings(settings({ url: staged.endpoint.url }), 'admin-1')
  await staged.settled()
  return staged
}
const bring = async (
  { store, session, settled }: Awaited<ReturnType<typeof stage>>,
  guids: readonly string[],
): Promise<void> => {
  await takeIn(store, guids)
  session.alertsRead(guids.length)
  await settled()
}
const kinds = async (staged: Awaited<ReturnType<typeof stage>>): Promise<string[]> =>
  (await auditEntries(staged.store))
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('forw'))
const isDown = (endpoint: Endpoint, status = 503): void => {
  endpoint.answer = () => status
}

it('forwards nothing before an administrator has set it up', async () => {
  const staged = await stage()
  await bring(staged, numbered(3))
  await staged.pass(3_600_000)
  expect(staged.endpoint.posts).toEqual([])
  const state = forwardingState.parse(await staged.session.state())
  expect(state).toMatchObject({
    enabled: false,
    url: null,
    waiting: 0,
    deliveryStatus: { state: 'off' },
  })
})

it('forwards new alerts with the environment in a header, and no earlier ones', async () => {
  const staged = await stage()
  await takeIn(staged.store, numbered(2))
  await staged.session.changeSettings(settings({ url: staged.endpoint.url }), 'admin-1')
  await bring(staged, numbered(2, 10))
  expect(staged.endpoint.guids()).toEqual(numbered(2, 10))
  expect(staged.endpoint.posts[0]).toMatchObject({
    path: '/take',
    headers: { 'x-countersign-forwarded': 'practice', 'content-type': 'application/json' },
  })
  expect(await staged.session.state()).toMatchObject({
    waiting: 0,
    deliveryStatus: { state: 'on' },
  })
  expect(await kinds(staged)).toEqual(['forwarding.changed', 'forwarding.handed-on'])
})

it('starts with the alerts of earlier days if that is requested', async () => {
  const staged = await stage()
  await takeIn(staged.store, numbered(3))
  await staged.session.changeSettings(
    settings({ url: staged.endpoint.url, sinceDays: 7 }),
    'admin-1',
  )
  await staged.settled()
  expect(staged.endpoint.guids()).toEqual(numbered(3))
})

it('forwards each alert unchanged, as the bank wrote it', async () => {
  const staged = await setUp()
  const text = '{"alertHeader" : {"eapAlertGUID":"E-1","note":"\\u00e4"},"alertBody":{"amt":1.50}}'
  const intake = intakeOf(staged.store)
  await intake.take(bytesOf(`[ ${text} ]`))
  await intake.settled()
  staged.session.alertsRead(1)
  await staged.settled()
  expect(staged.endpoint.posts.map(({ body }) => body)).toEqual([
    `{"alertNotificationRequest":[${text}]}`,
  ])
})

it('forwards a backlog of 10,000 alerts, 100 in a post, each once and in order', async () => {
  const staged = await setUp()
  isDown(staged.endpoint)
  await bring(staged, numbered(10_000))
  staged.endpoint.posts.length = 0
  staged.endpoint.answer = () => 200
  await staged.pass(30_000)
  expect(staged.endpoint.posts.map((post) => guidsIn(post).length)).toEqual(
    Array.from({ length: 100 }, () => 100),
  )
  expect(staged.endpoint.guids()).toEqual(numbered(10_000))
})

it('retries after 30 s, 2 min, 10 min, 30 min and then every hour, and later alerts wait', async () => {
  const staged = await setUp()
  isDown(staged.endpoint)
  await bring(staged, numbered(150))
  const tried = (): number => staged.endpoint.posts.length
  expect(tried()).toBe(1)
  for (const [at, minutes] of [0.5, 2, 10, 30, 60, 60].entries()) {
    // In steps of a minute at most, as the timers run; one second early it is not due.
    for (let left = minutes * 60_000 - 1_000; left > 0; left -= 30_000)
      await staged.pass(Math.min(left, 30_000))
    expect(tried()).toBe(at + 1)
    await staged.pass(60_000)
    expect(tried()).toBe(at + 2)
  }
  expect(new Set(staged.endpoint.posts.map(({ body }) => body)).size).toBe(1)
  expect(await staged.session.state()).toMatchObject({
    waiting: 150,
    deliveryStatus: { state: 'waiting', tries: 7 },
  })
})

it('knows the parked alerts that another host did not take', async () => {
  const staged = await setUp()
  isDown(staged.endpoint, 400)
  await bring(staged, numbered(1))
  expect(await staged.session.state()).toMatchObject({ parked: 1 })
  expect(await staged.session.parkedForAnother(['1'])).toBeUndefined()
  const other = await openEndpoint()
  await staged.pass(1_000)
  await staged.session.changeSettings(settings({ url: null, enabled: false }), 'admin-1')
  await staged.session.changeSettings(settings({ url: other.url }), 'admin-1')
  const [from, to] = [staged.endpoint.url, other.url].map((url) => new URL(url).host)
  expect(await staged.session.parkedForAnother(['1', '2'])).toEqual({ alerts: 1, from, to })
  other.answer = () => 400
  await bring(staged, numbered(1, 10))
  expect(await staged.session.state()).toMatchObject({ parked: 2 })
  expect(await staged.session.parkedForAnother(['2'])).toBeUndefined()
  expect(await staged.session.parkedForAnother(['1', '2'])).toMatchObject({ alerts: 1 })
})

it.each([401, 403, 404, 429, 500, 502])(
  'waits on a %i, which is not about these alerts',
  async (status) => {
    const staged = await setUp()
    isDown(staged.endpoint, status)
    await bring(staged, numbered(2))
    expect(await staged.session.state()).toMatchObject({ waiting: 2, parked: 0 })
    staged.endpoint.answer = () => 204
    await staged.pass(30_000)
    expect(await staged.session.state()).toMatchObject({
      waiting: 0,
      deliveryStatus: { state: 'on' },
    })
  },
)

it('sets one refused alert aside, and forwards the others of its post', async () => {
  const staged = await setUp()
  const guids = numbered(5)
  const bad = guids[2] ?? ''
  staged.endpoint.answer = (post) => (guidsIn(post).includes(bad) ? 400 : 200)
  await bring(staged, guids)
  expect(await staged.session.state()).toMatchObject({ waiting: 0, parked: 1 })
  const page = await staged.session.listParked({ cursor: null, limit: 10 })
  expect(page.items).toMatchObject([{ id: '3', why: 'refused', answer: 400 }])
  const taken = staged.endpoint.posts.slice(1).flatMap(guidsIn)
  expect(taken).toEqual(guids)

  staged.endpoint.answer = () => 200
  expect(await staged.session.sendAgain(['3'], 'admin-1')).toEqual({
    ok: true,
    value: { taken: 1, notTaken: 0 },
  })
  expect(guidsIn(staged.endpoint.posts.at(-1) ?? expect.fail())).toEqual([bad])
  expect(await staged.session.state()).toMatchObject({ parked: 0 })
  expect(await kinds(staged)).toContain('forwarding.requested-again')
})

it('posts nothing for an alert whose text is gone, and counts only the alerts it tried', async () => {
  const staged = await setUp()
  staged.endpoint.answer = () => 422
  await bring(staged, numbered(2))
  expect(await staged.session.state()).toMatchObject({ parked: 2 })
  const unread = { actor: 'x', kind: 'x', subject: 'x', detail: {} }
  await staged.store.record(unread, async (tx) => {
    await tx
      .updateTable('alert_deliveries')
      .set({ body: Buffer.from('no JSON') })
      .execute()
  })
  staged.endpoint.posts.length = 0
  staged.endpoint.answer = () => 200
  expect(await staged.session.sendAgain(['1', '2', '99'], 'admin-1')).toEqual({
    ok: true,
    value: { taken: 0, notTaken: 2 },
  })
  expect(staged.endpoint.posts).toEqual([])
  const { items } = await staged.session.listParked({ cursor: null, limit: 10 })
  expect(items.map(({ why }) => why)).toEqual(['unreadable', 'unreadable'])
})

it('gives alerts up after a week, keeps them listed, and continues with newer ones', async () => {
  const staged = await setUp()
  isDown(staged.endpoint)
  await bring(staged, numbered(3))
  for (let hour = 0; hour < 7 * 24 + 2; hour += 1) await staged.pass(3_600_000)
  expect(await staged.session.state()).toMatchObject({ waiting: 0, parked: 3 })
  const page = await staged.session.listParked({ cursor: null, limit: 2 })
  expect(page.items.map(({ why }) => why)).toEqual(['given-up', 'given-up'])
  expect(page).toMatchObject({ total: 3, next: '2' })
  expect(await kinds(staged)).toContain('forwarding.given-up')
})

it('continues after a restart where it was, with the remaining wait', async () => {
  const file = newStorePath()
  const store = await open(file)
  const endpoint = await openEndpoint()
  const before = stageOf(store)
  await before.session.changeSettings(settings({ url: endpoint.url }), 'admin-1')
  await takeIn(store, numbered(2))
  before.session.alertsRead(2)
  await before.settled()
  isDown(endpoint)
  await takeIn(store, numbered(2, 3))
  before.session.alertsRead(4)
  await before.settled()
  await before.session.close()
  await store.close()

  endpoint.posts.length = 0
  endpoint.answer = () => 200
  const again = stageOf(await open(file))
  await again.settled()
  expect(endpoint.posts).toEqual([])
  await again.pass(30_000)
  expect(endpoint.guids()).toEqual(numbered(2, 3))
})

it('follows no redirect, wherever it leads', async () => {
  const staged = await setUp()
  const other = await openEndpoint()
  staged.endpoint.answer = () => ({ status: 307, location: other.url })
  await bring(staged, numbered(1))
  expect(other.posts).toEqual([])
  expect(staged.endpoint.posts).toHaveLength(1)
  const tries = await staged.session.listTries({ cursor: null, limit: 10 })
  expect(tries.items[0]).toMatchObject({ outcome: 'later', status: 307 })
})

it('forwards nothing to an endpoint with an untrusted certificate', async () => {
  const store = await open(newStorePath())
  const endpoint = await openEndpoint()
  const { postAlerts } = await import('../../../../main/alerts/forwarding/forward-post.ts')
  const staged = stageOf(store, { deps: { post: postAlerts() } })
  await staged.session.changeSettings(settings({ url: endpoint.url }), 'admin-1')
  const tried = await staged.session.tryOnce('admin-1')
  expect(endpoint.posts).toEqual([])
  expect(tried).toMatchObject({ value: { outcome: 'later', status: null } })
  expect(JSON.stringify(tried)).toContain('certificate')
})

it('trusts the private CA of the profile beside the usual roots', async () => {
  const { postAlerts } = await import('../../../../main/alerts/forwarding/forward-post.ts')
  const endpoint = await openEndpoint()
  const access = {
    secret: () => null,
    save: () => Promise.reject(new Error('not requested')),
    privateCa: () => pki.root,
    proxy: () => null,
    isRetired: () => false,
  }
  const staged = stageOf(await open(newStorePath()), {
    access,
    deps: { post: postAlerts() },
  })
  await staged.session.changeSettings(settings({ url: endpoint.url }), 'admin-1')
  expect(await staged.session.tryOnce('admin-1')).toMatchObject({ value: { outcome: 'taken' } })
  expect(endpoint.posts.map(({ body }) => body)).toEqual(['{"alertNotificationRequest":[]}'])
})

it('stops at once when it is switched off, and later continues where it stopped', async () => {
  const staged = await setUp()
  const { url } = staged.endpoint
  await bring(staged, numbered(1))
  await staged.session.changeSettings(settings({ enabled: false, url, sinceDays: null }), 'admin-1')
  await bring(staged, numbered(2, 2))
  await staged.pass(3_600_000)
  expect(staged.endpoint.guids()).toEqual(numbered(1))
  await staged.session.changeSettings(settings({ url, sinceDays: null }), 'admin-1')
  await staged.settled()
  expect(staged.endpoint.guids()).toEqual(numbered(3))
})
