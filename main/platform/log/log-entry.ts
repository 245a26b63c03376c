/** Content of a log entry, and its length limits. */
/** A problem as text. */
export interface Described {
  readonly name: string
  readonly message: string
  readonly stack: string
}

/** Bytes of JSON for a message and a stack, 16 kB together. */
const messageBytes = 4_000
const stackBytes = 12_000
const nameBytes = 200
/** Longer text is not even read: the message of a problem may contain a whole answer. */
const readLength = 100_000

/**
 * A run of five digits or more, in any script, may be an account: removed from the log and from
 * every text that leaves this computer.
 */
export const withoutNumbers = (text: string): string => text.replace(/\p{Nd}{5,}/gu, '[number]')

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2

/** Returns the beginning of a text up to the limit, and how much was cut. */
export function cut(text: string, bytes: number): string {
  const whole = withoutNumbers(text.slice(0, readLength))
  if (text.length <= readLength && jsonBytes(whole) <= bytes) return whole
  let start = whole.slice(0, bytes)
  while (jsonBytes(start) > bytes) start = start.slice(0, Math.floor(start.length * 0.9))
  return `${start} [cut: ${String(text.length - start.length)} more characters]`
}

/** Describes any thrown value: never with a long number, never longer than the limit. */
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
