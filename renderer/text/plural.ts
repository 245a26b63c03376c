/** Returns a number with its noun, such as "1 alert" and "1,204 alerts". */
export const plural = (count: number, one: string, several: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`
