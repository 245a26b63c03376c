import { linesOf } from './nacha-lines.ts'

const shapes: readonly RegExp[] = [
  /^1\d\d.{31}094101/,
  /^5(?:200|220|225|280).{46}[A-Z]{3}/i,
  /^6\d{2}[\d ]{8}\d.{17}\d{10}/,
  /^7\d\d/,
  /^8\d{9}/,
  /^9\d{12}/,
]

/** Returns whether a text looks like a NACHA file, with or without its header. */
export function looksLikeNacha(text: string): boolean {
  const { records } = linesOf(text.slice(0, 20_000))
  const first = records.slice(0, 5)
  const fitting = first.filter((record) => shapes.some((shape) => shape.test(record.text)))
  const begins = shapes.slice(0, 3).some((shape) => first.some((record) => shape.test(record.text)))
  return begins && fitting.length * 2 > first.length
}
