/** Stands where a verb is not built yet. */
export const notBuilt = (): never => {
  throw new Error('not built yet')
}
