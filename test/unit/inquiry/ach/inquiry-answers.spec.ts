/** Problems of a query before it is sent, and answers of the bank other than rows. */
import { describe, expect, it } from 'vitest'
import type { AchQuestion } from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { daysLater } from '../../../../preload/contract/kernel/calendar.ts'
import {
  expectMasked,
  lastMonth,
  operatingList,
  order,
  own,
  practice,
  reach,
  start,
  today,
  usePracticeBank,
} from './support/practice-bank.ts'

usePracticeBank()

describe('a query that may not be sent', () => {
  const refusalOf = async (question: AchQuestion) => {
    const { inquiry, context } = await start()
    const before = await practice.bank.control.counters()
    const answer = await inquiry.inquire({ question, again: false }, context)
    expect(await practice.bank.control.counters()).toEqual(before)
    expect(await inquiry.list({ cursor: null, limit: 10 }, context)).toMatchObject({
      value: { total: 0 },
    })
    return answer.ok ? undefined : answer.error
  }
  const fieldOf = (path: string) => ({
    code: 'invalid-input',
    fields: [expect.objectContaining({ path })],
  })

  it('bank note 36: refuses an own account of 17 digits at its field, and does not call the bank', async () => {
    const error = await refusalOf({ ...operatingList, account: own(4) })
    expect(error).toMatchObject(fieldOf('account'))
    expect(JSON.stringify(error)).toContain('17')
    expectMasked([JSON.stringify(error)])
  })
  it('bank note 36: names which of several accounts is too long', async () => {
    const question: AchQuestion = { mode: 'posted', accounts: [own(1), own(4)], ...reach }
    expect(await refusalOf(question)).toMatchObject(fieldOf('accounts.1'))
  })
  it('bank note 43: refuses more than 31 days of the list', async () => {
    const question = { ...operatingList, fromDate: daysLater(today, -40) } as AchQuestion
    expect(await refusalOf(question)).toMatchObject(fieldOf('toDate'))
  })
  it('bank note 43: refuses a single day of an earlier endpoint', async () => {
    const day = { fromDate: lastMonth.fromDate, toDate: lastMonth.fromDate }
    expect(await refusalOf({ mode: 'posted', accounts: [own(1)], ...day })).toMatchObject(
      fieldOf('toDate'),
    )
  })
  it('bank note 58: refuses a highest amount above one billion dollars', async () => {
    const question = { ...operatingList, maximumAmount: 100_000_000_001 } as AchQuestion
    expect(await refusalOf(question)).toMatchObject(fieldOf('maximumAmount'))
  })
  it('refuses an own account that the profile does not have', async () => {
    const question = { ...operatingList, account: own(9) } as AchQuestion
    expect(await refusalOf(question)).toMatchObject(fieldOf('account'))
  })
})

describe('a bank answer without rows', () => {
  it('bank note 21: shows a 400 without matches as nothing found, and never answers a repeat from it', async () => {
    const { inquire } = await start()
    const nothing = { ...operatingList, traceNumber: '999999999999999' } as AchQuestion
    const first = await inquire(nothing)
    expect(first).toMatchObject({ rows: 0, answer: { kind: 'nothing-found' } })
    expect((await inquire(nothing)).id).not.toBe(first.id)
  })

  it('bank note 20: takes a 299 as rows with a warning', async () => {
    const { inquire } = await start()
    await order({ scenario: 'answered-with-warning' })
    const queried = await inquire({ mode: 'posted', accounts: [own(1)], ...reach })
    expect(queried.answer).toMatchObject({ kind: 'answered', trace: { status: 299 } })
    expect(queried.answer?.kind === 'answered' && queried.answer.warnings.length).toBeGreaterThan(0)
  })

  it('bank note 22: takes a failure in a 200 as one', async () => {
    const { inquire } = await start()
    await order({ scenario: 'failure-in-200' })
    const queried = await inquire({ mode: 'posted', accounts: [own(1)], ...reach })
    expect(queried).toMatchObject({ rows: 0, answer: { kind: 'refused' } })
  })

  it.each([
    ['an empty 400', 'empty-400', { kind: 'refused', problem: 'request-invalid' }],
    ['a 502 that is a page of HTML', 'html-502', { kind: 'refused', unreadable: 'html' }],
    ['a connection cut in the answer', 'dropped-mid-answer', { kind: 'no-answer' }],
    ['garbage with a 200', 'garbage-200', { kind: 'not-understood' }],
  ] as const)(
    'stores %s under its own name and answers no repeat from it',
    async (_, scenario, answer) => {
      const { inquire, inquiry, context } = await start()
      // ACH inquiry retries up to twice where that is safe.
      await order({ scenario, times: 3 })
      const first = await inquire(operatingList)
      expect(first).toMatchObject({
        rows: 0,
        answer,
        progress: { kind: 'broken-off', why: 'failed' },
      })
      await practice.bank.control.clearScenarios()
      const again = await inquire(operatingList)
      expect(again.id).not.toBe(first.id)
      expect(again.answer?.kind).toBe('answered')
      const list = await inquiry.list({ cursor: null, limit: 10 }, context)
      expect(list).toMatchObject({
        value: { items: [{ id: again.id }, { id: first.id }], total: 2 },
      })
    },
  )

  it('bank note 19: sends nothing while the bank requires a pause, and still shows stored results', async () => {
    const { inquire, inquiry, context } = await start()
    const stored = await inquire(operatingList)
    await order({ scenario: 'too-many-requests' })
    const refused = await inquire({ mode: 'posted', accounts: [own(1)], ...reach })
    expect(refused.answer).toMatchObject({ kind: 'refused', problem: 'threshold-reached' })
    const { pausedUntil: _before, ...before } = await practice.bank.control.counters()
    expect(await inquiry.inquire({ question: operatingList, again: true }, context)).toMatchObject({
      error: { code: 'rate-paused' },
    })
    expect((await inquire(operatingList)).id).toBe(stored.id)
    const { pausedUntil: _after, ...after } = await practice.bank.control.counters()
    expect(after).toEqual(before)
  })
})
