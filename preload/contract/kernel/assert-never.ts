/** Does not compile if a union has an unhandled member. */
export function assertNever(value: never): never {
  throw new Error(`not foreseen: ${JSON.stringify(value)}`)
}
