/** What a faked main answers of search everywhere; `part` changes what a test is about. */
import { vi } from 'vitest'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'

const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

/** The verbs, each answering well. */
export const searchVerbs = () => ({
  search: {
    find: vi.fn<Bridge['search']['find']>(always({ found: [], more: [] })),
    related: vi.fn<Bridge['search']['related']>(always([])),
  },
})
