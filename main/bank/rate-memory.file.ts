/**
 * The rate budget's memory in a small file per bank and consumer key. It stands beside the stores and not
 * in one: the bank counts calls by its keys, whichever profile of this computer made them. It holds
 * times only.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from '../../preload/contract/zod.ts'
import type { Clock } from '../clock.ts'
import { readIfThere } from '../storage/read-if-there.ts'
import { writeDurably } from '../storage/write-durably.ts'
import { longestPauseMs, type RateMemory, type RateMemoryState } from './rate-memory.ts'

const instant = z.iso.datetime().transform((text) => new Date(text))
const kept = z.object({
  pausedUntil: instant.optional(),
  lastCallAt: instant.optional(),
  transitAllowanceMs: z.number().nonnegative().optional(),
})

/**
 * The memory of one bank and consumer key.
 *
 * @param folder an absolute path; made when missing.
 * @param budgetKey letters, digits and dashes; names bank and key without holding the key.
 */
export function rateMemoryFile(
  folder: string,
  budgetKey: string,
  clock: Pick<Clock, 'now'>,
): RateMemory {
  if (!/^[a-z0-9-]{1,80}$/.test(budgetKey)) throw new TypeError('budgetKey')
  const file = join(folder, `${budgetKey}.json`)
  return {
    async load() {
      const text = await readIfThere(file)
      return text === undefined ? {} : stateIn(text, clock.now())
    },
    async save(state) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeDurably(file, `${JSON.stringify(state)}\n`)
    },
  }
}

/** A memory that cannot be read says nothing of what was: the longest pause is the safe reading. */
function stateIn(text: string, now: Date): RateMemoryState {
  try {
    const { pausedUntil, lastCallAt, transitAllowanceMs } = kept.parse(JSON.parse(text))
    return {
      ...(pausedUntil && { pausedUntil }),
      ...(lastCallAt && { lastCallAt }),
      ...(transitAllowanceMs !== undefined && { transitAllowanceMs }),
    }
  } catch {
    return { pausedUntil: new Date(now.getTime() + longestPauseMs) }
  }
}
