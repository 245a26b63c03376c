/** Neither engine refuses a row for the length of a text: a bank sends what it likes. */
import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { expect, it } from 'vitest'
import { describeOnPostgres } from '../../postgres/databases.ts'
import { newPostgresStore, newSqliteStore } from './engines.ts'

/**
 * What a B-tree of PostgreSQL, which refuses a row with more than 2,704 bytes, may hold: texts that
 * the program makes or bounds itself.
 */
const bounded: readonly (readonly [why: string, text: RegExp])[] = [
  ['an id of the program', /\.id$|\.(?!transaction_)\w+_id$|\.(actor|maker|operator|assigned_to)$/],
  ['an id of the program', /^(batch_entries\.follows_entry|batches\.re(versal|entry)_of)$/],
  ['an instant or a day', /\.(at|\w+_at|day|event_day|hour|next_on|planned_on|nominal_on)$/],
  ['a hash', /\.(\w*sha256|\w+_hash)$/],
  ['the hash of a consumer key (budgetKeyOf)', /^(pauses|slots|tokens)\.key$/],
  [
    'a code of the program',
    /\.(kind|lane|method|outcome|purpose|result_class|service|bank_status|state|state_place)$/,
  ],
  ['a name of the program', /^(settings|profile_settings|inbox_cursors)\.name$/],
  [
    'the hash of a question, or JSON of one that its channel bounds',
    /^inquiries\.(question|list)_key$/,
  ],
  ['ids, or at most 100 letters (noteRefusal, subjectOf)', /^audit_entries\.subject$/],
  ['ids, or at most 200 letters (longestGuid)', /^inbox_items\.subject$/],
  ['at most 300 letters (keyOf)', /^recovered_items\.item_key$/],
  ['at most 200 letters', /^alerts\."?left"?\(status, 200\)$/],
  [
    'at most 60 letters (0027-folded-orders)',
    /^orders\.(beneficiary_folded$|"?coalesce"?\(NULLIF\(beneficiary_folded)/i,
  ],
  ['32 letters that the program makes', /^orders\.(reference|lower\(reference\))$/],
  [
    'at most 255 letters (longestIndexed)',
    /^orders\.(currency|value_date|COALESCE\(NULLIF\(value_date\b.*)$/,
  ],
  [
    'an account of the profile, or a checked one',
    /^(own_accounts|validations|reconciliation_sign_offs)\.account_significant$|^orders\.debit_significant$/,
  ],
  ['at most 255 letters (typedEntry)', /^batch_entries\.(account_significant|routing_number)$/],
  ['at most 255 letters (payeeDetails)', /^payee_versions\.account_significant$/],
  ['at most 100 letters (longestSorted)', /^participants\.routing$/],
  ['nine digits', /^directory_banks\.routing$/],
  [
    'at most 60 letters (savedName, templateName)',
    /^saved_requests\.name$|^batch_templates\.lower\(name\)$/,
  ],
  ['at most 200 letters (operators.add)', /^operators\.lower\(name\)$/],
]

/** The texts of a store's B-trees, by their tables. */
async function textsInTrees(store: Client): Promise<readonly string[]> {
  const { rows } = await store.query<{ text: string }>(
    `SELECT DISTINCT t.relname || '.' || pg_get_indexdef(c.oid, a.attnum, true) AS text
     FROM pg_index JOIN pg_class AS c ON c.oid = indexrelid JOIN pg_class AS t ON t.oid = indrelid
       JOIN pg_am AS m ON m.oid = c.relam JOIN pg_attribute AS a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'store'::regnamespace AND amname = 'btree'
       AND a.atttypid = 'text'::regtype ORDER BY text`,
  )
  return rows.map(({ text }) => text)
}

const unbounded = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => !bounded.some(([, pattern]) => pattern.test(text)))

/** As long as no index of a page could take, and such that PostgreSQL cannot make it shorter. */
const long = randomBytes(5_000).toString('hex')
type Rest = Readonly<Record<string, string | number>>
/** The columns with such texts, and what else a row of their tables needs. */
const rows: readonly (readonly [table: string, long: readonly string[], rest: Rest])[] = [
  [
    'alerts',
    ['guid', 'status', 'reference', 'transaction_id'],
    {
      id: 'a',
      content_hash: 'c',
      body_hash: 'b',
      delivery_seq: 1,
      place: 1,
      at: '',
      kind: 'ach',
      incoming: 0,
      conflict: 1,
      old_code: 0,
      incomplete: 0,
      unlisted: 0,
      reader: 1,
    },
  ],
  [
    'alert_receipts',
    ['guid'],
    { alert_seq: 1, delivery_seq: 1, place: 1, confirmation: 'c', is_other_guid: 1 },
  ],
  ['alert_accounts', ['account'], { alert_seq: 1 }],
  [
    'bank_calls',
    ['path', 'correlation_id'],
    {
      id: 'a',
      at: '',
      actor: 'ann',
      purpose: 'p',
      method: 'GET',
      lane: 'bulk',
      waited_ms: 0,
      attempt: 1,
      outcome: 'o',
      detail: '{}',
      started_at: '',
      finished_at: '',
      request_headers: '{}',
    },
  ],
  [
    'recovered_items',
    ['trace_number'],
    {
      id: 'a',
      at: '',
      sweep_id: 's',
      kind: 'ach',
      item_key: 'k',
      event: 'e',
      account_significant: '',
    },
  ],
  [
    'orders',
    ['beneficiary_significant', 'transaction_id', 'bank_status_text'],
    {
      id: 'a',
      created_at: '',
      updated_at: '',
      maker: 'ann',
      service: 'WIRE',
      state: 'accepted',
      reference: 'r',
      form: '{}',
      debit_account: '',
      debit_significant: '',
      debit_label: '',
      currency: 'USD',
      value_date: '',
      beneficiary: '',
      beneficiary_account: '',
      beneficiary_bank: '',
      search_text: '',
    },
  ],
  [
    'batch_entries',
    ['trace_number', 'par_number', 'debited_significant'],
    {
      id: 'e'.repeat(32),
      order_id: 'none',
      position: 1,
      typed: '{}',
      direction: 'credit',
      routing_number: '',
      account_significant: '',
      receiver_folded: '',
    },
  ],
]

function insertOf(table: string): string {
  const [, columns = [], rest = {}] = rows.find(([name]) => name === table) ?? []
  const values = [...columns.map(() => long), ...Object.values(rest)].map((value) =>
    typeof value === 'number' ? String(value) : `'${value}'`,
  )
  return `INSERT INTO ${table} (${[...columns, ...Object.keys(rest)].join(', ')})
    VALUES (${values.join(', ')})`
}

describeOnPostgres('a text of 10,000 bytes', () => {
  it('is stored in each column whose texts others make, and found there', async () => {
    const sqlite = newSqliteStore()
    sqlite.pragma('foreign_keys=OFF')
    const postgres = await newPostgresStore('SET session_replication_role TO replica')
    await postgres.query('SET enable_seqscan TO off')
    for (const [table, columns] of rows) {
      sqlite.exec(insertOf(table))
      await postgres.query(insertOf(table))
      for (const column of columns) {
        const found = `SELECT ${column} AS found FROM ${table} WHERE ${column} = '${long}'`
        const name = `${table}.${column}`
        expect(sqlite.prepare(found).all(), name).toEqual([{ found: long }])
        expect((await postgres.query(found)).rows, name).toEqual([{ found: long }])
      }
    }
    const again = insertOf('alert_accounts')
    expect(() => sqlite.exec(again)).toThrow()
    await expect(postgres.query(again)).rejects.toMatchObject({ code: '23505' })
  })

  it('comes into no B-tree', async () => {
    const texts = await textsInTrees(await newPostgresStore())
    expect(unbounded(texts)).toEqual([])
    for (const [why, pattern] of bounded)
      expect(
        texts.filter((text) => pattern.test(text)),
        why,
      ).not.toEqual([])
  })

  it('would be refused by one, which is named', async () => {
    const store = await newPostgresStore('CREATE INDEX one ON alerts (party)')
    expect(unbounded(await textsInTrees(store))).toEqual(['alerts.party'])
    await store.query('SET session_replication_role TO replica')
    const refused = insertOf('alerts').replace('guid,', 'party,')
    await expect(store.query(refused)).rejects.toThrow('index row requires')
  })
})
