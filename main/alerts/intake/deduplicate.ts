/**
 * Which alert of the store each alert of a delivery is. The bank gives no lasting id (trap 99): one that comes
 * again is known by its eapAlertGUID and its words, or by its words alone. But alerts that came in one call
 * under ids of their own are so many alerts, whatever they say, in this call and in every later one.
 */
import type { JobContext } from '../../store/store-jobs.ts'
import type { ReadAlert } from '../reading/read-alert.ts'
import { mostAlerts } from './split-delivery.ts'

/** One alert of a delivery. */
export interface PlacedAlert {
  readonly alert: ReadAlert
  /** What the bank was told. */
  readonly confirmation: string
  /** From 1, within its delivery. */
  readonly place: number
}

/** The settling of one delivery, alert by alert in their order. */
export interface Deduplication {
  /** The seq of the alert that it is; undefined: a new one. */
  find(placed: PlacedAlert): number | undefined
  /** Tells that it is this alert from now on. */
  claim(placed: PlacedAlert, seq: number): void
}

/** Begins to settle a delivery: what is known by its id comes before what is known by its words alone. */
export function deduplicate(
  desk: JobContext,
  deliverySeq: number,
  alerts: readonly PlacedAlert[],
): Deduplication {
  return new OpenSettlement(desk, deliverySeq, alerts)
}

/** A call has no more alerts than this, and so there are no more that say the same. */
const mostAlike = mostAlerts

interface Row {
  readonly seq: number
}

class OpenSettlement implements Deduplication {
  readonly #desk: JobContext
  /** By place. */
  readonly #settled = new Map<number, number>()
  /** By seq, who has taken it. */
  readonly #claims = new Map<number, string>()
  /** By content, up to which seq all alerts are taken. */
  readonly #takenTo = new Map<string, number>()

  constructor(desk: JobContext, deliverySeq: number, alerts: readonly PlacedAlert[]) {
    this.#desk = desk
    const received = this.#receivedIn(deliverySeq)
    const sources = [
      ({ place }: PlacedAlert) => received.get(place),
      (placed: PlacedAlert) => this.#underOwnId(placed),
      (placed: PlacedAlert) => this.#underLaterId(placed),
    ]
    for (const source of sources) {
      for (const placed of alerts) {
        if (!this.#settled.has(placed.place)) this.#take(placed, source(placed))
      }
    }
  }

  find(placed: PlacedAlert): number | undefined {
    const settled = this.#settled.get(placed.place)
    if (settled !== undefined) return settled
    // An earlier alert of this delivery may have come under the same id.
    return (
      this.#take(placed, this.#underOwnId(placed)) ??
      this.#take(placed, this.#underLaterId(placed)) ??
      this.#take(placed, this.#firstFree(placed.alert.contentHash))
    )
  }

  claim(placed: PlacedAlert, seq: number): void {
    this.#settled.set(placed.place, seq)
    this.#claims.set(seq, nameOf(placed))
  }

  #take(placed: PlacedAlert, seq: number | undefined): number | undefined {
    if (seq === undefined || !this.#isFree(seq, placed)) return undefined
    this.claim(placed, seq)
    return seq
  }

  #isFree(seq: number, placed: PlacedAlert): boolean {
    const by = this.#claims.get(seq)
    return by === undefined || by === nameOf(placed)
  }

  /** What an earlier reading of the same delivery has settled. */
  #receivedIn(deliverySeq: number): ReadonlyMap<number, number> {
    const sql = 'SELECT place, alert_seq AS seq FROM alert_receipts WHERE delivery_seq = ?'
    const rows = this.#desk.all(sql, deliverySeq) as readonly (Row & { readonly place: number })[]
    return new Map(rows.map(({ place, seq }) => [place, seq]))
  }

  /** The same id for the same words, whenever they were sent; one without words is known by its whole content. */
  #underOwnId({ alert, confirmation }: PlacedAlert): number | undefined {
    const { guid, hasBody, bodyHash, contentHash } = alert
    if (guid === null) return this.#one('id = ? AND guid IS NULL', confirmation)
    return hasBody
      ? this.#one('guid = ? AND body_hash = ?', guid, bodyHash)
      : this.#one('guid = ? AND content_hash = ?', guid, contentHash)
  }

  /** The same, for an id under which the alert came only a later time: more than one may have. */
  #underLaterId(placed: PlacedAlert): number | undefined {
    const { guid, hasBody, bodyHash, contentHash } = placed.alert
    if (guid === null) return undefined
    const sql = `
      SELECT DISTINCT a.seq FROM alert_receipts r JOIN alerts a ON a.seq = r.alert_seq
      WHERE r.guid = ? AND r.is_other_guid = 1 AND a.${hasBody ? 'body_hash' : 'content_hash'} = ?
      ORDER BY a.seq LIMIT ${String(mostAlike)}`
    const rows = this.#desk.all(sql, guid, hasBody ? bodyHash : contentHash) as readonly Row[]
    return rows.find(({ seq }) => this.#isFree(seq, placed))?.seq
  }

  /** The earliest of the same content that no other alert of this delivery is. */
  #firstFree(contentHash: string): number | undefined {
    for (;;) {
      const after = this.#takenTo.get(contentHash) ?? 0
      const seq = this.#one('content_hash = ? AND seq > ?', contentHash, after)
      if (seq === undefined || !this.#claims.has(seq)) return seq
      this.#takenTo.set(contentHash, seq)
    }
  }

  #one(where: string, ...parameters: readonly unknown[]): number | undefined {
    const sql = `SELECT seq FROM alerts WHERE ${where} ORDER BY seq LIMIT 1`
    return (this.#desk.one(sql, ...parameters) as Row | undefined)?.seq
  }
}

/** Alerts of one call under one id are one; without an id each is its own. */
const nameOf = ({ alert: { guid }, place }: PlacedAlert): string =>
  guid === null ? `place ${String(place)}` : `guid ${guid}`
