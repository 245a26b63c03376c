/** A transaction whose work was done meanwhile: by a person, or by another workstation. */

/** Thrown inside a transaction, so that it stores nothing. */
export class Superseded extends Error {
  override readonly name = 'Superseded'
}

/** Returns the result of `work`; undefined if it was superseded. */
export async function unlessSuperseded<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Superseded) return undefined
    throw error
  }
}
