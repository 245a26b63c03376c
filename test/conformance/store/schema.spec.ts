/** The schemas of both engines are the same, but for differences with a reason. */
import { expect, it } from 'vitest'
import { describeOnPostgres } from '../../postgres/databases.ts'
import { newPostgresStore, newSqliteStore } from './engines.ts'
import { factsOfPostgres, factsOfSqlite } from './schema-facts.ts'

type Reasoned = readonly [reason: string, engine: 'sqlite' | 'postgres', fact: RegExp | string]

/** An index of each engine on texts of any length, which a B-tree of PostgreSQL refuses. */
const ofAnyLength: readonly (readonly [name: string, sqlite: string, postgres: string])[] = [
  [
    'alerts_by_guid on alerts',
    'guid nulls first, body_hash where guid is not null',
    'spgist guid where guid is not null',
  ],
  ['alerts_by_status on alerts', 'status nulls first', 'left status 200 nulls first'],
  ...(['reference', 'transaction_id'] as const).map((column) => {
    const name = column === 'reference' ? 'alerts_by_reference' : 'alerts_by_transaction'
    return inTree(`${name} on alerts`, column, `${column} is not null`)
  }),
  [
    'alerts_conflict_by_guid on alerts',
    'guid nulls first, seq where conflict 1 and conflict_seen_at is null',
    'seq where conflict 1 and conflict_seen_at is null',
  ],
  inTree('alert_receipts_under_other_guid on alert_receipts', 'guid', 'is_other_guid 1'),
  inTree('alerts_by_par on alerts', 'par_number', 'par_number is not null'),
  inTree('recovered_items_by_par on recovered_items', 'par_number', 'par_number is not null'),
  inTree('recovered_items_by_trace on recovered_items', 'trace_number', 'trace_number is not null'),
  inTree('orders_by_transaction on orders', 'transaction_id', 'transaction_id is not null'),
  inTree(
    'orders_open_by_word on orders',
    'standing_word',
    `state 'accepted' and is_final 0 and standing_word is not null`,
  ),
  inTree('batch_entries_by_trace on batch_entries', 'trace_number', 'trace_number is not null'),
  inTree('batch_entries_by_par on batch_entries', 'par_number', 'par_number is not null'),
  [
    'orders_to_beneficiary on orders',
    `beneficiary_significant where beneficiary_significant <> ''`,
    `spgist beneficiary_significant where beneficiary_significant <> ''`,
  ],
  [
    'batch_entries_by_debited on batch_entries',
    'order_id, debited_significant nulls first where debited_significant is not null',
    'order_id where debited_significant is not null',
  ],
  [
    'bank_calls_for_list on bank_calls',
    'at, id, purpose, lane nulls first, status nulls first, outcome, method, path, correlation_id nulls first',
    'at, id, purpose, lane nulls first, status nulls first, outcome, method',
  ],
]

function inTree(name: string, column: string, where: string): readonly [string, string, string] {
  return [name, `${column} nulls first where ${where}`, `spgist ${column} where ${where}`]
}

/** SQLite's indexes end with the number of the row; those that are read in its order name it here. */
const inOrder = [
  ['alert_deliveries_by_reader on alert_deliveries', 'reader nulls first'],
  ['alerts_by_content on alerts', 'content_hash'],
  ['alerts_by_body on alerts', 'body_hash'],
] as const

/** What only one engine has, and why. */
const reasoned: readonly Reasoned[] = [
  ...inOrder.flatMap(([name, on]): readonly Reasoned[] => [
    ['read in the order of the rows', 'sqlite', `index ${name}: ${on}`],
    ['read in the order of the rows', 'postgres', `index ${name}: ${on}, seq`],
  ]),
  ...ofAnyLength.flatMap(([name, sqlite, postgres]): readonly Reasoned[] => [
    ['a text of any length', 'sqlite', `index ${name}: ${sqlite}`],
    ['a text of any length', 'postgres', `index ${name}: ${postgres}`],
  ]),
  ['a text of any length', 'sqlite', 'key of alert_accounts: alert_seq, account'],
  [
    'a text of any length',
    'postgres',
    'unique index alert_accounts_once on alert_accounts: alert_seq, digest account',
  ],
  [
    'writers come one after another by its lock',
    'postgres',
    /^(table|key of|check of|column|guard) chain_head(_only_follows)?\b/,
  ],
  [
    'workstations share the calls and the token of a bank only in a database',
    'postgres',
    /^(table|key of|column) (slots|pauses|tokens)\b/,
  ],
  ['other programs are told of what one wrote', 'postgres', /^passes on: \w+_are_told$/],
  [
    'SQLite has its version in the header of the file',
    'postgres',
    /^(table|key of|check of|column) store_version\b/,
  ],
  [
    'no guard of rows sees TRUNCATE',
    'postgres',
    /^guard \w+_never_emptied: before truncate on \w+, '/,
  ],
  [
    'an index of PostgreSQL takes no long text',
    'sqlite',
    /^index orders_for_list on orders: .*, maker, shown_folded nulls first$/,
  ],
  [
    'an index of PostgreSQL takes no long text',
    'postgres',
    /^index orders_for_list on orders: .*, maker$/,
  ],
  [
    'letter case counts in each collation of C',
    'sqlite',
    /^unique of (operators|batch_templates): name nocase$/,
  ],
  [
    'letter case counts in each collation of C',
    'postgres',
    /^unique index (operators|batch_templates)_by_name on \1: lower name$/,
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

const countOf = (facts: readonly string[], kind: string): number =>
  facts.filter((fact) => fact.startsWith(`${kind} `)).length

it('stores the body of an order behind all that SQLite reads without it', () => {
  const columns = newSqliteStore()
    .prepare<[], { name: string }>(`SELECT name FROM pragma_table_info('orders')`)
    .all()
  expect(columns.at(-1)?.name).toBe('body')
})

describeOnPostgres('the schema', () => {
  it('is the same on both engines', async () => {
    const { sqlite, postgres, differences, found } = await compare()
    expect(differences).toEqual([])
    const kinds = [
      'table',
      'column',
      'key',
      'reference',
      'check',
      'unique',
      'index',
      'guard',
      'view',
      'full text',
      'passes on:',
    ]
    expect(Object.fromEntries(kinds.map((kind) => [kind, countOf(sqlite, kind)]))).toEqual({
      table: 64,
      column: 626,
      key: 64,
      reference: 46,
      check: 63,
      unique: 17,
      index: 95,
      guard: 25,
      view: 1,
      'full text': 7,
      'passes on:': 19,
    })
    for (const facts of [sqlite, postgres]) expect(new Set(facts).size).toBe(facts.length)
    for (const [reason, engine, pattern] of reasoned)
      expect(
        found.filter((each) => each.engine === engine && matches(pattern, each.fact)),
        `${reason}: ${String(pattern)}`,
      ).not.toEqual([])
  })

  it.each([
    ['a table', 'DROP TABLE import_mappings', 'table import_mappings'],
    ['a column', 'ALTER TABLE orders DROP COLUMN closed_at', 'column orders.closed_at: text'],
    [
      'a type',
      'ALTER TABLE policies ALTER policy TYPE text',
      'column policies.policy: json not null',
    ],
    [
      'what must not be empty',
      'ALTER TABLE orders ALTER maker DROP NOT NULL',
      'column orders.maker: text not null',
    ],
    [
      'a column that it computes',
      'ALTER TABLE orders ALTER shown_folded DROP EXPRESSION',
      'column orders.shown_folded: text computed',
    ],
    [
      'a default',
      'ALTER TABLE orders ALTER standing DROP DEFAULT',
      `column orders.standing: text not null default 'not-said'`,
    ],
    [
      'a key',
      'ALTER TABLE inbox_cursors DROP CONSTRAINT inbox_cursors_pkey',
      'key of inbox_cursors: name',
    ],
    [
      'a reference',
      'ALTER TABLE batches DROP CONSTRAINT batches_reversal_of_fkey',
      'reference batches.reversal_of: orders.id no action',
    ],
    [
      'a check',
      'ALTER TABLE order_attempts DROP CONSTRAINT order_attempts_check',
      'check of order_attempts: confirmed_by is null or confirmed_by <> released_by',
    ],
    [
      'a value of a check',
      `ALTER TABLE order_comments DROP CONSTRAINT order_comments_purpose_check,
         ADD CHECK (purpose IN ('comment'))`,
      `check of order_comments: purpose 'comment' 'duplicate'`,
    ],
    [
      'what is unique',
      'ALTER TABLE orders DROP CONSTRAINT orders_reference_key',
      'unique of orders: reference',
    ],
    [
      'an index',
      'DROP INDEX orders_by_state',
      'index orders_by_state on orders: state, updated_at, id',
    ],
    [
      'a condition of an index',
      `DROP INDEX alert_gaps_unhealed; CREATE INDEX alert_gaps_unhealed ON alert_gaps (state)`,
      `index alert_gaps_unhealed on alert_gaps: state where state 'open' 'waiting'`,
    ],
    [
      'an order of an index',
      `DROP INDEX recovered_items_by_day;
       CREATE INDEX recovered_items_by_day ON recovered_items (event_day)`,
      'index recovered_items_by_day on recovered_items: event_day nulls first',
    ],
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
    ['full text', 'DROP TABLE payee_words', 'full text payee_words'],
    ['an index of full text', 'DROP INDEX bank_call_words_indexed', 'full text bank_call_words'],
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

  it('reports what a later SQLite store alone has', async () => {
    const { differences } = await compare({
      sqlite: `ALTER TABLE orders ADD COLUMN later TEXT CHECK (later <> '');
        CREATE INDEX orders_later ON orders (later) WHERE later IS NOT NULL;
        CREATE TRIGGER orders_never_go BEFORE DELETE ON orders
        BEGIN SELECT RAISE(ABORT, 'never'); END`,
    })
    expect(differences.map(({ fact }) => fact)).toEqual([
      `check of orders: later <> ''`,
      'column orders.later: text',
      `guard orders_never_go: before delete on orders, 'never'`,
      'index orders_later on orders: later nulls first where later is not null',
    ])
  })

  it('numbers the rows of the tables whose numbers the store gives', async () => {
    const { rows } = await (
      await newPostgresStore()
    ).query(`SELECT table_name FROM information_schema.columns
      WHERE table_schema = 'store' AND is_identity = 'YES' ORDER BY table_name`)
    expect(rows.map((row: { table_name: string }) => row.table_name)).toEqual([
      'alert_deliveries',
      'alerts',
      'bank_calls',
      'forward_tries',
      'inbox_events',
      'inbox_items',
      'listener_watch',
      'recovered_items',
      'search_places',
    ])
  })
})
