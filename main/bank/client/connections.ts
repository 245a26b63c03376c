/**
 * The connections of one profile: undici clients, each with one request at a time. undici's own
 * pool prefers the first free one, so with a call every 200 ms the others time out and most bursts
 * begin with handshakes that hold a slot of the rate budget; here the free ones are used in turn. A call
 * that moves money has its own connection, which no other call uses before or after.
 */
import { Client, type buildConnector } from 'undici'
import type { Clock } from '../../platform/clock.ts'
import { ownConnector, type FollowedBy } from './own-socket.ts'

/** The largest answer that is read, in bytes. */
export const longestAnswerBytes = 32 * 1024 * 1024

/** A connection idle for longer is not reused: the bank may already be closing it. */
const reusableIdleMs = 2_000
/** undici closes a connection that idled for so long, however long the bank offers to keep it. */
const closedIdleMs = 4_000
/** With so many, one that idled for longer is reused all the same. */
const mostPooled = 16

interface Pooled {
  readonly client: Client
  idleSince: number
}

/** The connection of a request, and `done` for the end of the request. */
export interface Taken {
  readonly client: Client
  readonly done: () => void
  /**
   * Only on a connection for one call: waits for bytes after the complete answer, and closes the
   * connection.
   */
  readonly afterAnswer?: () => Promise<FollowedBy | null>
}

/** undici rejects the closing of a closed client. */
const closed = async (client: Client): Promise<void> => {
  if (!client.destroyed) await client.close()
}

/** Opens connections as needed and hands out free ones. */
export class Connections {
  readonly #origin: string
  readonly #connect: buildConnector.connector
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #pooled: Pooled[] = []
  readonly #own = new Set<Client>()

  constructor(
    origin: string,
    connect: buildConnector.connector,
    clock: Pick<Clock, 'monotonicMs'>,
  ) {
    this.#origin = origin
    this.#connect = connect
    this.#clock = clock
  }

  /** The connection for the next request, shared with other calls. */
  take(): Taken {
    const pooled = this.#next()
    return { client: pooled.client, done: () => (pooled.idleSince = this.#clock.monotonicMs()) }
  }

  /** A connection for one request only. */
  takeOwn(): Taken {
    const { connect, afterAnswer } = ownConnector(this.#connect)
    const client = this.#newClient(connect)
    this.#own.add(client)
    const done = () => void closed(client).then(() => this.#own.delete(client))
    return { client, done, afterAnswer }
  }

  /** Lets requests in flight finish and closes every connection. */
  async close(): Promise<void> {
    const all = [...this.#pooled.map(({ client }) => client), ...this.#own]
    await Promise.all(all.map(closed))
  }

  /** Of the free connections: the longest idle that may still be reused; else a closed or new one. */
  #next(): Pooled {
    const free = this.#pooled.filter(({ client }) => client.stats.size === 0)
    const open = free
      .filter(({ client }) => client.stats.connected)
      .sort((a, b) => a.idleSince - b.idleSince)
    const since = this.#clock.monotonicMs() - reusableIdleMs
    const reusable = open.find(({ idleSince }) => idleSince >= since)
    const isFull = this.#pooled.length >= mostPooled
    return (
      reusable ??
      free.find(({ client }) => !client.stats.connected) ??
      (isFull ? open.at(-1) : undefined) ??
      this.#new()
    )
  }

  #new(): Pooled {
    const client = this.#newClient(this.#connect)
    const pooled = { client, idleSince: this.#clock.monotonicMs() }
    this.#pooled.push(pooled)
    return pooled
  }

  #newClient(connect: buildConnector.connector): Client {
    return new Client(this.#origin, {
      connect,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: closedIdleMs,
      keepAliveMaxTimeout: closedIdleMs,
      maxResponseSize: longestAnswerBytes,
    })
  }
}
