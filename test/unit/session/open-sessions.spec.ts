import { expect, it, onTestFinished, vi } from 'vitest'
import { createOpenSessions } from '../../../main/session/open-sessions.ts'
import type { Session } from '../../../main/session/session.ts'
import type { RealCard } from '../../../main/profile/profile-registry.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'

const card = { id: 'p1', listens: false, retiredAt: null } as unknown as RealCard

/** A session with a call under way, and an opener that records whether its store was closed then. */
function slowProfile() {
  const call = Promise.withResolvers<undefined>()
  const happened: string[] = []
  const nothing = () => undefined
  const session = {
    identity: { id: card.id },
    drafts: { certificate: { forget: nothing }, ca: { forget: nothing } },
    connection: { close: () => call.promise },
    services: {
      background: { close: nothing, settled: nothing },
      tables: { forget: nothing },
      notices: { stop: nothing },
      certificates: { stop: nothing },
      backups: { close: nothing },
      listener: { close: nothing },
      lifecycles: [],
      validation: { settled: nothing },
      coverage: { close: nothing },
      inbox: { close: nothing },
      forwarding: { close: nothing },
      intake: { settled: nothing },
      audit: { settled: nothing },
      store: { close: () => happened.push('store closed') },
    },
    real: undefined,
  } as unknown as Session
  const sessions = createOpenSessions({
    profileRegistry: { cards: () => [], change: () => Promise.resolve() } as never,
    opener: {} as never,
    clock: { now: () => new Date(0), monotonicMs: () => 0 },
    startTimer: () => nothing,
    isWanted: () => true,
    changed: nothing,
    report: nothing,
  })
  const open = () =>
    sessions.get(card, () => {
      happened.push('opened')
      return Promise.resolve(ok(session))
    })
  return { sessions, session, open, call, happened }
}

it('a profile that is opened again during a slow call waits until its own store is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { sessions, session, open, call, happened } = slowProfile()
  await open()
  const left = sessions.leave(session)
  await vi.advanceTimersByTimeAsync(5_000)
  await left
  const again = open()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(happened).toEqual(['opened'])
  call.resolve(undefined)
  expect(await again).toMatchObject({ ok: true })
  expect(happened).toEqual(['opened', 'store closed', 'opened'])
})
