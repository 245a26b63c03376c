/**
 * Reports as sums, files and paper: the sums match the lines, and no content of a file is executed.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auditEntries } from '../../store/stores.ts'
import { accountId, openDay, day, mara, putPayment } from './open-day.ts'
import type { FileDialogs } from '../../../../main/platform/files/chosen-file.ts'
import { writeDurably, type FileContent } from '../../../../main/platform/files/write-durably.ts'
import type { SavingDeps } from '../../../../main/assurance/reconciliation/report-saving.ts'
import { ok } from '../../../../preload/contract/kernel/result.ts'
import { reportFile } from '../../../../main/assurance/reconciliation/report-file.ts'
import { reportSheet } from '../../../../main/assurance/reconciliation/report-sheet.ts'
import { totalsOf } from '../../../../main/assurance/reconciliation/totals.ts'
import {
  matches,
  type BankSide,
  type HereSide,
  type ReconciliationLine,
} from '../../../../preload/contract/api/reconciliation/reconciliation.ts'

const hereSide: HereSide = {
  amount: 1,
  currency: 'USD',
  state: 'accepted',
  day,
  dayBy: 'sent',
  valueDate: day,
  sentAt: null,
  party: '',
  orderId: 'o',
  entryId: null,
  reference: '',
  counts: true,
}
const bankSide: BankSide = {
  amount: 1,
  amountText: null,
  currency: 'USD',
  statusText: null,
  day,
  dayBy: 'bank',
  trace: null,
  parNumber: null,
  transactionId: null,
  returnCode: null,
  party: null,
  reportedBy: ['alert'],
  alertId: null,
  callId: null,
  counts: true,
  fieldsConfirmed: null,
}
const amounts = {
  amount: fc.option(fc.integer({ min: 0, max: 10 ** 12 }), { nil: null }),
  currency: fc.constantFrom('USD', 'EUR', 'JPY'),
  counts: fc.boolean(),
}
const anyLine = fc
  .record({
    flow: fc.constantFrom('out' as const, 'in' as const, 'unknown' as const),
    match: fc.constantFrom(...matches),
    here: fc.option(fc.record(amounts), { nil: null }),
    bank: fc.option(fc.record(amounts), { nil: null }),
  })
  .map(({ flow, match, here, bank }): ReconciliationLine => ({
    id: 'x',
    kind: 'payment',
    service: 'WIRE',
    flow,
    match,
    reasons: [],
    remarks: [],
    reference: '',
    party: '',
    here: here && { ...hereSide, ...here },
    bank: bank && { ...bankSide, ...bank },
  }))

describe('the sums', () => {
  it('are those of the lines, separate for each currency and direction', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 40 }), (lines) => {
        const totals = totalsOf(lines)
        expect(totals.lines.all).toBe(lines.length)
        const summed = (side: 'here' | 'bank') => {
          const sums = new Map<string, bigint>()
          for (const line of lines) {
            const of = line[side]
            if (of?.counts !== true || of.amount === null) continue
            const key = `${of.currency} ${line.flow}`
            sums.set(key, (sums.get(key) ?? 0n) + BigInt(of.amount))
          }
          return sums
        }
        for (const { currency, flow, here, bank, difference } of totals.flows) {
          const key = `${currency} ${flow}`
          expect(BigInt(here.amount ?? -1)).toBe(summed('here').get(key) ?? 0n)
          expect(BigInt(bank.amount ?? -1)).toBe(summed('bank').get(key) ?? 0n)
          expect(difference).toBe((bank.amount ?? 0) - (here.amount ?? 0))
        }
        const keys = new Set(totals.flows.map(({ currency, flow }) => `${currency} ${flow}`))
        for (const key of [...summed('here').keys(), ...summed('bank').keys()])
          expect(keys).toContain(key)
        expect(totals.outcomes.reduce((sum, one) => sum + one.lines, 0)).toBe(lines.length)
      }),
    )
  })

  it('say that they are too large instead of rounding', () => {
    const line = (amount: number): ReconciliationLine => ({
      id: 'x',
      kind: 'payment',
      service: 'WIRE',
      flow: 'out',
      match: 'agreed',
      reasons: [],
      remarks: [],
      reference: '',
      party: '',
      here: { ...hereSide, amount },
      bank: null,
    })
    const { flows } = totalsOf([line(Number.MAX_SAFE_INTEGER), line(1)])
    expect(flows).toMatchObject([{ here: { count: 2, amount: null }, difference: null }])
  })
})

/** A day whose party name would be executed in a spreadsheet and in a page. */
async function evilDay() {
  const { store, report } = await openDay()
  await putPayment(store, { id: 'p1', bankStatus: 'completed', statusText: 'Completed' })
  await store.record({ actor: 't', kind: 't', subject: 'p1', detail: {} }, (tx) =>
    tx
      .updateTable('orders')
      .set({ beneficiary: '=HYPERLINK("x")<script>' })
      .where('id', '=', 'p1')
      .execute(),
  )
  return report()
}
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

it('writes every line with the account masked, in full only on request, and nothing that a spreadsheet runs', async () => {
  const built = await evilDay()
  const masked = textOf(await reportFile(built, { format: 'csv', inFull: false }))
  expect(masked).toContain('\u2022\u2022\u2022\u20220011')
  expect(masked).not.toContain('7200450011')
  expect(masked).toContain("'=HYPERLINK")
  expect(masked).not.toMatch(/(?:^|,)"?=HYPERLINK/m)
  expect(masked).toContain('12500.00')
  expect(textOf(await reportFile(built, { format: 'csv', inFull: true }))).toContain('7200450011')
  const workbook = await reportFile(built, { format: 'xlsx', inFull: false })
  expect(textOf(workbook.subarray(0, 2))).toBe('PK')
})

describe('an export', () => {
  /** Exports with this dialog; returns the result and the recorded acts. */
  async function exported(
    inFull: boolean,
    save: (acts: () => Promise<string[]>) => FileDialogs['save'],
  ) {
    const { store, session } = await openDay()
    const acts = async () =>
      (await auditEntries(store))
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('reconciliation.'))
    const saving: SavingDeps = {
      dialogs: { save: save(acts) },
      printer: { print: () => Promise.reject(new Error('nothing is printed')) },
      clock: { now: () => new Date() },
      profileName: 'Harbor Trust',
      environment: 'practice',
    }
    const result = await session.exportFile(saving, { day, accountId, format: 'csv', inFull }, mara)
    return { result, acts: await acts() }
  }

  it('whose dialog was cancelled is not recorded', async () => {
    expect(await exported(true, () => () => Promise.resolve(ok(null)))).toEqual({
      result: ok(null),
      acts: [],
    })
  })

  it('is recorded once before its first byte is written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reconciliation-'))
    const file = join(folder, 'a.csv')
    const atFirstByte: string[] = []
    async function* watched(content: FileContent, acts: () => Promise<string[]>) {
      for await (const part of typeof content === 'object' && Symbol.asyncIterator in content
        ? content
        : [content]) {
        atFirstByte.push(...(await acts()))
        yield part
      }
    }
    const { result, acts } = await exported(true, (acts) => async ({ content }) => {
      await writeDurably(file, watched(content, acts))
      return ok({ file: 'a.csv' })
    })
    expect(result).toEqual(ok({ file: 'a.csv' }))
    expect(acts).toEqual(['reconciliation.exported-in-full'])
    expect(atFirstByte).toEqual(acts)
    expect(readFileSync(file, 'utf8')).toContain('Outcome')
    rmSync(folder, { recursive: true })
  })
})

it('prints day, masked account, sums, lines, who and when, and the newest entry of the audit', async () => {
  const built = await evilDay()
  const html = reportSheet({
    built,
    profileName: 'Harbor Trust',
    environment: 'practice',
    by: 'Mara',
    at: new Date('2026-11-23T15:00:00.000Z'),
    entry: { seq: 7, hash: 'f'.repeat(64), at: '2026-11-23T14:59:00.000Z' },
  })
  for (const text of ['Harbor Trust', 'Practice', day, 'USD 12,500.00', 'f'.repeat(64), 'Mara'])
    expect(html).toContain(text)
  expect(html).toContain('\u2022\u2022\u2022\u20220011')
  expect(html).toContain('No record of whether the listener ran')
  expect(html).not.toContain('7200450011')
  expect(html).not.toContain('<script>')
})
