import { describe, expect, it } from 'vitest'
import { isHeldAfterRestore } from '../../../../main/money/order/restore-hold.ts'
import type { PayeeStatus } from '../../../../main/money/payees/payees.service.ts'
import type { PaymentImport } from '../../../../preload/contract/domain/orders/payment-import.ts'
import { restore } from '../../support/restore.ts'
import { mara, openDrafts } from './open-drafts.ts'

const head =
  'Service,From account,Beneficiary name,Account number,Routing number,Beneficiary address 1,Beneficiary address 2,Amount,Currency,Value date,Reference'
const row = (part: Partial<Record<string, string>> = {}): string => {
  const cells = {
    service: 'WIRE',
    from: 'Alder Falls Operating',
    name: 'Ridgeway Supply',
    account: '0012345678',
    aba: '005510016',
    line1: '12 Ridge Road',
    line2: '',
    amount: '"12,500.00"',
    currency: 'USD',
    date: '2026-11-24',
    reference: 'Invoice 7',
    ...part,
  }
  return Object.values(cells).join(',')
}
const csv = (...rows: string[]) => ({
  name: 'payments.csv',
  bytes: Buffer.from([head, ...rows].join('\n')),
})

const ridgeway: PayeeStatus = {
  id: 'p1',
  approved: {
    version: 1,
    at: '2026-11-01T00:00:00.000Z',
    details: {
      name: 'Ridgeway Supply',
      accountNumber: '0098765432',
      address: ['1 Mill Lane'],
      bank: { name: 'Millbrook Savings', aba: '550010014', address: [] },
      kind: 'business',
      intermediaries: [{ name: 'Between Bank', aba: '021000021', address: [] }],
      services: ['WIRE'],
      note: '',
    },
  },
  isProposed: false,
  isRemoved: false,
}

const named = (id: string, name: string): PayeeStatus => ({
  ...ridgeway,
  id,
  approved: ridgeway.approved && {
    ...ridgeway.approved,
    details: { ...ridgeway.approved.details, name },
  },
})

async function opened(book: readonly PayeeStatus[] = []) {
  const session = await openDrafts(book)
  const read = async (file: { name: string; bytes: Buffer }): Promise<PaymentImport> => {
    const result = await session.drafts.readImport(file, 'mara')
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    return result.value
  }
  const commit = (draftId: string, rows: number[]) =>
    session.drafts.handlers.commitImport({ draftId, rows }, mara)
  const drafts = () => session.store.read.selectFrom('orders').selectAll().execute()
  return { ...session, read, commit, orders: drafts }
}

describe('a file of payments', () => {
  it('is shown masked, with its problems by field and rule, and its sums', async () => {
    const { read, orders } = await opened()
    const shown = await read(
      csv(row(), row({ amount: '1.005', aba: '' }), row({ amount: '100.10', date: '24.11.2026' })),
    )
    expect(shown.rows[0]).toEqual({
      row: 2,
      service: 'WIRE',
      beneficiary: 'Ridgeway Supply',
      account: '\u2022\u2022\u2022\u20225678',
      amount: '12,500.00',
      currency: 'USD',
      valueDate: '2026-11-24',
      problems: [],
      isHeldBack: false,
      notes: [],
    })
    expect(shown.rows[1]?.problems.map(({ path }) => path)).toEqual([
      'creditPartyBank.aba',
      'amount',
    ])
    expect(shown.rows[2]?.problems).toEqual([
      { path: 'valueDate', message: 'A date as YYYY-MM-DD' },
    ])
    expect(shown.totals).toEqual([{ currency: 'USD', amount: 1_260_010, rows: 2 }])
    expect(JSON.stringify(shown)).not.toMatch(/12345678/)
    expect(await orders()).toEqual([])
  })

  it('takes the sender of a row without one from the own account', async () => {
    const { read, commit, orders } = await opened()
    const { draftId } = await read(csv(row()))
    await commit(draftId, [2])
    const [created] = await orders()
    expect(JSON.parse(created?.form ?? '')).toMatchObject({
      debitParty: {
        name: 'Alder Falls Company',
        address: ['200 Mill Road', 'Alder Falls OR 97001'],
        accountNumber: '',
      },
    })
  })

  it('reports rows that duplicate each other, or a payment of these days, and that is no problem', async () => {
    const { read, commit, orders, store } = await opened()
    const file = csv(row(), row({ reference: 'Invoice 8' }), row({ amount: '1.00' }))
    const first = await read(file)
    expect(first.importedBefore).toBeNull()
    expect(first.rows.map(({ notes }) => notes)).toEqual([
      ['The same amount to the same account in row 3'],
      ['The same amount to the same account in row 2'],
      [],
    ])
    expect(first.rows.every(({ problems }) => problems.length === 0)).toBe(true)
    await commit(first.draftId, [4])
    const [created] = await orders()
    await store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
      await tx.updateTable('orders').set({ state: 'awaiting-approval' }).execute()
    })
    const second = await read(file)
    expect(second.importedBefore).not.toBeNull()
    expect(second.rows[2]?.notes[0]).toContain(`${created?.reference ?? 'none'} of `)
    expect((await read(csv(row()))).importedBefore).toBeNull()
  })

  it('reports unusual routing numbers, and that is no problem', async () => {
    const { read } = await opened()
    const { rows } = await read(
      csv(row(), row({ aba: '055001002' }), row({ aba: '000000000' }), row({ aba: '5501' })),
    )
    const ofRouting = (notes: readonly string[]) => notes.filter((one) => one.includes('routing'))
    const unusual = 'Unusual routing number: check it (Beneficiary\u2019s bank)'
    expect(rows.map(({ notes }) => ofRouting(notes))).toEqual([
      [],
      [unusual],
      [unusual],
      ['A routing number has nine digits (Beneficiary\u2019s bank)'],
    ])
    expect(rows.map(({ problems }) => problems)).toEqual([[], [], [], []])
  })

  it('becomes drafts of the chosen rows, each once, leading zeros and all', async () => {
    const { read, commit, orders, acts } = await opened()
    const { draftId } = await read(csv(row(), row({ name: 'Other' }), row({ name: 'Third' })))
    const [created] = await Promise.all([commit(draftId, [2, 4]), commit(draftId, [2, 4])])
    expect(created).toMatchObject({
      ok: true,
      value: { created: [expect.any(String), expect.any(String)] },
    })
    const rows = await orders()
    expect(rows.map(({ beneficiary }) => beneficiary)).toEqual(['Ridgeway Supply', 'Third'])
    expect(rows[0]).toMatchObject({
      state: 'draft',
      maker: 'mara',
      beneficiary_account: '0012345678',
      debit_account: '7200450011',
      amount: 1_250_000,
    })
    expect(rows[0]?.form).toContain('"aba":"005510016"')
    expect(new Set(rows.map(({ reference }) => reference)).size).toBe(2)
    expect((await acts()).map(({ kind }) => kind)).toEqual(['order.drafted', 'order.drafted'])
    expect(await commit(draftId, [2])).toEqual({ ok: false, error: { code: 'draft-gone' } })
  })

  it.each(['ACH', ''])('never takes a row of service %j for a wire', async (service) => {
    const { read, commit, orders } = await opened()
    const { draftId, rows } = await read(csv(row({ service })))
    expect(rows[0]).toMatchObject({ service: '', problems: [{ path: 'service' }] })
    expect(await commit(draftId, [2])).toEqual({ ok: true, value: { created: [] } })
    expect(await orders()).toEqual([])
  })

  it('bank note 62: marks a wire DRAFT and an RTP payment PAYMENT where the file says nothing', async () => {
    const { read, commit, orders } = await opened()
    const { draftId } = await read(csv(row(), row({ service: 'rtp' })))
    await commit(draftId, [2, 3])
    const types = (await orders()).map(({ form }) => (JSON.parse(form) as { type: string }).type)
    expect(types).toEqual(['DRAFT', 'PAYMENT'])
  })

  it.each([
    ['its name', 'alder falls payroll', 'practice-2', []],
    ['its last four digits', '0011', 'practice-1', []],
    ['its number', '72004500', 'practice-3', []],
    ['digits that end no own account', '9999', null, ['debitAccountId']],
    ['a longer number that only ends like one', '99990011', null, ['debitAccountId']],
    ['nothing', '', null, ['debitAccountId']],
  ])('finds the own account by %s', async (_what, from, id, problems) => {
    const { read, commit, orders } = await opened()
    const { draftId, rows } = await read(csv(row({ from })))
    expect(rows[0]?.problems.map(({ path }) => path)).toEqual(problems)
    await commit(draftId, [2])
    const [created] = await orders()
    expect((JSON.parse(created?.form ?? '{}') as { debitAccountId: unknown }).debitAccountId).toBe(
      id,
    )
  })

  it('takes the approved data of a payee that it names', async () => {
    const { read, commit, orders } = await opened([ridgeway])
    const file = {
      name: 'p.csv',
      bytes: Buffer.from(
        'Service,From,Payee,Amount,Currency,Value date\nWIRE,0011,ridgeway supply,5,USD,2026-11-24',
      ),
    }
    const { draftId, rows } = await read(file)
    expect(rows[0]).toMatchObject({ account: '\u2022\u2022\u2022\u20225432', problems: [] })
    await commit(draftId, [2])
    const [created] = await orders()
    expect(created).toMatchObject({
      payee_id: 'p1',
      payee_version: 1,
      beneficiary_account: '0098765432',
    })
    expect(JSON.parse(created?.form ?? '{}')).toMatchObject({
      payeeId: 'p1',
      creditParty: { name: 'Ridgeway Supply', address: ['1 Mill Lane'] },
      creditPartyBank: { aba: '550010014' },
      intermediaryBank1: { aba: '021000021' },
    })
  })

  it('knows every payee of its name, however many names contain it', async () => {
    const name = 'Ridgeway Supply'
    const others = Array.from({ length: 600 }, (_, at) =>
      named(`a${String(at)}`, `${name} ${String(at)}`),
    )
    const file = {
      name: 'p.csv',
      bytes: Buffer.from(
        `Service,From,Payee,Amount,Currency,Value date\nWIRE,0011,${name},5,USD,2026-11-24`,
      ),
    }
    const one = await (await opened([...others, ridgeway])).read(file)
    expect(one.rows[0]).toMatchObject({ account: '\u2022\u2022\u2022\u20225432', problems: [] })
    const two = await (await opened([ridgeway, ...others, named('p2', name)])).read(file)
    expect(two.rows[0]?.problems).toContainEqual({
      path: 'payeeId',
      message: 'More than one payee in the payee book has this name',
    })
  })

  it('reports where it and the book name different accounts, and keeps its own', async () => {
    const { read } = await opened([ridgeway])
    const file = {
      name: 'p.csv',
      bytes: Buffer.from(
        'Service,From,Payee,Account,Amount,Currency,Value date\n' +
          'WIRE,0011,Ridgeway Supply,11112222,5,USD,2026-11-24\n' +
          'WIRE,0011,Nobody,11112222,5,USD,2026-11-24',
      ),
    }
    const { rows } = await read(file)
    expect(rows[0]).toMatchObject({
      account: '\u2022\u2022\u2022\u20222222',
      problems: [
        {
          path: 'creditParty.accountNumber',
          message: 'The payee book has another account for this payee',
        },
      ],
    })
    expect(rows[1]?.problems[0]).toEqual({
      path: 'payeeId',
      message: 'No approved payee in the payee book has this name',
    })
  })

  it('names every column with values that it does not use, and masks a header that is a number', async () => {
    const { read } = await opened()
    const { unusedColumns } = await read({
      name: 'p.csv',
      bytes: Buffer.from(
        'Amount,Beneficiary,Colour,7200450011,Account type,Blank\n1,A,red,x,Savings,\n1,B,,,,,beyond',
      ),
    })
    expect(unusedColumns).toEqual([
      'Colour',
      '\u2022\u2022\u2022\u20220011',
      'Account type',
      'Column 7',
    ])
  })

  it('is read below its title, with a plus before an amount, and names a total that becomes no draft', async () => {
    const { read, commit, orders } = await opened()
    const [heading = '', ...rows] = csv(
      row({ amount: '+30.00' }),
      row({ amount: '-30.00' }),
      'Total,,,,,,,60.00,USD',
      ',,Grand total,,,,,60.00',
    )
      .bytes.toString()
      .split('\n')
    const bytes = Buffer.from(['Payments of November', '', heading, ...rows].join('\n'))
    const { draftId, rows: shown, oddities, totals } = await read({ name: 'p.csv', bytes })
    expect(oddities[0]).toBe('Row 1 above the headers was not read.')
    expect(shown.map(({ row: at, amount, isHeldBack }) => [at, amount, isHeldBack])).toEqual([
      [4, '30.00', false],
      [5, '-30.00', false],
      [6, '60.00', true],
      [7, '60.00', true],
    ])
    expect(shown.map(({ problems }) => problems[0]?.message)).toEqual([
      undefined,
      'Digits and a decimal point, such as 12,500.00',
      'A total, not a payment',
      'A total, not a payment',
    ])
    expect(totals).toEqual([{ currency: 'USD', amount: 3_000, rows: 1 }])
    await commit(draftId, [4, 6, 7])
    expect((await orders()).map(({ amount }) => amount)).toEqual([3_000])
  })

  it('reports what is odd in it, and takes account numbers that a program marked for Excel', async () => {
    const { read, commit, orders } = await opened()
    const shown = await read(
      csv(row({ account: '="0012345678"', aba: "'055001001" }), row({ account: '1.2E+10' })),
    )
    expect(shown.oddities).toEqual([
      'Row 3: a number in scientific notation, such as 1.2E+10: digits are missing in the file.',
    ])
    expect(shown.rows[0]?.problems).toEqual([])
    await commit(shown.draftId, [2])
    const [order] = await orders()
    expect(order?.form).toContain('"0012345678"')
    expect(order?.form).toContain('"055001001"')
  })

  it('of more than 1,000 rows is refused, and so is one that holds no payments', async () => {
    const { drafts } = await opened()
    const many = csv(...Array.from({ length: 1_001 }, () => row()))
    expect(await drafts.readImport(many, 'mara')).toEqual({
      ok: false,
      error: { code: 'too-many-rows', atMost: 1_000 },
    })
    const other = { name: 'o.csv', bytes: Buffer.from('Colour,Size\nred,4') }
    expect(await drafts.readImport(other, 'mara')).toMatchObject({
      ok: false,
      error: { code: 'file-not-understood', file: 'o.csv' },
    })
  })

  it('belongs to one person: a file that one person chose becomes no draft of another', async () => {
    const { drafts, read, commit, orders } = await opened()
    const { draftId } = await read(csv(row()))
    const theirs = { operator: { id: 'max', name: 'Max', roles: ['maker' as const] } }
    expect(await drafts.handlers.commitImport({ draftId, rows: [2] }, theirs)).toEqual({
      ok: false,
      error: { code: 'draft-gone' },
    })
    expect(await orders()).toEqual([])
    expect(await commit(draftId, [2])).toMatchObject({ ok: true })
  })

  it('is forgotten when the profile is left', async () => {
    const { drafts, read, commit } = await opened()
    const { draftId } = await read(csv(row()))
    await drafts.rest()
    expect(await commit(draftId, [2])).toEqual({ ok: false, error: { code: 'draft-gone' } })
  })
})

it('is held after a restore: its payments may have been sent since the backup', async () => {
  const { read, commit, orders, store } = await opened()
  await restore(store, '2026-11-22T12:00:00.000Z')
  const { draftId } = await read(csv(row()))
  await commit(draftId, [2])
  expect((await orders()).map(isHeldAfterRestore)).toEqual([true])
})

it('is held for seven days after a restore, however far ahead this computer\u2019s clock is', async () => {
  const { read, commit, orders, store, pass, waits, context } = await opened()
  await restore(store, '2026-11-22T12:00:00.000Z')
  const restoredAt = context.clock.now()
  pass(8 * 86_400_000)
  waits.earliest = () => restoredAt
  const { draftId } = await read(csv(row()))
  await commit(draftId, [2])
  expect((await orders()).map(isHeldAfterRestore)).toEqual([true])
  waits.earliest = () => context.clock.now()
  const later = await read(csv(row({ reference: 'Invoice 8' })))
  await commit(later.draftId, [2])
  expect((await orders()).map(isHeldAfterRestore).filter(Boolean)).toHaveLength(1)
})
