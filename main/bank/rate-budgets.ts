/**
 * The rate budgets of this run, one for each bank and consumer key, shared by all profiles that
 * call with it. A budget stays until the program ends: a 429 that comes late, or for a profile that
 * is no longer open, pauses the next caller too.
 */
import type { Clock } from '../platform/clock.ts'
import type { SharedSlots } from '../store/shared-slots.ts'
import { openRateBudget, type RateBudget } from './client/budget/rate-budget.ts'
import { rateMemoryFile } from './client/budget/rate-memory.file.ts'

/** The budgets, each opened at its first request. */
export interface RateBudgets {
  /**
   * The budget of a key, with this share of the bank's calls per second from now on.
   *
   * @param budgetKey names bank and consumer key without holding the key.
   * @param slots of a team, whose workstations share these calls per second.
   * @returns rejects when the memory of a former run cannot be read; the next request tries again.
   */
  budgetFor(budgetKey: string, share: number, slots?: SharedSlots): Promise<RateBudget>
  /** Refuses all waiting and later calls. */
  close(): void
  /**
   * Resolves when the memories of all budgets are on disk, or could not be written. Never rejects.
   */
  settled(): Promise<void>
}

/** Creates the budgets; `folder` holds their memories. */
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
    async budgetFor(budgetKey, share, slots) {
      const opening = open.get(budgetKey) ?? openNow(budgetKey)
      open.set(budgetKey, opening)
      try {
        const budget = await opening
        if (slots) budget.joinTeam(slots.share(budgetKey, share, budget))
        else budget.changeShare(share)
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
