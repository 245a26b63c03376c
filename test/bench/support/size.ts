/**
 * The size of the measurements. `COUNTERSIGN_BENCH=tiny` (`npm run bench -- --tiny`, `npm run
 * verify`) selects the size at which they only show that they still run; its figures mean nothing.
 */
export const sizeVariable = 'COUNTERSIGN_BENCH'

export type BenchSize = 'full' | 'tiny'

/** Returns the requested size. Throws for an unknown name: a mistyped one must not run for hours. */
export function benchSize(): BenchSize {
  const requested = process.env[sizeVariable] ?? 'full'
  if (requested === 'full' || requested === 'tiny') return requested
  throw new Error(`${sizeVariable}=${requested} is unknown: it is full or tiny`)
}

/** Returns the value of this run's size. */
export const sized = (full: number, tiny: number): number => (benchSize() === 'tiny' ? tiny : full)
