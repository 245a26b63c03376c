/** A batch beside the last one of its kind. */
import { describe, expect, it } from 'vitest'
import {
  compareEntries,
  type RunEntry,
} from '../../../../../main/money/batch/drafts/compare-runs.ts'
import { newBatchId } from '../../../../../main/platform/identifiers.ts'
import { entry, must, nils, openBatches, payroll } from '../open-batches.ts'

const run = (...all: readonly (readonly [key: string, amount: number | null])[]): RunEntry[] =>
  all.map(([key, amount], at) => ({
    id: `${key}${String(at)}`,
    key,
    receiverName: key,
    account: '',
    amount,
  }))
const kinds = (now: RunEntry[], before: RunEntry[]) =>
  compareEntries(now, before).differences.map((one) => [
    one.kind,
    one.receiverName,
    one.now,
    one.before,
  ])

describe('two runs', () => {
  it('differ by changed amounts, added and gone entries, the largest first', () => {
    const before = run(['ada', 100], ['ben', 200], ['cyd', 300])
    const now = run(['ada', 100], ['ben', 900], ['dov', 50])
    expect(kinds(now, before)).toEqual([
      ['changed', 'ben', 900, 200],
      ['gone', 'cyd', null, 300],
      ['added', 'dov', 50, null],
    ])
    expect(compareEntries(now, before).same).toBe(1)
  })

  it('of several entries to one account match equal amounts first', () => {
    const before = run(['ada', 100], ['ada', 200])
    expect(kinds(run(['ada', 200], ['ada', 150]), before)).toEqual([['changed', 'ada', 150, 100]])
    expect(kinds(run(['ada', 200]), before)).toEqual([['gone', 'ada', null, 100]])
    expect(kinds(run(['ada', 100], ['ada', 100], ['ada', 200]), before)).toEqual([
      ['added', 'ada', 100, null],
    ])
  })

  it('with an unreadable amount differ, and an empty one has nothing but gone entries', () => {
    expect(kinds(run(['ada', null]), run(['ada', 100]))).toEqual([['changed', 'ada', null, 100]])
    expect(kinds([], run(['ada', 100]))).toEqual([['gone', 'ada', null, 100]])
  })
})

describe('a draft', () => {
  const other = (part: { amount?: string; accountNumber?: string } = {}) =>
    entry({ id: newBatchId(), ...part })

  it('is compared with the newest batch of the same account and description that may have paid', async () => {
    const session = await openBatches()
    const sent = async (
      form: Partial<typeof payroll>,
      amount: string,
      state: 'accepted' | 'withdrawn',
    ) => {
      const id = await session.drafts.create({ ...payroll, ...form }, [other({ amount })], 'mara')
      await session.store.record({ actor: 'mara', kind: 'test', subject: id, detail: {} }, (tx) =>
        tx.updateTable('orders').set({ state }).where('id', '=', id).execute(),
      )
      session.pass(86_400_000)
      return id
    }
    await sent({}, '10.00', 'accepted')
    const last = await sent({}, '1,000.00', 'accepted')
    await sent({ companyEntryDescription: 'BONUS' }, '5.00', 'accepted')
    await sent({ secCode: 'CCD' }, '6.00', 'accepted')
    await sent({}, '7.00', 'withdrawn')
    const form = { ...payroll, companyEntryDescription: 'Payroll', effectiveDate: '2026-12-11' }
    const id = await session.drafts.create(form, [other(), other({ accountNumber: '77' })], 'mara')
    const shown = must(await session.handlers.compareWithLast({ id }, nils))
    expect(shown).toMatchObject({
      last: { orderId: last, effectiveDate: payroll.effectiveDate, entries: 1, credits: 100_000 },
      now: { entries: 2, credits: 250_000, debits: 0 },
      counts: { changed: 1, added: 1, gone: 0, same: 0 },
    })
    expect(shown.differences.map(({ kind, now, before }) => [kind, now, before])).toEqual([
      ['added', 125_000, null],
      ['changed', 125_000, 100_000],
    ])
    // Accounts are masked.
    expect(JSON.stringify(shown)).not.toContain('12345678')
  })

  it('without an earlier batch of its kind has nothing to be compared with', async () => {
    const session = await openBatches()
    const id = await session.drafts.create(payroll, [other()], 'mara')
    expect(must(await session.handlers.compareWithLast({ id }, nils))).toMatchObject({
      last: null,
      counts: { changed: 0, added: 0, gone: 0, same: 1 },
      differences: [],
    })
    expect(await session.handlers.compareWithLast({ id: 'none' }, nils)).toMatchObject({
      ok: false,
    })
  })
})
