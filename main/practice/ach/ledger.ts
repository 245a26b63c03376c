import { returnOf, type AchEntry } from './entry.ts'
import { returnParOf } from './entry-numbers.ts'
import { seededHistory } from './seeded-history.ts'
import { significant } from './written.ts'

const lastMomentOf = ({ settledAtMs, returned, change }: AchEntry): number =>
  Math.max(settledAtMs, returned?.atMs ?? 0, change?.atMs ?? 0)

/** Every entry that the bank knows, seeded and originated. */
export class AchLedger {
  readonly #seeded: readonly AchEntry[]
  /** What still happens in the days to come: it is told like what was originated. */
  readonly #coming: readonly AchEntry[]
  #originated: AchEntry[]
  readonly #byPar = new Map<string, AchEntry>()

  /** `daysToCome`: over so many days from the start on others originate and send, too. */
  constructor(startMs: number, daysToCome = 0) {
    const all = seededHistory(startMs, daysToCome)
    this.#coming = daysToCome === 0 ? [] : all.filter((entry) => lastMomentOf(entry) >= startMs)
    const coming = new Set(this.#coming)
    this.#seeded = all.filter((entry) => !coming.has(entry))
    this.#originated = [...this.#coming]
    this.#index(all)
  }

  /** Takes in what was originated. */
  add(entries: readonly AchEntry[]): void {
    this.#originated = [...this.#originated, ...entries]
    this.#index(entries)
  }

  /** What was originated since the start and is collected by now. */
  originated(nowMs: number): AchEntry[] {
    return this.#originated.filter(({ collectedAtMs }) => collectedAtMs <= nowMs)
  }

  /** What the bank opened with. */
  history(): readonly AchEntry[] {
    return this.#seeded
  }

  /** Every entry collected by now, in the order of collection. */
  collected(nowMs: number): AchEntry[] {
    return this.#all().filter(({ collectedAtMs }) => collectedAtMs <= nowMs)
  }

  /** The collected entries on an account; leading zeros do not count (trap 36). */
  onAccounts(accountNumbers: readonly string[], nowMs: number): AchEntry[] {
    const wanted = new Set(accountNumbers.map(significant))
    return this.collected(nowMs).filter(({ account }) =>
      wanted.has(significant(account.accountNumber)),
    )
  }

  /** The entry of a PAR number, its own or its return's; null when there is none by now. */
  withPar(parNumber: string, nowMs: number): AchEntry | null {
    const entry = this.#byPar.get(parNumber)
    if (!entry || entry.collectedAtMs > nowMs) return null
    return entry.parNumber === parNumber || returnOf(entry, nowMs) ? entry : null
  }

  /** Forgets what was originated; the history stays. */
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
