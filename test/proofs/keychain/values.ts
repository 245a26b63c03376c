/** Values that alternate, each its own length and all of its letter: a mixture of two is none of them. */
export function valueOf(number: number): string {
  const letter = number % 2 === 0 ? 'A' : 'B'
  return `${letter}${String(number)} `.padEnd(150 + ((number * 37) % 200), letter)
}

/** Small, so that each value takes several items. */
export const chunkBytes = 64
