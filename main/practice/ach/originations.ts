import type { AcceptedBatch } from '../accepted-work.ts'
import type { BankMessage, ReadDetail, ReadEntry } from './detail-request.ts'
import type { ReadBatch } from './batch-request.ts'
import { operatingAccount, operatingBank } from '../data/client-accounts.ts'
import { findPracticeAccount } from '../data/accounts.ts'
import { findPracticeBank } from '../data/banks.ts'
import { isCredit } from './code-texts.ts'
import { firstOriginated, parNumberOf, traceNumberOf } from './entry-numbers.ts'
import type { AchEntry } from './entry.ts'
import { pace } from './pace.ts'

/** A detail that was accepted or refused. */
export interface OriginatedDetail {
  readonly uuid: string
  readonly entry: AchEntry | null
  readonly errorMessages: readonly BankMessage[]
}

/** An accepted batch. */
export interface OriginatedBatch {
  readonly uuid: string
  readonly errorMessages: readonly BankMessage[]
  readonly details: readonly OriginatedDetail[]
}

/** Effects of the scenarios on the entries of a batch. */
export interface Fate {
  readonly firstInError: boolean
  readonly firstReturned: boolean
  readonly firstChanged: boolean
}

const repeatedDetail: BankMessage = { code: '109', moreInfo: 'uuid used before in this batch' }
const refusedByScenario: BankMessage = { code: '190', moreInfo: 'entry cannot be originated' }

/** Returns the return reason when a practice account is closed or does not exist. */
function returnByTown({ routingNumber, accountNumber }: ReadEntry): string | null {
  const status = findPracticeAccount(routingNumber, accountNumber)?.status
  if (status === '012') return 'R02'
  return status === '000' ? 'R03' : null
}

const idsOf = ({ uuid, details }: OriginatedBatch): readonly string[] => [
  uuid,
  ...details.flatMap((detail) => [detail.uuid, ...(detail.entry ? [detail.entry.parNumber] : [])]),
]

/** Stores originated batches and details by uuid, and numbers their entries. */
export class Originations {
  #batches = new Map<string, OriginatedBatch>()
  #details = new Map<string, OriginatedDetail>()
  #accepted = new Map<string, number>()
  readonly #unreported = new Set<string>()
  #count = 0
  readonly #stretch: number

  /** `stretch`: factor on the durations of `pace`. */
  constructor(stretch = 1) {
    this.#stretch = stretch
  }

  /** Returns how often each batch was accepted. More than once means it was originated twice. */
  accepted(): readonly AcceptedBatch[] {
    return [...this.#accepted].map(([uuid, count]) => ({ uuid, count }))
  }

  /** Returns the batch or detail of a uuid; null for a uuid that was never accepted. */
  find(uuid: string): OriginatedBatch | OriginatedDetail | null {
    return this.#batches.get(uuid) ?? this.#details.get(uuid) ?? null
  }

  /** Records that the whole answer to this batch's origination was sent. */
  reported(batch: OriginatedBatch): void {
    for (const id of idsOf(batch)) this.#unreported.delete(id)
  }
  /**
   * Whether that answer was never sent whole. By the uuid of a batch or detail, or the PAR number
   * of an entry.
   */
  isUnreported(id: string): boolean {
    return this.#unreported.has(id)
  }

  /** Accepts a batch: every detail becomes an entry or an error. */
  take(batch: ReadBatch, fate: Fate, nowMs: number): OriginatedBatch {
    let usable = 0
    const seen = new Set<string>()
    const details = batch.details.map((detail, at) => {
      const taken = this.#takeDetail(batch, detail, {
        nowMs,
        isRepeated: seen.has(detail.uuid),
        inError: fate.firstInError && at === 0,
        fate: usable === 0 ? fate : null,
      })
      seen.add(detail.uuid)
      if (taken.entry) usable += 1
      if (!this.#details.has(taken.uuid)) this.#details.set(taken.uuid, taken)
      return taken
    })
    if (usable > 0) this.#accepted.set(batch.uuid, (this.#accepted.get(batch.uuid) ?? 0) + 1)
    const errorMessages =
      usable > 0 ? [] : [{ code: '201', moreInfo: 'no entry of the batch can be originated' }]
    const taken = { uuid: batch.uuid, errorMessages, details }
    this.#batches.set(batch.uuid, taken)
    for (const id of idsOf(taken)) this.#unreported.add(id)
    return taken
  }

  /** Deletes all batches; numbering continues. */
  clear(): void {
    this.#batches.clear()
    this.#details.clear()
    this.#accepted.clear()
    this.#unreported.clear()
  }

  #takeDetail(
    batch: ReadBatch,
    detail: ReadDetail,
    how: { nowMs: number; isRepeated: boolean; inError: boolean; fate: Fate | null },
  ): OriginatedDetail {
    const { uuid } = detail
    const refused = (problem: BankMessage): OriginatedDetail => ({
      uuid,
      entry: null,
      errorMessages: [problem],
    })
    if ('problem' in detail) return refused(detail.problem)
    if (how.isRepeated) return refused(repeatedDetail)
    if (how.inError) return refused(refusedByScenario)
    return { uuid, entry: this.#entryOf(batch, detail.entry, how), errorMessages: [] }
  }

  #entryOf(
    batch: ReadBatch,
    read: ReadEntry,
    { nowMs, fate }: { nowMs: number; fate: Fate | null },
  ): AchEntry {
    const count = firstOriginated + this.#count
    this.#count += 1
    const after = (ms: number): number => nowMs + ms * this.#stretch
    const collectedAtMs = after(pace.collectedAfterMs)
    const credit = isCredit(read.transactionCode)
    const reasonCode = fate?.firstReturned ? (credit ? 'R03' : 'R01') : returnByTown(read)
    return {
      parNumber: parNumberOf(collectedAtMs, count),
      traceNumber: traceNumberOf(operatingBank.routingNumber, count),
      // A batch does not name the account it is drawn on.
      account: operatingAccount,
      side: 'originating',
      flow: read.routingNumber === operatingBank.routingNumber ? 'INTRA' : 'INTER',
      counterparty: {
        name: read.name,
        kind: batch.secCode === 'PPD' ? 'person' : 'business',
        accountNumber: read.accountNumber,
        routingNumber: read.routingNumber,
        bankName: findPracticeBank(read.routingNumber)?.name ?? '',
      },
      secCode: batch.secCode,
      transactionCode: read.transactionCode,
      amountCents: read.amountCents,
      description: batch.description,
      identification: read.identification,
      customData: batch.customData,
      checkSerialNumber: null,
      remittance: read.remittance,
      international: false,
      batchNumber: String(count).padStart(7, '0'),
      collectedAtMs,
      settledAtMs: after(pace.settledAfterMs),
      returned: reasonCode === null ? null : { atMs: after(pace.returnedAfterMs), reasonCode },
      change: fate?.firstChanged
        ? {
            atMs: after(pace.changedAfterMs),
            changeCode: 'C01',
            correctedData: `${read.accountNumber.slice(0, 16)}9`,
          }
        : null,
    }
  }
}
