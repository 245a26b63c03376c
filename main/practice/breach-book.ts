/** The practice bank's record of calls that break the document. */
import type { Breach } from '../../preload/contract/api/practice/practice.ts'
import type { Clock } from '../platform/clock.ts'
import { breachRules, type BreachRule } from './breach-rules.ts'

export { breachRules, type BreachRule } from './breach-rules.ts'

const mostBreaches = 500

/**
 * Stores the latest breaches and counts them all. Details contain field names and numbers, never
 * values.
 */
export class BreachBook {
  readonly #clock: Clock
  #breaches: Breach[] = []
  #count = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Records a breach. */
  note(rule: BreachRule, operation: string, detail: string): void {
    const [title, source] = breachRules[rule]
    this.#count += 1
    this.#breaches.push({
      at: this.#clock.now().toISOString(),
      rule,
      title,
      source,
      operation,
      detail,
    })
    if (this.#breaches.length > mostBreaches) this.#breaches.shift()
  }

  /** Returns the latest breaches, oldest first. */
  list(): readonly Breach[] {
    return this.#breaches
  }

  count(): number {
    return this.#count
  }

  clear(): void {
    this.#breaches = []
    this.#count = 0
  }
}
