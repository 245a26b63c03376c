/** The tables at the end of a run, which show how durations grow. */

/** Duration of a test file, including imports and hooks. */
export interface FileTime {
  /** From the project's root. */
  readonly file: string
  readonly seconds: number
}

export interface Stage {
  readonly name: string
  readonly seconds: number
  /** Missing if a stage has none. */
  readonly tests?: number
}

export interface ProofRow {
  readonly name: string
  readonly size: string
  readonly seconds: number
  readonly outcome: string
}

const most = 20

/**
 * Formats columns as wide as their widest cell; the first is left-aligned, the others
 * right-aligned.
 */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd()
  return rows.map(line).join('\n')
}

/** The stages in order. Parallel stages add up to more than the elapsed time. */
export const stageTable = (stages: readonly Stage[]): string =>
  table([
    ['stage', 'wall seconds', 'tests'],
    ...stages.map(({ name, seconds, tests }) => [
      name,
      seconds.toFixed(1),
      tests === undefined ? '' : String(tests),
    ]),
  ])

/** The proofs in order. Parallel proofs add up to more than the elapsed time. */
export const proofTable = (rows: readonly ProofRow[]): string =>
  table([
    ['proof', 'size', 'seconds', 'outcome'],
    ...rows.map(({ name, size, seconds, outcome }) => [name, size, seconds.toFixed(1), outcome]),
  ])

/** The twenty slowest files, the slowest first; empty if no file ran. */
export function slowestFiles(times: readonly FileTime[]): string {
  if (times.length === 0) return ''
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, most)
  return table([
    ['slowest test files', 'seconds'],
    ...slowest.map(({ file, seconds }) => [file, seconds.toFixed(1)]),
  ])
}
