/** What a faked main answers of the overview; `part` changes what a test is about. */
import { vi } from 'vitest'
import { ok } from '../../../preload/contract/result.ts'
import type { Bridge } from '../../../renderer/lib/bridge.ts'

const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

/** The verbs, each answering well. */
export const overviewVerbs = () => ({
  overview: {
    get: vi.fn<Bridge['overview']['get']>(always({ at: '2026-11-21T09:14:02.000Z' })),
  },
})
