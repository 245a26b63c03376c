/** What the window is told of the acts of other workstations. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import {
  announceOthers,
  tellersOf,
  type OthersEventsDeps,
} from '../../../main/session/others-events.ts'
import type { ActsListener } from '../../../main/store/others-acts.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import { root } from '../../../scripts/lib/run.ts'
import { batchDraft } from '../money/order/support/batch-session.ts'
import { draft } from '../money/order/support/sending-session.ts'
import { newStorePath, open } from '../store/stores.ts'
import { sessionContext } from '../support/session-context.ts'

/** The kinds of acts that main names beside the word `kind`, in its sources. */
function kindsInSource(): string[] {
  const files = globSync('main/**/*.ts', { cwd: root })
  const kinds = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' ')
    const named = text.matchAll(/\b\w*[kK]ind\w*\b ?[:=] ?([^;{}]{0,140})/g)
    return [...named].flatMap(([, value = '']) =>
      [...value.matchAll(/'([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)'/g)].map(
        ([, kind = '']) => kind,
      ),
    )
  })
  return [...new Set(kinds)]
}

describe('the table of events', () => {
  it('knows every kind of act', () => {
    const kinds = kindsInSource()
    expect(kinds).toEqual(
      expect.arrayContaining(['order.approved', 'payee.declined', 'bank.called']),
    )
    expect(kinds.length).toBeGreaterThan(150)
    expect(kinds.filter((kind) => tellersOf(kind) === undefined)).toEqual([])
  })
})

/** A store that others seem to share, and everything that is emitted of their acts. */
async function shared() {
  const store = await open(newStorePath())
  const { context } = sessionContext(store)
  const listeners: ActsListener[] = []
  const tables: ((table: string) => void)[] = []
  const emitted: (readonly [string, unknown])[] = []
  const grownElsewhere = vi.fn<() => void>()
  const deps = {
    store: {
      ...store,
      others: {
        onActs: (listener: ActsListener) => void listeners.push(listener),
        onTable: (listener: (table: string) => void) => void tables.push(listener),
      },
    },
    emit: (name: string, payload: unknown) => void emitted.push([name, payload]),
    background: context.background,
    report: context.report,
    policy: { current: () => ({ version: 7 }) },
    audit: { grownElsewhere },
    bulk: { runs: { get: (id: string) => Promise.resolve(ok({ id })) } },
    inquiry: { get: (id: string) => Promise.resolve(ok({ id })) },
    payments: { participants: { state: () => Promise.resolve({ rows: 3 }) } },
  }
  announceOthers(deps as unknown as OthersEventsDeps)
  const passed = async (...acts: (readonly [kind: string, subject: string])[]) => {
    const all = acts.map(([kind, subject], at) => ({
      seq: at + 1,
      actor: 'mara',
      kind,
      subject,
      home: 'two',
    }))
    const act = { actor: 'x', kind: 'x', subject: 'x', detail: {} }
    // Inside a transaction, as the store passes them on.
    await store.record(act, async (tx) => {
      for (const listener of listeners) await listener(all, tx)
    })
    await context.background.settled()
  }
  return { store, emitted, passed, tables, grownElsewhere }
}

describe('acts of other workstations', () => {
  it('about orders are told once for each order, with its state, and the counts once', async () => {
    const { store, emitted, passed } = await shared()
    await draft({ store }, 'o1')
    await draft({ store }, 'o2')
    await batchDraft({ store }, { id: 'b1' })
    await passed(
      ['order.drafted', 'o1'],
      ['order.draft-saved', 'o1'],
      ['order.drafted', 'o2'],
      ['batch.exception-acknowledged', 'b1'],
      ['order.drafted', 'removed-since'],
    )
    expect(emitted.toSorted()).toEqual([
      ['batches.changed', { id: 'b1' }],
      ['orders.changed', { id: 'b1', state: 'draft' }],
      ['orders.changed', { id: 'o1', state: 'draft' }],
      ['orders.changed', { id: 'o2', state: 'draft' }],
      ['orders.countsChanged', {}],
    ])
  })

  it.each([
    ['order.viewed', []],
    ['payee.approved', [['payees.changed', { id: 'x1' }]]],
    ['policy.changed', [['policy.changed', { version: 7 }]]],
    ['settings.changed', [['settings.changed', {}]]],
    ['ach.settings-changed', [['batches.settingsChanged', {}]]],
    ['batch-template.saved', [['batches.templatesChanged', {}]]],
    ['payment-schedule.paused', [['schedules.changed', {}]]],
    ['coverage.gap-found', [['coverage.changed', {}]]],
    ['bulk.started', [['bulk.changed', { id: 'x1' }]]],
    ['inquiry.requested', [['achInquiry.changed', { id: 'x1' }]]],
    ['inbox.done', [['inbox.changed', {}]]],
    ['forwarding.changed', [['forwarding.changed', {}]]],
    ['backup.created', [['backups.changed', {}]]],
    ['bank.called', [['traffic.changed', { latestId: 'x1' }]]],
    ['participants.downloaded', [['paymentInquiry.participantsChanged', { rows: 3 }]]],
    ['bank-directory.imported', [['bankNames.changed', {}]]],
  ] as const)('of the kind %s are told', async (kind, events) => {
    const { emitted, passed, grownElsewhere } = await shared()
    await passed([kind, 'x1'], [kind, 'x1'])
    expect(emitted).toEqual(events)
    expect(grownElsewhere).toHaveBeenCalledOnce()
  })

  it('about saved requests are told of each kind of request', async () => {
    const { emitted, passed } = await shared()
    await passed(['saved.removed', 'x1'])
    expect(emitted.map(([, payload]) => payload)).toEqual([
      { kind: 'ach-search' },
      { kind: 'report' },
      { kind: 'payment-template' },
    ])
  })

  it('in a burst are told together', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { emitted, passed } = await shared()
      for (let at = 0; at < 20; at += 1) await passed(['bank.called', `call-${String(at)}`])
      expect(emitted).toHaveLength(1)
      vi.advanceTimersByTime(100)
      await vi.waitFor(() => expect(emitted).toHaveLength(2))
      expect(emitted.at(-1)).toEqual(['traffic.changed', { latestId: 'call-19' }])
    } finally {
      vi.useRealTimers()
    }
  })

  it('are not needed where a table alone has changed', async () => {
    const { emitted, tables } = await shared()
    for (const listener of tables) {
      listener('inbox_items')
      listener('another')
    }
    expect(emitted).toEqual([['inbox.changed', {}]])
  })
})
