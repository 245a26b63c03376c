/** Answers of a fake main about forwarding and notices; `part` overrides fields. */
import { vi } from 'vitest'
import type { ForwardingState } from '../../../preload/contract/api/forwarding/forwarding.ts'
import { defaultNotices } from '../../../preload/contract/api/notices/notices.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'

const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

/** Nothing was ever set up. */
export const forwardingState = (part: Partial<ForwardingState> = {}): ForwardingState => ({
  enabled: false,
  url: null,
  waiting: 0,
  parked: 0,
  lastTakenAt: null,
  hasBegun: false,
  deliveryStatus: { state: 'off' },
  credential: null,
  canStoreCredential: true,
  trustsPrivateCa: false,
  ...part,
})
const none = { items: [], next: null, total: 0 }

/** The methods, all successful. */
export const forwardingApi = () => ({
  forwarding: {
    getState: vi.fn<Bridge['forwarding']['getState']>(always(forwardingState())),
    changeSettings: vi.fn<Bridge['forwarding']['changeSettings']>(always(forwardingState())),
    saveSecret: vi.fn<Bridge['forwarding']['saveSecret']>(always(forwardingState())),
    tryOnce: vi.fn<Bridge['forwarding']['tryOnce']>(
      always({ outcome: 'taken', status: 200, problem: null }),
    ),
    listTries: vi.fn<Bridge['forwarding']['listTries']>(always(none)),
    listParked: vi.fn<Bridge['forwarding']['listParked']>(always(none)),
    sendAgain: vi.fn<Bridge['forwarding']['sendAgain']>(always({ taken: 1, notTaken: 0 })),
  },
  notices: {
    getSettings: vi.fn<Bridge['notices']['getSettings']>(always(defaultNotices)),
    changeSettings: vi.fn<Bridge['notices']['changeSettings']>((settings) =>
      Promise.resolve(ok(settings)),
    ),
    showOne: vi.fn<Bridge['notices']['showOne']>(always({ isShown: true })),
    takeOpened: vi.fn<Bridge['notices']['takeOpened']>(always({ address: null })),
  },
})
