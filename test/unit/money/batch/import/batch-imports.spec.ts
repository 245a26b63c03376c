import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readImportFile } from '../../../../../main/money/batch/import/file-entries.ts'
import { createPayees } from '../../../../../main/money/payees/payees.service.ts'
import { writeSpreadsheet } from '../../../../../main/platform/spreadsheets/write-spreadsheet.ts'
import type {
  BatchImport,
  ImportedReturnFilter,
  ImportedRowFilter,
} from '../../../../../preload/contract/domain/batches/drafts.ts'
import {
  typedEntry,
  type TypedEntry,
} from '../../../../../preload/contract/domain/batches/entry.ts'
import { entry as plainEntry, mara, must, nils, openBatches, payroll } from '../open-batches.ts'
import { readerScript } from '../../../support/programs/reader-scripts.ts'

type Session = Awaited<ReturnType<typeof openBatches>>

const header = 'Name,Employee ID,Routing,Acct No,Type of acct,Cr/Dr,Amount,Memo'
const row = (at: number, part: Record<string, string> = {}): string => {
  const cells = {
    name: `Person ${String(at)}`,
    id: `E-${String(at)}`,
    routing: '055001009',
    account: `00${String(10_000_000 + at)}`,
    type: 'Checking',
    way: 'Credit',
    amount: '100.25',
    memo: '',
    ...part,
  }
  return Object.values(cells).join(',')
}
const csv = (...rows: string[]) => ({
  name: 'payroll.csv',
  bytes: Buffer.from([header, ...rows].join('\n')),
})
const read = async ({ imports }: Session, file: { name: string; bytes: Uint8Array }) =>
  must(await imports.readImport(file, 'mara'))
const rows = async (
  { handlers }: Session,
  { draftId }: BatchImport,
  only: ImportedRowFilter = 'all',
) => must(await handlers.listImportRows({ draftId, only, cursor: null, limit: 500 }, mara))
/** Says of the whole file what it leaves open. */
const answered = async ({ handlers }: Session, { draftId, sheet, mapping, options }: BatchImport) =>
  must(
    await handlers.mapImport(
      {
        draftId,
        sheet,
        mapping,
        options: { ...options, creditDebitCode: 'C', accountType: 'C' },
      },
      mara,
    ),
  )
const typed = async (session: Session, id: string): Promise<TypedEntry[]> =>
  (await session.entries(id)).map((one) => typedEntry.parse(JSON.parse(one.typed)))

describe('a table of entries', () => {
  it('counts the rows with warnings only, and lists them separately', async () => {
    const session = await openBatches()
    const odd = { name: 'Wilhelmina Featherst 10' }
    const shown = await read(session, csv(row(1), row(2, odd), row(3, { ...odd, way: 'X' })))
    expect(shown.batches[0]).toMatchObject({ entries: 3, withProblems: 1, withWarnings: 1 })
    const { items, total } = await rows(session, shown, 'warnings')
    expect([total, items.map((one) => one.row)]).toEqual([1, [3]])
    expect(items[0]?.warnings.length).toBeGreaterThan(0)
  })

  it('counts the rows that the bank is certain to reject with the problems, as the grid does', async () => {
    const session = await openBatches()
    const shown = await read(
      session,
      csv(row(1, { routing: '021000021' }), row(2, { routing: '021000022' })),
    )
    expect(shown.batches[0]).toMatchObject({ entries: 2, withProblems: 1, withWarnings: 0 })
    const { items } = await rows(session, shown, 'problems')
    expect(items.map((one) => [one.row, one.problems])).toEqual([[3, []]])
  })

  it('is plain only while each needed column is certain, all lines are entries, and it is new', async () => {
    const session = await openBatches()
    const plain = csv(row(1), row(2, { routing: '1' }))
    const isPlain = async (file: { name: string; bytes: Uint8Array }) =>
      (await read(session, file)).isPlain
    expect(await isPlain(plain)).toBe(true)
    const named = (headers: string) => ({
      name: 'payroll.csv',
      bytes: Buffer.from([headers, row(1, { memo: '7.00' })].join('\n')),
    })
    expect(await isPlain(named(header.replace('Memo', 'Net pay')))).toBe(false)
    expect(await isPlain(named(header.replace('Amount', 'Sum of it')))).toBe(false)
    expect(await isPlain(csv(row(1), 'Total,,,,,,100.25,'))).toBe(false)
    const { draftId } = await read(session, plain)
    must(await session.handlers.commitImport({ draftId, batches: [1], form: payroll }, mara))
    expect(await isPlain(plain)).toBe(false)
  })

  it('is mapped by the names of its columns, and shown masked', async () => {
    const session = await openBatches()
    const shown = await read(session, csv(row(1), row(2, { way: 'DR', memo: 'Invoice 7' })))
    expect(shown).toMatchObject({
      file: 'payroll.csv',
      kind: 'table',
      sheets: [],
      sheet: null,
      unreadCount: 0,
      mapping: {
        receiverName: 'Name',
        identificationNumber: 'Employee ID',
        routingNumber: 'Routing',
        accountNumber: 'Acct No',
        accountType: 'Type of acct',
        creditDebitCode: 'Cr/Dr',
        amount: 'Amount',
        addenda: 'Memo',
      },
      batches: [
        { number: 1, entries: 2, credits: 10_025, debits: 10_025, withProblems: 0, parts: 1 },
      ],
      importedBefore: null,
    })
    const { items, total } = await rows(session, shown)
    expect(total).toBe(2)
    expect(items[1]).toMatchObject({
      batch: 1,
      row: 3,
      problems: [],
      entry: {
        receiverName: 'Person 2',
        routingNumber: '055001009',
        creditDebitCode: 'D',
        accountNumber: '\u2022\u2022\u2022\u20220002',
        accountType: 'C',
        transactionType: 'L',
        addenda: ['Invoice 7'],
      },
    })
    expect(JSON.stringify([shown, items])).not.toMatch(/1000000[12]/)
  })

  it.each([
    ['Receiving Company Name|RDFI|DFI Account Number|Transaction Code|Net Pay', 'CCD'],
    ['Payee|ABA #|Account|Tran Code|Payment Amount', 'PPD'],
    ['Individual Name|Routing Transit Number|Bank Account Number|C/D|Amt', 'PPD'],
    ['Vendor|Bank Routing No.|Acct #|Debit/Credit|Invoice Amount', 'CCD'],
  ])('recognises the usual column names: %s', async (headers, secCode) => {
    const session = await openBatches()
    const [name, routing, account, way, amount] = headers.split('|')
    const text = `${headers.replaceAll('|', ';')}\nAcme;055001009;0012;27;5.00`
    const shown = await read(session, { name: 'any.csv', bytes: Buffer.from(text) })
    expect(shown.mapping).toEqual({
      receiverName: name,
      routingNumber: routing,
      accountNumber: account,
      transactionCode: way,
      amount,
    })
    expect(shown.options.secCode).toBe(secCode)
    expect(shown.batches[0]).toMatchObject({ debits: 500, withProblems: 0 })
  })

  it('reads a transaction code for direction, account and prenotification at once', async () => {
    const session = await openBatches()
    const text =
      'Name,Routing,Account,Transaction code,Amount\nA,055001009,12,33,0\nB,055001009,13,27,1'
    const { items } = await rows(
      session,
      await read(session, { name: 'x', bytes: Buffer.from(text) }),
    )
    expect(items.map(({ entry }) => entry)).toMatchObject([
      { creditDebitCode: 'C', accountType: 'S', transactionType: 'P' },
      { creditDebitCode: 'D', accountType: 'C', transactionType: 'L' },
    ])
  })

  it('reads amounts as people write them, and never infers the direction from a sign alone', async () => {
    const session = await openBatches()
    const amounts: [string, string, string][] = [
      ['"$1,234.50"', 'C', '1,234.50'],
      ['USD 12.00', 'C', '12.00'],
      ['(12.00)', 'D', '12.00'],
      ['-12.00', 'Debit', '12.00'],
      ['"($1,012.00)"', 'D', '1,012.00'],
      ['(12.00)', '', '(12.00)'],
      ['-12.00', 'C', '-12.00'],
      ['12.005', 'C', '12.005'],
      ['"1.234,50"', 'C', '1.234,50'],
    ]
    const shown = await read(
      session,
      csv(...amounts.map(([amount, way], at) => row(at, { amount, way }))),
    )
    const { items } = await rows(session, shown)
    expect(items.map(({ entry }) => entry.amount)).toEqual(amounts.map(([, , as]) => as))
    const broken = items.flatMap((one) => (one.problems.length > 0 ? [one.row] : []))
    expect(broken).toEqual([7, 8, 9, 10])
    expect(items[5]?.problems).toEqual([
      {
        path: 'creditDebitCode',
        message: 'Blank, but other rows say credit or debit',
        source: 'workstation',
      },
      {
        path: 'amount',
        message: 'Negative amount, but nothing in the row says debit',
        source: 'workstation',
      },
    ])
  })

  it('keeps the zeros of texts in a workbook, and adds none to its numbers', async () => {
    const session = await openBatches()
    const bytes = await writeSpreadsheet({
      format: 'xlsx',
      title: 'Pay',
      columns: [
        ...(['Name', 'Routing', 'Account'] as const).map((title) => ({
          title,
          holds: 'text' as const,
        })),
        { title: 'Amount', holds: 'number' },
      ],
      rows: [
        ['Ann', '055001009', '000123', '0.30000000000000004'],
        ['Ben', '55001009', '000124', '1234.5'],
      ],
    })
    const asked = await read(session, { name: 'pay.xlsx', bytes })
    expect(asked).toMatchObject({
      sheets: ['Pay'],
      sheet: 'Pay',
      asks: ['creditDebitCode', 'accountType'],
    })
    const shown = await answered(session, asked)
    expect(shown.batches[0]).toMatchObject({ withProblems: 1, credits: 123_480 })
    expect(shown.batches[0]?.remarks[0]).toMatch(/^1 routing number has fewer than nine digits/)
    const { created } = must(
      await session.handlers.commitImport(
        { draftId: shown.draftId, batches: [1], form: payroll },
        mara,
      ),
    )
    expect(await typed(session, created[0] ?? '')).toMatchObject([
      { routingNumber: '055001009', accountNumber: '000123' },
      { routingNumber: '55001009', accountNumber: '000124' },
    ])
  })

  it('keeps, marks and explains the bad ones of 500 rows, and the rest proceeds', async () => {
    const session = await openBatches()
    const bad: Record<number, Record<string, string>> = {
      7: { routing: '12345' },
      70: { amount: 'twelve' },
      300: { account: '' },
    }
    const lines = Array.from({ length: 500 }, (_, at) => row(at, bad[at]))
    const total = ',,,,,,50125.00,'
    const shown = await read(session, csv(...lines, 'Total,,,,,,50125.00,', total))
    expect(shown.batches[0]).toMatchObject({ entries: 500, withProblems: 3, credits: 499 * 10_025 })
    expect(shown.unread.map(({ line, why }) => [line, why])).toEqual([
      [502, 'A total, not an entry'],
      [503, 'No receiver, bank or account. Not an entry'],
    ])
    const { items } = await rows(session, shown, 'problems')
    expect(items.map((one) => [one.row, one.problems.map(({ path }) => path)])).toEqual([
      [9, ['routingNumber']],
      [72, ['amount']],
      [302, ['accountNumber']],
    ])
    expect(items[0]?.problems[0]).toMatchObject({
      message: 'Nine digits, leading zeros included',
      source: expect.stringContaining(
        'Wire/RTP Payments and ACH Origination Specification',
      ) as string,
    })
    const { created } = must(
      await session.handlers.commitImport(
        { draftId: shown.draftId, batches: [1], form: payroll },
        mara,
      ),
    )
    const entries = await typed(session, created[0] ?? '')
    expect(entries).toHaveLength(500)
    expect(entries[70]).toMatchObject({ amount: 'twelve', payeeId: null })
  })

  it('is read again with the mapping and the assumptions of a person', async () => {
    const session = await openBatches()
    const text = 'A,B,C,D,E\nAcme,055001009,0012,7.00,one|two\n'
    const shown = await read(session, { name: 'x.csv', bytes: Buffer.from(text) })
    expect(shown.batches[0]?.entries).toBe(0)
    const again = must(
      await session.handlers.mapImport(
        {
          draftId: shown.draftId,
          sheet: null,
          mapping: {
            receiverName: 'A',
            routingNumber: 'B',
            accountNumber: 'C',
            amount: 'D',
            addenda: 'E',
          },
          options: {
            secCode: 'CTX',
            creditDebitCode: 'D',
            accountType: 'S',
            transactionType: 'L',
            addendaSeparator: '|',
          },
        },
        mara,
      ),
    )
    expect(again.batches).toMatchObject([{ entries: 1, debits: 700, withProblems: 0 }])
    const { items } = await rows(session, again)
    expect(items[0]?.entry).toMatchObject({ addenda: ['one', 'two'], accountType: 'S' })
  })

  it('masks values in the place of headers, and says that it looks like an entry', async () => {
    const session = await openBatches()
    const text = 'Ann,055001009,0012345678,12.00\nBen,055001009,0012345679,13.00'
    const shown = await read(session, { name: 'x.csv', bytes: Buffer.from(text) })
    expect(shown.remarks.join()).toMatch(/looks like an entry/)
    expect(JSON.stringify(shown)).not.toMatch(/1234567[89]/)
  })

  it('becomes several batches of the most that one call carries, each with a uuid and drafted once', async () => {
    const session = await openBatches({ mostEntries: 200 })
    const file = csv(...Array.from({ length: 500 }, (_, at) => row(at)))
    const shown = await read(session, file)
    expect(shown.batches[0]?.parts).toBe(3)
    const wanted = { draftId: shown.draftId, batches: [1], form: payroll }
    const both = await Promise.all([
      session.handlers.commitImport(wanted, mara),
      session.handlers.commitImport(wanted, mara),
    ])
    const [first, second] = both.map(must)
    expect(first).toEqual(second)
    const created = first?.created ?? []
    const batches = await Promise.all(created.map(session.batch))
    expect(batches).toMatchObject([
      { entries: 200, part: 1, parts: 3, source_file: 'payroll.csv' },
      { entries: 200, part: 2, parts: 3 },
      { entries: 100, part: 3, parts: 3 },
    ])
    const orders = await Promise.all(created.map(session.order))
    expect(new Set(orders.map(({ reference }) => reference)).size).toBe(3)
    const all = (await Promise.all(created.map((id) => typed(session, id)))).flat()
    expect(all.map(({ receiverName }) => receiverName)).toEqual(
      Array.from({ length: 500 }, (_, at) => `Person ${String(at)}`),
    )
    expect(new Set(all.map(({ id }) => id)).size).toBe(500)
    const again = await read(session, file)
    expect(again.importedBefore).toBe('2026-11-23T14:00:00.000Z')
    expect((await read(session, csv(row(1)))).importedBefore).toBeNull()
  })

  it.each([
    ['columns', { mapping: { amount: 'Memo' } }, {}],
    ['options', { options: { creditDebitCode: 'D' } }, {}],
    ['another head', {}, { effectiveDate: '2026-11-27' }],
  ])('refuses other %s once a part of it became drafts', async (_, change, head) => {
    const session = await openBatches({ mostEntries: 2 })
    const shown = await read(session, csv(...[1, 2, 3, 4].map((at) => row(at, { memo: '7.00' }))))
    const { draftId, mapping, options } = shown
    const create = session.drafts.create.bind(session.drafts)
    let left = 1
    session.drafts.create = (...given) =>
      (left -= 1) < 0 ? Promise.reject(new Error('the disk is full')) : create(...given)
    const commit = (form = payroll) =>
      session.handlers.commitImport({ draftId, batches: [1], form }, mara)
    await expect(commit()).rejects.toThrow('the disk is full')
    left = Infinity
    const first = { draftId, sheet: null, mapping, options }
    const other = {
      ...first,
      mapping: { ...mapping, ...('mapping' in change ? change.mapping : {}) },
      options: { ...options, ...('options' in change ? change.options : {}) },
    }
    must(await session.handlers.mapImport(other, mara))
    const refused = await commit({ ...payroll, ...head })
    expect(refused).toMatchObject({
      error: {
        code: 'invalid-input',
        fields: [
          { message: expect.stringMatching(/^1 draft was created from this file/) as string },
        ],
      },
    })
    const count = async () =>
      (await session.store.read.selectFrom('batches').select('order_id').execute()).length
    expect(await count()).toBe(1)
    // The first batch is unchanged, the others are created, and none twice.
    must(await session.handlers.mapImport(first, mara))
    const { created } = must(await commit())
    expect([created.length, await count()]).toEqual([2, 2])
    const all = (await Promise.all(created.map((id) => typed(session, id)))).flat()
    expect(all.map(({ amount }) => amount)).toEqual(['100.25', '100.25', '100.25', '100.25'])
  })

  it('belongs to the person who chose it, and is dropped when it is discarded or the profile is left', async () => {
    const session = await openBatches()
    const { draftId } = await read(session, csv(row(1)))
    const wanted = { draftId, batches: [1], form: payroll }
    expect(await session.handlers.commitImport(wanted, nils)).toMatchObject({
      error: { code: 'draft-gone' },
    })
    const listed = { draftId, only: 'all', cursor: null, limit: 10 } as const
    expect(must(await session.handlers.listImportRows(listed, nils)).total).toBe(0)
    session.imports.rest()
    expect(await session.handlers.commitImport(wanted, mara)).toMatchObject({
      error: { code: 'draft-gone' },
    })
  })

  it('bank note 78: suggests values that the document has seen, and keeps any other value unchanged', async () => {
    const session = await openBatches()
    const text =
      'Name,Routing,Account,Account type,Amount\nA,055001009,12,Savings,1\nB,055001009,13,Escrow,1'
    const shown = await answered(
      session,
      await read(session, { name: 'x.csv', bytes: Buffer.from(text) }),
    )
    const { items } = await rows(session, shown)
    expect(items.map(({ entry }) => entry.accountType)).toEqual(['S', 'Escrow'])
    expect(items.map(({ problems }) => problems)).toEqual([[], []])
    expect(items[1]?.warnings.map(({ path }) => path)).toContain('accountType')
  })

  it('bank note 79: keeps the identification of an individual beside that of every entry', async () => {
    const session = await openBatches()
    const text = 'Name,ID,Individual ID Number,Routing,Account,Amount\nA,7,8,055001009,12,1'
    const shown = await read(session, { name: 'x.csv', bytes: Buffer.from(text) })
    const { items } = await rows(session, shown)
    expect(items[0]?.entry).toMatchObject({
      identificationNumber: '7',
      individualIdentificationNumber: '8',
    })
  })

  it('shows both the broken rule of a row and the network warnings about its other fields', async () => {
    const session = await openBatches()
    const shown = await read(session, csv(row(1, { way: 'X', routing: '055001002' })))
    const { items } = await rows(session, shown)
    expect(items[0]?.problems.map(({ path }) => path)).toEqual(['creditDebitCode'])
    expect(items[0]?.warnings).toMatchObject([{ path: 'routingNumber', source: 'network' }])
  })

  it('is linked to the payees of the book whose account, bank and name its rows have, and to no other', async () => {
    const session = await openBatches()
    const operatorOf = (id: string) => ({
      id,
      name: id,
      roles: ['checker' as const],
      disabled: false,
      setBy: null,
    })
    const payees = createPayees({ ...session.context, operatorOf })
    const payee = async (name: string, accountNumber: string, isApproved = true) => {
      const details = {
        name,
        accountNumber,
        address: [],
        bank: { name: '', aba: '055001009', address: [] },
        kind: null,
        intermediaries: [],
        services: [],
        note: '',
      }
      const { id } = must(await payees.propose(null, details, mara.operator))
      const theo = { id: 'theo', name: 'Theo', roles: ['checker' as const] }
      const decided = { id, version: 1, decision: 'approve' as const, comment: '' }
      if (isApproved) must(await payees.decide(decided, theo))
      return id
    }
    const one = await payee('Person, 1', '10000001')
    await payee('Somebody Else', '0010000002')
    await payee('Person 3', '10000003')
    await payee('PERSON 3', '0010000003')
    await payee('Person 4', '10000004', false)
    await payee('Person 5', '10000005')
    const shown = await read(
      session,
      csv(row(1), row(2), row(3), row(4), row(5, { routing: '550010094' })),
    )
    const { created } = must(
      await session.handlers.commitImport(
        { draftId: shown.draftId, batches: [1], form: payroll },
        mara,
      ),
    )
    const entries = await session.entries(created[0] ?? '')
    expect(entries.map(({ payee_id: linked }) => linked)).toEqual([one, null, null, null, null])
    expect((await typed(session, created[0] ?? '')).map(({ payeeId }) => payeeId)[0]).toBe(one)
  })

  it('of 10,000 entries becomes drafts whole', async () => {
    const session = await openBatches()
    const shown = await read(session, csv(...Array.from({ length: 10_000 }, (_, at) => row(at))))
    const { created } = must(
      await session.handlers.commitImport(
        { draftId: shown.draftId, batches: [1], form: payroll },
        mara,
      ),
    )
    expect(await session.batch(created[0] ?? '')).toMatchObject({
      entries: 10_000,
      part: 1,
      parts: 1,
    })
  })
})

describe('a NACHA file', () => {
  const textOf = (name: string): string =>
    readFileSync(
      new URL(`../../../platform/spreadsheets/nacha/fixtures/${name}.ach`, import.meta.url),
      'utf8',
    )
  const [fileHeader = '', ...ppd] = textOf('ppd').split('\n')
  const second = textOf('ccd').split('\n')
  /**
   * Batches with one number, which their controls repeat; the first entry of the second was cut
   * short.
   */
  const text = [
    fileHeader,
    ...ppd.slice(0, ppd.findIndex((line) => line.startsWith('8')) + 1),
    ...second.slice(1, 8).map((line, at) => (at === 1 ? line.slice(0, 50) : line)),
    '6220550010090012345678901234567',
  ].join('\n')

  it('gives its batches one by one, with each false value in its control records', async () => {
    const session = await openBatches()
    const shown = await read(session, { name: 'pay.ach', bytes: Buffer.from(text) })
    expect(shown).toMatchObject({
      kind: 'nacha',
      headers: [],
      batches: [
        { number: 1, entries: 4, withProblems: 0 },
        { number: 2, entries: 3, withProblems: 1 },
      ],
      unreadCount: 1,
    })
    expect(shown.remarks).toContain('There is no file control record')
    expect(shown.batches[1]?.remarks).toContain('Another batch in the file has the same number, 1')
    expect(JSON.stringify(shown)).not.toContain('12345678')
    const { items } = await rows(session, shown, 'problems')
    expect(items).toMatchObject([
      { batch: 2, problems: [{ path: '', message: 'The line ends after 47 of 94 characters' }] },
    ])
    const wanted = { draftId: shown.draftId, batches: [2], form: payroll }
    const { created } = must(await session.handlers.commitImport(wanted, mara))
    const [order] = await Promise.all(created.map(session.order))
    expect(order).toMatchObject({ service: 'CCD', beneficiary: 'SUPPLIERS' })
    expect(JSON.parse(order?.form ?? '')).toMatchObject({ form: { accountId: 'practice-1' } })
    expect(await session.batch(created[0] ?? '')).toMatchObject({ part: 2, parts: 2 })
  })

  it('of more entries than are taken is refused, and none of it is stored', async () => {
    const entry = ppd[1] ?? ''
    const bytes = Buffer.from(
      [fileHeader, ppd[0], ...Array<string>(100_001).fill(entry)].join('\n'),
    )
    const session = await openBatches()
    expect(await session.imports.readImport({ name: 'big.ach', bytes }, 'mara')).toEqual({
      ok: false,
      error: { code: 'too-many-rows', atMost: 100_000 },
    })
  })

  it.each([
    [
      'crashes',
      'process.exit(7)',
      'The file could not be read because of a fault in Countersign. Try again, or save the file as CSV.',
    ],
    [
      'never answers',
      'setInterval(() => {}, 1000)',
      'Reading took longer than 0 seconds. Divide the file into parts.',
    ],
    [
      'answers something else',
      'answerMain(() => ({ kind: "taken" }))',
      'The file could not be read because of a fault in Countersign. Try again, or save the file as CSV.',
    ],
  ])('whose process %s is refused with a message', async (what, code, detail) => {
    const script = readerScript(code)
    const answerTimeoutMs = what === 'never answers' ? 300 : 50_000
    const file = { name: 'pay.ach', bytes: Buffer.from(text) }
    const now = () => 0
    expect(await readImportFile(file, null, now, { script, answerTimeoutMs })).toEqual({
      ok: false,
      error: { code: 'file-not-understood', file: 'pay.ach', detail },
    })
  })
})

describe('a file of returns and notifications of change', () => {
  const trace = '041000120000001'
  const fileHeader = `101 041000124 0410001242611231015A094101${' '.repeat(54)}`
  const headerOf = (secCode: string, number: number): string =>
    `5200${'ALDER FALLS'.padEnd(36)}1550060066${secCode}PAYROLL   ${' '.repeat(6)}261125   10410001200000${String(number).padStart(2, '0')}`
  const came = (code: string, cents: number, account: string, name: string): string =>
    `6${code}550010014${account.padEnd(17)}${String(cents).padStart(10, '0')}${'E-17'.padEnd(15)}${name.padEnd(22)}  1091000010000001`
  const addenda = (type: string, code: string, original: string, data = ''): string =>
    `7${type}${code}${original}${' '.repeat(6)}55001001${data.padEnd(44)}091000010000001`
  const named = (...lines: string[]) => ({
    name: 'returns.ach',
    bytes: Buffer.from([fileHeader, ...lines].join('\n')),
  })
  const returns = named(
    headerOf('PPD', 1),
    came('21', 125_000, '0012345678', 'RIDGEWAY SUPPLY'),
    addenda('99', 'R03', trace),
    came('26', 100, '99887766', 'SOMEBODY'),
    addenda('99', 'R01', '041000120009999'),
    headerOf('COR', 2),
    came('21', 0, '0012345678', 'RIDGEWAY SUPPLY'),
    addenda('98', 'C01', trace, '2021918'),
  )
  const listed = async (
    session: Session,
    { draftId }: BatchImport,
    only: ImportedReturnFilter = 'all',
  ) =>
    must(
      await session.handlers.listImportReturns({ draftId, only, cursor: null, limit: 500 }, mara),
    )
  /** Batches whose one entry got this trace number from the bank. */
  async function originated(session: Session, parts: Partial<TypedEntry>[]): Promise<string[]> {
    const ids: string[] = []
    for (const part of parts) {
      const id = await session.drafts.create(payroll, [plainEntry(part)], 'mara')
      await session.store.record({ actor: 'system', kind: 'test', subject: id, detail: {} }, (tx) =>
        tx
          .updateTable('batch_entries')
          .set({ verdict: 'accepted', trace_number: trace })
          .where('order_id', '=', id)
          .execute(),
      )
      ids.push(id)
    }
    return ids
  }

  it('shows the returned entries of this store, accounts masked, and changes nothing', async () => {
    const session = await openBatches()
    const [orderId = ''] = await originated(session, [{}])
    const before = [await session.acts(), await session.entries(orderId)]
    const shown = await read(session, returns)
    expect(shown).toMatchObject({ kind: 'nacha', returnCount: 3, hasOnlyReturns: true })
    // A returned entry is no entry with a problem, and no unread line.
    expect(shown).toMatchObject({ batches: [], unreadCount: 0, changeCount: 1, ownReturnCount: 2 })
    const { items, total } = await listed(session, shown)
    const [ours] = await session.entries(orderId)
    const { reference } = await session.order(orderId)
    const own = {
      orderId,
      entryId: ours?.id,
      batchUuid: reference,
      receiverName: 'Ridgeway Supply',
      amount: 125_000,
      differs: [],
    }
    expect([total, items]).toEqual([
      3,
      [
        {
          line: 4,
          kind: 'return',
          code: 'R03',
          originalTrace: trace,
          amount: 125_000,
          receiverName: 'RIDGEWAY SUPPLY',
          account: '\u2022\u2022\u2022\u20225678',
          corrections: {},
          entry: own,
          others: 0,
        },
        {
          line: 6,
          kind: 'return',
          code: 'R01',
          originalTrace: '041000120009999',
          receiverName: 'SOMEBODY',
          account: '\u2022\u2022\u2022\u20227766',
          amount: 100,
          corrections: {},
          entry: null,
          others: 0,
        },
        {
          line: 9,
          kind: 'change',
          code: 'C01',
          originalTrace: trace,
          amount: 0,
          receiverName: 'RIDGEWAY SUPPLY',
          account: '\u2022\u2022\u2022\u20225678',
          corrections: { accountNumber: '\u2022\u2022\u2022\u20221918' },
          // A notification of change has no amount to compare.
          entry: own,
          others: 0,
        },
      ],
    ])
    expect(JSON.stringify(shown)).not.toContain('12345678')
    expect([await session.acts(), await session.entries(orderId)]).toEqual(before)
  })

  it('never becomes drafts', async () => {
    const session = await openBatches()
    const { draftId } = await read(session, returns)
    expect(
      await session.handlers.commitImport({ draftId, batches: [1], form: payroll }, mara),
    ).toMatchObject({ ok: false, error: { code: 'invalid-input' } })
  })

  it('with one trace number twice names the entry whose account and amount fit, and how many more there are', async () => {
    const session = await openBatches()
    const ids = await originated(session, [{ amount: '7.00', accountNumber: '555' }, {}])
    const { items } = await listed(session, await read(session, returns))
    expect(items[0]).toMatchObject({ entry: { orderId: ids[1], differs: [] }, others: 1 })
  })

  it('says where account or amount differ from the entry that has the trace number', async () => {
    const session = await openBatches()
    await originated(session, [{ amount: '7.00', accountNumber: '555' }])
    const { items } = await listed(session, await read(session, returns))
    expect(items.map((one) => one.entry?.differs)).toEqual([
      ['account', 'amount'],
      undefined,
      ['account'],
    ])
  })

  it('lists entries of other origin, and the rest of a file that holds entries too is still imported', async () => {
    const session = await openBatches()
    const mixed = await read(
      session,
      named(
        headerOf('PPD', 1),
        came('22', 100, '0012345678', 'RIDGEWAY SUPPLY'),
        came('21', 100, '0012345678', 'RIDGEWAY SUPPLY'),
        addenda('99', 'R03', trace),
      ),
    )
    expect(mixed).toMatchObject({ returnCount: 1, hasOnlyReturns: false })
    const { draftId } = mixed
    const requested = { draftId, only: 'all', cursor: null, limit: 10 } as const
    expect(must(await session.handlers.listImportReturns(requested, nils)).total).toBe(0)
    const { created } = must(
      await session.handlers.commitImport({ draftId, batches: [1], form: payroll }, mara),
    )
    // The entry that was not returned.
    expect(await session.entries(created[0] ?? '')).toHaveLength(1)
  })

  it('is narrowed to our entries, and to those of others', async () => {
    const session = await openBatches()
    await originated(session, [{}])
    const shown = await read(session, returns)
    const lines = async (only: ImportedReturnFilter) => {
      const { items, total } = await listed(session, shown, only)
      return [total, ...items.map(({ line }) => line)]
    }
    expect(await lines('ours')).toEqual([2, 4, 9])
    expect(await lines('others')).toEqual([1, 6])
    expect(await lines('all')).toEqual([3, 4, 6, 9])
  })

  it('with more entries than one statement looks up finds each of ours', async () => {
    const session = await openBatches()
    await originated(session, [{}])
    const strange = Array.from({ length: 2_500 }, (_, at) => [
      came('26', 100, '99887766', 'SOMEBODY'),
      addenda('99', 'R01', `0410001201${String(at).padStart(5, '0')}`),
    ]).flat()
    const ours = [came('21', 125_000, '0012345678', 'RIDGEWAY SUPPLY'), addenda('99', 'R03', trace)]
    const shown = await read(session, named(headerOf('PPD', 1), ...strange, ...ours))
    expect(shown).toMatchObject({ returnCount: 2_501, ownReturnCount: 1 })
  })
})
