/**
 * The rate budget's memory in a small file per bank and consumer key. The file is outside the
 * stores of the profiles, because the bank counts calls by its keys, no matter which profile of
 * this computer made them. The file holds times only.
 */
import { mkdir } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { z } from '../../../../preload/contract/kernel/zod.ts'
import type { Clock } from '../../../platform/clock.ts'
import { readIfThere } from '../../../platform/files/read-if-there.ts'
import { writeDurably } from '../../../platform/files/write-durably.ts'
import { longestPauseMs, type RateMemory, type RateMemoryState } from './rate-memory.ts'

const instant = z.iso.datetime().transform((text) => new Date(text))
const storedState = z.object({
  pausedUntil: instant.optional(),
  retryAfterUntil: instant.optional(),
  lastCallAt: instant.optional(),
  transitAllowanceMs: z.number().nonnegative().optional(),
  /** When it was written, by the wall clock and by the computer's uptime. */
  written: z.object({ at: instant, upMs: z.number().nonnegative() }).optional(),
})

/** The computer's uptime in milliseconds, sleep included; nobody can set it. */
const systemUpMs = (): number => uptime() * 1_000
/** Two clocks are not read at the same moment, so smaller differences are ignored. */
const apartMs = 1_000

/**
 * The memory of one bank and consumer key.
 *
 * @param folder an absolute path; created when missing.
 * @param budgetKey letters, digits and dashes; names bank and key without holding the key.
 */
export function rateMemoryFile(
  folder: string,
  budgetKey: string,
  clock: Pick<Clock, 'now'>,
  upMs: () => number = systemUpMs,
): RateMemory {
  if (!/^[a-z0-9-]{1,80}$/.test(budgetKey)) throw new TypeError('budgetKey')
  const file = join(folder, `${budgetKey}.json`)
  return {
    async load() {
      const text = await readIfThere(file)
      return text === undefined ? {} : stateIn(text, clock.now(), upMs())
    },
    async save(state) {
      // The state is of this moment too: the clock may be set while the disk works.
      const written = { at: clock.now(), upMs: upMs() }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeDurably(file, `${JSON.stringify({ ...state, written })}\n`)
    },
  }
}

/**
 * A memory that cannot be read does not show the past: the longest pause that the bank did not state
 * is the safe assumption.
 */
function stateIn(text: string, now: Date, upMs: number): RateMemoryState {
  try {
    const { pausedUntil, retryAfterUntil, lastCallAt, transitAllowanceMs, written } =
      storedState.parse(JSON.parse(text))
    const setByMs = written ? wallSetBy(written, now, upMs) : 0
    const byThisClock = (at: Date): Date => new Date(at.getTime() + setByMs)
    return {
      ...(pausedUntil && { pausedUntil: byThisClock(pausedUntil) }),
      ...(retryAfterUntil && { retryAfterUntil: byThisClock(retryAfterUntil) }),
      ...(lastCallAt && { lastCallAt: byThisClock(lastCallAt) }),
      ...(transitAllowanceMs !== undefined && { transitAllowanceMs }),
    }
  } catch {
    return { pausedUntil: new Date(now.getTime() + longestPauseMs) }
  }
}

/**
 * By how much the wall clock was set since then. A restart of the computer is noticed only while
 * the uptime is shorter than at the last save; then nothing is corrected. An unnoticed restart
 * looks as if less time had passed than really has, which makes the pause longer and never permits
 * a call too early.
 */
function wallSetBy(
  written: { readonly at: Date; readonly upMs: number },
  now: Date,
  upMs: number,
): number {
  if (upMs < written.upMs) return 0
  const setBy = now.getTime() - written.at.getTime() - (upMs - written.upMs)
  return Math.abs(setBy) > apartMs ? setBy : 0
}
