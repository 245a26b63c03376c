/**
 * Records each statement that the tests of a run send to the store, as PostgreSQL would receive it:
 * the corpus that statements.spec.ts prepares there.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

/** A recorded statement, and the code that sent it. */
export interface RecordedStatement {
  readonly sql: string
  readonly from: string
}

/** The folder of a run's records; empty: nothing is recorded. */
export const statementsFolder = process.env['COUNTERSIGN_TEST_STATEMENTS'] ?? ''
const recorded = new Set<string>()

/** Adds a statement to the records, unless this thread has added it before. */
export function recordStatement(sql: string, from: () => string): void {
  if (statementsFolder === '') return
  const known = withoutCounts(sql)
  if (recorded.has(known)) return
  recorded.add(known)
  mkdirSync(statementsFolder, { recursive: true })
  const line: RecordedStatement = { sql, from: from() }
  const file = `${String(process.pid)}-${String(threadId)}.jsonl`
  // Threads and processes of tests end without notice, so nothing waits for the end of a run.
  appendFileSync(join(statementsFolder, file), `${JSON.stringify(line)}\n`)
}

/** A list of one parameter stands for lists of any number. */
const withoutCounts = (sql: string): string =>
  sql.replaceAll(/\$\d+/g, '?').replaceAll(/\((?:\(?\?\)?, )+\(?\?\)?\)/g, '(?)')
