/** The watch on a real store, with a clock and timers controlled by the test. */
import { onTestFinished } from 'vitest'
import { createWatch, type Watch } from '../../../../main/assurance/coverage/watch.ts'
import type { SessionContext } from '../../../../main/profile/session-context.ts'
import type { Store } from '../../../../main/store/store.ts'
import type { ListenerRunning } from '../../../../preload/contract/api/alerts/listener.ts'
import { emptyDetails } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
/** A Monday. */
export const begin = Date.parse('2026-11-23T14:00:00.000Z')
export const listening: Extract<ListenerRunning, { state: 'listening' }> = {
  state: 'listening',
  address: 'https://127.0.0.1:8443/alerts',
  since: new Date(begin).toISOString(),
}
export const off = (why: 'not-enabled' | 'no-certificate'): ListenerRunning => ({
  state: 'off',
  why,
})

/** One store, and any number of successive program runs on it. */
export async function openWatch({ expectedDaily = null as number | null, startMs = begin } = {}) {
  const store = await open(newStorePath())
  const problems: string[] = []
  let nowMs = startMs
  let id = 0
  let waits = 0
  let isFull = false
  let setMs = 0
  let timers: { readonly at: number; readonly run: () => void }[] = []
  const guarded: Store = {
    ...store,
    record: (...given) =>
      isFull ? Promise.reject(new Error('SQLITE_FULL')) : store.record(...given),
    work: (...given) => (isFull ? Promise.reject(new Error('SQLITE_FULL')) : store.work(...given)),
  }
  const context = {
    store: guarded,
    clock: { now: () => new Date(nowMs + setMs), monotonicMs: () => nowMs },
    bankingZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    newId: () => `gap-${String((id += 1))}`,
    profile: () => ({
      details: { ...emptyDetails, alerts: { ...emptyDetails.alerts, expectedDaily } },
      accounts: [],
    }),
    report: (where: string, problem: unknown) => problems.push(`${where}: ${String(problem)}`),
  } as unknown as SessionContext

  /**
   * Starts a run of the program; work that an earlier run had in progress is gone, as after a kill.
   */
  function run(): Watch {
    timers = []
    const watch = createWatch({
      ...context,
      gapsWait: () => (waits += 1),
      changed: () => undefined,
      startTimer: (afterMs, ring) => {
        const timer = { at: nowMs + afterMs, run: ring }
        timers.push(timer)
        return () => (timers = timers.filter((one) => one !== timer))
      },
    })
    onTestFinished(() => watch.close())
    return watch
  }
  /** Lets time pass; every timer runs on time. */
  async function pass(watch: Watch, ms: number): Promise<void> {
    const end = nowMs + ms
    for (;;) {
      await watch.settled()
      const [next] = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)
      if (!next) break
      nowMs = Math.max(nowMs, next.at)
      timers = timers.filter((one) => one !== next)
      next.run()
    }
    nowMs = end
  }
  /** Lets time pass without timers: the computer sleeps, or nothing runs. */
  const skip = (ms: number): number => (nowMs += ms)
  /** Sets the wall clock. */
  const setClock = (ms: number): number => (setMs += ms)
  const gaps = async () => {
    const rows = await store.read.selectFrom('alert_gaps').selectAll().orderBy('from_at').execute()
    return rows.map(({ cause, from_at, until_at, state, detail }) => ({
      cause,
      state,
      detail,
      from: (Date.parse(from_at) - startMs) / minute,
      until: until_at === null ? null : (Date.parse(until_at) - startMs) / minute,
    }))
  }
  const spans = () => store.read.selectFrom('listener_watch').selectAll().orderBy('id').execute()
  const acts = async () =>
    (await auditEntries(store)).filter(({ kind }) => kind.startsWith('coverage'))
  return {
    store,
    context,
    problems,
    run,
    pass,
    skip,
    setClock,
    gaps,
    spans,
    acts,
    waits: () => waits,
    fill: (is: boolean) => void (isFull = is),
    now: () => nowMs + setMs,
  }
}
