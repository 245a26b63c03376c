/** ACH inquiry as the window calls it: every kind of query, one row, and the list of rows. */
import { describe, expect, it } from 'vitest'
import type { AchQuestion, AchRow } from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import {
  expectMasked,
  lastMonth,
  operatingList,
  own,
  practice,
  reach,
  start,
  usePracticeBank,
} from './support/practice-bank.ts'

usePracticeBank()

describe('ACH inquiries', () => {
  it('list the transactions of an own account, named by its id alone', async () => {
    const { inquire, rowsOf, inquiry, context, valueOf } = await start()
    const { accounts } = valueOf(await inquiry.getAccounts(undefined, context))
    expect(accounts.map(({ listable }) => listable)).toEqual([true, true, true, false])
    const queried = await inquire(operatingList)
    expect(queried).toMatchObject({ progress: { kind: 'complete' }, answer: { kind: 'answered' } })
    expect(queried.title).toBe(
      `Alder Falls Operating, collected ${lastMonth.fromDate} to ${lastMonth.toDate}`,
    )
    const { items, total } = await rowsOf(queried.id)
    expect(total).toBe(queried.rows)
    expect(items.length).toBeGreaterThan(5)
    expect(items[0]).toMatchObject({ row: 0, parNumber: expect.any(String) as string })
    expectMasked(practice.answers)
  })

  it.each<[AchQuestion['mode'], AchQuestion]>([
    ['returned', { mode: 'returned', accounts: [own(1), own(3)], ...reach, detailsFlag: 'Y' }],
    [
      'collected',
      {
        mode: 'collected',
        accounts: [own(1), own(2), own(3)],
        ...reach,
        detailsFlag: 'Y',
        addendaFlag: 'Y',
      },
    ],
    ['posted', { mode: 'posted', accounts: [own(1), own(3)], ...reach }],
  ])('show %s transactions as lines and in full, every account masked', async (mode, question) => {
    const { inquire, rowsOf, rowOf } = await start()
    const queried = await inquire(question)
    expect(queried).toMatchObject({ progress: { kind: 'complete' }, answer: { kind: 'answered' } })
    const { items, total } = await rowsOf(queried.id)
    expect(total).toBeGreaterThan(5)
    expect(total).toBe(queried.rows)
    const [first] = items
    expect(first?.parNumber).not.toBeNull()
    expect(first?.amount).toMatch(/^\d/)
    expect(first?.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    const record = await rowOf(queried.id, 1)
    expect(record).toMatchObject({ isMasked: true, row: items[1], reading: { of: mode } })
    expect(JSON.parse(record.raw)).toBeTypeOf('object')
    expectMasked(practice.answers)
  })

  it('bank notes 50 and 51: read each status by its own group, by PAR and by trace number', async () => {
    const { inquire, rowsOf, rowOf } = await start()
    const list = await rowsOf((await inquire(operatingList)).id)
    const returnedList = await inquire({ ...operatingList, dateSearchType: 'RETURNED' })
    const returned = await rowsOf(returnedList.id)
    const pars = [...list.items.slice(0, 3), ...returned.items].map(
      ({ parNumber }) => parNumber ?? '',
    )
    const byPar = await inquire({ mode: 'status', by: 'par', accounts: [own(1)], parNumbers: pars })
    const { items } = await rowsOf(byPar.id)
    expect(items.length).toBeGreaterThanOrEqual(3)
    expect(new Set(items.map(({ status }) => status))).toContain('COLLECTED')
    expect((await rowOf(byPar.id)).reading.of).toBe('status')
    const collected = items.find(({ status }) => status === 'COLLECTED')
    const traceNumbers = [collected?.traceNumber ?? '']
    const byTrace = await inquire({ mode: 'status', by: 'trace', accounts: [own(1)], traceNumbers })
    expect((await rowsOf(byTrace.id)).items[0]?.parNumber).toBe(collected?.parNumber)
    expectMasked(practice.answers)
  })

  it('return one row for a PAR number, by the shape of the detail', async () => {
    const { inquire, rowsOf, rowOf } = await start()
    const [line] = (await rowsOf((await inquire(operatingList)).id)).items
    const queried = await inquire({ mode: 'par', parNumber: line?.parNumber ?? '' })
    expect(queried).toMatchObject({ rows: 1, total: 1, progress: { kind: 'complete' } })
    const { items } = await rowsOf(queried.id)
    expect(items).toMatchObject([{ row: 0, parNumber: line?.parNumber, amount: line?.amount }])
    expect((await rowOf(queried.id)).reading.of).toBe('detail')
    expectMasked(practice.answers)
  })

  it('store an unknown PAR number as what it is, a refusal with its message', async () => {
    const { inquire, rowsOf } = await start()
    const queried = await inquire({ mode: 'par', parNumber: 'PAR-NOT-THERE' })
    expect(queried).toMatchObject({
      rows: 0,
      answer: { kind: 'refused', problem: 'not-found' },
      progress: { kind: 'broken-off', why: 'failed' },
    })
    expect((await rowsOf(queried.id)).total).toBe(0)
  })
})

describe('one row', () => {
  it('has its detail fetched once a day, linked by its PAR number', async () => {
    const { inquire, rowOf, inquiry, context, valueOf, received } = await start()
    const queried = await inquire(operatingList)
    expect((await rowOf(queried.id)).detail).toBeNull()
    const of = { id: queried.id, row: 0 }
    const record = valueOf(received(await inquiry.queryDetail({ ...of, again: false }, context)))
    expect(record.detail?.answer.kind).toBe('answered')
    const before = await practice.bank.control.counters()
    const same = valueOf(received(await inquiry.queryDetail({ ...of, again: false }, context)))
    expect(same.detail).toEqual(record.detail)
    expect((await rowOf(queried.id)).detail).toEqual(record.detail)
    expect(await practice.bank.control.counters()).toEqual(before)
    const again = valueOf(received(await inquiry.queryDetail({ ...of, again: true }, context)))
    expect(again.detail?.callId).not.toBe(record.detail?.callId)
    // A detail is no line of the list of inquiries.
    const list = valueOf(await inquiry.list({ cursor: null, limit: 10 }, context))
    expect(list.total).toBe(1)
    expectMasked(practice.answers)
  })

  it('passes its receiver to a validation: the routing number is the detail’s, blank before', async () => {
    const { inquire, inquiry, context, valueOf } = await start()
    const of = { id: (await inquire(operatingList)).id, row: 0 }
    const before = valueOf(await inquiry.takeReceiver(of, context))
    expect(before.accountNumber).toMatch(/^\d{4,}$/)
    expect(before.routingNumber).toBe('')
    expect(before.name).not.toBe('')
    await inquiry.queryDetail({ ...of, again: false }, context)
    const after = valueOf(await inquiry.takeReceiver(of, context))
    expect(after).toEqual({ ...before, routingNumber: expect.stringMatching(/^\d{9}$/) as string })
  })

  it('is not found where there is none', async () => {
    const { inquire, inquiry, context } = await start()
    const { id } = await inquire(operatingList)
    const missing = { ok: false, error: { code: 'not-found' } }
    expect(await inquiry.getRow({ id, row: 9999 }, context)).toEqual(missing)
    expect(await inquiry.getRow({ id: 'q-none', row: 0 }, context)).toEqual(missing)
    expect(await inquiry.get({ id: 'q-none' }, context)).toEqual(missing)
  })
})

describe('the list of rows', () => {
  it('is searched by the digits of an account without its zeros, which it does not show', async () => {
    const { inquire, rowsOf, inquiry, context, valueOf } = await start()
    const { id } = await inquire(operatingList)
    const full = valueOf(await inquiry.takeReceiver({ id, row: 0 }, context)).accountNumber
    const found = await rowsOf(id, { search: `000${full.replace(/^0+/, '')}` })
    expect(found.items.map(({ row }) => row)).toContain(0)
    expect(JSON.stringify(found)).not.toContain(full.replace(/^0+/, ''))
    expect((await rowsOf(id, { search: 'no such thing' })).total).toBe(0)
  })

  it('pages by a cursor through any order without losing or repeating a row', async () => {
    const { inquire, rowsOf } = await start()
    const { id, rows } = await inquire(operatingList)
    const sort = { column: 'amount', direction: 'descending' } as const
    const got: AchRow[] = []
    for (let cursor: string | null = null; ;) {
      const page = await rowsOf(id, { sort, cursor, limit: 4 })
      got.push(...page.items)
      cursor = page.next
      if (cursor === null) break
    }
    expect(new Set(got.map(({ row }) => row)).size).toBe(rows)
    const amounts = got.map(({ amount }) => Number(amount))
    expect(amounts).toEqual([...amounts].sort((one, other) => other - one))
  })

  it('is filtered by status as received', async () => {
    const { inquire, rowsOf } = await start()
    const { id } = await inquire(operatingList)
    const all = await rowsOf(id)
    const status = all.items[0]?.status ?? ''
    const some = await rowsOf(id, { status })
    expect(some.total).toBe(all.items.filter((one) => one.status === status).length)
  })
})
