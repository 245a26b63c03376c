/** One line for the person at the terminal. On stderr, so that a program's own output stays clean. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Says why, and ends the program. */
export function stop(reason: string, code = 1): never {
  say(reason)
  process.exit(code)
}
