/** What a faked main answers of coverage; `part` changes what a test is about. */
import { vi } from 'vitest'
import { ok } from '../../../preload/contract/result.ts'
import type { Bridge } from '../../../renderer/lib/bridge.ts'

const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

/** The verbs, each answering well. */
export const coverageVerbs = () => ({
  coverage: {
    getSummary: vi.fn<Bridge['coverage']['getSummary']>(
      always({ openGaps: 0, toCheck: 0, coveredTo: null, sweep: null }),
    ),
  },
})
