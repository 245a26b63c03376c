/** The figures of a soak as a readable table. */
import type { SoakReport } from './run.ts'

const shown = (value: number, unit: string): string => {
  const digits = unit === '' ? 0 : Math.abs(value) < 10 ? 2 : 1
  return `${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`
}

/** Returns Markdown. */
export function soakTable({ record, verdict }: SoakReport): string {
  const { readings, counts, before, after } = record
  const calls = readings.at(-1)?.calls ?? 0
  const minutes = ((readings.at(-1)?.atMs ?? 0) / 60_000).toFixed(1)
  const lines = verdict.judged.map(({ figure, unit, first, last, most, perCycle, allowed }) =>
    [
      '',
      figure,
      shown(first, unit),
      shown(last, unit),
      shown(most, unit),
      `${perCycle.toFixed(3)}${unit === '' ? '' : ` ${unit}`}`,
      allowed === null ? '' : allowed.toFixed(2),
      '',
    ]
      .join(' | ')
      .trim(),
  )
  return [
    `${minutes} minutes, ${String(readings.length)} cycles, ${String(calls)} calls of the window: ` +
      `${String(counts.orders)} payments and batches, ${String(counts.entries)} entries, ` +
      `${String(counts.alerts)} alerts, ${String(counts.auditEntries)} audit entries.`,
    `Before it began and after it was closed: ${String(before.files)} and ${String(after.files)} open files, ` +
      `${String(before.handles)} and ${String(after.handles)} handles.`,
    '',
    '| figure | warmed up | at the end | most | in a cycle | allowed |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    ...record.leftOut.map((what) => `\nNot played: ${what}.`),
  ].join('\n')
}
