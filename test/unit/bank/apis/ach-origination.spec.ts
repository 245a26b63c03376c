import { describe, expect, it } from 'vitest'
import { createAchOrigination } from '../../../../main/bank/apis/ach-origination.ts'
import type { BankClient } from '../../../../main/bank/bank-client.ts'
import { originationBody } from '../../../../main/bank/apis/ach-origination-wire.ts'
import { answeredEntries } from '../../../../preload/contract/bank/ach-origination/answered-entries.ts'
import {
  originationBatch,
  secCodes,
  type SecCode,
} from '../../../../preload/contract/bank/ach-origination/batch.ts'
import { idOf, plainBatch } from '../../preload/contract/bank/support/ach-batch.ts'
import { closeBanksAfterEach, openBank } from '../support/open-bank.ts'
import { json, type RealBank } from '../support/real-bank.ts'

closeBanksAfterEach()

const bodyOf = (secCode: SecCode) =>
  originationBody(originationBatch.parse(plainBatch(secCode)), { amountUnit: 'dollars' })
const api = (bank: RealBank) =>
  createAchOrigination({ client: bank.client, wait: () => Promise.resolve() })
const refusal = { code: 'ACH-17', moreInfo: 'account closed' }
const batch = {
  uuid: idOf(1),
  status: 'accepted',
  requestAcceptedUTCTime: '2026-11-21T14:00:00Z',
  effectiveDate: '2026-11-25',
  informationMessages: [{ code: 'ACH-02', moreInfo: 'effective date moved' }],
  errorMessages: [],
  details: [
    { uuid: idOf(2), status: 'accepted', traceNumber: '041000120000001' },
    { uuid: idOf(3), status: 'rejected', errorMessages: [refusal], traceNumber: null },
  ],
}
/** Originates once with the bank's answer set. */
async function originate(bank: RealBank, status: number, body: unknown) {
  bank.reply = (_, response) => json(response, status, body)
  return api(bank).originate('CCD', bodyOf('CCD'), 'ann')
}

describe('originating a batch', () => {
  it('bank note 11: sends each SEC code to its own path, byte for byte and without PartnerClientId', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => json(response, 200, { batch })
    for (const secCode of secCodes) await api(bank).originate(secCode, bodyOf(secCode), 'ann')
    expect(bank.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /ach/payments/v1/ccd',
      'POST /ach/payments/v1/ctx',
      'POST /ach/payments/v1/ppd',
    ])
    expect(bank.calls.map(({ body }) => body)).toEqual(secCodes.map(bodyOf))
    for (const { headers } of bank.calls) expect(headers).not.toHaveProperty('partnerclientid')
    expect(bank.records.slice(1).map(({ purpose, actor }) => [purpose, actor])).toEqual([
      ['originate-ccd', 'ann'],
      ['originate-ctx', 'ann'],
      ['originate-ppd', 'ann'],
    ])
  })

  it('bank note 83: reads an accepted batch with a refused entry, in its wrapper and without', async () => {
    const bank = await openBank()
    for (const body of [{ batch }, batch]) {
      const { outcome, answer, callId, raw } = await originate(bank, 200, body)
      expect(outcome).toMatchObject({ kind: 'answered', verdict: 'accepted', status: 200 })
      if (answer.kind !== 'answered') throw new Error(answer.kind)
      const { reading } = answer
      expect(reading).toMatchObject({ uuid: idOf(1), effectiveDate: '2026-11-25', other: [] })
      expect(reading.informationMessages).toMatchObject([
        { code: 'ACH-02', moreInfo: 'effective date moved' },
      ])
      const { entries, strays } = answeredEntries([idOf(2), idOf(3), idOf(4)], reading)
      expect(entries.map(({ verdict }) => verdict)).toEqual([
        'accepted',
        'rejected',
        'not-mentioned',
      ])
      expect(entries[1]?.answers[0]).toMatchObject({ errorMessages: [refusal], traceNumber: null })
      expect(strays).toEqual([])
      expect(callId).toBe(bank.records.at(-1)?.id)
      expect(raw).toBe(JSON.stringify(body))
    }
  })

  it('drops nothing: neither fields beside the batch, nor unknown ones', async () => {
    const bank = await openBank()
    const body = { batch: { ...batch, uuid: null, lane: 'B7' }, uuid: idOf(1), customData: 'X1' }
    const { answer } = await originate(bank, 200, body)
    expect(answer).toMatchObject({
      kind: 'answered',
      reading: {
        uuid: idOf(1),
        other: [
          { path: 'customData', value: 'X1' },
          { path: 'lane', value: 'B7' },
        ],
      },
    })
  })

  it('reports a rejected batch as refused, with the message of the bank', async () => {
    const bank = await openBank()
    const { outcome, answer } = await originate(bank, 200, {
      batch: {
        ...batch,
        status: 'rejected',
        errorMessages: [refusal],
        details: batch.details.map(({ uuid }) => ({ uuid, status: 'rejected' })),
      },
    })
    expect(outcome).toMatchObject({ kind: 'answered', verdict: 'rejected' })
    expect(answer).toMatchObject({
      kind: 'refused',
      problem: 'failed-in-success',
      messages: [{ code: 'ACH-17', text: 'account closed' }],
      reading: { uuid: idOf(1), details: [{}, {}] },
    })
  })

  it('bank note 60: reads a status that comes as an object', async () => {
    const bank = await openBank()
    const { outcome, answer } = await originate(bank, 200, {
      batch: { ...batch, status: { value: 'accepted' } },
    })
    expect(outcome).toMatchObject({ kind: 'answered', verdict: 'accepted' })
    expect(answer).toMatchObject({ kind: 'answered', reading: { status: 'accepted', other: [] } })
  })

  it('bank note 84: sends once, and calls the outcome unknown, when the answer decides nothing', async () => {
    const bank = await openBank()
    const unknown = [
      [500, { ErrorMessage: 'runtime' }, 'refused'],
      [504, {}, 'refused'],
      [200, { batch: { ...batch, status: 'queued' } }, 'answered'],
    ] as const
    for (const [status, body, kind] of unknown) {
      const { outcome, answer } = await originate(bank, status, body)
      expect(outcome).toMatchObject({ kind: 'outcome-unknown', status })
      expect(answer.kind).toBe(kind)
    }
    expect(bank.calls).toHaveLength(3)
  })

  it('bank note 84: sends once when the connection is lost, in the middle of the answer too', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => response.destroy()
    expect(await api(bank).originate('CCD', bodyOf('CCD'), 'ann')).toMatchObject({
      outcome: { kind: 'outcome-unknown', reason: 'no-answer' },
      answer: { kind: 'no-answer', reason: 'connection-lost' },
      raw: null,
    })
    bank.reply = (_, response) => {
      response.writeHead(200, { 'content-length': '500' }).write('{"batch":{"status":"accepted"')
      setTimeout(() => response.destroy(), 50)
    }
    expect(await api(bank).originate('CCD', bodyOf('CCD'), 'ann')).toMatchObject({
      outcome: { kind: 'outcome-unknown', reason: 'answer-cut-off' },
      answer: { kind: 'no-answer', reason: 'connection-lost' },
    })
    expect(bank.calls).toHaveLength(2)
  })

  it('reports nothing taken in for a 400, and unknown for one that names a transaction', async () => {
    const bank = await openBank()
    const plain = await originate(bank, 400, { ErrorMessage: 'secCode missing' })
    expect(plain.outcome).toEqual({ kind: 'not-sent', reason: 'refused', status: 400 })
    expect(plain.answer).toMatchObject({
      kind: 'refused',
      problem: 'request-invalid',
      messages: [{ code: null, text: 'secCode missing' }],
      reading: null,
    })
    const envelope = { ErrorMessage: 'no', TransactionId: 'E-1' }
    const traced = await originate(bank, 400, {
      ...envelope,
      ServiceError: { transactionId: 'T-9' },
    })
    expect(traced.outcome).toMatchObject({ kind: 'outcome-unknown', transactionId: 'T-9' })
    expect(traced.answer).toMatchObject({ kind: 'refused', trace: { transactionId: 'T-9' } })
  })

  it('throws and sends nothing for a body of another SEC code', async () => {
    const bank = await openBank()
    for (const body of [bodyOf('CTX'), '{}', 'null', '', '[', '{"batch":{"secCode":["CCD"]}}']) {
      await expect(api(bank).originate('CCD', body, 'ann')).rejects.toThrow(RangeError)
    }
    expect(bank.received).toHaveLength(0)
  })

  it('waits in the lane of initiation unless another is given', async () => {
    const bank = await openBank()
    const lanes: string[] = []
    const client: Pick<BankClient, 'read' | 'move'> = {
      read: (request) => bank.client.read(request),
      move: (request, vocabulary) => {
        lanes.push(request.lane)
        return bank.client.move(request, vocabulary)
      },
    }
    const origination = createAchOrigination({ client })
    await origination.originate('CCD', bodyOf('CCD'), 'ann')
    await origination.originate('CCD', bodyOf('CCD'), { actor: 'ann', lane: 'unknown-outcome' })
    expect(lanes).toEqual(['initiation', 'unknown-outcome'])
  })

  it('sends nothing to the bank when it was cancelled in time', async () => {
    const bank = await openBank()
    const signal = AbortSignal.abort()
    expect(await api(bank).originate('CCD', bodyOf('CCD'), { actor: 'ann', signal })).toMatchObject(
      {
        outcome: { kind: 'not-sent', reason: 'cancelled' },
        answer: { kind: 'not-sent', reason: 'cancelled' },
        callId: null,
      },
    )
    expect(bank.calls).toHaveLength(0)
  })
})

describe('the status of addenda', () => {
  const status = {
    uuid: idOf(2),
    status: 'rejected',
    errorMessages: [refusal],
    informationMessages: [],
    traceNumber: '041000120000001',
  }

  it('bank note 46: is queried with texts and without a page number, and again after a 504', async () => {
    const bank = await openBank()
    let calls = 0
    bank.reply = (_, response) => json(response, (calls += 1) === 1 ? 504 : 200, status)
    const request = { uuid: idOf(2), pageSize: '100', startAddendaSequenceNumber: '101' }
    await api(bank).addendaStatus(request, 'ann')
    expect(bank.calls.map(({ path }) => path)).toEqual(
      Array.from({ length: 2 }, () => '/ach/payments/v1/status/addenda'),
    )
    expect(JSON.parse(bank.calls[1]?.body ?? '')).toEqual(request)
    expect(bank.calls[1]?.headers).not.toHaveProperty('partnerclientid')
  })

  it('reads a rejected origination as an answer, with its numbers as text or as digits', async () => {
    const bank = await openBank()
    const addenda = [
      { addendaTypeCode: '05', addendaSequenceNumber: 1, paymentRelatedInformation: 'RMR*IV*1' },
      { addendaTypeCode: '99', addendaSequenceNumber: '0002', note: 'R03' },
    ]
    bank.reply = (_, response) => json(response, 200, { ...status, addenda })
    const { answer } = await api(bank).addendaStatus({ uuid: idOf(2) }, 'ann')
    expect(answer).toMatchObject({
      kind: 'answered',
      reading: {
        status: 'rejected',
        errorMessages: [refusal],
        addenda: [
          { addendaSequenceNumber: '1', other: [] },
          { addendaSequenceNumber: '0002', other: [{ path: 'note', value: 'R03' }] },
        ],
      },
    })
    expect(bank.calls[0]?.body).toBe(`{"uuid":"${idOf(2)}"}`)
  })
})
