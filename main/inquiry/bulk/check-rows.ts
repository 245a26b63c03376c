/** Checks every row of a file under a mapping and summarizes the result. */
import type { CheckedImport } from '../../../preload/contract/api/bulk/import.ts'
import { asRepeat, checkRow, questionKey, type CheckedRow, type RowRules } from './check-row.ts'
import { mappingProblems } from './mapping-problems.ts'
import { inSlices } from '../../platform/slices.ts'
import type { Sheet } from '../../platform/spreadsheets/spreadsheet.ts'

/** The checked rows, and the rules used. */
export interface CheckedRows {
  readonly rules: RowRules
  readonly rows: readonly CheckedRow[]
  readonly problems: readonly string[]
}

/** Checks all rows in slices; undefined if `goesOn` stopped it. */
export async function checkRows(
  sheet: Sheet,
  rules: RowRules,
  monotonicMs: () => number,
  goesOn: () => boolean,
): Promise<CheckedRows | undefined> {
  const rows: CheckedRow[] = []
  const first = new Map<string, number>()
  const take = ({ line, cells }: Sheet['rows'][number]): void => {
    const checked = checkRow(cells, line, rules)
    const key = rules.options.repeats === 'hold-back' ? questionKey(checked) : null
    const earlier = key === null ? undefined : first.get(key)
    if (key !== null && earlier === undefined) first.set(key, line)
    rows.push(earlier === undefined ? checked : asRepeat(checked, earlier))
  }
  const done = await inSlices(sheet.rows, take, monotonicMs, goesOn)
  return done
    ? { rules, rows, problems: mappingProblems(rules.headers, rules.mapping, sheet.rows) }
    : undefined
}

/** Returns whether a row of a draft would be sent: none is while the mapping itself is wrong. */
export const isSendable = ({ problems }: Pick<CheckedRows, 'problems'>, row: CheckedRow): boolean =>
  problems.length === 0 && row.inquiry !== null

/** Returns the summary of all rows. */
export function summaryOf(draftId: string, checked: CheckedRows): CheckedImport {
  const sendable = checked.rows.filter((row) => isSendable(checked, row))
  const reasons = new Map<string, number>()
  for (const { problems } of checked.rows) {
    const named = new Set(problems.map(({ message }) => message.replace(/ \(row \d+\)$/, '')))
    for (const message of named) reasons.set(message, (reasons.get(message) ?? 0) + 1)
  }
  return {
    draftId,
    rows: checked.rows.length,
    sendable: sendable.length,
    heldBack: checked.rows.length - sendable.length,
    restored: checked.rows.filter(({ restored }) => restored).length,
    unusualRouting: checked.rows.filter(({ unusualRouting }) => unusualRouting).length,
    withPersonalNumbers: sendable.filter(({ personal }) => personal).length,
    problems: [...checked.problems],
    reasons: [...reasons]
      .map(([message, rows]) => ({ message, rows }))
      .sort((one, other) => other.rows - one.rows),
  }
}
