/** Answers of a fake main about the global search; `part` overrides fields. */
import { vi } from 'vitest'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'

const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

/** The methods, all successful. */
export const searchApi = () => ({
  search: {
    find: vi.fn<Bridge['search']['find']>(always({ found: [], more: [] })),
    related: vi.fn<Bridge['search']['related']>(always([])),
  },
})
