/**
 * The connections of one profile: undici clients, each with one request at a time. undici's own pool
 * takes the first free one, so with a call every 200 ms the others idle out and most bursts begin with
 * handshakes that hold a slot of the rate budget; here the free ones take turns.
 */
import { Client, type buildConnector } from 'undici'
import type { Clock } from '../clock.ts'

/** The largest answer that is read, in bytes. */
export const longestAnswerBytes = 32 * 1024 * 1024

/** A connection that idled longer than this is left to close by itself: the bank may be closing it already. */
const takesTurnsMs = 2_000

interface Kept {
  readonly client: Client
  idleSince: number
}

/** Opens connections as they are needed and hands out free ones. */
export class Connections {
  readonly #origin: string
  readonly #connect: buildConnector.connector
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #kept: Kept[] = []

  constructor(
    origin: string,
    connect: buildConnector.connector,
    clock: Pick<Clock, 'monotonicMs'>,
  ) {
    this.#origin = origin
    this.#connect = connect
    this.#clock = clock
  }

  /** The connection for the next request, and what to call when that is over. */
  take(): { readonly client: Client; readonly done: () => void } {
    const kept = this.#next()
    return { client: kept.client, done: () => (kept.idleSince = this.#clock.monotonicMs()) }
  }

  /** Lets requests under way finish and closes everything. */
  async close(): Promise<void> {
    await Promise.all(this.#kept.map(({ client }) => client.close()))
  }

  /** Of the open and free ones the longest idle that still takes turns, else the freshest, else one to open. */
  #next(): Kept {
    const free = this.#kept.filter(({ client }) => client.stats.size === 0)
    const open = free
      .filter(({ client }) => client.stats.connected)
      .sort((a, b) => a.idleSince - b.idleSince)
    const since = this.#clock.monotonicMs() - takesTurnsMs
    return open.find(({ idleSince }) => idleSince >= since) ?? open.at(-1) ?? free[0] ?? this.#new()
  }

  #new(): Kept {
    const client = new Client(this.#origin, {
      connect: this.#connect,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: 4_000,
      maxResponseSize: longestAnswerBytes,
    })
    const kept = { client, idleSince: this.#clock.monotonicMs() }
    this.#kept.push(kept)
    return kept
  }
}
