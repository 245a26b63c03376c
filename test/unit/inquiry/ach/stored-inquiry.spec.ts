/** Saved inquiries: used as answers, read in a later run, and recorded in the acts. */
import { describe, expect, it } from 'vitest'
import type { AchQuestion } from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { clientAccounts } from '../../../../main/practice/data/client-accounts.ts'
import { openPracticeStore } from '../../support/workstation.ts'
import {
  expectMasked,
  lastMonth,
  operatingList,
  practice,
  start,
  usePracticeBank,
} from './support/practice-bank.ts'

usePracticeBank()

describe('stored inquiries', () => {
  it('answer the same query of the same day, unless a new call is requested', async () => {
    const { inquire } = await start()
    const first = await inquire(operatingList)
    const before = await practice.bank.control.counters()
    expect((await inquire({ ...operatingList })).id).toBe(first.id)
    expect(await practice.bank.control.counters()).toEqual(before)
    expect((await inquire(operatingList, true)).id).not.toBe(first.id)
  })

  it('need one call for a query that comes twice at once', async () => {
    const { inquire } = await start()
    const [one, other] = await Promise.all([inquire(operatingList), inquire(operatingList)])
    expect(one.id).toBe(other.id)
  })

  it('of an earlier run are read without the bank, as they were', async () => {
    const first = await start()
    const queried = await first.inquire(operatingList)
    const rows = await first.rowsOf(queried.id)
    const record = await first.rowOf(queried.id, 2)
    await first.workstation.close()
    practice.open.splice(0)
    const later = await start()
    const before = await practice.bank.control.counters()
    expect(later.valueOf(await later.inquiry.get({ id: queried.id }, later.context))).toEqual(
      queried,
    )
    expect(await later.rowsOf(queried.id)).toEqual(rows)
    expect(await later.rowOf(queried.id, 2)).toEqual(record)
    expect((await later.inquire(operatingList)).id).toBe(queried.id)
    const after = await practice.bank.control.counters()
    expect(after).toEqual(before)
  })

  it('can be repeated though only main knows the typed number', async () => {
    const { inquire, inquiry, context, valueOf } = await start()
    const typed: AchQuestion = {
      mode: 'list',
      account: { kind: 'typed', number: clientAccounts[0]?.accountNumber ?? '' },
      ...lastMonth,
    }
    const queried = await inquire(typed)
    expect(queried.rows).toBeGreaterThan(0)
    const again = valueOf(await inquiry.inquireAgain({ id: queried.id }, context))
    expect(again.id).not.toBe(queried.id)
    expect(again.rows).toBe(queried.rows)
    expectMasked([...practice.answers, JSON.stringify(again)])
  })

  it('name no full account in any act, and record who revealed one', async () => {
    const { inquire, inquiry, context, valueOf, workstation, rowsOf } = await start()
    const queried = await inquire(operatingList)
    await rowsOf(queried.id)
    const shown = valueOf(await inquiry.reveal({ id: queried.id, row: 0 }, context))
    expect(shown.isMasked).toBe(false)
    expect(JSON.stringify(shown)).toContain('7200450011')
    await inquiry.takeReceiver({ id: queried.id, row: 1 }, context)
    await workstation.close()
    practice.open.splice(0)
    const store = await openPracticeStore(practice.folder)
    try {
      const acts = await store.read.selectFrom('audit_entries').selectAll().execute()
      const ofInquiry = acts.filter(({ kind }) => kind.startsWith('inquiry.'))
      expect(ofInquiry.map(({ kind }) => kind)).toEqual([
        'inquiry.requested',
        'inquiry.page-read',
        'inquiry.reading-ended',
        'inquiry.revealed',
        'inquiry.receiver-taken',
      ])
      expectMasked(ofInquiry.map((act) => JSON.stringify(act)))
      const calls = await store.read
        .selectFrom('inquiry_calls')
        .innerJoin('bank_calls', 'bank_calls.id', 'inquiry_calls.bank_call_id')
        .select(['inquiry_id', 'lane'])
        .execute()
      expect(calls).toEqual([{ inquiry_id: queried.id, lane: 'interactive' }])
    } finally {
      await store.close()
    }
  })
})
