import { shownItemOf } from '../../../../preload/contract/api/inbox/inbox.ts'
import { expect, it } from 'vitest'
import type {
  SessionProfile,
  WatchedCertificate,
} from '../../../../main/profile/session-context.ts'
import { practiceProfile } from '../../../../main/session/practice/practice-client.ts'
import { callerOf, inboxSession } from './inbox-session.ts'

const dayMs = 86_400_000
const end = '2027-03-20T12:00:00.000Z'
const leaf = (part: Partial<WatchedCertificate> = {}): WatchedCertificate => ({
  use: 'client',
  subject: 'CN=ridgeway',
  sha256: 'AA:BB',
  validTo: end,
  successor: null,
  ...part,
})

/** An inbox of a profile with these certificates. */
async function session() {
  const at = await inboxSession()
  let certificates: readonly WatchedCertificate[] | undefined = [leaf()]
  Object.assign(at.context, {
    profile: (): SessionProfile => ({ ...practiceProfile, certificates }),
  })
  return {
    ...at,
    hold: (next: readonly WatchedCertificate[] | undefined) => (certificates = next),
    async atDays(days: number) {
      at.time.ms = Date.parse(end) - days * dayMs
      await at.scan()
      return at.list({ kind: 'certificate' })
    },
    async done(itemId: string) {
      const { item } = await at.record(itemId)
      return at.inbox().handlers.markDone({ items: [shownItemOf(item)] }, callerOf('theo'))
    },
  }
}

it('lists a certificate from 60 days on, as one item that grows more urgent', async () => {
  const at = await session()
  expect(await at.atDays(61)).toEqual([])
  const [first] = await at.atDays(60)
  expect(first).toMatchObject({
    title: 'The client certificate expires within 60 days, on 2027-03-20: CN=ridgeway',
    deadline: '2027-03-20',
    address: '/connection/certificates',
    done: null,
  })
  const titles: (string | undefined)[] = []
  for (const days of [45, 30, 14, 7, 3, 1, -1]) {
    const [item, ...others] = await at.atDays(days)
    expect(others).toEqual([])
    expect(item?.id).toBe(first?.id)
    titles.push(/expire[sd] (within \d+ days?|on)/.exec(item?.title ?? '')?.[1])
  }
  expect(titles).toEqual([
    'within 60 days',
    'within 30 days',
    'within 14 days',
    'within 7 days',
    'within 3 days',
    'within 1 day',
    'on',
  ])
})

it('comes back at the next threshold after it was marked done, and not before', async () => {
  const at = await session()
  const [item] = await at.atDays(30)
  await at.done(item?.id ?? '')
  expect(await at.atDays(29)).toEqual([])
  expect(await at.atDays(14.1)).toEqual([])
  expect((await at.atDays(14)).map(({ id }) => id)).toEqual([item?.id])
})

it('notifies the desktop at 7, 3 and 1 days and at the end, once each, done or open', async () => {
  const at = await session()
  const notified = async (days: number): Promise<number> => {
    at.fresh.length = 0
    await at.atDays(days)
    await at.scan()
    return at.fresh.length
  }
  for (const days of [60, 30, 14]) expect(await notified(days)).toBe(0)
  expect(await notified(7)).toBe(1)
  expect(await notified(5)).toBe(0)
  const [item] = await at.list({ kind: 'certificate' })
  await at.done(item?.id ?? '')
  expect(await notified(3)).toBe(1)
  expect(await notified(1)).toBe(1)
  expect(await notified(-0.1)).toBe(1)
  expect(await notified(-9)).toBe(0)
})

it('stays when the clock is set back, and causes no second notification when it catches up', async () => {
  const at = await session()
  const [item] = await at.atDays(6)
  at.fresh.length = 0
  expect(await at.atDays(100)).toMatchObject([{ id: item?.id, title: item?.title }])
  await at.atDays(6)
  expect(at.fresh).toEqual([])
})

it('ends when the certificate is replaced, and names the pending request before', async () => {
  const at = await session()
  at.hold([leaf({ successor: { kind: 'request', createdAt: '2027-03-01T08:00:00.000Z' } })])
  const [item] = await at.atDays(14)
  expect(item?.title).toContain('. A request of 2027-03-01 waits for its answer')
  at.hold([leaf({ sha256: 'CC:DD', validTo: '2028-03-20T12:00:00.000Z' })])
  expect(await at.atDays(14)).toEqual([])
  const [ended] = await at.list({ kind: 'certificate', state: 'done' })
  expect(ended).toMatchObject({ id: item?.id, done: { by: null } })
})

it('ends nothing before the profile is there, so that a start notifies of nothing twice', async () => {
  const at = await session()
  await at.atDays(6)
  at.fresh.length = 0
  at.hold(undefined)
  await at.restart()
  expect(await at.list({ kind: 'certificate' })).toHaveLength(1)
  at.hold([leaf()])
  await at.scan()
  expect(at.fresh).toEqual([])
})

it('lists each certificate by itself, the listener with its own way there', async () => {
  const at = await session()
  at.hold([leaf(), leaf({ use: 'client-issuer', sha256: 'EE' }), leaf({ use: 'listener' })])
  const items = await at.atDays(3)
  expect(items).toHaveLength(3)
  expect(items.find(({ title }) => title.includes('listener'))?.address).toBe('/alerts/listener')
})
