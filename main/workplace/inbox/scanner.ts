/**
 * Keeps the inbox up to date: checks a source soon after it changed, and after each start, on the
 * workstation with the duty of the reader. Checking twice finds nothing twice. Things that ended
 * before the first check of a store are ignored, except returns and corrections of the last sixty
 * days.
 */
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { StartTimer } from '../../platform/timer.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { newestSeq } from '../../alerts/alerts.records.ts'
import { StoreError } from '../../store/store.ts'
import { noticedAlerts } from './alert-source.ts'
import { noticedEntries } from './batch-source.ts'
import { noticedCertificates } from './certificate-source.ts'
import { dropMatched, saveFindings, type Findings, type NewItem } from './inbox-jobs.ts'
import type { InboxContext } from './inbox-list.ts'
import { noticedOrders } from './order-source.ts'
import {
  noticedAlarms,
  noticedBackups,
  noticedParts,
  noticedPayees,
  noticedSchedules,
  noticedTemplates,
} from './other-sources.ts'

/** Where items come from. */
export const inboxSources = [
  'orders',
  'batches',
  'templates',
  'schedules',
  'payees',
  'alerts',
  'coverage',
  'certificates',
  'backups',
] as const
export type InboxSource = (typeof inboxSources)[number]

/** The scanner of one store. */
export interface Scanner {
  /** A source has changed; undefined means any source. */
  scan(source?: InboxSource): void
  /** Checks now; resolves when all pending checks are saved. */
  settled(): Promise<void>
  /** Checks no more. Resolves when the running check is saved. */
  stop(): Promise<void>
}

export interface ScannerDeps {
  /**
   * Resolves when the alerts up to this seq were matched with orders and entries. If that fails,
   * they are listed as unmatched, until a later matching finds what they are about.
   */
  readonly matchAlerts: (upTo: number) => Promise<unknown>
  readonly startTimer: StartTimer
  /** Called with items that were not open before. */
  readonly fresh: (items: readonly NewItem[]) => void
}

/** The sources whose drafts are due on a day without a person. */
const ofDrafts: readonly InboxSource[] = ['templates', 'schedules']
/** The sources that may match an alert. */
const ofAlerts: readonly InboxSource[] = ['orders', 'batches', 'alerts']

/** Delay after a change, so that simultaneous changes are checked together. */
const soonMs = 1000
/** Delay of another check after one that failed: nothing else may report a change again. */
const againMs = 60_000
/** These are checked again after this time, because some need a person from a day on. */
const byDay: readonly InboxSource[] = ['orders', ...ofDrafts]
const laterMs = 3_600_000
/** Alerts read at once, so that main and the store are busy for moments only. */
const alertsPerPiece = 500
const dayMs = 86_400_000
const entryDays = 60
/** Older items are not examined again for matched alerts. */
const matchedDays = 10

/** Creates the scanner, whose first check runs when this workstation has the duty. */
export function createScanner(context: InboxContext, deps: ScannerDeps): Scanner {
  const { store, clock, emitEvent, report } = context
  const due = new Set<InboxSource>()
  let running: Promise<void> | undefined
  let cancelSoon: (() => void) | undefined
  let cancelAgain: (() => void) | undefined
  let cancelLater: (() => void) | undefined
  let isStopped = true
  let isClosed = false
  let began: Began | undefined

  const save = async (findings: Omit<Findings, 'at'>): Promise<void> => {
    const at = clock.now().toISOString()
    const { fresh, isChanged } = await store.work(saveFindings, { at, ...findings })
    if (isChanged) emitEvent('inbox', 'changed', {})
    if (fresh.length > 0 && began?.isFirst === false) deps.fresh(fresh)
  }

  /**
   * The inbox starts the matching instead of waiting for news of it, so that no order of events and
   * no failure holds an alert back.
   */
  async function scanAlerts(): Promise<void> {
    const newest = await newestSeq(store)
    let stored = await cursorOf(context, 'alerts')
    let cursor = stored ?? 0
    if (cursor >= newest) return
    try {
      await deps.matchAlerts(newest)
    } catch (problem) {
      report('inbox.match-alerts', problem)
    }
    const accounts = context
      .profile()
      .accounts.map(({ account_number }) => significantAccount(account_number))
    while (cursor < newest && !isStopped) {
      const until = Math.min(newest, cursor + alertsPerPiece)
      const noticed = await noticedAlerts(store, { cursor, until, accounts })
      await save({ noticed, cursors: { alerts: until }, since: { alerts: stored ?? null } })
      stored = await cursorOf(context, 'alerts')
      cursor = stored ?? 0
    }
  }

  async function scanSource(source: InboxSource, { since, entriesSince }: Began): Promise<void> {
    const cursors = {}
    switch (source) {
      case 'orders':
        return save({ noticed: await noticedOrders(store, { since, now: clock.now() }), cursors })
      case 'batches':
        return save({ noticed: await noticedEntries(store, entriesSince), cursors })
      case 'templates':
        return save({ noticed: await noticedTemplates(context), cursors })
      case 'schedules':
        return save({ noticed: await noticedSchedules(context), cursors })
      case 'payees':
        return save({ noticed: await noticedPayees(store), cursors })
      case 'coverage':
        return save({ noticed: await noticedParts(store), cursors })
      case 'certificates': {
        const findings = await noticedCertificates(context)
        return findings ? save(findings) : undefined
      }
      case 'backups':
        return save({ noticed: await noticedBackups(store), cursors })
      case 'alerts':
        await save({ noticed: await noticedAlarms(store), cursors })
        return scanAlerts()
    }
  }

  async function pass(): Promise<void> {
    began ??= await beginning(context)
    const sources = [...due]
    due.clear()
    for (const source of sources) {
      if (isStopped) return
      await scanSource(source, began).catch(failed)
    }
    // Whatever fails below, the next check finds what is new.
    began = { ...began, isFirst: false }
    if (sources.some((one) => ofAlerts.includes(one))) {
      const now = clock.now()
      const since = new Date(now.getTime() - matchedDays * dayMs).toISOString()
      const isChanged = await store.work(dropMatched, { at: now.toISOString(), since })
      if (isChanged) emitEvent('inbox', 'changed', {})
    }
  }

  function run(): Promise<void> {
    cancelSoon?.()
    cancelSoon = undefined
    running ??= pass()
      .catch(failed)
      .finally(() => {
        running = undefined
        if (due.size > 0 && !isStopped) soon()
      })
    return running
  }
  /** Findings that were not saved are found by another check, at the latest by the next start. */
  function failed(problem: unknown): void {
    const isClosing = problem instanceof StoreError && isStopped
    if (!isClosing) report('inbox.look', problem)
    if (!isStopped) cancelAgain ??= deps.startTimer(againMs, scanAgain)
  }
  function scanAgain(): void {
    cancelAgain = undefined
    scan()
  }
  const soon = (): void => {
    cancelSoon ??= deps.startTimer(soonMs, () => void run())
  }
  function scan(source?: InboxSource): void {
    if (isStopped) return
    for (const one of source === undefined ? inboxSources : [source]) due.add(one)
    if (running === undefined) soon()
  }

  function scanLater(): void {
    cancelLater = deps.startTimer(laterMs, () => {
      for (const source of byDay) scan(source)
      scanLater()
    })
  }

  function stop(): void {
    isStopped = true
    cancelSoon?.()
    cancelAgain?.()
    cancelLater?.()
    cancelSoon = undefined
    cancelAgain = undefined
  }

  store.membership.onDuty('reader', {
    start() {
      if (isClosed) return
      isStopped = false
      const isTeam = store.membership.home !== null
      // Another workstation may just be drafting what is due.
      for (const source of inboxSources) if (!isTeam || !ofDrafts.includes(source)) due.add(source)
      void run()
      scanLater()
      // Whoever had the duty may still save what it found before.
      if (isTeam) cancelAgain ??= deps.startTimer(againMs, scanAgain)
    },
    stop,
  })
  return {
    scan,
    async settled() {
      await running
      if (due.size > 0) await run()
    },
    async stop() {
      isClosed = true
      stop()
      await running
    },
  }
}

/** The start times of what counts. */
interface Began {
  /** This is the first check of this store. */
  readonly isFirst: boolean
  readonly since: string
  readonly entriesSince: string
}

async function cursorOf({ store }: SessionContext, name: string): Promise<number | undefined> {
  const row = await store.read
    .selectFrom('inbox_cursors')
    .select('seq')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.seq
}

/** Returns the instant of the first check, which is saved for good; earlier alerts are ignored. */
async function beginning(context: SessionContext): Promise<Began> {
  const { store, clock } = context
  const known = await cursorOf(context, 'began')
  const began = known ?? clock.now().getTime()
  if (known === undefined) {
    const cursors = { began, alerts: await newestSeq(store) }
    const [at, since] = [new Date(began).toISOString(), { began: null }]
    await store.work(saveFindings, { at, noticed: [], cursors, since })
  }
  return {
    isFirst: known === undefined,
    since: new Date(began).toISOString(),
    entriesSince: new Date(began - entryDays * dayMs).toISOString(),
  }
}
