import { describe, expect, it } from 'vitest'
import { makersOf } from '../../../../../main/money/order/approval/approvals.ts'
import { entry, openBatches, payroll } from '../open-batches.ts'

describe('a new draft of a batch', () => {
  it('is an order under a uuid of its own, with its entries as they were typed', async () => {
    const { drafts, order, batch, entries, emitted } = await openBatches()
    const typed = [
      entry(),
      entry({ accountNumber: ' 0098765432 ', creditDebitCode: 'd', amount: '10.05' }),
      entry({ amount: 'ten', creditDebitCode: 'X', receiverName: '  Élan Ltd ' }),
    ]
    const id = await drafts.create(payroll, typed, 'mara')
    const row = await order(id)
    expect(row).toMatchObject({
      service: 'PPD',
      state: 'draft',
      maker: 'mara',
      amount: 126_005,
      currency: 'USD',
      value_date: '2026-11-25',
      beneficiary: 'PAYROLL',
      beneficiary_account: '',
      body: null,
      debit_label: expect.stringContaining('\u2022\u2022\u2022\u2022') as string,
    })
    expect(row.reference).toMatch(/^[0-9a-f]{32}$/)
    expect(row.debit_account).not.toBe('')
    expect(JSON.parse(row.form)).toEqual({ form: payroll, terms: null })
    expect(await batch(id)).toMatchObject({
      sec_code: 'PPD',
      entries: 3,
      credits: 125_000,
      debits: 1_005,
      source_file: null,
      part: null,
    })
    const rows = await entries(id)
    expect(rows.map(({ typed: text }) => JSON.parse(text) as unknown)).toEqual(typed)
    expect(rows).toMatchObject([
      { position: 1, amount: 125_000, direction: 'C', account_significant: '12345678' },
      { position: 2, amount: 1_005, direction: 'D', account_significant: '98765432' },
      { position: 3, amount: null, direction: '', receiver_folded: 'elan ltd' },
    ])
    expect(emitted).toEqual([
      ['orders.changed', { id, state: 'draft' }],
      ['orders.countsChanged', {}],
      ['batches.changed', { id }],
    ])
  })

  it('counts its creator as maker, and writes no account and no typed text into the audit', async () => {
    const { drafts, store, order, acts } = await openBatches()
    const id = await drafts.create(payroll, [entry()], 'mara', {
      copiedFrom: 'another',
      file: { name: 'Secret name.csv', sha256: 'ab', part: 1, of: 2 },
    })
    const row = await order(id)
    expect(await makersOf(store.read, row)).toEqual(['mara'])
    const [act] = await acts()
    expect(act).toMatchObject({ actor: 'mara', kind: 'order.copied', subject: id })
    expect(JSON.parse(act?.detail ?? '')).toEqual({
      service: 'PPD',
      entries: 1,
      credits: 125_000,
      debits: 0,
      uuid: row.reference,
      copiedFrom: 'another',
      importSha256: 'ab',
      part: 1,
      parts: 2,
    })
  })

  it('bank note 82: refuses a repeated id, in a batch or over all of them, and then stores nothing', async () => {
    const { drafts, store, acts } = await openBatches()
    const first = entry()
    await drafts.create(payroll, [first], 'mara')
    await expect(drafts.create(payroll, [entry(), first], 'mara')).rejects.toThrow(/in use/)
    const twice = entry()
    await expect(drafts.create(payroll, [twice, twice], 'mara')).rejects.toThrow(/in use/)
    const orders = await store.read.selectFrom('orders').select('id').execute()
    expect(orders).toHaveLength(1)
    expect(await acts()).toHaveLength(1)
  })

  it('keeps sums that are more than can be counted, since a draft may hold anything', async () => {
    const { drafts, batch } = await openBatches()
    const huge = Array.from({ length: 2_000 }, () => entry({ amount: '90071992547409.91' }))
    const id = await drafts.create(payroll, huge, 'mara')
    expect(await batch(id)).toMatchObject({ entries: 2_000, credits: Number.MAX_SAFE_INTEGER })
  })

  it('takes 10,000 entries in one transaction', async () => {
    const { drafts, entries, acts } = await openBatches()
    const many = Array.from({ length: 10_000 }, (_, at) => entry({ amount: `${String(at)}.01` }))
    const id = await drafts.create(payroll, many, 'mara')
    expect(await entries(id)).toHaveLength(10_000)
    expect(await acts()).toHaveLength(1)
  })
})
