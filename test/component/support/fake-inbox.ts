/** What a faked main answers of the inbox; `part` changes what a test is about. */
import { vi } from 'vitest'
import { inboxKinds, type InboxCounts } from '../../../preload/contract/inbox/inbox.ts'
import { ok } from '../../../preload/contract/result.ts'
import type { Bridge } from '../../../renderer/lib/bridge.ts'

const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

/** The verbs, each answering well. */
export const inboxVerbs = () => ({
  inbox: {
    getCounts: vi.fn<Bridge['inbox']['getCounts']>(
      always({
        open: 0,
        mine: 0,
        byKind: Object.fromEntries(inboxKinds.map((kind) => [kind, 0])) as InboxCounts['byKind'],
      }),
    ),
  },
})
