/** What needs a person, from wherever it comes. This file composes the desk; each part of it has a file of its own. */
import type { InboxCounts } from '../../../preload/contract/api/inbox/inbox.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import { systemTimer, type StartTimer } from '../../platform/timer.ts'
import type { Announced } from '../../platform/announce.ts'
import type { Events } from '../../platform/events.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { AlertEvents } from '../../alerts/alert-events.ts'
import { createInboxActs } from './inbox-acts.ts'
import type { NewItem } from './inbox-jobs.ts'
import { countItems, listItems, readItem, seenAmong, type InboxContext } from './inbox-list.ts'
import { createScanner, type InboxSource } from './scanner.ts'

/** Where the inbox looks when something changed. A batch is an order, too: its entries may end with it. */
const sourcesOf = {
  'orders.changed': ['orders', 'batches'],
  'batches.changed': ['batches'],
  'batches.templatesChanged': ['templates'],
  'payees.changed': ['payees'],
  'coverage.changed': ['coverage'],
  'certificates.warningsChanged': ['certificates'],
  'backups.changed': ['backups'],
  'alerts.changed': ['alerts'],
  'alerts.alarmsChanged': ['alerts'],
  'listener.changed': ['alerts'],
} as const satisfies Partial<Record<keyof InboxEvents, readonly InboxSource[]>>
type InboxEvents = Announced & AlertEvents

/** The desk of one open store. */
export interface InboxService {
  readonly verbs: Handlers['inbox']
  /** As this operator sees it. */
  counts(operator: Operator): Promise<InboxCounts>
  /** Those of new items that are this operator's to see; undefined: nobody is here. */
  seenAmong(items: readonly NewItem[], operator?: Operator): Promise<readonly NewItem[]>
  /** Something that may need a person has changed, of one source or of any: looked at soon. */
  look(source?: InboxSource): void
  /** Looks from now on wherever it is told of a change. */
  lookOn(events: Pick<Events<InboxEvents>, 'on'>): void
  /** Tells of items that are open and were not before; what the first look of a store finds is not told. */
  onNew(listener: (items: readonly NewItem[]) => void): void
  /** Resolves when all that was to be looked at is kept. */
  settled(): Promise<void>
  /** Looks no more; resolves when what was under way has been stored. */
  close(): Promise<void>
}

/** Makes the desk, which looks through everything once. */
export function createInboxService(
  context: InboxContext,
  { startTimer = systemTimer }: { readonly startTimer?: StartTimer } = {},
): InboxService {
  const listeners: ((items: readonly NewItem[]) => void)[] = []
  const noticing = createScanner(context, {
    startTimer,
    fresh: (items) => listeners.forEach((tell) => tell(items)),
  })
  const acts = createInboxActs(context)
  const counts = (operator: Operator): Promise<InboxCounts> => countItems(context, operator)
  const shown = async (id: string) => {
    const record = await readItem(context, id)
    return record ? ok(record) : err({ code: 'not-found' as const })
  }
  return {
    verbs: {
      list: async (request, { operator }) => ok(await listItems(context, request, operator)),
      get: ({ id }) => shown(id),
      getCounts: async (_input, { operator }) => ok(await counts(operator)),
      assign: ({ ids, operatorId }, { operator }) => acts.assign(ids, operatorId, operator.id),
      async note(given, { operator }) {
        const noted = await acts.note(given, operator.id)
        return noted.ok ? shown(given.id) : noted
      },
      markDone: async ({ ids, note }, { operator }) =>
        ok(await acts.markDone(ids, note, operator.id)),
      reopen: async ({ ids }, { operator }) => ok(await acts.reopen(ids, operator.id)),
    },
    counts,
    seenAmong: (items, operator) => seenAmong(context, items, operator),
    look: (source) => noticing.look(source),
    lookOn({ on }) {
      for (const [name, sources] of Object.entries(sourcesOf))
        on(name as keyof typeof sourcesOf, () => {
          for (const source of sources) noticing.look(source)
        })
    },
    onNew: (listener) => void listeners.push(listener),
    settled: () => noticing.settled(),
    close: () => noticing.stop(),
  }
}
