/**
 * The operators of an open store, read once and cached in memory. Each change is recorded with its
 * audit act.
 */
import { sql, type Selectable } from 'kysely'
import type { OperatorLine } from '../../../preload/contract/api/operators/operators.ts'
import { role, type Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import type { OperatorsTable } from '../../store/schema/money-tables.ts'
import type { Act, Store } from '../../store/store.ts'

export type OperatorRow = Selectable<OperatorsTable>

export interface OperatorRecords {
  /** Sorted by name. */
  all(): readonly OperatorRow[]
  of(id: string): OperatorRow | undefined
  named(name: string): OperatorRow | undefined
  /** Everyone who ever set up this sign-in, and everyone who set up theirs in turn. */
  setters(id: string): readonly string[]
  add(row: OperatorRow, act: Act): Promise<void>
  change(id: string, part: Partial<OperatorRow>, act: Act): Promise<void>
}

const rolesOf = ({ roles }: OperatorRow): Operator['roles'] =>
  z.array(role).parse(JSON.parse(roles))

/** Returns an operator as the window sees it. */
export const operatorIn = (row: OperatorRow): Operator => ({
  id: row.id,
  name: row.name,
  roles: rolesOf(row),
})

/**
 * Returns an operator as administrators see it. Only `mustChange` shows anything about the
 * passphrase.
 */
export const lineOf = (row: OperatorRow): OperatorLine => ({
  ...operatorIn(row),
  roles: rolesOf(row),
  disabled: row.disabled === 1,
  addedAt: row.added_at,
  setBy: row.set_by,
  mustChange: row.must_change === 1,
  lastSignInAt: row.last_sign_in_at,
  failedSignIns: row.failed_sign_ins,
})

const setUpActs = ['operator.added', 'operator.changed', 'operator.passphrase-set'] as const
type SetUp = Pick<Act, 'actor' | 'kind' | 'subject'>

/**
 * Collects who set up whose sign-in. Nothing clears the record: a new passphrase does not change
 * who wrote acts under the previous one.
 */
function createSetters() {
  const by = new Map<string, Set<string>>()
  return {
    take({ actor, kind, subject }: SetUp): void {
      if (!setUpActs.some((known) => known === kind) || actor === subject) return
      by.set(subject, new Set([...(by.get(subject) ?? []), actor]))
    },
    of(id: string): readonly string[] {
      const found = new Set<string>()
      const waiting = [id]
      for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
        for (const setter of by.get(at) ?? [])
          if (!found.has(setter)) {
            found.add(setter)
            waiting.push(setter)
          }
      return [...found]
    },
  }
}

/** Letters of other alphabets that look like Latin ones. */
const twins = new Map(
  [
    ['асеорхуіѕјһԁԛԝвмнткг', 'aceopxyisjhdqwbmhtkr'],
    ['αεικνορτυχωβηζμ', 'aeiknoptyxwbhzm'],
  ].flatMap(([foreign = '', latin = '']) =>
    Array.from(foreign, (letter, at): [string, string] => [letter, latin[at] ?? letter]),
  ),
)

/**
 * Returns a name in the form people see. Approvals and receipts show names, so no two may look the
 * same.
 */
const asItLooks = (name: string): string =>
  Array.from(
    name
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .trim()
      .replace(/\s+/g, ' ')
      .toLowerCase(),
    (letter) => twins.get(letter) ?? letter,
  ).join('')

/** Reads the operators of an open store. */
export async function readOperators(store: Store): Promise<OperatorRecords> {
  const read = await store.read.selectFrom('operators').selectAll().execute()
  const rows = new Map(read.map((row) => [row.id, row]))
  const setters = createSetters()
  const setUps = await store.read
    .selectFrom('audit_entries')
    .select(['actor', 'kind', 'subject'])
    .where(
      sql<boolean>`subject IN (SELECT value FROM json_each(${JSON.stringify([...rows.keys()])}))`,
    )
    .where('kind', 'in', setUpActs)
    .orderBy('seq')
    .execute()
  for (const act of setUps) setters.take(act)
  return {
    all: () => [...rows.values()].sort((one, other) => one.name.localeCompare(other.name)),
    of: (id) => rows.get(id),
    named: (name) => [...rows.values()].find((row) => asItLooks(row.name) === asItLooks(name)),
    setters: (id) => setters.of(id),
    async add(row, act) {
      await store.record(act, (tx) => tx.insertInto('operators').values(row).execute())
      rows.set(row.id, row)
      setters.take(act)
    },
    async change(id, part, act) {
      await store.record(act, (tx) =>
        tx.updateTable('operators').set(part).where('id', '=', id).execute(),
      )
      const before = rows.get(id)
      if (before) rows.set(id, { ...before, ...part })
      setters.take(act)
    },
  }
}
