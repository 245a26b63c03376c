/**
 * Decides which stored alert each alert of a delivery is. The bank gives no permanent id (bank note
 * 99): a repeated alert is recognized by its eapAlertGUID and body, or by its content alone. But
 * alerts with different ids in one call are different alerts even with the same content, in this
 * call and in every later one.
 */
import type { JobContext } from '../../store/store-jobs.ts'
import type { ReadAlert } from '../read-alert.ts'
import { mostAlerts } from '../split-delivery.ts'

/** One alert of a delivery. */
export interface PlacedAlert {
  readonly alert: ReadAlert
  /** The confirmationGUID in the answer to the bank. */
  readonly confirmation: string
  /** From 1, within its delivery. */
  readonly place: number
}

/** The matching of one delivery, alert by alert in order. */
export interface Deduplication {
  /** The seq of the stored alert; undefined for a new one. */
  find(placed: PlacedAlert): Promise<number | undefined>
  /** Records that this is the stored alert from now on. */
  claim(placed: PlacedAlert, seq: number): void
}

/** Begins to match a delivery: matches by id come before matches by content only. */
export async function deduplicate(
  job: JobContext,
  deliverySeq: number,
  alerts: readonly PlacedAlert[],
): Promise<Deduplication> {
  const begun = new OpenDeduplication(job)
  await begun.takeByIds(deliverySeq, alerts)
  return begun
}

/** The most alerts of one call, and so the most with the same content. */
const maxEqualAlerts = mostAlerts

interface Row {
  readonly seq: number
}

class OpenDeduplication implements Deduplication {
  readonly #job: JobContext
  /** By place. */
  readonly #settled = new Map<number, number>()
  /** By seq, the name of the alert that claimed it. */
  readonly #claims = new Map<number, string>()
  /** By content, the seq up to which all alerts are claimed. */
  readonly #takenTo = new Map<string, number>()

  constructor(job: JobContext) {
    this.#job = job
  }

  async takeByIds(deliverySeq: number, alerts: readonly PlacedAlert[]): Promise<void> {
    const received = await this.#receivedIn(deliverySeq)
    const sources = [
      ({ place }: PlacedAlert) => received.get(place),
      (placed: PlacedAlert) => this.#underOwnId(placed),
      (placed: PlacedAlert) => this.#underLaterId(placed),
    ]
    for (const source of sources) {
      for (const placed of alerts) {
        if (!this.#settled.has(placed.place)) this.#take(placed, await source(placed))
      }
    }
  }

  async find(placed: PlacedAlert): Promise<number | undefined> {
    const settled = this.#settled.get(placed.place)
    if (settled !== undefined) return settled
    // An earlier alert of this delivery may have the same id.
    return (
      this.#take(placed, await this.#underOwnId(placed)) ??
      this.#take(placed, await this.#underLaterId(placed)) ??
      this.#take(placed, await this.#firstFree(placed.alert.contentHash))
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

  /** The matches of an earlier reading of the same delivery. */
  async #receivedIn(deliverySeq: number): Promise<ReadonlyMap<number, number>> {
    const sql = 'SELECT place, alert_seq AS seq FROM alert_receipts WHERE delivery_seq = ?'
    const rows = (await this.#job.all(sql, deliverySeq)) as readonly (Row & {
      readonly place: number
    })[]
    return new Map(rows.map(({ place, seq }) => [place, seq]))
  }

  /**
   * The same id with the same body, whenever it was sent; an alert without a body is matched by its
   * whole content.
   */
  #underOwnId({ alert, confirmation }: PlacedAlert): Promise<number | undefined> {
    const { guid, hasBody, bodyHash, contentHash } = alert
    if (guid === null) return this.#one('id = ? AND guid IS NULL', confirmation)
    return hasBody
      ? this.#one('guid = ? AND body_hash = ?', guid, bodyHash)
      : this.#one('guid = ? AND content_hash = ?', guid, contentHash)
  }

  /**
   * The same for an id that the alert had only in a later receipt: more than one alert may have it.
   */
  async #underLaterId(placed: PlacedAlert): Promise<number | undefined> {
    const { guid, hasBody, bodyHash, contentHash } = placed.alert
    if (guid === null) return undefined
    const sql = `
      SELECT DISTINCT a.seq FROM alert_receipts r JOIN alerts a ON a.seq = r.alert_seq
      WHERE r.guid = ? AND r.is_other_guid = 1 AND a.${hasBody ? 'body_hash' : 'content_hash'} = ?
      ORDER BY a.seq LIMIT ${String(maxEqualAlerts)}`
    const hash = hasBody ? bodyHash : contentHash
    const rows = (await this.#job.all(sql, guid, hash)) as readonly Row[]
    return rows.find(({ seq }) => this.#isFree(seq, placed))?.seq
  }

  /** The earliest alert with the same content that no other alert of this delivery has claimed. */
  async #firstFree(contentHash: string): Promise<number | undefined> {
    for (;;) {
      const after = this.#takenTo.get(contentHash) ?? 0
      const seq = await this.#one('content_hash = ? AND seq > ?', contentHash, after)
      if (seq === undefined || !this.#claims.has(seq)) return seq
      this.#takenTo.set(contentHash, seq)
    }
  }

  async #one(where: string, ...parameters: readonly unknown[]): Promise<number | undefined> {
    const sql = `SELECT seq FROM alerts WHERE ${where} ORDER BY seq LIMIT 1`
    return ((await this.#job.one(sql, ...parameters)) as Row | undefined)?.seq
  }
}

/** Alerts of one call with the same id are one alert; without an id each is its own. */
const nameOf = ({ alert: { guid }, place }: PlacedAlert): string =>
  guid === null ? `place ${String(place)}` : `guid ${guid}`
