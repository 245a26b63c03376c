/** The work scenarios on ACH inquiry and ACH origination. */
import { expect, it } from 'vitest'
import type { Scenario } from '../../../preload/contract/api/practice/practice.ts'
import {
  addenda,
  queryEarlier,
  batchIn,
  batchOf,
  day,
  detail,
  detailsIn,
  list,
  listed,
  messageCodeOf,
  originate,
  origination,
  pageOf,
  post,
  ppd,
  rowsOf,
  traceIn,
  transactionsOf,
  uuid,
} from './ach-caller.ts'
import { Caller, inside } from './practice-caller.ts'

const once = (caller: Caller, scenario: Scenario) =>
  caller.control.setScenario({ scenario, times: 1 })

it.each(['returns', 'collected', 'posted', 'status'] as const)(
  'bank note 22: answers %s with failure in a 200, once',
  async (which) => {
    await using caller = await Caller.open()
    const change = which === 'status' ? { parNumber: ['1'] } : {}
    await once(caller, 'failure-in-200')
    const { answer, header, response, rows } = await queryEarlier(caller, which, change)
    expect([answer.status, header['status'], rows.length]).toEqual([200, 'failure', 0])
    expect(rowsOf(inside(response, 'errorResponse'), 'businessFault')).toHaveLength(1)
    expect((await queryEarlier(caller, which, change)).header['status']).toBe('accepted')
  },
)

it('bank note 22: answers list and detail with failure in a 200', async () => {
  await using caller = await Caller.open()
  const parNumber = String(transactionsOf(await list(caller))[0]?.['parNumber'])
  await once(caller, 'failure-in-200')
  const failed = await list(caller)
  expect([failed.status, transactionsOf(failed)]).toEqual([200, []])
  expect(['001', '099']).not.toContain(messageCodeOf(failed))
  await once(caller, 'failure-in-200')
  const failedDetail = await detail(caller, parNumber)
  expect([failedDetail.status, Object.keys(failedDetail.json)]).toEqual([200, ['errorResponse']])
})

it('bank note 67: does not find a batch that it has, by addenda status and by list, once each', async () => {
  await using caller = await Caller.open()
  const trace = traceIn(await originate(caller, 'ppd', [ppd(11)]))
  caller.clock.advance(2000)
  await caller.control.setScenario({ scenario: 'found-late', times: 1, target: 'ach-origination' })
  expect((await addenda(caller, uuid(11))).status).toBe(404)
  expect((await addenda(caller, uuid(11))).json['status']).toBe('accepted')
  await caller.control.setScenario({ scenario: 'found-late', times: 1, target: 'ach-inquiry' })
  expect(await listed(caller, trace)).toBeUndefined()
  expect(await listed(caller, trace)).toBeDefined()
})

it('bank note 67: does not find a batch whose answer did not get out, and finds one that it has answered for', async () => {
  await using caller = await Caller.open()
  const reportedTrace = traceIn(await originate(caller, 'ppd', [ppd(11)]))
  await caller.control.setScenario({ scenario: 'accepted-then-504', times: 1, target: 'money' })
  await originate(caller, 'ppd', [ppd(12)])
  caller.clock.advance(2000)
  const times = 'until-cleared'
  await caller.control.setScenario({ scenario: 'unreported-found-late', times, target: 'api' })
  expect((await addenda(caller, uuid(11))).json['status']).toBe('accepted')
  expect((await addenda(caller, uuid(12))).status).toBe(404)
  const unreported = String(BigInt(reportedTrace) + 1n).padStart(reportedTrace.length, '0')
  expect(await listed(caller, reportedTrace)).toBeDefined()
  expect(await listed(caller, unreported)).toBeUndefined()
  await caller.control.clearScenarios()
  expect((await addenda(caller, uuid(12))).json['status']).toBe('accepted')
  expect(await listed(caller, unreported)).toBeDefined()
})

it('bank note 82: answers an unknown uuid as rejected where that is ordered, and a known one as ever', async () => {
  await using caller = await Caller.open()
  await originate(caller, 'ppd', [ppd(11)])
  await once(caller, 'unknown-as-rejected')
  expect((await addenda(caller, uuid(11))).json['status']).toBe('accepted')
  const unknown = await addenda(caller, uuid(12))
  expect([unknown.status, unknown.json['status'], unknown.json['traceNumber']]).toEqual([
    200,
    'rejected',
    undefined,
  ])
  expect((await addenda(caller, uuid(12))).status).toBe(404)
})

it('writes customData in another way in the details where that is ordered', async () => {
  await using caller = await Caller.open()
  const as = '000000000000000000000000000000ab'
  const sent = await post(caller, `${origination}/ppd`, {
    ...batchOf(caller, 'ppd', [ppd(11), ppd(12), ppd(13)]),
    customData: as,
  })
  caller.clock.advance(2000)
  const written = async (): Promise<unknown[]> => {
    const customDataSeen: unknown[] = []
    for (const at of [0, 1, 2]) {
      const row = await listed(caller, traceIn(sent, at))
      customDataSeen.push((await detail(caller, String(row?.['parNumber']))).json['customData'])
    }
    return customDataSeen
  }
  await caller.control.setScenario({ scenario: 'custom-data-rewritten', times: 'until-cleared' })
  expect(new Set(await written())).toEqual(
    new Set([
      as.toUpperCase(),
      '00000000-0000-0000-0000-0000000000ab',
      `Batch ${as} of the client`,
    ]),
  )
  await caller.control.clearScenarios()
  expect(await written()).toEqual([as, as, as])
})

it('rejects a batch in a 200 and originates nothing, so that its uuid stays free', async () => {
  await using caller = await Caller.open()
  await once(caller, 'failure-in-200')
  const failed = await originate(caller, 'ppd', [ppd(11)])
  expect([failed.status, batchIn(failed)['status']]).toEqual([200, 'rejected'])
  expect((await addenda(caller, uuid(11))).status).toBe(404)
  expect(batchIn(await originate(caller, 'ppd', [ppd(11)]))['status']).toBe('accepted')
  await once(caller, 'failure-in-200')
  const requested = await addenda(caller, uuid(11))
  expect([requested.status, requested.json['status']]).toEqual([200, 'rejected'])
})

it('bank note 83: refuses the first entry of an accepted batch', async () => {
  await using caller = await Caller.open()
  await once(caller, 'detail-in-error')
  const answer = await originate(caller, 'ppd', [ppd(11), ppd(12)])
  expect(batchIn(answer)['status']).toBe('accepted')
  expect(detailsIn(answer).map((one) => one['status'])).toEqual(['rejected', 'accepted'])
  expect((await addenda(caller, uuid(11))).json).toMatchObject({ status: 'rejected' })
})

it('sends the first entry back after it was settled, in every inquiry', async () => {
  await using caller = await Caller.open()
  await once(caller, 'entry-returned')
  const sent = await originate(caller, 'ppd', [ppd(11), ppd(12)])
  const trace = traceIn(sent)
  caller.clock.advance(60_000)
  expect(await listed(caller, trace)).toMatchObject({ transactionStatus: 'SETTLED' })
  expect(await listed(caller, trace, 'RETURNED')).toBeUndefined()
  caller.clock.advance(30_000)
  expect(await listed(caller, trace)).toBeUndefined()
  const item = await listed(caller, trace, 'RETURNED')
  expect(item).toMatchObject({ transactionStatus: 'RETURNED', returnReasonCode: 'R03' })
  expect(await listed(caller, traceIn(sent, 1))).toMatchObject({ transactionStatus: 'SETTLED' })
  const { rows } = await queryEarlier(caller, 'returns', {
    fromDate: day(caller, -1),
    toDate: day(caller, 1),
    parNumber: item?.['parNumber'],
  })
  expect(rows).toMatchObject([{ returnReasonCode: 'R03', traceId: trace }])
  const status = rowsOf((await addenda(caller, uuid(11))).json, 'addenda')
  expect(status.map((one) => one['addendaTypeCode'])).toEqual(['05', '99'])
  const returnPar = String(rows[0]?.['returnTransactionParNumber'])
  expect((await detail(caller, returnPar)).json).toMatchObject({ traceNumber: trace })
})

it('bank note 54: gives the first entry a notification of change, which the detail holds in full', async () => {
  await using caller = await Caller.open()
  await once(caller, 'entry-changed')
  const trace = traceIn(await originate(caller, 'ppd', [ppd(11)]))
  caller.clock.advance(60_000)
  const before = await listed(caller, trace)
  expect(Number(before?.['notificationOfChangeAddendaCount'])).toBe(0)
  caller.clock.advance(15_000)
  const after = await listed(caller, trace)
  expect(Number(after?.['notificationOfChangeAddendaCount'])).toBe(1)
  expect((await detail(caller, String(after?.['parNumber']))).json).toMatchObject({
    transactionStatus: 'SETTLED',
    notificationOfChange: [
      {
        changeCode: 'C01',
        changeDescription: 'Incorrect bank account number',
        correctedData: '401139',
      },
    ],
  })
})

it('bank note 49: shows no return for a while, in any inquiry, and then shows it', async () => {
  await using caller = await Caller.open()
  const searched = async () => ({
    returned: (await list(caller, { dateSearchType: 'RETURNED' })).status,
    earlier: (await queryEarlier(caller, 'returns')).rows.length,
  })
  const [back] = transactionsOf(await list(caller, { dateSearchType: 'RETURNED' }))
  const statusOf = async () =>
    (await detail(caller, String(back?.['parNumber']))).json['transactionStatus']
  await caller.control.setScenario({ scenario: 'return-shown-late', times: 'until-cleared' })
  expect(await searched()).toEqual({ returned: 400, earlier: 0 })
  expect(await statusOf()).toBe('SETTLED')
  const shown = transactionsOf(await list(caller, { traceNumber: String(back?.['traceNumber']) }))
  expect(shown).toMatchObject([{ transactionStatus: 'SETTLED' }])
  await caller.control.clearScenarios()
  expect(await searched()).toMatchObject({ returned: 200 })
  expect(await statusOf()).toBe('RETURNED')
})

it('bank note 49: shows nothing as settled under consolidated settlement', async () => {
  await using caller = await Caller.open()
  await caller.control.setScenario({ scenario: 'consolidated-settlement', times: 'until-cleared' })
  const items = transactionsOf(await list(caller))
  expect(new Set(items.map((item) => item['transactionStatus']))).toEqual(new Set(['COLLECTED']))
  expect(items.some((item) => 'settlementDate' in item)).toBe(false)
  const settled = await list(caller, { dateSearchType: 'SETTLED' })
  expect([settled.status, messageCodeOf(settled)]).toEqual([400, '001'])
  const { json } = await detail(caller, String(items[0]?.['parNumber']))
  expect(json['transactionStatus']).toBe('COLLECTED')
})

it('bank note 47: cuts rows off, says that was the last page, and still counts them all', async () => {
  await using caller = await Caller.open()
  const whole = transactionsOf(await list(caller)).length
  await once(caller, 'rows-cut-off')
  const cut = await list(caller)
  expect(transactionsOf(cut)).toHaveLength(Math.floor(whole / 2))
  expect(pageOf(cut)).toMatchObject({ lastPage: true, totalRecords: whole })
  const all = (await queryEarlier(caller, 'collected')).rows.length
  await once(caller, 'rows-cut-off')
  const { header, rows } = await queryEarlier(caller, 'collected')
  expect(rows).toHaveLength(Math.floor(all / 2))
  expect(header).toMatchObject({ retrivedRows: String(rows.length), totalRows: String(all) })
})

it('takes a batch in although the gateway gives up, once ordered for origination', async () => {
  await using caller = await Caller.open()
  await caller.control.setScenario({
    scenario: 'accepted-then-504',
    times: 1,
    target: 'ach-origination',
  })
  expect((await originate(caller, 'ppd', [ppd(11)])).status).toBe(504)
  expect((await addenda(caller, uuid(11))).json).toMatchObject({ status: 'accepted' })
})
