/** What a faked main answers of forwarding and notices; `part` changes what a test is about. */
import { vi } from 'vitest'
import { ok } from '../../../preload/contract/result.ts'
import type { Bridge } from '../../../renderer/lib/bridge.ts'

const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

/** The verbs, each answering well. */
export const forwardingVerbs = () => ({
  forwarding: {
    getState: vi.fn<Bridge['forwarding']['getState']>(
      always({ enabled: false, url: null, waiting: 0 }),
    ),
  },
  notices: {
    getSettings: vi.fn<Bridge['notices']['getSettings']>(always({ enabled: false, quiet: null })),
  },
})
