/** What a guard of SQLite refuses, PostgreSQL refuses with the same words, and nothing else. */
import type { Client } from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { genesis, nextEntry, verifyChain, type AuditEntry } from '../../../main/store/hash-chain.ts'
import type { Connection } from '../../../main/store/sqlite/sqlite.ts'
import { connectBeside, describeOnPostgres } from '../../postgres/databases.ts'
import { newPostgresStore, newSqliteStore } from './engines.ts'

const at = '2026-11-28T10:00:00.000Z'
const actOf = (subject: string) => ({ actor: 'mara', kind: 'test', subject, detail: {} })
const first = nextEntry(genesis, actOf('one'), at)
const second = nextEntry(first, actOf('two'), at)
const third = nextEntry(second, actOf('three'), at)

const rowOf = (values: readonly (string | number)[]): string =>
  values.map((value) => (typeof value === 'number' ? String(value) : `'${value}'`)).join(', ')
const insertEntry = (entry: AuditEntry): string => `INSERT INTO audit_entries
  (${Object.keys(entry).join(', ')}) VALUES (${rowOf(Object.values(entry) as string[])})`

const insertOrder = (id: string, state: string): string => `INSERT INTO orders (id, created_at,
  updated_at, maker, service, state, reference, form, body, debit_account, debit_significant,
  debit_label, currency, value_date, beneficiary, beneficiary_account, beneficiary_significant,
  beneficiary_bank, search_text)
  VALUES ('${id}', '${at}', '${at}', 'mara', 'CCD', '${state}', 'ref-${id}', '{}', '{}', '', '', '',
    'USD', '2026-11-30', '', '', '', '', '')`
const entryId = (order: string, letter: string): string => (order + letter).padEnd(32, '0')
const insertBatchEntry = (order: string, letter: string): string => `INSERT INTO batch_entries
  (id, order_id, position, typed, direction, routing_number, account_significant, receiver_folded)
  VALUES ('${entryId(order, letter)}', '${order}', 1, '{}', 'credit', '', '', '')`

/** Order `d` is a draft, `q` is queued, and `a` was accepted with one entry and its journal. */
const content = [
  insertEntry(first),
  insertEntry(second),
  insertOrder('d', 'draft'),
  insertOrder('q', 'queued'),
  insertOrder('a', 'draft'),
  insertBatchEntry('d', 'e'),
  insertBatchEntry('d', 't'),
  insertBatchEntry('a', 'e'),
  `UPDATE batch_entries SET trace_number = '7' WHERE id = '${entryId('d', 't')}'`,
  `UPDATE orders SET state = 'accepted' WHERE id = 'a'`,
  `INSERT INTO order_attempts (order_id, seq, released_by, journalled_at, body_sha256, outcome)
    VALUES ('a', 1, 'mara', '${at}', '', 'accepted')`,
  `INSERT INTO entry_support_replies (entry_id, seq, result, contact, replied_at, ticket, evidence,
    recorded_by, recorded_at)
    VALUES ('${entryId('d', 't')}', 1, 'returned', 'Jo', '${at}', 'T1', '{}', 'joao', '${at}')`,
  `INSERT INTO order_support_replies (order_id, seq, result, contact, replied_at, ticket, after_attempt,
    evidence, recorded_by, recorded_at) VALUES ('a', 1, 'made', '', '', '', 1, '', 'mara', '')`,
  `INSERT INTO order_comments VALUES ('a', 1, '${at}', 'mara', 'comment', 'text')`,
  `INSERT INTO order_sent_versions VALUES ('a', 1, '{}')`,
  `INSERT INTO order_files VALUES ('f', 'a', '${at}', 'mara', 'n', 1, '')`,
  `INSERT INTO order_file_contents VALUES ('f', 'x')`,
  `INSERT INTO payment_schedules VALUES ('s', '{}', '{}', 'active', NULL, 'a', 'mara', '${at}', 1)`,
  `INSERT INTO payment_schedule_occurrences VALUES ('s', '2026-11-30', 'd', '2026-11-28')`,
  `INSERT INTO batch_templates VALUES ('t', 'T', '{}', '[]', 0, 0, 0, NULL, NULL, '', '', NULL, 1)`,
  `INSERT INTO batch_template_occurrences VALUES ('t', '2026-11-30', 'd', '2026-11-28')`,
].map((statement) => statement.replace(`'x')`, `CAST('x' AS BLOB))`))

const insertSending = (order: string, home: string): string => `INSERT INTO order_attempts
  (order_id, seq, released_by, journalled_at, body_sha256, outcome, home)
  VALUES ('${order}', 2, 'mara', '${at}', '', 'under-way', ${home})`

const continues = 'an audit entry only continues the chain'
const submitted = 'what was submitted does not change'
const forbidden: readonly (readonly [statement: string, message: string])[] = [
  [insertEntry(second), continues],
  [insertEntry({ ...third, seq: 4 }), continues],
  [insertEntry({ ...third, previous_hash: first.hash }), continues],
  [insertEntry(nextEntry(genesis, actOf('again'), at)), continues],
  [`UPDATE audit_entries SET subject = 'other' WHERE seq = 1`, 'audit entries never change'],
  ['UPDATE audit_entries SET hash = hash', 'audit entries never change'],
  ['DELETE FROM audit_entries WHERE seq = 2', 'audit entries are never deleted'],
  ['DELETE FROM order_attempts', 'a journalled sending is never removed'],
  [`UPDATE orders SET state = 'sending' WHERE id = 'd'`, 'only what was released is sent'],
  [`UPDATE orders SET state = 'sending'`, 'only what was released is sent'],
  [`UPDATE orders SET body = '[]' WHERE id = 'a'`, 'what was approved does not change'],
  [`UPDATE orders SET body = NULL WHERE id = 'q'`, 'what was approved does not change'],
  [
    `UPDATE orders SET body = '', state = 'queued' WHERE id = 'd'`,
    'what was approved does not change',
  ],
  ['DELETE FROM order_support_replies', 'what the bank said is never removed'],
  ['DELETE FROM entry_support_replies', 'what the bank said is never removed'],
  [`UPDATE order_comments SET text = 'other'`, 'a comment is never changed'],
  ['DELETE FROM order_comments', 'a comment is never removed'],
  [`UPDATE order_sent_versions SET version = '{"a":1}'`, 'what was sent is never changed'],
  ['DELETE FROM order_sent_versions', 'what was sent is never changed'],
  [`UPDATE order_files SET name = 'other'`, 'a file is never changed'],
  [`DELETE FROM order_files WHERE id = 'f'`, 'a file is never removed'],
  ['UPDATE order_file_contents SET content = content', 'a file is never changed'],
  ['DELETE FROM order_file_contents', 'a file is never removed'],
  [
    `UPDATE payment_schedule_occurrences SET order_id = 'q'`,
    'the draft of a planned day is never changed',
  ],
  ['DELETE FROM payment_schedule_occurrences', 'the draft of a planned day is never removed'],
  [
    `UPDATE batch_template_occurrences SET order_id = 'q'`,
    'the draft of a planned day is never changed',
  ],
  ['DELETE FROM batch_template_occurrences', 'the draft of a planned day is never removed'],
  [`UPDATE batch_entries SET amount = 2 WHERE order_id = 'a'`, submitted],
  [`UPDATE batch_entries SET typed = '[]' WHERE order_id = 'a'`, submitted],
  [`UPDATE batch_entries SET order_id = 'd' WHERE order_id = 'a'`, submitted],
  [insertBatchEntry('a', 'n'), submitted],
  [`DELETE FROM batch_entries WHERE order_id = 'a'`, submitted],
  [`DELETE FROM batch_entries WHERE id = '${entryId('d', 't')}'`, submitted],
  [
    `UPDATE batch_entries SET trace_number = '8' WHERE trace_number = '7'`,
    'a trace number is kept for ever',
  ],
  ['UPDATE batch_entries SET trace_number = NULL', 'a trace number is kept for ever'],
  [insertSending('q', `'w1'`), 'only the home of an order sends it'],
]
const allowed = [
  insertEntry(third),
  'DELETE FROM audit_entries WHERE seq = 9',
  `UPDATE orders SET state = 'sending' WHERE id = 'q'`,
  `UPDATE orders SET body = '[]' WHERE id = 'd'`,
  `UPDATE orders SET body = body, bank_status = 'settled' WHERE id = 'a'`,
  `UPDATE order_attempts SET outcome = 'unknown'`,
  `UPDATE batch_entries SET amount = 2 WHERE order_id = 'd'`,
  `UPDATE batch_entries SET trace_number = '8' WHERE order_id = 'a'`,
  'UPDATE batch_entries SET trace_number = trace_number',
  `UPDATE batch_entries SET bank_status = 'settled' WHERE order_id = 'a'`,
  insertSending('q', 'NULL'),
  `INSERT INTO payment_schedule_occurrences VALUES ('s', '2026-12-07', 'q', '2026-12-05')`,
  `INSERT INTO batch_template_occurrences VALUES ('t', '2026-12-07', 'q', '2026-12-05')`,
  insertBatchEntry('d', 'n'),
  `DELETE FROM batch_entries WHERE id = '${entryId('d', 'e')}'`,
]
/** Breaks a check, a key or a type; the engines word the refusal differently. */
const wrong = [
  insertEntry({ ...third, detail: '{"a":}' }),
  insertOrder('w', 'sent'),
  insertOrder('d', 'draft'),
  insertBatchEntry('missing', 'e'),
  `UPDATE orders SET restored = 'no JSON' WHERE id = 'd'`,
  `UPDATE orders SET amount = 'many' WHERE id = 'd'`,
  `UPDATE orders SET reference = 'ref-a' WHERE id = 'd'`,
  `UPDATE order_attempts SET confirmed_by = released_by`,
  `UPDATE order_support_replies SET confirmed_by = 'joao', withdrawn_at = '${at}'`,
  `UPDATE entry_support_replies SET confirmed_by = recorded_by`,
  `UPDATE batch_entries SET shown_bank_status = 'gone'`,
  `DELETE FROM payment_schedules`,
  `DELETE FROM batch_templates`,
  `INSERT INTO payment_schedule_occurrences VALUES ('s', '2026-11-27', 'q', '2026-11-28')`,
  `INSERT INTO payment_schedule_occurrences VALUES ('s', '2026-11-30', 'q', '2026-11-30')`,
  `INSERT INTO batch_template_occurrences VALUES ('t', '2026-11-27', 'q', '2026-11-28')`,
  `INSERT INTO batch_template_occurrences VALUES ('t', '2026-11-30', 'q', '2026-11-30')`,
  `INSERT INTO batch_templates VALUES ('1', 'Name', '{}', '[]', 0, 0, 0, NULL, NULL, '', '', NULL, 1),
    ('2', 'nAME', '{}', '[]', 0, 0, 0, NULL, NULL, '', '', NULL, 1)`,
]

describeOnPostgres('the guards of both engines', () => {
  let sqlite: Connection
  let postgres: Client

  beforeEach(async () => {
    sqlite = newSqliteStore(content.join(';'))
    postgres = await newPostgresStore(content.join(';').replace('AS BLOB', 'AS bytea'))
  })

  /** Returns what each engine answers to a statement that is then taken back. */
  async function answers(statement: string): Promise<{ sqlite: unknown; postgres: unknown }> {
    const given = { sqlite: 'done', postgres: 'done' }
    sqlite.exec('BEGIN')
    try {
      sqlite.exec(statement)
    } catch (error) {
      given.sqlite = (error as Error).message
    }
    sqlite.exec('ROLLBACK')
    await postgres.query('BEGIN')
    await postgres.query(statement).catch((error: unknown) => {
      given.postgres = (error as Error).message
    })
    await postgres.query('ROLLBACK')
    return given
  }

  it('refuse the same statements with the same words', async () => {
    for (const [statement, message] of forbidden)
      expect(await answers(statement), statement).toEqual({ sqlite: message, postgres: message })
  })

  it('let the same statements pass', async () => {
    for (const statement of allowed)
      expect(await answers(statement), statement).toEqual({ sqlite: 'done', postgres: 'done' })
  })

  it('stand beside the same checks, keys and types', async () => {
    for (const statement of wrong) {
      const given = await answers(statement)
      expect(given.sqlite, statement).not.toBe('done')
      expect(given.postgres, statement).not.toBe('done')
    }
  })

  it('are faults of integrity for PostgreSQL', async () => {
    for (const [statement] of forbidden)
      await expect(postgres.query(statement), statement).rejects.toMatchObject({ code: '23000' })
  })

  it('cover each guard', () => {
    const messages = sqlite
      .prepare(`SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%RAISE(ABORT%'`)
      .pluck()
      .all()
      .map((text) => /RAISE\(ABORT, '([^']+)'\)/.exec(String(text))?.[1])
    expect(messages).toHaveLength(25)
    expect(new Set(forbidden.map(([, message]) => message))).toEqual(new Set(messages))
  })
})

describeOnPostgres('the chain on PostgreSQL', () => {
  it('has a head that follows its entries, and that nothing else moves', async () => {
    const store = await newPostgresStore(`${insertEntry(first)}; ${insertEntry(second)}`)
    const head = async () => (await store.query('SELECT seq, hash FROM chain_head')).rows as unknown
    const moved = [{ seq: '2', hash: second.hash }]
    expect(await head()).toEqual(moved)
    for (const statement of [
      'UPDATE chain_head SET seq = 1',
      'DELETE FROM chain_head',
      `INSERT INTO chain_head VALUES (2, 0, '')`,
      'TRUNCATE chain_head',
    ])
      await expect(store.query(statement), statement).rejects.toThrow(
        'the head of the chain only follows its entries',
      )
    await store.query(`BEGIN; ${insertEntry(third)}; ROLLBACK`)
    expect(await head()).toEqual(moved)
  })

  it('is not emptied at once, nor is what else is never removed', async () => {
    const store = await newPostgresStore()
    const never = ['audit_entries', 'order_attempts', 'order_support_replies', 'order_comments']
    const files = ['order_files', 'order_file_contents', 'batch_entries']
    const drafts = [
      'payment_schedule_occurrences',
      'batch_template_occurrences',
      'order_sent_versions',
      'entry_support_replies',
    ]
    for (const table of [...never, ...files, ...drafts])
      await expect(store.query(`TRUNCATE ${table} CASCADE`), table).rejects.toMatchObject({
        code: '23000',
      })
  })

  it('takes one of two entries that were written beside each other', async () => {
    const one = await newPostgresStore(insertEntry(first))
    const other = await connectBeside(one)
    await other.query('SET search_path TO store, lite, pg_catalog')
    await one.query(`BEGIN; ${insertEntry(second)}`)
    const beside = other.query(insertEntry(nextEntry(first, actOf('beside'), at)))
    const refused = expect(beside).rejects.toThrow(continues)
    await one.query('COMMIT')
    await refused
    const stored = await one.query<Record<keyof AuditEntry, string>>(
      'SELECT * FROM audit_entries ORDER BY seq',
    )
    expect(verifyChain(stored.rows.map((row) => ({ ...row, seq: Number(row.seq) })))).toEqual({
      ok: true,
      value: { seq: 2, hash: second.hash },
    })
  })
})
