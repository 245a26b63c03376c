/** Version 27 computes the texts by which orders are searched and sorted, also of older ones. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { foldedInSql } from '../../../main/store/collation.ts'
import { verifyChain } from '../../../main/store/hash-chain.ts'
import { approvalHash } from '../../../main/money/order/approval/approval-hash.ts'
import { moneyKinds } from '../../../main/money/money.ts'
import { emptyBatchForm } from '../../../preload/contract/domain/batches/batch-form.ts'
import { batchFormText } from '../../../main/money/batch/batch-records.ts'
import type { OrderRow } from '../../../main/money/order/types.ts'
import type { Store } from '../../../main/store/store.ts'
import { orderRow, wireForm } from '../money/order/support/stored-orders.ts'
import { auditEntries, fakeWorker, newStorePath, open } from './stores.ts'

const scope = {
  profileId: 'p1',
  environment: 'practice',
  profile: () => ({ details: null }),
  kinds: moneyKinds,
} as const

const named = (id: string, name: string, part: Partial<OrderRow> = {}): OrderRow =>
  orderRow(
    { id, reference: `REF-${id}`, ...part },
    { ...wireForm, creditParty: { ...wireForm.creditParty, name } },
  )

/** Returns a store of version 26 with these orders, brought to the newest. */
async function migrated(rows: readonly OrderRow[]): Promise<Store> {
  const file = newStorePath()
  const before = await open(file, { worker: fakeWorker({ until: 26 }) })
  const act = { actor: 'mara', kind: 'order.drafted', subject: 'o1', detail: {} }
  await before.record(act, async (tx) => {
    // An older store has no homes.
    for (const { home: _home, ...row } of rows) await tx.insertInto('orders').values(row).execute()
  })
  await before.close()
  return open(file)
}

it('keeps every order, its approval hash and the audit chain', async () => {
  const rows = [named('o1', 'Étoile'), named('o2', 'Zoë Ltd', { state: 'draft' })]
  const store = await migrated(rows)
  const stored = await store.read.selectFrom('orders').selectAll().orderBy('id').execute()
  expect(stored).toMatchObject(rows)
  expect(stored.map((row) => approvalHash(row, scope, null))).toEqual(
    rows.map((row) => approvalHash(row, scope, null)),
  )
  expect(verifyChain(await auditEntries(store))).toMatchObject({ ok: true })
})

const computed = async (store: Store, id: string): Promise<string> => {
  const row = await store.read
    .selectFrom('orders')
    .select(sql<string>`shown_folded`.as('shown'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.shown
}

it('computes what a line shows, and nothing of an account but its end', async () => {
  const batch = orderRow({
    id: 'o2',
    service: 'PPD',
    state: 'awaiting-approval',
    reference: 'B1',
    amount: 120_405,
    beneficiary: 'PAYROLL',
    beneficiary_account: '',
    beneficiary_bank: '',
    debit_label: 'Payroll ••••0031',
    form: batchFormText({ form: emptyBatchForm, terms: null }),
  })
  const store = await migrated([
    named('o1', 'Étoile', { standing_word: 'IN_PROCESS', debit_label: 'Opération ••••4500' }),
    batch,
    named('o3', '', { state: 'draft', amount: null }),
  ])
  expect(await computed(store, 'o1')).toBe(`ref-o1
etoile
millbrook savings 550010014
operation ••••4500
usd
2026-11-23
0077
in_process
accepted
12500.00`)
  expect(await computed(store, 'o2')).toBe(`b1
payroll

payroll ••••0031
usd
2026-11-23


awaiting approval
1204.05`)
  expect(await computed(store, 'o3')).toMatch(/\n0077\n\ndraft\n12500\.00$/)
})

it('follows the columns that change later', async () => {
  const store = await migrated([named('o1', 'Étoile')])
  const act = { actor: 'mara', kind: 'order.test', subject: 'o1', detail: {} }
  await store.record(act, (tx) =>
    tx.updateTable('orders').set({ standing_word: 'RÉGLÉ', beneficiary: 'Ōtani' }).execute(),
  )
  expect((await computed(store, 'o1')).split('\n')).toEqual(
    expect.arrayContaining(['otani', 'regle']),
  )
  const [row] = await store.read
    .selectFrom('orders')
    .select(sql<string>`beneficiary_folded`.as('name'))
    .execute()
  expect(row).toEqual({ name: 'otani' })
})

it('folds every letter as a search of any other list does', async () => {
  const letters = Array.from({ length: 0x600 }, (_, at) => String.fromCodePoint(at + 1))
  const names = [...letters, 'Ｆull', 'e\u0301', '𝔘', 'ĳ'.repeat(60), `${'x'.repeat(59)}ÉÉ`]
  const store = await migrated(names.map((name, at) => named(`o${String(at)}`, name)))
  const rows = await store.read
    .selectFrom('orders')
    .select(['beneficiary', sql<string>`beneficiary_folded`.as('now')])
    .select(
      sql<string>`substr(${foldedInSql(sql`substr(beneficiary, 1, 60)`)}, 1, 60)`.as('before'),
    )
    .execute()
  expect(rows).toHaveLength(names.length)
  expect(rows.filter(({ now, before }) => now !== before)).toEqual([])
})
