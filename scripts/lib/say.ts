/**
 * Prints one line for the person at the terminal. Uses stderr, so that a program's own output stays
 * clean.
 */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Prints the reason, and ends the program. */
export function stop(reason: string, code = 1): never {
  say(reason)
  process.exit(code)
}
