import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  looksLikeNacha,
  readNacha,
} from '../../../../../main/platform/spreadsheets/nacha/read-nacha.ts'
import {
  whyNotNacha,
  writeNacha,
  type NachaBatchToWrite,
  type NachaEntryToWrite,
} from '../../../../../main/platform/spreadsheets/nacha/write-nacha.ts'
import {
  secCodes,
  type SecCode,
} from '../../../../../preload/contract/bank/ach-origination/batch.ts'
import {
  emptyBatchForm,
  nachaGaps,
} from '../../../../../preload/contract/domain/batches/batch-form.ts'
import { emptyEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import { amountText, minorUnits } from '../../../../../preload/contract/kernel/money.ts'

const idOf = (number: number): string => number.toString(16).padStart(32, '0')
const ascii = (maxLength: number, minLength = 0) =>
  fc
    .string({ unit: 'grapheme-ascii', maxLength, minLength })
    .map((text) => text.trim())
    .filter((text) => text.length >= minLength)

const entry = (secCode: SecCode): fc.Arbitrary<NachaEntryToWrite> =>
  fc
    .record({
      routing: fc.integer({ min: 0, max: 999_999_999 }),
      accountNumber: ascii(17, 1),
      accountType: fc.constantFrom('C', 'S'),
      creditDebitCode: fc.constantFrom('C', 'D'),
      transactionType: fc.constantFrom('L', 'P'),
      cents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9_999_999_999 })),
      receiverName: ascii(secCode === 'CTX' ? 16 : 22),
      id: ascii(15),
      discretionaryData: ascii(2),
      addenda: fc.array(
        ascii(80, 1).map((text) => text.trimEnd()),
        { maxLength: secCode === 'CTX' ? 5 : 1 },
      ),
      traceNumber: fc.constant(null),
    })
    .map(({ routing, cents, id, ...rest }) => ({
      ...emptyEntry(idOf(1)),
      ...rest,
      routingNumber: String(routing).padStart(9, '0'),
      amount: amountText(minorUnits(rest.transactionType === 'P' ? 0 : cents)),
      ...(secCode === 'PPD'
        ? { individualIdentificationNumber: id }
        : { identificationNumber: id }),
    }))

const batch: fc.Arbitrary<NachaBatchToWrite> = fc
  .record({
    secCode: fc.constantFrom(...secCodes),
    days: fc.integer({ min: 0, max: 3_000 }),
    companyEntryDescription: ascii(10, 1).filter((text) => /[^0]/.test(text)),
    companyDescriptiveDate: ascii(6),
  })
  .chain(({ secCode, days, ...texts }) =>
    fc.array(entry(secCode), { minLength: 1, maxLength: 12 }).map((entries) => ({
      form: {
        ...emptyBatchForm,
        ...texts,
        secCode,
        effectiveDate: new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10),
      },
      entries,
      uuid: idOf(7),
      companyName: 'Ridgeway Supply, Inc.',
      companyId: '1041000124',
      originRouting: '041000124',
      now: new Date('2026-11-23T17:15:00.000Z'),
    })),
  )

const fixtures = ['ppd.ach', 'ccd.ach', 'ctx.ach', 'mixed-codes.ach', 'bad-entries.ach'].map(
  (name) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8'),
)

describe('a batch written as a NACHA file', () => {
  it('reads back as it was, without a remark', () => {
    fc.assert(
      fc.property(batch, (given) => {
        const text = writeNacha(given)
        expect(
          text
            .split('\n')
            .slice(0, -1)
            .every((line) => line.length === 94),
        ).toBe(true)
        expect((text.split('\n').length - 1) % 10).toBe(0)
        expect(looksLikeNacha(text)).toBe(true)
        const { batches, unread, remarks } = readNacha(text)
        expect([unread, remarks]).toEqual([[], []])
        expect(batches).toHaveLength(1)
        expect(batches[0]?.remarks).toEqual([])
        expect(batches[0]?.form).toEqual(given.form)
        expect(batches[0]?.entries.flatMap(({ why }) => why)).toEqual([])
        expect(batches[0]?.entries.map((one) => one.entry)).toEqual(
          given.entries.map(({ id: _id, payeeId: _payee, traceNumber: _trace, ...typed }) => typed),
        )
      }),
      { numRuns: 300 },
    )
  })

  const [one] = fc.sample(batch, 1)
  if (!one) throw new Error('no batch')
  const plain: NachaEntryToWrite = {
    ...emptyEntry(idOf(2)),
    routingNumber: '041000124',
    accountNumber: '0004471',
    accountType: 'C',
    creditDebitCode: 'C',
    transactionType: 'L',
    amount: '12.00',
    receiverName: 'Alder',
    traceNumber: null,
  }
  const of = (change: object): NachaBatchToWrite => ({ ...one, entries: [{ ...plain, ...change }] })

  it.each([
    [{ accountNumber: '123456789012345678' }, 'its account number has more than 17 characters'],
    [{ accountNumber: '' }, 'its account number is empty or has other characters than ASCII'],
    [{ amount: '100000000.00' }, 'its amount has more than ten digits'],
    [{ amount: '1,5' }, 'its amount cannot be read'],
    [{ routingNumber: '41000124' }, 'its routing number does not have nine digits'],
    [{ accountType: 'X' }, 'no transaction code is known for its account type and direction'],
  ])('never cuts an account or an amount: refuses %j', (change, why) => {
    expect(whyNotNacha(of(change))).toEqual([`Row 1: ${why}`])
    expect(() => writeNacha(of(change))).toThrow(why)
  })

  it('carries the company identification of the own account, in the batch header and its control', () => {
    const records = writeNacha({ ...of({}), companyId: '9ABC' }).split('\n')
    const header = records.find((record) => record.startsWith('5'))
    const control = records.find((record) => record.startsWith('8'))
    expect([header?.slice(40, 50), control?.slice(44, 54)]).toEqual(['9ABC      ', '9ABC      '])
  })

  it.each([
    ['2026-11-25', '261125'],
    ['2026-02-30', '      '],
    ['soon', '      '],
  ])(
    'has %s as its effective date as %j, and never a date that is none',
    (effectiveDate, field) => {
      const given = of({})
      const text = writeNacha({ ...given, form: { ...given.form, effectiveDate } })
      expect(text.split('\n')[1]?.slice(69, 75)).toBe(field)
    },
  )

  it('carries the bank\u2019s trace numbers, and ASCII for letters that it cannot carry', () => {
    const text = writeNacha(of({ receiverName: 'Jos\u00e9', traceNumber: '091000019876543' }))
    expect(text).toContain('Jose')
    expect(text).toContain('091000019876543')
  })

  it('has each trace number once and ascending, whatever the bank gave to some', () => {
    const suffixes = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 6 })
    fc.assert(
      fc.property(suffixes, fc.nat({ max: 6 }), (given, without) => {
        const traces = [
          ...given.map((suffix) => `04100012${String(suffix).padStart(7, '0')}`),
          ...Array<null>(without).fill(null),
        ]
        fc.pre(traces.length > 0)
        const entries = traces.map((traceNumber) => ({ ...plain, traceNumber }))
        const lines = writeNacha({ ...one, entries }).split('\n')
        const written = lines.filter((line) => line.startsWith('6')).map((line) => line.slice(79))
        expect(written).toEqual([...new Set(written)].toSorted())
        expect(written).toHaveLength(traces.length)
        for (const trace of traces) if (trace !== null) expect(written).toContain(trace)
      }),
    )
  })

  it('is refused where the bank gave two entries one trace number', () => {
    const twice = { ...plain, traceNumber: '091000019876543' }
    const given = { ...one, entries: [twice, plain, twice] }
    expect(whyNotNacha(given)).toEqual(['Row 3: the bank gave it the trace number of row 1'])
    expect(() => writeNacha(given)).toThrow('trace number')
  })

  it('spreads a longer remittance text over several records', () => {
    const addenda = [`${'A'.repeat(80)}B`]
    const text = writeNacha(of({ addenda }))
    expect(readNacha(text).batches[0]?.entries[0]?.entry.addenda).toEqual(['A'.repeat(80), 'B'])
  })
})

describe('what a NACHA file would lack', () => {
  const form = {
    ...emptyBatchForm,
    effectiveDate: '2026-11-25',
    companyEntryDescription: 'PAYROLL',
  }

  it.each([
    [form, '1041000124', []],
    [form, ' ', ['companyId']],
    [{ ...form, effectiveDate: '' }, '1041000124', ['effectiveDate']],
    [{ ...form, effectiveDate: '2026-02-30' }, '1041000124', ['effectiveDate']],
    [{ ...form, companyEntryDescription: '000' }, '1041000124', ['companyEntryDescription']],
    [emptyBatchForm, '', ['companyId', 'effectiveDate', 'companyEntryDescription']],
  ])('is known before it is written: %j, %j', (head, companyId, gaps) => {
    expect(nachaGaps(head, companyId)).toEqual(gaps)
  })
})

describe('a file of anything at all', () => {
  it('never makes the reader fail: random bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 600 }),
        fc.constantFrom('latin1' as const, 'utf8' as const, 'utf16le' as const),
        (bytes, encoding) => {
          const text = Buffer.from(bytes).toString(encoding)
          readNacha(text)
          looksLikeNacha(text)
        },
      ),
      { numRuns: 20_000 },
    )
  })

  it('never makes the reader fail or lose a line of an entry: mutated files', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...fixtures),
        fc.array(
          fc.record({
            at: fc.nat(1_400),
            gone: fc.nat(120),
            put: fc.string({ unit: 'binary', maxLength: 8 }),
          }),
          { maxLength: 4 },
        ),
        (text, changes) => {
          const mutated = changes.reduce(
            (so, { at, gone, put }) => so.slice(0, at) + put + so.slice(at + gone),
            text,
          )
          const { batches, unread, returns } = readNacha(mutated)
          const entries = mutated
            .replace(/^\ufeff/, '')
            .split(/\r\n|\n|\r/)
            .filter((line) => line.startsWith('6') && line.length <= 94).length
          const known =
            batches.reduce((sum, batch) => sum + batch.entries.length, 0) +
            unread.length +
            new Set(returns.map(({ entryLine }) => entryLine)).size
          expect(known).toBeGreaterThanOrEqual(entries)
        },
      ),
      { numRuns: 20_000 },
    )
  })
})
