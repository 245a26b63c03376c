/** Notifications: few, none in quiet hours, and no account visible to people who pass by. */
import { describe, expect, it } from 'vitest'
import type { ListenerRunning } from '../../../../preload/contract/api/alerts/listener.ts'
import {
  defaultNotices,
  noticeKinds,
  type NoticeSettings,
} from '../../../../preload/contract/api/notices/notices.ts'
import { inboxKinds } from '../../../../preload/contract/api/inbox/inbox.ts'
import {
  plainText,
  type NewItem,
  type View,
} from '../../../../main/workplace/notices/notice-text.ts'
import { createNoticesService } from '../../../../main/workplace/notices.service.ts'
import { sessionContext } from '../../support/session-context.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'

interface Lying {
  readonly title: string
  readonly body: string
  isClosed: boolean
  readonly click: () => void
}

/** The context's clock is at Monday, 14:00 UTC. */
async function stage(change: Partial<NoticeSettings> = {}, given?: Parameters<typeof open>[0]) {
  const store = await open(given ?? newStorePath())
  const { context, emitted, pass } = sessionContext(store)
  const lying: Lying[] = []
  const about: {
    view: View
    takesNone: boolean
    /** Takes it and does not show it, as Windows does. */
    failsLater: boolean
  } = { view: 'open', takesNone: false, failsLater: false }
  let timers: { readonly atMs: number; readonly run: () => void }[] = []
  const session = await createNoticesService(
    { ...context, environment: 'production' },
    {
      timeZone: 'UTC',
      surface: {
        view: () => about.view,
        profileName: () => 'Ridgeway Treasury',
        show({ title, body }, click) {
          if (about.takesNone) return undefined
          const one: Lying = { title, body, click, isClosed: false }
          lying.push(one)
          return {
            close: () => (one.isClosed = true),
            displayed: Promise.resolve(!about.failsLater),
          }
        },
      },
      startTimer: (afterMs, run) => {
        const timer = { atMs: context.clock.monotonicMs() + afterMs, run }
        timers.push(timer)
        return () => (timers = timers.filter((other) => other !== timer))
      },
    },
  )
  if (Object.keys(change).length > 0)
    await session.changeSettings({ ...defaultNotices, ...change }, 'operator-1')
  return {
    session,
    store,
    emitted,
    lying,
    about,
    texts: () => lying.map(({ title, body }) => `${title} | ${body}`),
    /** In steps of a minute, as the timers run. */
    pass: (ms: number): void => {
      for (let left = ms; left > 0; left -= 60_000) {
        pass(Math.min(left, 60_000))
        const due = timers.filter(({ atMs }) => atMs <= context.clock.monotonicMs())
        timers = timers.filter((timer) => !due.includes(timer))
        for (const { run } of due) run()
      }
    },
  }
}
const item = (kind: NewItem['kind'], id = '1'): NewItem => ({
  kind,
  id,
  address: `/orders/${id}`,
  title: `USD 12,500.00 to Jane Doe, account 4417890123, ${kind} ${id}`,
})
const failed: ListenerRunning = {
  state: 'failed',
  problem: 'port-in-use',
  detail: 'EADDRINUSE',
  at: '2026-11-23T14:00:00.000Z',
  retryAt: null,
}
const listening: ListenerRunning = {
  state: 'listening',
  address: 'https://127.0.0.1:8443/alerts',
  since: '2026-11-23T14:00:00.000Z',
}

describe('a notification', () => {
  it('for a test is not said to be shown where the desktop refuses it, at once or later', async () => {
    const { session, about } = await stage()
    expect(await session.showOne()).toBe(true)
    about.failsLater = true
    expect(await session.showOne()).toBe(false)
    about.takesNone = true
    expect(await session.showOne()).toBe(false)
  })

  it('shows for one item the text of its line in the inbox, with the environment first', async () => {
    const { session, texts, pass } = await stage()
    session.newItems([item('unknown-outcome')])
    pass(4_000)
    expect(texts()).toEqual([])
    pass(1_000)
    expect(texts()).toEqual([
      expect.stringMatching(/^Production: Unknown outcome \| USD 12,500\.00 to Jane Doe/),
    ])
  })

  it('of unclear entries follows the choice for rejections, also one of an older version', async () => {
    for (const [kinds, shown] of [
      [['rejected'], ['Production: Entries unclear']],
      [['returned'], []],
    ] as const) {
      const { session, texts, pass } = await stage({ kinds: [...kinds] })
      session.newItems([item('unclear')])
      pass(5_000)
      expect(texts().map((text) => text.split(' | ')[0])).toEqual(shown)
    }
  })

  it('notifies of several together, and of the next ones not before half a minute has passed', async () => {
    const { session, texts, pass } = await stage()
    session.newItems([item('returned', '1'), item('unknown-outcome', '2')])
    pass(3_000)
    session.newItems([item('returned', '3')])
    pass(2_000)
    expect(texts()).toEqual(['Production: 3 items need a person | 2 returns, 1 unknown outcome.'])
    session.newItems([item('repair', '4')])
    pass(29_000)
    expect(texts()).toHaveLength(1)
    pass(1_000)
    expect(texts()).toHaveLength(2)
  })

  it.each(['locked', 'behind'] as const)(
    'shows a count and nothing else while it is %s',
    async (view) => {
      for (const items of [[item('returned')], inboxKinds.map((kind) => item(kind))]) {
        const { session, texts, pass, about } = await stage({ kinds: [...noticeKinds] })
        about.view = view
        session.newItems(items)
        pass(5_000)
        const [text = ''] = texts()
        const count = items.length === 1 ? '1 item needs' : `${items.length} items need`
        expect(text).toContain(`Production: ${count} a person | In Ridgeway`)
        expect(text).not.toMatch(/Jane|12,500|4417|0123|return|doubt|outcome/)
      }
    },
  )

  it('is judged when it is shown: nothing can be read after an operator locked meanwhile', async () => {
    const { session, texts, pass, about } = await stage()
    session.newItems([item('returned')])
    about.view = 'locked'
    pass(5_000)
    expect(texts()).toEqual([
      'Production: 1 item needs a person | In Ridgeway Treasury. Sign in to see details.',
    ])
  })

  it('that shows more than a count is removed from the desktop by the lock; others stay', async () => {
    const { session, lying, pass, about } = await stage()
    session.newItems([item('returned')])
    pass(30_000)
    about.view = 'locked'
    session.hideDetails()
    session.newItems([item('returned', '2')])
    pass(30_000)
    session.hideDetails()
    expect(lying.map(({ isClosed }) => isClosed)).toEqual([true, false])
  })

  it('holds nothing that a desktop reads as markup, and no long number', () => {
    const text = plainText('<img src=x>A & B\u202e\nto 4417890123')
    expect(text).not.toMatch(/[<>&\n\u202e]|4417890123/)
  })

  it('opens its item once, after a click, and not ten minutes later', async () => {
    const { session, lying, pass, emitted } = await stage()
    session.newItems([item('returned', '7')])
    pass(5_000)
    expect(session.takeOpened()).toBeNull()
    lying[0]?.click()
    expect(emitted).toEqual([['notices.clicked', {}]])
    expect([session.takeOpened(), session.takeOpened()]).toEqual(['/orders/7', null])
    lying[0]?.click()
    pass(600_000)
    expect(session.takeOpened()).toBeNull()
  })

  it('of a profile that is not shown opens nothing', async () => {
    const { session, lying, pass, about, emitted } = await stage()
    about.view = 'behind'
    session.newItems([item('returned', '7')])
    pass(5_000)
    lying[0]?.click()
    expect(emitted).toEqual([])
    expect(session.takeOpened()).toBeNull()
  })
})

describe('the settings', () => {
  it('hold back the kinds that are not wanted, and everything while they are off', async () => {
    const { session, texts, pass } = await stage()
    session.newItems([item('duplicate')])
    pass(60_000)
    expect(texts()).toEqual([])
    session.newItems([item('returned')])
    await session.changeSettings({ ...defaultNotices, enabled: false }, 'operator-1')
    session.newItems([item('unknown-outcome')])
    pass(60_000)
    expect(texts()).toEqual([])
  })

  it('are recorded with who changed them, and hold after a restart', async () => {
    const file = newStorePath()
    const first = await stage({ quietWeekends: true }, file)
    expect((await auditEntries(first.store)).at(-1)).toMatchObject({
      kind: 'notices.changed',
      actor: 'operator-1',
    })
    await first.store.close()
    expect((await stage({}, file)).session.settings()).toEqual({
      ...defaultNotices,
      quietWeekends: true,
    })
  })

  it('show nothing in the quiet hours, and one summary when they end', async () => {
    const { session, texts, pass } = await stage({ quiet: { from: '13:00', to: '15:00' } })
    session.newItems([item('returned', '1')])
    pass(1_800_000)
    session.newItems([item('unknown-outcome', '2'), item('returned', '3')])
    pass(1_740_000)
    expect(texts()).toEqual([])
    pass(60_000)
    expect(texts()).toEqual([
      'Production: 3 items need a person | During quiet hours: 2 returns, 1 unknown outcome.',
    ])
  })
})

/** A listener of no team. */
const alone = (running: ListenerRunning) => ({ running, team: null, notStoring: null })
const notStoring = { since: '2026-11-23T14:00:00.000Z', detail: 'SQLITE_FULL', needsRestart: false }

describe('the listener', () => {
  it('is reported once when it goes down, and again only after it was up', async () => {
    const { session, texts, pass } = await stage()
    session.listenerChecked(alone(listening))
    session.listenerChecked(alone(failed))
    session.listenerChecked(alone({ state: 'starting' }))
    session.listenerChecked(alone(failed))
    pass(300_000)
    expect(texts()).toEqual([
      expect.stringMatching(/^Production: The listener is down \| .*Ridgeway Treasury/),
    ])
    session.listenerChecked(alone(listening))
    session.listenerChecked({ ...alone(listening), notStoring })
    pass(300_000)
    expect(texts()).toHaveLength(2)
    expect(texts()[1]).toMatch(/Alerts cannot be stored/)
  })

  it('of a team is reported once where nobody can listen, and not where another workstation does', async () => {
    const { session, texts, pass } = await stage()
    const since = '2026-11-23T14:00:00.000Z'
    const nobody = { team: { state: 'nobody', since }, notStoring: null } as const
    for (let turn = 0; turn < 3; turn += 1) {
      session.listenerChecked({ ...nobody, running: failed })
      session.listenerChecked({ ...nobody, running: { state: 'standby' } })
      pass(300_000)
    }
    expect(texts()).toHaveLength(1)
    const other = { state: 'other', name: 'Workstation 2', address: '', since } as const
    session.listenerChecked({ ...nobody, team: other, running: failed })
    session.listenerChecked({ ...nobody, team: other, running: { state: 'standby' } })
    pass(300_000)
    expect(texts()).toHaveLength(1)
    session.listenerChecked({ ...nobody, running: failed })
    pass(300_000)
    expect(texts()).toHaveLength(2)
  })

  it('that was switched off, or is back at once, is not reported', async () => {
    const { session, texts, pass } = await stage()
    session.listenerChecked(alone(failed))
    session.listenerChecked(alone(listening))
    session.listenerChecked(alone({ state: 'off', why: 'not-enabled' }))
    pass(300_000)
    expect(texts()).toEqual([])
  })
})
