/** Whether the run time of a function distinguishes two inputs. */
import { randomInt } from 'node:crypto'

const mean = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0) / of.length

const variance = (of: readonly number[]): number => {
  const middle = mean(of)
  return of.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (of.length - 1)
}

/** Welch's t of two samples. */
export const welch = (one: readonly number[], other: readonly number[]): number =>
  (mean(one) - mean(other)) / Math.sqrt(variance(one) / one.length + variance(other) / other.length)

/** The faster half: the slower one includes other work of a busy machine. */
export const trimmed = (of: readonly number[]): number[] =>
  of.toSorted((a, b) => a - b).slice(0, Math.ceil(of.length / 2))

function timeOf(check: (text: string) => boolean, text: string): number {
  const started = process.hrtime.bigint()
  check(text)
  return Number(process.hrtime.bigint() - started)
}

function measure(
  check: (text: string) => boolean,
  texts: readonly [string, string],
  samples: number,
): number {
  const times: [number[], number[]] = [[], []]
  for (let n = 0; n < samples; n += 1) {
    // The order is random, so that neither profits from the other's warm caches.
    const first = randomInt(2) === 0 ? 0 : 1
    for (const which of [first, first === 0 ? 1 : 0] as const)
      times[which].push(timeOf(check, texts[which]))
  }
  return Math.abs(welch(trimmed(times[0]), trimmed(times[1])))
}

/** Above this value two samples are considered different. */
export const threshold = 4.5

const rounds = 5

/**
 * |t| of equally many samples of each, in each of several rounds, until `isEnough` accepts one.
 * A difference in the function is there in every round, one of the machine is not.
 */
export function apart(
  check: (text: string) => boolean,
  texts: readonly [string, string],
  samples: number,
  isEnough: (t: number) => boolean,
): number {
  measure(check, texts, samples / 10)
  let t = NaN
  for (let round = 0; round < rounds; round += 1) {
    t = measure(check, texts, samples)
    if (isEnough(t)) break
  }
  return t
}
