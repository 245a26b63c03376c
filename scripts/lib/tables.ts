/** The tables at the end of a run, from which growth is seen. */

/** How long a test file took, imports and hooks included. */
export interface FileTime {
  /** From the project's root. */
  readonly file: string
  readonly seconds: number
}

/** One row of the table of stages. */
export interface Stage {
  readonly name: string
  readonly seconds: number
  /** Absent where a stage has none. */
  readonly tests?: number
}

/** One row of the table of proofs. */
export interface ProofRow {
  readonly name: string
  readonly size: string
  readonly seconds: number
  readonly outcome: string
}

const most = 20

/** Columns as wide as their widest cell; the first one begins at the left, the others end at the right. */
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

/** The stages in their order. Stages beside each other add up to more than what the clock shows. */
export const stageTable = (stages: readonly Stage[]): string =>
  table([
    ['stage', 'wall seconds', 'tests'],
    ...stages.map(({ name, seconds, tests }) => [
      name,
      seconds.toFixed(1),
      tests === undefined ? '' : String(tests),
    ]),
  ])

/** The proofs in their order. Those beside each other add up to more than what the clock shows. */
export const proofTable = (rows: readonly ProofRow[]): string =>
  table([
    ['proof', 'size', 'seconds', 'outcome'],
    ...rows.map(({ name, size, seconds, outcome }) => [name, size, seconds.toFixed(1), outcome]),
  ])

/** The twenty slowest files, the slowest first; empty where no file ran. */
export function slowestFiles(times: readonly FileTime[]): string {
  if (times.length === 0) return ''
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, most)
  return table([
    ['slowest test files', 'seconds'],
    ...slowest.map(({ file, seconds }) => [file, seconds.toFixed(1)]),
  ])
}
