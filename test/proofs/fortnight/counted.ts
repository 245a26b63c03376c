/**
 * Counts the work in progress at a workstation: the simulated clock moves on only when there is
 * none.
 */
import type { Kysely, KyselyPlugin } from 'kysely'
import type { BankClient } from '../../../main/bank/bank-client.ts'
import type { ConnectionService } from '../../../main/profile/connection.service.ts'
import { StoreError } from '../../../main/store/store-error.ts'
import type { Store, Tables } from '../../../main/store/store.ts'

export class Activity {
  begun = 0
  underWay = 0
  readonly plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      this.begun += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }

  async of<T>(work: () => Promise<T>): Promise<T> {
    this.begun += 1
    this.underWay += 1
    try {
      return await work()
    } finally {
      this.underWay -= 1
    }
  }
}

/** The store, counted; it refuses writes as full when the proof requires it. */
export function countedStore(
  store: Store,
  activity: Activity,
): { readonly store: Store; isFull: boolean } {
  const read = (store.read as Kysely<Tables>).withPlugin(activity.plugin)
  const counted: Store = {
    ...store,
    read,
    record: (act, work) => activity.of(() => store.record(act, work)),
    recordOne: (act, statement) => activity.of(() => store.recordOne(act, statement)),
    note: (act) => activity.of(() => store.note(act)),
    work: (job, input) =>
      activity.of(() =>
        counts.isFull && job.name === 'alerts.save'
          ? Promise.reject(new StoreError('full', 'database or disk is full'))
          : store.work(job, input),
      ),
    copyTo: (path) => activity.of(() => store.copyTo(path)),
    close: () => store.close(),
  }
  const counts = { isFull: false, store: counted }
  return counts
}

/** The client, counted. */
export function countedConnection(
  connection: ConnectionService,
  activity: Activity,
): ConnectionService {
  const counted = new WeakMap<BankClient, BankClient>()
  const clientOf = (client: BankClient): BankClient => {
    const known = counted.get(client)
    if (known) return known
    const created: BankClient = {
      read: (request) => activity.of(() => client.read(request)),
      move: (request, vocabulary) => activity.of(() => client.move(request, vocabulary)),
      checkToken: (callOptions) => activity.of(() => client.checkToken(callOptions)),
      tokenAnswer: () => client.tokenAnswer(),
      status: () => client.status(),
      onChange: (listener) => client.onChange(listener),
      close: () => client.close(),
    }
    counted.set(client, created)
    return created
  }
  return {
    ...connection,
    open: () => {
      const on = connection.open()
      return on && { ...on, client: clientOf(on.client) }
    },
  }
}
