/** ACH inquiry as the window asks for it: real store, real practice bank over real mutual TLS. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AchQuestion, AchRow } from '../../../preload/contract/ach-inquiry/inquiry.ts'
import { inquiry as verbs } from '../../../preload/contract/ach-inquiry/verbs.ts'
import type { ScenarioOrder } from '../../../preload/contract/practice.ts'
import { daysLater } from '../../../preload/contract/ach-inquiry/days.ts'
import { localDay } from '../../../main/ach-inquiry/question.ts'
import { clientAccounts } from '../../../main/practice/client-accounts.ts'
import type { Workstation } from '../../../main/workstation.ts'
import {
  newFolder,
  openPracticeStore,
  removeFolder,
  standAloneBank,
  startWorkstation,
} from '../support/workstation.ts'

let folder: string
let bank: Awaited<ReturnType<typeof standAloneBank>>
const open: Workstation[] = []

beforeEach(async () => {
  folder = await newFolder()
  bank = await standAloneBank()
})
afterEach(async () => {
  for (const workstation of open.splice(0)) await workstation.close()
  await bank.control.close()
  bank.stop()
  await bank.exited
  await removeFolder(folder)
})

const today = localDay(new Date())
const own = (place: number) => ({ kind: 'own', id: `practice-${String(place)}` }) as const
/** The whole of what a year and a month reach. */
const reach = { fromDate: daysLater(today, -150), toDate: today }
const lastMonth = { fromDate: daysLater(today, -30), toDate: today }
const operatingList: AchQuestion = { mode: 'list', account: own(1), ...lastMonth }

/** Every answer of a verb, as text: what the window was told. */
let said: string[] = []

async function start() {
  const { workstation, told, context } = await startWorkstation(folder, bank.controlUrl)
  open.push(workstation)
  said = []
  const { inquiry } = workstation.handlers
  const heard = <T>(answer: T): T => {
    said.push(JSON.stringify(answer))
    return answer
  }
  const valueOf = <T>(answer: { ok: true; value: T } | { ok: false; error: unknown }): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer.error))
    return answer.value
  }
  const ask = async (question: AchQuestion, again = false) =>
    verbs.ask.output.parse(valueOf(heard(await inquiry.ask({ question, again }, context))))
  const rowsOf = async (id: string, part: object = {}) => {
    const wanted = { id, search: '', status: null, cursor: null, limit: 500, ...part }
    return verbs.listRows.output.parse(valueOf(heard(await inquiry.listRows(wanted, context))))
  }
  const rowOf = async (id: string, row = 0) =>
    verbs.getRow.output.parse(valueOf(heard(await inquiry.getRow({ id, row }, context))))
  return { workstation, told, context, inquiry, heard, valueOf, ask, rowsOf, rowOf }
}

const order = (part: Partial<ScenarioOrder> & Pick<ScenarioOrder, 'scenario'>) =>
  bank.control.setScenario({ target: 'ach-inquiry', times: 1, ...part } as ScenarioOrder)

const secrets = clientAccounts.map(({ accountNumber }) => accountNumber.replace(/^0+/, ''))
const expectMasked = (texts: readonly string[]): void => {
  for (const account of secrets) for (const text of texts) expect(text).not.toContain(account)
}

describe('the inquiry desk', () => {
  it('lists the transactions of an own account, named by its id alone', async () => {
    const { ask, rowsOf, inquiry, context, valueOf } = await start()
    const { accounts } = valueOf(await inquiry.getAccounts(undefined, context))
    expect(accounts.map(({ listable }) => listable)).toEqual([true, true, true, false])
    const asked = await ask(operatingList)
    expect(asked).toMatchObject({ progress: { kind: 'complete' }, answer: { kind: 'answered' } })
    expect(asked.title).toBe(
      `Alder Falls Operating, collected ${lastMonth.fromDate} to ${lastMonth.toDate}`,
    )
    const { items, total } = await rowsOf(asked.id)
    expect(total).toBe(asked.rows)
    expect(items.length).toBeGreaterThan(5)
    expect(items[0]).toMatchObject({ row: 0, parNumber: expect.any(String) as string })
    expectMasked(said)
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
  ])('shows %s transactions as lines and whole, every account masked', async (mode, question) => {
    const { ask, rowsOf, rowOf } = await start()
    const asked = await ask(question)
    expect(asked).toMatchObject({ progress: { kind: 'complete' }, answer: { kind: 'answered' } })
    const { items, total } = await rowsOf(asked.id)
    expect(total).toBeGreaterThan(5)
    expect(total).toBe(asked.rows)
    const [first] = items
    expect(first?.parNumber).not.toBeNull()
    expect(first?.amount).toMatch(/^\d/)
    expect(first?.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    const record = await rowOf(asked.id, 1)
    expect(record).toMatchObject({ isMasked: true, row: items[1], reading: { of: mode } })
    expect(JSON.parse(record.raw)).toBeTypeOf('object')
    expectMasked(said)
  })

  it('traps 50 and 51: reads each status by its own group, by PAR and by trace number', async () => {
    const { ask, rowsOf, rowOf } = await start()
    const list = await rowsOf((await ask(operatingList)).id)
    const returnedList = await ask({ ...operatingList, dateSearchType: 'RETURNED' })
    const returned = await rowsOf(returnedList.id)
    const pars = [...list.items.slice(0, 3), ...returned.items].map(
      ({ parNumber }) => parNumber ?? '',
    )
    const byPar = await ask({ mode: 'status', by: 'par', accounts: [own(1)], parNumbers: pars })
    const { items } = await rowsOf(byPar.id)
    expect(items.length).toBeGreaterThanOrEqual(3)
    expect(new Set(items.map(({ status }) => status))).toContain('COLLECTED')
    expect((await rowOf(byPar.id)).reading.of).toBe('status')
    const collected = items.find(({ status }) => status === 'COLLECTED')
    const traceNumbers = [collected?.traceNumber ?? '']
    const byTrace = await ask({ mode: 'status', by: 'trace', accounts: [own(1)], traceNumbers })
    expect((await rowsOf(byTrace.id)).items[0]?.parNumber).toBe(collected?.parNumber)
    expectMasked(said)
  })

  it('gives one row for a PAR number, by the shape of the detail', async () => {
    const { ask, rowsOf, rowOf } = await start()
    const [line] = (await rowsOf((await ask(operatingList)).id)).items
    const asked = await ask({ mode: 'par', parNumber: line?.parNumber ?? '' })
    expect(asked).toMatchObject({ rows: 1, total: 1, progress: { kind: 'complete' } })
    const { items } = await rowsOf(asked.id)
    expect(items).toMatchObject([{ row: 0, parNumber: line?.parNumber, amount: line?.amount }])
    expect((await rowOf(asked.id)).reading.of).toBe('detail')
    expectMasked(said)
  })

  it('keeps an unknown PAR number as what it is, a refusal with its words', async () => {
    const { ask, rowsOf } = await start()
    const asked = await ask({ mode: 'par', parNumber: 'PAR-NOT-THERE' })
    expect(asked).toMatchObject({
      rows: 0,
      answer: { kind: 'refused', problem: 'not-found' },
      progress: { kind: 'broken-off', why: 'failed' },
    })
    expect((await rowsOf(asked.id)).total).toBe(0)
  })
})

describe('a question that may not be sent', () => {
  const refusalOf = async (question: AchQuestion) => {
    const { inquiry, context } = await start()
    const before = await bank.control.counters()
    const answer = await inquiry.ask({ question, again: false }, context)
    expect(await bank.control.counters()).toEqual(before)
    expect(await inquiry.list({ cursor: null, limit: 10 }, context)).toMatchObject({
      value: { total: 0 },
    })
    return answer.ok ? undefined : answer.error
  }
  const fieldOf = (path: string) => ({
    code: 'invalid-input',
    fields: [expect.objectContaining({ path })],
  })

  it('trap 36: refuses an own account of 17 digits at its field, and asks the bank nothing', async () => {
    const error = await refusalOf({ ...operatingList, account: own(4) } as AchQuestion)
    expect(error).toMatchObject(fieldOf('account'))
    expect(JSON.stringify(error)).toContain('17')
    expectMasked([JSON.stringify(error)])
  })
  it('trap 36: names which of several accounts is too long', async () => {
    const question: AchQuestion = { mode: 'posted', accounts: [own(1), own(4)], ...reach }
    expect(await refusalOf(question)).toMatchObject(fieldOf('accounts.1'))
  })
  it('trap 43: refuses more than 31 days of the list', async () => {
    const question = { ...operatingList, fromDate: daysLater(today, -40) } as AchQuestion
    expect(await refusalOf(question)).toMatchObject(fieldOf('toDate'))
  })
  it('trap 43: refuses a single day of an earlier endpoint', async () => {
    const day = { fromDate: lastMonth.fromDate, toDate: lastMonth.fromDate }
    expect(await refusalOf({ mode: 'posted', accounts: [own(1)], ...day })).toMatchObject(
      fieldOf('toDate'),
    )
  })
  it('trap 58: refuses a highest amount above one billion dollars', async () => {
    const question = { ...operatingList, maximumAmount: 100_000_000_001 } as AchQuestion
    expect(await refusalOf(question)).toMatchObject(fieldOf('maximumAmount'))
  })
  it('refuses an own account that the profile does not have', async () => {
    const question = { ...operatingList, account: own(9) } as AchQuestion
    expect(await refusalOf(question)).toMatchObject(fieldOf('account'))
  })
})

describe('what the bank may say instead of rows', () => {
  it('trap 21: shows a 400 without matches as nothing found, and never answers a repeat from it', async () => {
    const { ask } = await start()
    const nothing = { ...operatingList, traceNumber: '999999999999999' } as AchQuestion
    const first = await ask(nothing)
    expect(first).toMatchObject({ rows: 0, answer: { kind: 'nothing-found' } })
    expect((await ask(nothing)).id).not.toBe(first.id)
  })

  it('trap 20: takes a 299 as rows with a warning', async () => {
    const { ask } = await start()
    await order({ scenario: 'answered-with-warning' })
    const asked = await ask({ mode: 'posted', accounts: [own(1)], ...reach })
    expect(asked.answer).toMatchObject({ kind: 'answered', trace: { status: 299 } })
    expect(asked.answer?.kind === 'answered' && asked.answer.warnings.length).toBeGreaterThan(0)
  })

  it('trap 22: takes a failure in a 200 as one', async () => {
    const { ask } = await start()
    await order({ scenario: 'failure-in-200' })
    const asked = await ask({ mode: 'posted', accounts: [own(1)], ...reach })
    expect(asked).toMatchObject({ rows: 0, answer: { kind: 'refused' } })
  })

  it.each([
    ['an empty 400', 'empty-400', { kind: 'refused', problem: 'request-invalid' }],
    ['a 502 that is a page of HTML', 'html-502', { kind: 'refused', unreadable: 'html' }],
    ['a connection cut in the answer', 'dropped-mid-answer', { kind: 'no-answer' }],
    ['garbage with a 200', 'garbage-200', { kind: 'not-understood' }],
  ] as const)(
    'keeps %s under its own name and answers no repeat from it',
    async (_, scenario, answer) => {
      const { ask, inquiry, context } = await start()
      // ACH inquiry asks up to twice more where that is safe.
      await order({ scenario, times: 3 })
      const first = await ask(operatingList)
      expect(first).toMatchObject({
        rows: 0,
        answer,
        progress: { kind: 'broken-off', why: 'failed' },
      })
      await bank.control.clearScenarios()
      const again = await ask(operatingList)
      expect(again.id).not.toBe(first.id)
      expect(again.answer?.kind).toBe('answered')
      const list = await inquiry.list({ cursor: null, limit: 10 }, context)
      expect(list).toMatchObject({
        value: { items: [{ id: again.id }, { id: first.id }], total: 2 },
      })
    },
  )

  it('trap 19: asks nothing while the bank wants silence, and shows what is kept all the same', async () => {
    const { ask, inquiry, context } = await start()
    const kept = await ask(operatingList)
    await order({ scenario: 'too-many-requests' })
    const refused = await ask({ mode: 'posted', accounts: [own(1)], ...reach })
    expect(refused.answer).toMatchObject({ kind: 'refused', problem: 'threshold-reached' })
    const { silentUntil: _before, ...before } = await bank.control.counters()
    expect(await inquiry.ask({ question: operatingList, again: true }, context)).toMatchObject({
      error: { code: 'rate-paused' },
    })
    expect((await ask(operatingList)).id).toBe(kept.id)
    const { silentUntil: _after, ...after } = await bank.control.counters()
    expect(after).toEqual(before)
  })
})

describe('what is kept', () => {
  it('answers the same question of the same day from what is kept, unless it is asked again', async () => {
    const { ask } = await start()
    const first = await ask(operatingList)
    const before = await bank.control.counters()
    expect((await ask({ ...operatingList })).id).toBe(first.id)
    expect(await bank.control.counters()).toEqual(before)
    expect((await ask(operatingList, true)).id).not.toBe(first.id)
  })

  it('asks once for a question that comes twice at once', async () => {
    const { ask } = await start()
    const [one, other] = await Promise.all([ask(operatingList), ask(operatingList)])
    expect(one.id).toBe(other.id)
  })

  it('reads inquiries of an earlier run without the bank, as they were', async () => {
    const first = await start()
    const asked = await first.ask(operatingList)
    const rows = await first.rowsOf(asked.id)
    const record = await first.rowOf(asked.id, 2)
    await first.workstation.close()
    open.splice(0)
    const later = await start()
    const before = await bank.control.counters()
    expect(later.valueOf(await later.inquiry.get({ id: asked.id }, later.context))).toEqual(asked)
    expect(await later.rowsOf(asked.id)).toEqual(rows)
    expect(await later.rowOf(asked.id, 2)).toEqual(record)
    expect((await later.ask(operatingList)).id).toBe(asked.id)
    const after = await bank.control.counters()
    expect(after).toEqual(before)
  })

  it('asks anew by an inquiry whose typed number only main knows', async () => {
    const { ask, inquiry, context, valueOf } = await start()
    const typed: AchQuestion = {
      mode: 'list',
      account: { kind: 'typed', number: clientAccounts[0]?.accountNumber ?? '' },
      ...lastMonth,
    }
    const asked = await ask(typed)
    expect(asked.rows).toBeGreaterThan(0)
    const again = valueOf(await inquiry.askAgain({ id: asked.id }, context))
    expect(again.id).not.toBe(asked.id)
    expect(again.rows).toBe(asked.rows)
    expectMasked([...said, JSON.stringify(again)])
  })

  it('names no full account in any act, and tells of who looked in full', async () => {
    const { ask, inquiry, context, valueOf, workstation, rowsOf } = await start()
    const asked = await ask(operatingList)
    await rowsOf(asked.id)
    const shown = valueOf(await inquiry.reveal({ id: asked.id, row: 0 }, context))
    expect(shown.isMasked).toBe(false)
    expect(JSON.stringify(shown)).toContain('7200450011')
    await inquiry.takeReceiver({ id: asked.id, row: 1 }, context)
    await workstation.close()
    open.splice(0)
    const store = await openPracticeStore(folder)
    try {
      const acts = await store.read.selectFrom('audit_entries').selectAll().execute()
      const ofInquiry = acts.filter(({ kind }) => kind.startsWith('inquiry.'))
      expect(ofInquiry.map(({ kind }) => kind)).toEqual([
        'inquiry.asked',
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
      expect(calls).toEqual([{ inquiry_id: asked.id, lane: 'interactive' }])
    } finally {
      await store.close()
    }
  })
})

describe('one row', () => {
  it('has its detail asked for once a day, linked by its PAR number', async () => {
    const { ask, rowOf, inquiry, context, valueOf, heard } = await start()
    const asked = await ask(operatingList)
    expect((await rowOf(asked.id)).detail).toBeNull()
    const of = { id: asked.id, row: 0 }
    const record = valueOf(heard(await inquiry.askDetail({ ...of, again: false }, context)))
    expect(record.detail?.answer.kind).toBe('answered')
    const before = await bank.control.counters()
    const same = valueOf(heard(await inquiry.askDetail({ ...of, again: false }, context)))
    expect(same.detail).toEqual(record.detail)
    expect((await rowOf(asked.id)).detail).toEqual(record.detail)
    expect(await bank.control.counters()).toEqual(before)
    const again = valueOf(heard(await inquiry.askDetail({ ...of, again: true }, context)))
    expect(again.detail?.callId).not.toBe(record.detail?.callId)
    // A detail is no line of the list of inquiries.
    const list = valueOf(await inquiry.list({ cursor: null, limit: 10 }, context))
    expect(list.total).toBe(1)
    expectMasked(said)
  })

  it('hands its receiver to a validation: the routing number is the detail’s, blank before', async () => {
    const { ask, inquiry, context, valueOf } = await start()
    const of = { id: (await ask(operatingList)).id, row: 0 }
    const before = valueOf(await inquiry.takeReceiver(of, context))
    expect(before.accountNumber).toMatch(/^\d{4,}$/)
    expect(before.routingNumber).toBe('')
    expect(before.name).not.toBe('')
    await inquiry.askDetail({ ...of, again: false }, context)
    const after = valueOf(await inquiry.takeReceiver(of, context))
    expect(after).toEqual({ ...before, routingNumber: expect.stringMatching(/^\d{9}$/) as string })
  })

  it('is not found where there is none', async () => {
    const { ask, inquiry, context } = await start()
    const { id } = await ask(operatingList)
    const missing = { ok: false, error: { code: 'not-found' } }
    expect(await inquiry.getRow({ id, row: 9999 }, context)).toEqual(missing)
    expect(await inquiry.getRow({ id: 'q-none', row: 0 }, context)).toEqual(missing)
    expect(await inquiry.get({ id: 'q-none' }, context)).toEqual(missing)
  })
})

describe('the list of rows', () => {
  it('is searched by the digits of an account without its zeros, which it does not show', async () => {
    const { ask, rowsOf, inquiry, context, valueOf } = await start()
    const { id } = await ask(operatingList)
    const full = valueOf(await inquiry.takeReceiver({ id, row: 0 }, context)).accountNumber
    const found = await rowsOf(id, { search: `000${full.replace(/^0+/, '')}` })
    expect(found.items.map(({ row }) => row)).toContain(0)
    expect(JSON.stringify(found)).not.toContain(full.replace(/^0+/, ''))
    expect((await rowsOf(id, { search: 'no such thing' })).total).toBe(0)
  })

  it('pages by a cursor through any order without losing or repeating a row', async () => {
    const { ask, rowsOf } = await start()
    const { id, rows } = await ask(operatingList)
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

  it('is filtered by status as it came', async () => {
    const { ask, rowsOf } = await start()
    const { id } = await ask(operatingList)
    const all = await rowsOf(id)
    const status = all.items[0]?.status ?? ''
    const some = await rowsOf(id, { status })
    expect(some.total).toBe(all.items.filter((one) => one.status === status).length)
  })
})
