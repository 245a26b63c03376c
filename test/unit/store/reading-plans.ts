import { gatheredReader } from '../../../main/store/gathered-reader.ts'
import { readTogether, type StoreStatement } from '../../../main/store/store-jobs.ts'
import type { Reader, Store } from '../../../main/store/store.ts'

/** Returns the statements of a reading. */
export async function readingStatements(
  store: Store,
  reading: (read: Reader) => Promise<unknown>,
): Promise<readonly StoreStatement[]> {
  const statements: StoreStatement[] = []
  const work: Store['work'] = (job, input) => {
    statements.push(...(input as readonly StoreStatement[]))
    return store.work(job, input)
  }
  await reading(gatheredReader({ ...store, work }))
  return statements
}

/** Reads, and returns for each statement the steps by which SQLite finds its rows, and its sorts. */
export async function readingSteps(
  store: Store,
  reading: (read: Reader) => Promise<unknown>,
): Promise<string[][]> {
  const statements = await readingStatements(store, reading)
  const explained = statements.map(({ sql, parameters }) => ({
    sql: `EXPLAIN QUERY PLAN ${sql}`,
    parameters,
  }))
  const plans = await store.work(readTogether, explained)
  return plans.map((steps) =>
    (steps as readonly { readonly detail: string }[]).map(({ detail }) => detail),
  )
}

/** The same without the sorts. */
export const readingPlans = async (
  ...reading: Parameters<typeof readingSteps>
): Promise<string[][]> =>
  (await readingSteps(...reading)).map((steps) =>
    steps.filter((step) => /^(SCAN|SEARCH)/.test(step)),
  )
