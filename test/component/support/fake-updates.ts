/** Answers of a fake main about updates; `part` overrides fields. */
import { vi } from 'vitest'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { UpdatesState } from '../../../preload/contract/api/updates/updates.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'

const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

/** No feed was ever set, and one key is trusted. */
export const updatesState = (part: Partial<UpdatesState> = {}): UpdatesState => ({
  runs: '1.1.0',
  keys: ['ab'.repeat(32)],
  feed: null,
  checkedAt: null,
  found: null,
  ...part,
})

/** The methods, all successful. */
export const updatesApi = () => ({
  updates: {
    getState: vi.fn<Bridge['updates']['getState']>(always(updatesState())),
    setFeed: vi.fn<Bridge['updates']['setFeed']>(({ feed }) =>
      Promise.resolve(ok(updatesState({ feed }))),
    ),
    check: vi.fn<Bridge['updates']['check']>(always(updatesState())),
    download: vi.fn<Bridge['updates']['download']>(({ name }) =>
      Promise.resolve(ok({ file: name })),
    ),
    checkFiles: vi.fn<Bridge['updates']['checkFiles']>(always(null)),
  },
})
