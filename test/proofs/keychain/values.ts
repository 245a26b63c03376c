/** Alternating values, each with its own length and letter: a mixture of two equals neither. */
export function valueOf(number: number): string {
  const letter = number % 2 === 0 ? 'A' : 'B'
  return `${letter}${String(number)} `.padEnd(150 + ((number * 37) % 200), letter)
}

/** Small, so that each value takes several items. */
export const chunkBytes = 64
