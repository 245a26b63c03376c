/** A union that has grown does not compile here. */
export function assertNever(value: never): never {
  throw new Error(`not foreseen: ${JSON.stringify(value)}`)
}
