import { returnOf, type AchEntry } from './entry.ts'
import { returnParOf } from './entry-numbers.ts'
import { seededHistory } from './seeded-history.ts'
import { significant } from './written.ts'

const lastMomentOf = ({ settledAtMs, returned, change }: AchEntry): number =>
  Math.max(settledAtMs, returned?.atMs ?? 0, change?.atMs ?? 0)

/** All entries of the bank, seeded and originated. */
export class AchLedger {
  readonly #seeded: readonly AchEntry[]
  /** Entries of future days; announced like originated ones. */
  readonly #coming: readonly AchEntry[]
  #originated: AchEntry[]
  readonly #byPar = new Map<string, AchEntry>()

  /** `daysToCome`: number of days from the start on which others originate and send too. */
  constructor(startMs: number, daysToCome = 0) {
    const all = seededHistory(startMs, daysToCome)
    this.#coming = daysToCome === 0 ? [] : all.filter((entry) => lastMomentOf(entry) >= startMs)
    const coming = new Set(this.#coming)
    this.#seeded = all.filter((entry) => !coming.has(entry))
    this.#originated = [...this.#coming]
    this.#index(all)
  }

  /** Adds originated entries. */
  add(entries: readonly AchEntry[]): void {
    this.#originated = [...this.#originated, ...entries]
    this.#index(entries)
  }

  /** Returns entries originated since the start and collected by now. */
  originated(nowMs: number): AchEntry[] {
    return this.#originated.filter(({ collectedAtMs }) => collectedAtMs <= nowMs)
  }

  /** Returns the entries the bank opened with. */
  history(): readonly AchEntry[] {
    return this.#seeded
  }

  /** Returns the entries collected by now, in order of collection. */
  collected(nowMs: number): AchEntry[] {
    return this.#all().filter(({ collectedAtMs }) => collectedAtMs <= nowMs)
  }

  /** Returns the collected entries on the accounts; leading zeros do not count (bank note 36). */
  onAccounts(accountNumbers: readonly string[], nowMs: number): AchEntry[] {
    const wanted = new Set(accountNumbers.map(significant))
    return this.collected(nowMs).filter(({ account }) =>
      wanted.has(significant(account.accountNumber)),
    )
  }

  /** Returns the entry of a PAR number, its own or its return's; null when there is none by now. */
  withPar(parNumber: string, nowMs: number): AchEntry | null {
    const entry = this.#byPar.get(parNumber)
    if (!entry || entry.collectedAtMs > nowMs) return null
    return entry.parNumber === parNumber || returnOf(entry, nowMs) ? entry : null
  }

  /** Deletes originated entries; the history stays. */
  clear(): void {
    this.#originated = [...this.#coming]
    this.#byPar.clear()
    this.#index(this.#all())
  }

  #index(entries: readonly AchEntry[]): void {
    for (const entry of entries) {
      this.#byPar.set(entry.parNumber, entry)
      if (entry.returned) this.#byPar.set(returnParOf(entry.parNumber), entry)
    }
  }

  #all(): readonly AchEntry[] {
    return [...this.#seeded, ...this.#originated]
  }
}
