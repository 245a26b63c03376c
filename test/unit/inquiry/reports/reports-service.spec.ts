import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { saveCall } from '../../../../main/bank/call-record.ts'
import { createReports } from '../../../../main/bank/apis/reports.ts'
import { systemClock } from '../../../../main/platform/clock.ts'
import {
  createReportsService,
  type Progress,
} from '../../../../main/inquiry/reports/reports.service.ts'
import { reportAnswer } from '../../../../preload/contract/api/reports/report-answer.ts'
import {
  reportRequest,
  type ReportRequest,
} from '../../../../preload/contract/bank/reports/report-request.ts'
import { json, RealBank } from '../../bank/support/real-bank.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'

const request: ReportRequest = { report: 'previous-day', body: '{"accountNumber":"7200450011"}' }
let bank: RealBank | undefined
afterEach(() => bank?.close())

const ownAccounts = [
  { id: 'own-1', account_number: '0072009911' },
  { id: 'own-2', account_number: '0088009911' },
]
const openService = async (pausedUntil: Date | null = null, file = newStorePath()) => {
  const store = await open(file)
  const opened = await RealBank.open(
    (same) => same,
    'localhost',
    (call) => saveCall(store, call),
  )
  bank = opened
  const api = createReports({ client: opened.client, partnerClientId: () => null })
  let bankIsThere = true
  const problems: unknown[] = []
  const progress: Progress[] = []
  const service = createReportsService({
    store,
    api: () => (bankIsThere ? api : undefined),
    pausedUntil: () => pausedUntil,
    accounts: () => ownAccounts,
    operatorName: (id) => id.toUpperCase(),
    clock: systemClock,
    newId: randomUUID,
    progressed: (one) => progress.push(one),
    report: (_, problem) => problems.push(problem),
  })
  const goOffline = () => (bankIsThere = false)
  return { opened, service, store, goOffline, problems, progress }
}

const page = { cursor: null, limit: 50 }
const valueOf = <T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false },
): T => {
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.value
}

describe('reports', () => {
  it('sends the window no account of the answer, wherever it is', async () => {
    const { opened, service } = await openService()
    opened.reply = (_, response) =>
      json(response, 200, {
        totalRows: 2,
        note: 'movements of 7200450011',
        transactions: [
          { accountNumber: '7200450011', baiCode: '495', amount: 12500, text: 'to 00445566778' },
          { counterparty: { accountNumber: 445566778 }, baiCode: '165' },
        ],
        '7200450011': 'as a name',
      })
    const result = await service.request(request, 'ann')
    const reportRead = reportAnswer.parse(result.ok ? result.value : undefined)
    expect(reportRead.answer.kind).toBe('answered')
    expect(JSON.stringify(reportRead)).not.toMatch(/7200450011|445566778/)
    expect(reportRead.raw).toContain('"amount":12500')
    const reading = reportRead.answer.kind === 'answered' ? reportRead.answer.reading : null
    expect(reading?.rows).toHaveLength(2)
    expect(reading?.columns).toContain('baiCode')
  })

  it('masks the text of a refusal and keeps its trace ids', async () => {
    const { opened, service } = await openService()
    opened.reply = (_, response) =>
      json(response, 400, {
        ErrorMessage: 'No account 7200450011',
        TransactionId: 'T-1',
        unknown: '7200450011',
      })
    const result = await service.request(request, 'ann')
    expect(JSON.stringify(result)).not.toContain('7200450011')
    expect(result).toMatchObject({
      value: {
        answer: { kind: 'refused', problem: 'request-invalid', trace: { transactionId: 'T-1' } },
      },
    })
  })

  it('hands over no bytes that are not text: their base64 cannot be masked', async () => {
    const { opened, service } = await openService()
    opened.reply = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const bytes = [Buffer.from('{"accountNumber":"7200450011","n":"Jos'), Buffer.from([0xe9])]
      response.end(Buffer.concat([...bytes, Buffer.from(' Roe"}')]))
    }
    const result = await service.request(request, 'ann')
    const reportRead = reportAnswer.parse(result.ok ? result.value : undefined)
    expect(reportRead.raw).toBeNull()
    expect(reportRead.callId).not.toBeNull()
    expect(JSON.stringify(reportRead)).not.toMatch(/7200450011|Roe/)
    const base64 = opened.records.at(-1)?.responseBody ?? ''
    expect(base64.length).toBeGreaterThan(20)
    expect(JSON.stringify(reportRead)).not.toContain(base64)
  })

  it('masks fields under any name that the bank chose, and values that no name suggests', async () => {
    const { opened, service } = await openService()
    opened.reply = (_, response) =>
      json(response, 400, {
        ErrorMessage: 'Debit account 0012345678 has insufficient funds',
        detail: {
          addressLine1: '12 Main St',
          homePhone: '6145550100',
          customerName: 'Jane Roe',
          acctNbr: '5566778899',
          crVirtualNum: '998877',
          accounts: [{ id: '443322' }],
        },
      })
    const result = await service.request(request, 'ann')
    expect(result).toMatchObject({ value: { answer: { kind: 'refused' } } })
    const reportRead = JSON.stringify(result)
    expect(reportRead).not.toMatch(/0012345678|Main|6145550100|Jane|Roe|5566778899|998877|443322/)
    expect(reportRead).toContain('8899')
  })

  it('sends nothing while the bank requires a pause, and says until when', async () => {
    const until = new Date(Date.now() + 60_000)
    const { opened, service } = await openService(until)
    expect(await service.request(request, 'ann')).toEqual({
      ok: false,
      error: { code: 'rate-paused', until: until.toISOString() },
    })
    expect(opened.received).toHaveLength(0)
  })

  it('says that there is no bank', async () => {
    const { service, goOffline } = await openService()
    goOffline()
    expect(await service.request(request, 'ann')).toEqual({
      ok: false,
      error: { code: 'bank-not-running' },
    })
  })
})

describe('stored reports', () => {
  it('are read again offline as they were shown when they came', async () => {
    const { opened, service, goOffline, problems } = await openService()
    opened.reply = (_, response) =>
      json(response, 200, {
        totalRows: 1,
        transactions: [{ accountNumber: '7200450011', baiCode: '495', amount: 12500 }],
      })
    const reportRead = valueOf(await service.request(request, 'ann'))
    expect(problems).toEqual([])
    goOffline()
    expect(valueOf(await service.get(reportRead.id ?? ''))).toEqual(reportRead)
    expect(reportAnswer.parse(reportRead).operator).toBe('ANN')
    const { items, total } = await service.list(page)
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({
      id: reportRead.id,
      report: 'previous-day',
      outcome: 'answered',
      rows: 1,
      title: 'account \u2022\u2022\u2022\u20220011',
    })
    expect(JSON.stringify(items)).not.toContain('7200450011')
  })

  it.each([
    ['a refusal', 403, { ErrorMessage: 'No' }, 'refused'],
    ['nothing that is JSON', 200, undefined, 'not-understood'],
  ])('include %s too', async (_, status, body, kind) => {
    const { opened, service } = await openService()
    opened.reply = (_received, response) => {
      if (body) {
        json(response, status, body)
        return
      }
      response.writeHead(status, { 'content-type': 'text/html' })
      response.end('<html>gateway</html>')
    }
    const reportRead = valueOf(await service.request(request, 'ann'))
    expect(reportRead.answer.kind).toBe(kind)
    expect(valueOf(await service.get(reportRead.id ?? ''))).toEqual(reportRead)
  })

  it('record that no answer came', async () => {
    const { opened, service } = await openService()
    await opened.hangUp()
    const reportRead = valueOf(await service.request(request, 'ann'))
    expect(['no-answer', 'not-sent']).toContain(reportRead.answer.kind)
    expect(valueOf(await service.get(reportRead.id ?? ''))).toEqual(reportRead)
    expect((await service.list(page)).items[0]).toMatchObject({ outcome: reportRead.answer.kind })
  })

  it('bank note 39: hold no SSN, tax id, date of birth or id number of a body, in the table or in its acts', async () => {
    const { opened, service, store } = await openService()
    opened.reply = (received, response) => json(response, 200, { echo: received.body })
    const body =
      '{ "ssn": "123456789", "dob": "19700102", "idNo": "D1234567", "nested": {"taxId": "98-7654321"}, "amount": 1.10 }'
    const reportRead = valueOf(await service.request({ report: 'previous-day', body }, 'ann'))
    const stored = JSON.stringify([
      await store.read.selectFrom('inquiries').selectAll().execute(),
      await store.read.selectFrom('inquiry_calls').selectAll().execute(),
      await store.read.selectFrom('audit_entries').selectAll().execute(),
      reportRead,
      (await service.list(page)).items,
    ])
    expect(stored).not.toMatch(/123456789|19700102|D1234567|98-7654321/)
    const question = valueOf(await service.takeQuestion(reportRead.id ?? '', 'ann'))
    expect(question.body).toContain('"amount": 1.10')
  })

  it('P5: hold no secret in force that an operator wrote into a body', async () => {
    const { opened, service, store } = await openService()
    opened.reply = (_, response) => json(response, 200, {})
    const body = '{"note":"client-secret-1"}'
    const reportRead = valueOf(await service.request({ report: 'intraday', body }, 'ann'))
    const rows = await store.read.selectFrom('inquiries').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify([rows, reportRead])).not.toContain('client-secret-1')
  })

  it('return the request in full as a recorded act, and name no account in any act', async () => {
    const { opened, service, store } = await openService()
    opened.reply = (_, response) => json(response, 200, {})
    const reportRead = valueOf(await service.request({ ...request, startRowIndex: 1 }, 'ann'))
    expect(reportRead.question.body).not.toContain('7200450011')
    expect(valueOf(await service.takeQuestion(reportRead.id ?? '', 'theo'))).toEqual({
      report: 'previous-day',
      body: request.body,
      first: 1,
      second: null,
    })
    const acts = await auditEntries(store)
    expect(acts.at(-1)).toMatchObject({ actor: 'theo', kind: 'report.question-taken' })
    expect(acts.some(({ kind }) => kind === 'report.answered')).toBe(true)
    expect(JSON.stringify(acts)).not.toContain('7200450011')
  })

  it('send the number of the chosen own account, and return it masked under its id', async () => {
    const { opened, service } = await openService()
    const received: string[] = []
    opened.reply = (call, response) => {
      received.push(call.body)
      json(response, 200, {})
    }
    const body = '{"accountNumber":"\u2022\u2022\u2022\u20229911","fromDate":"2026-11-01"}'
    const own = { report: 'previous-day', body, account: 'own-2' } as const
    const reportRead = valueOf(await service.request(own, 'ann'))
    expect(received).toEqual(['{"accountNumber":"0088009911","fromDate":"2026-11-01"}'])
    expect(reportRead.question.body).not.toContain('0088009911')
    expect(valueOf(await service.takeQuestion(reportRead.id ?? '', 'ann'))).toEqual({
      report: 'previous-day',
      body,
      account: 'own-2',
      first: null,
      second: null,
    })
  })

  it('send no masked number, and none for an account that is no own one', async () => {
    const { opened, service } = await openService()
    let calls = 0
    opened.reply = (_, response) => {
      calls += 1
      json(response, 200, {})
    }
    const body = '{"accountNumber":"\u2022\u2022\u2022\u20229911"}'
    const refused = { ok: false, error: { code: 'invalid-input', fields: [{ path: 'body' }] } }
    for (const account of [undefined, 'gone'])
      expect(await service.request({ report: 'intraday', body, account }, 'ann')).toMatchObject(
        refused,
      )
    const other = body.replace('9911', '9912')
    const wrong = { report: 'intraday', body: other, account: 'own-1' } as const
    expect(await service.request(wrong, 'ann')).toMatchObject(refused)
    expect(calls).toBe(0)
  })

  it('are not found under an unknown id', async () => {
    const { service } = await openService()
    const gone = { ok: false, error: { code: 'not-found' } }
    expect(await service.get('x')).toEqual(gone)
    expect(await service.takeQuestion('x', 'ann')).toEqual(gone)
    expect(await service.readOn('x', 'ann')).toEqual(gone)
  })

  it('show an answer that could not be stored, and say so', async () => {
    const { opened, service, store, problems } = await openService()
    opened.reply = (_, response) => json(response, 200, { rows: [{ a: 1 }] })
    await store.close()
    const reportRead = valueOf(await service.request(request, 'ann'))
    expect(reportRead.id).toBeNull()
    expect(reportRead.answer.kind).toBe('answered')
    expect(problems).toHaveLength(1)
  })
})

describe('fetching more pages', () => {
  /** Seven rows, at most three per page; each page names its columns in another order. */
  const ofSeven: RealBank['reply'] = (received, response) => {
    const { startRowIndex = '1', endRowIndex = '7' } = JSON.parse(received.body) as {
      startRowIndex?: string
      endRowIndex?: string
    }
    const from = Number(startRowIndex)
    const last = Math.min(Number(endRowIndex), from + 2, 7)
    const transactions = Array.from({ length: Math.max(0, last - from + 1) }, (_, at) => {
      const amount = (from + at) * 100
      return from === 1 ? { amount, baiCode: '495' } : { late: 'x', baiCode: '165', amount }
    })
    json(response, 200, { totalRows: 7, transactions })
  }
  const three: ReportRequest = { ...request, startRowIndex: 1, endRowIndex: 3 }

  it.each([
    ['a member', '{"accountNumber":"7200450011","taxId":"123456789"}'],
    ['a secret', '{"note":"client-secret-1"}'],
  ])('bank note 39: requests nothing by a body of which %s was not stored', async (_, body) => {
    const { opened, service } = await openService()
    const received: string[] = []
    opened.reply = (call, response) => {
      received.push(call.body)
      ofSeven(call, response)
    }
    const first = valueOf(await service.request({ ...three, body }, 'ann'))
    expect(first).toMatchObject({ more: true, isBodyKept: false, total: 7 })
    const id = first.id ?? ''
    expect(valueOf(await service.readOn(id, 'ann'))).toMatchObject({ more: true })
    const taken = valueOf(await service.takeQuestion(id, 'ann'))
    expect(reportRequest.safeParse({ report: taken.report, body: taken.body }).success).toBe(false)
    expect(received).toHaveLength(1)
    expect(received[0]).toContain(body.slice(1, -1))
  })

  it('requests every following row once and joins the pages by the names of their columns', async () => {
    const { opened, service, progress } = await openService()
    opened.reply = ofSeven
    const first = valueOf(await service.request(three, 'ann'))
    expect(first).toMatchObject({ more: true, total: 7 })
    const all = valueOf(await service.readOn(first.id ?? '', 'ann'))
    expect(all).toMatchObject({ more: false, total: 7 })
    expect(all.pages.map(({ first: from, second: to }) => [from, to])).toEqual([
      [1, 3],
      [4, 1003],
      [7, 1006],
    ])
    const table = all.answer.kind === 'answered' ? all.answer.reading : null
    expect(table?.columns).toEqual(['amount', 'baiCode', 'late'])
    expect(table?.rows.map(([amount]) => amount)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((n) => String(n * 100)),
    )
    expect(table?.rows[0]).toEqual(['100', '495', null])
    expect(table?.rows[3]).toEqual(['400', '165', 'x'])
    expect(opened.calls).toHaveLength(3)
    expect(progress.map(({ rows }) => rows)).toEqual([6, 7])
    expect(valueOf(await service.get(first.id ?? ''))).toEqual(all)
    expect((await service.list(page)).items[0]).toMatchObject({ rows: 7 })
  })

  it('ends with the page that failed, shows it and can be taken up again', async () => {
    const { opened, service } = await openService()
    opened.reply = ofSeven
    const { id } = valueOf(await service.request(three, 'ann'))
    opened.reply = (_, response) => json(response, 403, { ErrorMessage: 'No' })
    const halted = valueOf(await service.readOn(id ?? '', 'ann'))
    expect(halted.pages.map(({ outcome }) => outcome)).toEqual(['answered', 'refused'])
    expect(halted.more).toBe(true)
    opened.reply = ofSeven
    const all = valueOf(await service.readOn(id ?? '', 'ann'))
    expect(all.answer.kind === 'answered' && all.answer.reading.rows).toHaveLength(7)
  })

  it.each([
    ['no list', { message: 'try later' }],
    ['an empty list', { totalRows: 7, transactions: [] }],
    ['an empty list and no total', { transactions: [] }],
  ])(
    'does not end for good with a page that holds %s: announced rows may be requested again',
    async (_what, body) => {
      const { opened, service } = await openService()
      opened.reply = ofSeven
      const { id } = valueOf(await service.request(three, 'ann'))
      opened.reply = (_, response) => json(response, 200, body)
      const halted = valueOf(await service.readOn(id ?? '', 'ann'))
      expect(halted).toMatchObject({ total: 7, more: true })
      expect(opened.calls).toHaveLength(2)
      opened.reply = ofSeven
      const all = valueOf(await service.readOn(id ?? '', 'ann'))
      expect(all).toMatchObject({ total: 7, more: false })
      expect(all.answer.kind === 'answered' && all.answer.reading.rows).toHaveLength(7)
      expect(all.pages.map(({ first: from }) => from)).toEqual([1, 4, 4, 7])
    },
  )

  it('P8: ends when the profile is left, and received pages are stored before that resolves', async () => {
    const { opened, service } = await openService()
    opened.reply = ofSeven
    const { id } = valueOf(await service.request(three, 'ann'))
    const left = Promise.withResolvers<undefined>()
    opened.reply = (received, response) => {
      void service.rest().then(() => left.resolve(undefined))
      ofSeven(received, response)
    }
    const reading = service.readOn(id ?? '', 'ann')
    await left.promise
    expect(valueOf(await service.get(id ?? '')).pages).toHaveLength(2)
    expect(valueOf(await reading).more).toBe(true)
    expect(opened.calls).toHaveLength(2)
  })

  it('stops on request, and keeps the received pages', async () => {
    const { opened, service } = await openService()
    opened.reply = ofSeven
    const { id } = valueOf(await service.request(three, 'ann'))
    opened.reply = (received, response) => {
      service.stopReading(id ?? '')
      ofSeven(received, response)
    }
    const stopped = valueOf(await service.readOn(id ?? '', 'ann'))
    expect(stopped.more).toBe(true)
    expect(opened.calls).toHaveLength(2)
  })

  it.each([
    ['the body pages itself', '{"startRowIndex":"1","endRowIndex":"3"}', ofSeven],
    [
      'the bank does not say that more follow',
      '{}',
      (_, response) => json(response, 200, { rows: [{ a: 1 }] }),
    ],
  ])('is not offered where %s', async (_, body, reply) => {
    const { opened, service } = await openService()
    opened.reply = reply
    const reportRead = valueOf(await service.request({ report: 'intraday', body }, 'ann'))
    expect(reportRead.more).toBe(false)
    await service.readOn(reportRead.id ?? '', 'ann')
    expect(opened.calls).toHaveLength(1)
  })
})
