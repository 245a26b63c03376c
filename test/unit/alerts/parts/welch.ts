/** Whether two inputs of one function can be told apart by the time that it takes. */
import { randomInt } from 'node:crypto'

const mean = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0) / of.length

const variance = (of: readonly number[]): number => {
  const middle = mean(of)
  return of.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (of.length - 1)
}

/** Welch's t of two samples. */
export const welch = (one: readonly number[], other: readonly number[]): number =>
  (mean(one) - mean(other)) / Math.sqrt(variance(one) / one.length + variance(other) / other.length)

/** The faster half: the slower one holds what a busy machine did in between. */
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
    // Which comes first is drawn, so that neither profits from the other's warmth.
    const first = randomInt(2) === 0 ? 0 : 1
    for (const which of [first, first === 0 ? 1 : 0] as const)
      times[which].push(timeOf(check, texts[which]))
  }
  return Math.abs(welch(trimmed(times[0]), trimmed(times[1])))
}

/** Beyond this two samples are called different. */
export const telling = 4.5

const rounds = 5

/**
 * |t| of as many samples of each, in each of some rounds, until one of them says that it is enough. A difference
 * that is the function's own is there in every round, one that is the machine's is not.
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
