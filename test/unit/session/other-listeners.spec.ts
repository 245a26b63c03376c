import { expect, it } from 'vitest'
import { ok } from '../../../preload/contract/kernel/result.ts'
import { systemTimer } from '../../../main/platform/timer.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import { createOpenSessions, type OpenSessionsDeps } from '../../../main/session/open-sessions.ts'
import type { Session } from '../../../main/session/session.ts'

it('P2: a listener in the background reports that it cannot store deliveries, though it listens', async () => {
  const since = '2026-11-21T12:00:00.000Z'
  const running = { state: 'listening', address: 'https://127.0.0.1:1/alerts', since } as const
  const full = { since, detail: 'database or disk is full', needsRestart: false }
  let notStoring: typeof full | null = null
  const card = { id: 'live', name: 'Ferry Bank', environment: 'production' } as const
  const session = {
    identity: { ...card, retired: false },
    services: { listener: { running: () => running }, intake: { notStoring: () => notStoring } },
    real: {
      details: () => ({ listener: { enabled: true } }),
      listen: () => Promise.resolve(),
      listens: () => true,
    },
  }
  const cards = [{ ...card, listens: true, retiredAt: null }]
  const sessions = createOpenSessions({
    profileRegistry: { cards: () => cards, change: () => Promise.resolve() },
    opener: { open: () => Promise.resolve(ok(session as unknown as Session)) },
    clock: systemClock,
    startTimer: systemTimer,
    isWanted: () => false,
    changed: () => undefined,
    report: (_where: string, problem: unknown) => {
      throw problem
    },
  } as unknown as OpenSessionsDeps)
  await sessions.openListening()
  const other = { profileId: 'live', name: 'Ferry Bank', environment: 'production', running }
  expect(sessions.others('practice')).toEqual([{ ...other, notStoring: null }])
  notStoring = full
  expect(sessions.others('practice')).toEqual([{ ...other, notStoring: full }])
  expect(sessions.others('live')).toEqual([])
})
