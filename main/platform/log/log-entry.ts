/** What one entry of the log says, and how long it may be. */
/** A problem in words. */
export interface Described {
  readonly name: string
  readonly message: string
  readonly stack: string
}

/** Bytes of JSON: what a message and a stack may take, 16 kB together. */
const messageBytes = 4_000
const stackBytes = 12_000
const nameBytes = 200
/** More is not even read: a problem may carry a whole answer as its words. */
const readLength = 100_000

/** Runs of five digits or more, of any script, may be an account: they reach no log, and no text that leaves this computer. */
export const withoutNumbers = (text: string): string => text.replace(/\p{Nd}{5,}/gu, '[number]')

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2

/** The beginning of a text, as long as it may be, and how much of it is missing. */
export function cut(text: string, bytes: number): string {
  const whole = withoutNumbers(text.slice(0, readLength))
  if (text.length <= readLength && jsonBytes(whole) <= bytes) return whole
  let kept = whole.slice(0, bytes)
  while (jsonBytes(kept) > bytes) kept = kept.slice(0, Math.floor(kept.length * 0.9))
  return `${kept} [cut: ${String(text.length - kept.length)} more characters]`
}

/** The words of whatever was thrown: never a long number, never longer than the bound. */
export function describeProblem(problem: unknown): Described {
  if (!(problem instanceof Error)) {
    return { name: 'unknown', message: cut(String(problem), messageBytes), stack: '' }
  }
  return {
    name: cut(problem.name, nameBytes),
    message: cut(problem.message, messageBytes),
    stack: cut(problem.stack ?? '', stackBytes),
  }
}
