/**
 * The rate budgets of this run, one for each bank and consumer key, whichever profiles call with it. A
 * budget stays until the program ends: a 429 that comes late, or for a profile that is no longer shown,
 * silences whoever calls next.
 */
import type { Clock } from '../../../platform/clock.ts'
import { openRateBudget, type RateBudget } from './rate-budget.ts'
import { rateMemoryFile } from './rate-memory.file.ts'

/** The budgets, opened when they are first asked for. */
export interface RateBudgets {
  /**
   * The budget of a key, with this share of the bank's calls per second from now on.
   *
   * @param budgetKey names bank and consumer key without holding the key.
   * @returns rejects when what a former run left cannot be read; the next asking tries again.
   */
  budgetFor(budgetKey: string, share: number): Promise<RateBudget>
  /** Refuses all waiting and later calls. */
  close(): void
  /** Resolves when what they have to remember is on disk, or could not be written. Never rejects. */
  settled(): Promise<void>
}

/** Makes them; `folder` holds what they remember. */
export function createRateBudgets({
  clock,
  folder,
}: {
  clock: Clock
  folder: string
}): RateBudgets {
  const open = new Map<string, Promise<RateBudget>>()
  const opened: RateBudget[] = []

  const openNow = async (budgetKey: string): Promise<RateBudget> => {
    const budget = await openRateBudget({ clock, memory: rateMemoryFile(folder, budgetKey, clock) })
    opened.push(budget)
    return budget
  }

  return {
    async budgetFor(budgetKey, share) {
      const opening = open.get(budgetKey) ?? openNow(budgetKey)
      open.set(budgetKey, opening)
      try {
        const budget = await opening
        budget.changeShare(share)
        return budget
      } catch (problem) {
        open.delete(budgetKey)
        throw problem
      }
    },
    close() {
      for (const budget of opened) budget.close()
    },
    async settled() {
      await Promise.all(opened.map((budget) => budget.settled()))
    },
  }
}
