/** A workstation that shares a store, for tests of what one does that hears of others. */
import type { DutyHolder, Membership, WorkstationSeen } from '../../../main/store/membership.ts'

/** A workstation whose news a test makes up. */
export class MadeUpMember implements Membership {
  readonly home: string
  readonly clock = null
  isHeard = true
  gone: () => readonly string[] = () => []
  isStillGone = true
  /** How often the workstation asked these, so that a test can wait for what must change nothing. */
  readonly asked = { isFresh: 0, keepGone: 0 }
  #changed: () => void = () => undefined
  #keeper: DutyHolder | undefined

  constructor(home: string) {
    this.home = home
  }

  present(): void {
    // Nobody asks in these tests.
  }

  listens(): void {
    // Nobody asks in these tests.
  }

  workstations(): readonly WorkstationSeen[] {
    return []
  }

  isClockOff(): boolean {
    return false
  }

  isFresh(): boolean {
    this.asked.isFresh += 1
    return this.isHeard
  }

  keepGone(): Promise<boolean> {
    this.asked.keepGone += 1
    return Promise.resolve(this.isStillGone)
  }

  onChange(listener: () => void): void {
    this.#changed = listener
  }

  onDuty(_duty: string, holder: DutyHolder): () => void {
    this.#keeper = holder
    return () => (this.#keeper = undefined)
  }

  /** Becomes the keeper. */
  keep(): void {
    this.#keeper?.start()
  }

  /** Loses the duty. */
  giveUp(): void {
    this.#keeper?.stop()
  }

  /** Hears that these are gone. */
  hears(...gone: string[]): void {
    this.gone = () => gone
    this.#changed()
  }
}
