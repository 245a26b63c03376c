/** What a faked main answers of reconciliation; `part` changes what a test is about. */
import { vi } from 'vitest'
import { ok } from '../../../preload/contract/result.ts'
import type { Bridge } from '../../../renderer/lib/bridge.ts'

const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

/** The verbs, each answering well. */
export const reconciliationVerbs = () => ({
  reconciliation: {
    get: vi.fn<Bridge['reconciliation']['get']>(
      always({ day: '2026-11-20', account: '\u2022\u2022\u2022\u20220011' }),
    ),
  },
})
