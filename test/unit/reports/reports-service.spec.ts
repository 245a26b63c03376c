import { afterEach, describe, expect, it } from 'vitest'
import { createReports } from '../../../main/bank/reports.ts'
import { systemClock } from '../../../main/clock.ts'
import { createReportsService } from '../../../main/reports/reports.service.ts'
import { reportAnswer } from '../../../preload/contract/reports/report-answer.ts'
import type { ReportRequest } from '../../../preload/contract/reports/report-request.ts'
import { json, RealBank } from '../bank/parts/real-bank.ts'

const request: ReportRequest = { report: 'previous-day', body: '{"accountNumber":"7200450011"}' }
let bank: RealBank | undefined
afterEach(() => bank?.close())

const openService = async (pausedUntil: Date | null = null) => {
  const opened = await RealBank.open()
  bank = opened
  const api = createReports({ client: opened.client, partnerClientId: () => null })
  const service = createReportsService({
    api: () => api,
    pausedUntil: () => pausedUntil,
    clock: systemClock,
  })
  return { opened, service }
}

describe('reports', () => {
  it('tells the window no account of the answer, wherever it stands', async () => {
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
    const result = await service.ask(request, 'ann')
    const told = reportAnswer.parse(result.ok ? result.value : undefined)
    expect(told.answer.kind).toBe('answered')
    expect(JSON.stringify(told)).not.toMatch(/7200450011|445566778/)
    expect(told.raw).toContain('"amount":12500')
    const reading = told.answer.kind === 'answered' ? told.answer.reading : null
    expect(reading?.rows).toHaveLength(2)
    expect(reading?.columns).toContain('baiCode')
  })

  it('masks what a refusal says and keeps what traces it', async () => {
    const { opened, service } = await openService()
    opened.reply = (_, response) =>
      json(response, 400, {
        ErrorMessage: 'No account 7200450011',
        TransactionId: 'T-1',
        unknown: '7200450011',
      })
    const result = await service.ask(request, 'ann')
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
    const result = await service.ask(request, 'ann')
    const told = reportAnswer.parse(result.ok ? result.value : undefined)
    expect(told.raw).toBeNull()
    expect(told.callId).not.toBeNull()
    expect(JSON.stringify(told)).not.toMatch(/7200450011|Roe/)
    const base64 = opened.records.at(-1)?.responseBody ?? ''
    expect(base64.length).toBeGreaterThan(20)
    expect(JSON.stringify(told)).not.toContain(base64)
  })

  it('masks under whatever name the bank chose, and what no name tells of', async () => {
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
    const result = await service.ask(request, 'ann')
    expect(result).toMatchObject({ value: { answer: { kind: 'refused' } } })
    const told = JSON.stringify(result)
    expect(told).not.toMatch(/0012345678|Main|6145550100|Jane|Roe|5566778899|998877|443322/)
    expect(told).toContain('8899')
  })

  it('asks nothing while the bank wants silence, and says until when', async () => {
    const until = new Date(Date.now() + 60_000)
    const { opened, service } = await openService(until)
    expect(await service.ask(request, 'ann')).toEqual({
      ok: false,
      error: { code: 'rate-paused', until: until.toISOString() },
    })
    expect(opened.received).toHaveLength(0)
  })

  it('says that there is no bank', async () => {
    const service = createReportsService({
      api: () => undefined,
      pausedUntil: () => null,
      clock: systemClock,
    })
    expect(await service.ask(request, 'ann')).toEqual({
      ok: false,
      error: { code: 'bank-not-running' },
    })
  })
})
