/** What a person is told of anything that went wrong: the shape of it, and the guard that keeps every list of it complete. */

/** What a person is told. */
export interface Explanation {
  readonly title: string
  readonly reason: string
  readonly next: string
}

/** A union that has grown does not compile here. */
export function assertNever(value: never): never {
  throw new Error(`not foreseen: ${JSON.stringify(value)}`)
}
