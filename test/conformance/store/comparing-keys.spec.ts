/** Both engines compute the keys by which accounts and banks are compared as the program does. */
import { expect, it } from 'vitest'
import {
  significantAccount,
  significantRouting,
} from '../../../preload/contract/kernel/account-number.ts'
import { describeOnPostgres } from '../../postgres/databases.ts'
import { newPostgresStore, newSqliteStore } from './engines.ts'

/** Every character that is no letter: some are separators, the others stay. */
const between = Array.from({ length: 0x2300 }, (_, at) => String.fromCharCode(at + 1)).filter(
  (one) => /[\p{P}\p{Z}\p{C}]/u.test(one) && !/\p{Cn}/u.test(one),
)
const typed = [
  ...between.map((one) => `00${one}12${one}3a\u00e9`),
  '',
  '0',
  '000',
  '-',
  '5550-142-0077',
  'gb29 nwbk 6016',
  '21000021',
  '021000021',
  '0210000210',
  '12 34',
]
const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`
const details = (text: string): string =>
  JSON.stringify({ accountNumber: text, bank: { aba: text } })
const fill = [
  `INSERT INTO payees (id, at, changed_at, search_text) VALUES ('p', '', '', '')`,
  ...typed.map(
    (text, at) => `INSERT INTO payee_versions
      (payee_id, version, details, proposed_by, proposed_at, state)
      VALUES ('p', ${String(at)}, ${literal(details(text))}, 'mara', '', 'replaced')`,
  ),
].join(';')
const computed = 'SELECT account_significant, routing_number FROM payee_versions ORDER BY version'

describeOnPostgres('the keys of accounts and banks', () => {
  it('are those of the program on both engines', async () => {
    const wanted = typed.map((text) => ({
      account_significant: significantAccount(text),
      routing_number: significantRouting(text),
    }))
    expect(newSqliteStore(fill).prepare(computed).all()).toEqual(wanted)
    expect((await (await newPostgresStore(fill)).query(computed)).rows).toEqual(wanted)
  })
})
