/** Attacks that would send an alert twice without need, or to an address that nobody allowed. */
import { expect, it, vi } from 'vitest'
import type { ForwardAccess } from '../../../../main/profile/profile-secrets.ts'
import type { SessionContext } from '../../../../main/profile/session-context.ts'
import type { Store } from '../../../../main/store/store.ts'
import { ok } from '../../../../preload/contract/kernel/result.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'
import { numbered, openEndpoint, settings, stageOf, takeIn } from './support/forward-stage.ts'

it('sends nothing a second time while the store cannot take what the endpoint answered', async () => {
  const store = await open(newStorePath())
  const endpoint = await openEndpoint()
  const report = vi.fn<SessionContext['report']>()
  let isFull = false
  const full: Store = {
    ...store,
    work: (job, input) =>
      isFull && job.name === 'forwarding.save'
        ? Promise.reject(new Error('SQLITE_FULL'))
        : store.work(job, input),
  }
  const { session, settled, pass } = stageOf(full, { context: { report } })
  await session.changeSettings(settings({ url: endpoint.url }), 'admin-1')
  await settled()
  isFull = true
  await takeIn(store, numbered(3))
  session.alertsRead(3)
  await settled()
  for (let minute = 0; minute < 5; minute += 1) await pass(60_000)
  expect(endpoint.guids()).toEqual(numbered(3))
  expect(report).toHaveBeenCalledWith('forwarding.run', expect.any(Error))
  // Nothing counts as done that is not saved.
  expect((await session.state()).waiting).toBe(3)
  isFull = false
  await pass(60_000)
  expect(endpoint.guids()).toEqual(numbered(3))
  expect(await session.state()).toMatchObject({ waiting: 0, deliveryStatus: { state: 'on' } })
  const handed = (await auditEntries(store)).filter(({ kind }) => kind === 'forwarding.handed-on')
  expect(handed).toHaveLength(1)
})

it('sends parked alerts to no address while it is switched off: production did not confirm that one', async () => {
  const store = await open(newStorePath())
  const [trusted, other] = [await openEndpoint(), await openEndpoint()]
  const { session, settled } = stageOf(store)
  trusted.answer = () => 422
  await session.changeSettings(settings({ url: trusted.url }), 'admin-1')
  await takeIn(store, numbered(1))
  session.alertsRead(1)
  await settled()
  expect((await session.state()).parked).toBe(1)
  await session.changeSettings(settings({ enabled: false, url: other.url }), 'admin-1')
  const again = await session.sendAgain(['1'], 'admin-1')
  expect(again).toMatchObject({ ok: false, error: { code: 'not-found' } })
  expect(other.posts).toEqual([])
  expect((await session.state()).parked).toBe(1)
})

it('stops sending again where the profile is retired in between', async () => {
  const store = await open(newStorePath())
  const endpoint = await openEndpoint()
  const access = {
    retired: false,
    secret: () => null,
    save: vi.fn<ForwardAccess['save']>(() => Promise.resolve(ok(undefined))),
    privateCa: () => null,
    proxy: () => null,
    isRetired: () => access.retired,
  }
  const context: Partial<SessionContext> = { environment: 'pre-production' }
  const { session, settled } = stageOf(store, { access, context })
  endpoint.answer = () => 422
  await session.changeSettings(settings({ url: endpoint.url }), 'admin-1')
  await takeIn(store, numbered(150))
  session.alertsRead(150)
  await vi.waitFor(async () => expect((await session.state()).parked).toBe(150), {
    timeout: 60_000,
  })
  await settled()
  endpoint.posts.length = 0
  endpoint.answer = () => {
    access.retired = true
    return 200
  }
  const ids = numbered(150).map((_, index) => String(index + 1))
  await session.sendAgain(ids, 'admin-1')
  expect(endpoint.posts).toHaveLength(1)
  expect((await session.state()).parked).toBe(50)
})
