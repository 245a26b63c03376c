/** Answers of a fake main about the inbox; `part` overrides fields. */
import { vi } from 'vitest'
import {
  inboxKinds,
  type InboxCounts,
  type InboxItem,
  type InboxRecord,
} from '../../../preload/contract/api/inbox/inbox.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'

const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

/** A payment that was rejected. */
export const inboxItem = (part: Partial<InboxItem> = {}): InboxItem => ({
  id: 'i1',
  kind: 'rejected',
  at: '2026-11-23T14:00:00.000Z',
  title: 'WIRE to Ridgeway Supply: rejected',
  amount: 1_250_000,
  currency: 'USD',
  things: 1,
  deadline: null,
  address: '/orders/o1',
  assignedTo: null,
  note: '',
  done: null,
  changedAt: '2026-11-23T14:00:00.000Z',
  ...part,
})

/** The item with its history. */
export const inboxRecord = (part: Partial<InboxItem> = {}): InboxRecord => ({
  item: inboxItem(part),
  history: [{ at: '2026-11-23T14:00:00.000Z', what: 'noticed', by: null, to: null }],
})

/** The methods, all successful. */
export const inboxApi = () => ({
  inbox: {
    list: vi.fn<Bridge['inbox']['list']>(always({ items: [], next: null, total: 0 })),
    get: vi.fn<Bridge['inbox']['get']>(({ id }) => Promise.resolve(ok(inboxRecord({ id })))),
    getCounts: vi.fn<Bridge['inbox']['getCounts']>(
      always({
        open: 0,
        mine: 0,
        byKind: Object.fromEntries(inboxKinds.map((kind) => [kind, 0])) as InboxCounts['byKind'],
      }),
    ),
    assign: vi.fn<Bridge['inbox']['assign']>(({ ids }) =>
      Promise.resolve(ok({ changed: ids.length, refused: [] })),
    ),
    note: vi.fn<Bridge['inbox']['note']>(({ id, note }) =>
      Promise.resolve(ok(inboxRecord({ id, note }))),
    ),
    markDone: vi.fn<Bridge['inbox']['markDone']>(({ items }) =>
      Promise.resolve(ok({ changed: items.length, refused: [] })),
    ),
    reopen: vi.fn<Bridge['inbox']['reopen']>(({ ids }) =>
      Promise.resolve(ok({ changed: ids.length, refused: [] })),
    ),
  },
})
