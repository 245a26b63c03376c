/** A session context on a real store: its events are collected, and the test moves its clock. */
import { Background } from '../../../main/platform/in-flight.ts'
import type { SessionContext } from '../../../main/profile/session-context.ts'
import { practiceProfile } from '../../../main/session/practice/practice-client.ts'
import type { Store } from '../../../main/store/store.ts'

/** Has only the parts that lists and saved requests use: no bank, no settings. */
export function sessionContext(store: Store) {
  const emitted: (readonly [string, unknown])[] = []
  let nowMs = Date.parse('2026-11-23T14:00:00.000Z')
  let id = 0
  const report = (where: string, problem: unknown): never => {
    throw new Error(`${where}: ${String(problem)}`)
  }
  const context = {
    store,
    clock: { now: () => new Date(nowMs), monotonicMs: () => nowMs },
    bankingZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    newId: () => `id-${String((id += 1))}`,
    operatorName: (operator: string) => `Name of ${operator}`,
    earlierNames: () => [],
    profile: () => practiceProfile,
    emitEvent: (noun: string, name: string, payload: unknown) => {
      emitted.push([`${noun}.${name}`, payload])
    },
    report,
    background: new Background(report),
  } as unknown as SessionContext
  return { context, emitted, pass: (ms: number) => (nowMs += ms) }
}
