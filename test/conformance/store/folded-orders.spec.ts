/** Both engines compute the same texts for the search and the sort of orders. */
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeOnPostgres } from '../../postgres/databases.ts'
import { newPostgresStore, newSqliteStore } from './engines.ts'

/** As much as an operator may type into one field, which no engine makes shorter. */
const long = randomBytes(1_500).toString('base64')
const letters = Array.from({ length: 0x600 }, (_, at) => String.fromCodePoint(at + 1))
const special = ['Ｆull', 'e\u0301', '𝔘', 'ĳ'.repeat(60), `${'x'.repeat(59)}ÉÉ`, '', long]
const names = letters.concat(special)
const amounts = [null, 0, 5, 120_405, -120_405]
const forms = [
  {},
  { amount: '1,204.05' },
  { amount: 'Ünlesbar' },
  { amount: null },
  { amount: long },
]

const literal = (value: string | number | null): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
const rows = names.map((name, at) => ({
  id: `o${String(at)}`,
  created_at: '',
  updated_at: '',
  maker: 'mara',
  service: 'WIRE',
  state: 'outcome-unknown',
  reference: `R${String(at)}`,
  form: JSON.stringify(forms[at % forms.length]),
  debit_account: '',
  debit_significant: '',
  debit_label: 'Opération ••••4500',
  amount: amounts[at % amounts.length] ?? null,
  currency: 'USD',
  value_date: '2026-11-23',
  beneficiary: name,
  beneficiary_account: '12345',
  beneficiary_significant: '12345',
  beneficiary_bank: at % 2 === 0 ? long : 'Bank',
  bank_status_text: at % 3 === 0 ? null : 'RÉGLÉ',
  search_text: '',
}))
const fill = rows
  .map(
    (row) => `INSERT INTO orders (${Object.keys(row).join(', ')})
      VALUES (${Object.values(row).map(literal).join(', ')})`,
  )
  .join(';')
const computed = `SELECT id, beneficiary_folded, shown_folded FROM orders ORDER BY beneficiary_folded, id`

describeOnPostgres('the computed texts of orders', () => {
  it('are the same on both engines, and in the same order', async () => {
    const sqlite = newSqliteStore(fill).prepare(computed).all()
    const postgres = await (await newPostgresStore(fill)).query(computed)
    expect(sqlite).toHaveLength(names.length)
    expect(postgres.rows).toEqual(sqlite)
  })
})
