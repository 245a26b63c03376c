/** What is written by hand for each engine is the same on both, but for differences with a reason. */
import { expect, it } from 'vitest'
import { describeOnPostgres } from '../../postgres/databases.ts'
import { newPostgresStore, newSqliteStore } from './engines.ts'
import { factsOfPostgres, factsOfSqlite } from './schema-facts.ts'

type Reasoned = readonly [reason: string, engine: 'sqlite' | 'postgres', fact: RegExp | string]

/** What only one engine has, and why. */
const reasoned: readonly Reasoned[] = [
  [
    'writers come one after another by its lock',
    'postgres',
    /^(table|guard) chain_head(_only_follows)?\b/,
  ],
  [
    'workstations share the calls and the token of a bank only in a database',
    'postgres',
    /^table (slots|pauses|tokens)$/,
  ],
  ['other programs are told of what one wrote', 'postgres', /^passes on: \w+_are_told$/],
  ['SQLite has its version in the header of the file', 'postgres', 'table store_version'],
  [
    'no guard of rows sees TRUNCATE',
    'postgres',
    /^guard \w+_never_emptied: before truncate on \w+, '/,
  ],
]

interface Difference {
  readonly engine: 'sqlite' | 'postgres'
  readonly fact: string
}

/** Compares an SQLite store with a PostgreSQL one, each altered by `change`. */
async function compare(change: { readonly sqlite?: string; readonly postgres?: string } = {}) {
  const sqlite = factsOfSqlite(newSqliteStore(change.sqlite))
  const postgres = await factsOfPostgres(await newPostgresStore(change.postgres))
  const only = (
    engine: Difference['engine'],
    facts: readonly string[],
    others: readonly string[],
  ) => facts.filter((fact) => !others.includes(fact)).map((fact): Difference => ({ engine, fact }))
  const found = [...only('sqlite', sqlite, postgres), ...only('postgres', postgres, sqlite)]
  const hasReason = ({ engine, fact }: Difference): boolean =>
    reasoned.some(([, of, pattern]) => of === engine && matches(pattern, fact))
  return { sqlite, postgres, found, differences: found.filter((each) => !hasReason(each)) }
}

const matches = (pattern: RegExp | string, fact: string): boolean =>
  typeof pattern === 'string' ? pattern === fact : pattern.test(fact)

describeOnPostgres('the schema', () => {
  it('is the same on both engines', async () => {
    const { sqlite, postgres, differences, found } = await compare()
    expect(differences).toEqual([])
    for (const facts of [sqlite, postgres]) expect(new Set(facts).size).toBe(facts.length)
    for (const [reason, engine, pattern] of reasoned)
      expect(
        found.filter((each) => each.engine === engine && matches(pattern, each.fact)),
        `${reason}: ${String(pattern)}`,
      ).not.toEqual([])
  })

  it.each([
    ['a table', 'DROP TABLE import_mappings', 'table import_mappings'],
    [
      'a guard',
      'DROP TRIGGER audit_entries_never_go ON audit_entries',
      `guard audit_entries_never_go: before delete on audit_entries, 'audit entries are never deleted'`,
    ],
    [
      'a guard that works',
      'ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_never_go',
      `guard audit_entries_never_go: before delete on audit_entries, 'audit entries are never deleted'`,
    ],
    ['full text', 'DROP TABLE payee_text', 'full text payee_text'],
    ['an index of full text', 'DROP INDEX bank_call_text_indexed', 'full text bank_call_text'],
    [
      'what feeds full text',
      'DROP TRIGGER payees_are_found_anew_as_payee ON payees',
      'passes on: payees_are_found_anew_as_payee',
    ],
    [
      'a state in a guard’s condition',
      `DROP TRIGGER orders_sending_from_queue ON orders;
       CREATE TRIGGER orders_sending_from_queue BEFORE UPDATE OF state ON orders
         FOR EACH ROW WHEN (NEW.state = 'sending' AND OLD.state NOT IN ('queued', 'sending', 'draft'))
         EXECUTE FUNCTION refuse('only what was released is sent')`,
      `guard orders_sending_from_queue: before update of state on orders when new.state 'sending' and ` +
        `old.state <> 'queued' 'sending', 'only what was released is sent'`,
    ],
  ])('reports a PostgreSQL store that lacks %s', async (_, change, fact) => {
    const { differences } = await compare({ postgres: change })
    expect(differences).toContainEqual({ engine: 'sqlite', fact })
  })

  it('reports a guard that SQLite alone has', async () => {
    const { differences } = await compare({
      sqlite: `CREATE TRIGGER orders_never_go BEFORE DELETE ON orders
        BEGIN SELECT RAISE(ABORT, 'never'); END`,
    })
    expect(differences).toEqual([
      { engine: 'sqlite', fact: "guard orders_never_go: before delete on orders, 'never'" },
    ])
  })
})
