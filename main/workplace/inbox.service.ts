/**
 * Everything that needs a person, from any source. This file composes the service; each part has a
 * file of its own.
 */
import type { InboxCounts } from '../../preload/contract/api/inbox/inbox.ts'
import type { Operator } from '../../preload/contract/domain/operators/roles.ts'
import { err, ok } from '../../preload/contract/kernel/result.ts'
import { systemTimer } from '../platform/timer.ts'
import type { Announced } from '../platform/announce.ts'
import type { Events } from '../platform/events.ts'
import type { Handlers } from '../platform/handlers.ts'
import type { AlertEvents } from '../alerts/alert-events.ts'
import { createInboxActs } from './inbox/inbox-acts.ts'
import type { NewItem } from './inbox/inbox-jobs.ts'
import {
  countItems,
  listItems,
  readItem,
  seenAmong,
  type InboxContext,
} from './inbox/inbox-list.ts'
import { createScanner, type InboxSource, type ScannerDeps } from './inbox/scanner.ts'

/**
 * The sources to check after each event. A batch is an order too, and its entries may end with it.
 */
const sourcesOf = {
  'orders.changed': ['orders', 'batches', 'schedules'],
  'batches.changed': ['batches'],
  'batches.templatesChanged': ['templates'],
  'schedules.changed': ['schedules'],
  'payees.changed': ['payees'],
  'coverage.changed': ['coverage'],
  'certificates.warningsChanged': ['certificates'],
  'backups.changed': ['backups'],
  'alerts.changed': ['alerts'],
  'alerts.alarmsChanged': ['alerts'],
  'listener.changed': ['alerts'],
} as const satisfies Partial<Record<keyof InboxEvents, readonly InboxSource[]>>
/**
 * Change whose approval counts, and so who sees an item, although no item changes: the first of two
 * approvals, another policy.
 */
const decideWhoSees = ['orders.changed', 'payees.changed', 'policy.changed'] as const
type InboxEvents = Announced & AlertEvents

/** The inbox of one open store. */
export interface InboxService {
  readonly handlers: Handlers['inbox']
  /** Counts as this operator sees them. */
  counts(operator: Operator): Promise<InboxCounts>
  /** Returns the new items that this operator may see; undefined means that nobody is signed in. */
  seenAmong(items: readonly NewItem[], operator?: Operator): Promise<readonly NewItem[]>
  /** A source has changed (undefined: any source) and is checked soon. */
  scan(source?: InboxSource): void
  /** Checks a source from now on whenever an event reports a change. */
  watch(events: Pick<Events<InboxEvents>, 'on'>): void
  /** Reports items that were not open before; the first scan of a store reports none. */
  onNew(listener: (items: readonly NewItem[]) => void): void
  /** Resolves when all pending checks are saved. */
  settled(): Promise<void>
  /** Checks no more. Resolves when the running check is stored. */
  close(): Promise<void>
}

/** Creates the service, which checks every source once. */
export function createInboxService(
  context: InboxContext,
  {
    matchAlerts,
    startTimer = systemTimer,
  }: Pick<ScannerDeps, 'matchAlerts'> & Partial<Pick<ScannerDeps, 'startTimer'>>,
): InboxService {
  const listeners: ((items: readonly NewItem[]) => void)[] = []
  const scanner = createScanner(context, {
    matchAlerts,
    startTimer,
    fresh: (items) => listeners.forEach((notify) => notify(items)),
  })
  const acts = createInboxActs(context)
  const counts = (operator: Operator): Promise<InboxCounts> => countItems(context, operator)
  const shown = async (id: string) => {
    const record = await readItem(context, id)
    return record ? ok(record) : err({ code: 'not-found' as const })
  }
  return {
    handlers: {
      list: async (request, { operator }) => ok(await listItems(context, request, operator)),
      get: ({ id }) => shown(id),
      getCounts: async (_input, { operator }) => ok(await counts(operator)),
      assign: ({ ids, operatorId }, { operator }) => acts.assign(ids, operatorId, operator.id),
      async note(given, { operator }) {
        const noted = await acts.note(given, operator.id)
        return noted.ok ? shown(given.id) : noted
      },
      markDone: async ({ items, note }, { operator }) =>
        ok(await acts.markDone(items, note, operator.id)),
      reopen: async ({ ids }, { operator }) => ok(await acts.reopen(ids, operator.id)),
    },
    counts,
    seenAmong: (items, operator) => seenAmong(context, items, operator),
    scan: (source) => scanner.scan(source),
    watch({ on }) {
      for (const [name, sources] of Object.entries(sourcesOf))
        on(name as keyof typeof sourcesOf, () => {
          for (const source of sources) scanner.scan(source)
        })
      for (const name of decideWhoSees) on(name, () => context.emitEvent('inbox', 'changed', {}))
    },
    onNew: (listener) => void listeners.push(listener),
    settled: () => scanner.settled(),
    close: () => scanner.stop(),
  }
}
