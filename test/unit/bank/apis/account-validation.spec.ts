import { afterEach, describe, expect, it } from 'vitest'
import { createAccountValidation } from '../../../../main/bank/apis/account-validation.ts'
import type { AccountInquiry } from '../../../../preload/contract/bank/account-validation.ts'
import { json, RealBank } from '../support/real-bank.ts'

const inquiry: AccountInquiry = {
  apiVersion: 'v1',
  routingNumber: '041000124',
  accountNumber: '0012345',
  ownerKind: 'person',
  owner: {
    firstName: 'Ada',
    lastName: 'Poe',
    ssn: '923456781',
    dob: '1980-02-14',
    idNo: 'X771209',
  },
}
const result = (fields: object) => ({
  accountValidationResponse: { AOAResponse: { Result: { errorCode: '000', ...fields } } },
})

let bank: RealBank
const openApi = async (v2Path: string | null = null) => {
  bank = await RealBank.open()
  return createAccountValidation({
    client: bank.client,
    ids: () => ({ secondaryId: '5550142' }),
    v2Path: () => v2Path,
  })
}
afterEach(() => bank.close())

describe('account validation over the wire', () => {
  it('bank note 26: calls v1 at its path and v2 only at the configured one', async () => {
    const api = await openApi('/accounts/validations/v2/verifyAccount')
    await api.verify(inquiry, 'ann')
    await api.verify({ ...inquiry, apiVersion: 'v2' }, 'ann')
    expect(bank.calls.map(({ path }) => path)).toEqual([
      '/accounts/validations/v1/verifyAccount',
      '/accounts/validations/v2/verifyAccount',
    ])
    expect(bank.calls.map(({ body }) => body.includes('"secondaryID"'))).toEqual([false, true])
  })

  it('bank note 26: makes no call to a v2 that has no path', async () => {
    const api = await openApi()
    await expect(api.verify({ ...inquiry, apiVersion: 'v2' }, 'ann')).rejects.toThrow(RangeError)
    expect(bank.received).toHaveLength(0)
  })

  it('bank note 39: lets no SSN, birth date or id number into the record or the answer', async () => {
    const api = await openApi()
    bank.reply = (_, response) =>
      json(
        response,
        200,
        result({
          echo: 'SSN 923-45-6781',
          AcctOwner: { ssn: '923456781', ssnMatch: 'C' },
          X: '19800214',
        }),
      )
    const verified = await api.verify(inquiry, 'ann')
    expect(bank.calls[0]?.body).toContain('923456781')
    const stored = JSON.stringify([verified, bank.records])
    for (const value of ['923456781', '923-45-6781', '19800214', 'X771209']) {
      expect(stored).not.toContain(value)
    }
    expect(verified.answer).toMatchObject({
      kind: 'answered',
      reading: { matches: { ssnMatch: 'C' } },
    })
    expect(verified.callId).toBe(bank.records[1]?.id)
  })

  it('bank note 23: reads 200 with 999 as an answer and a nested 400 as a refusal with its code', async () => {
    const api = await openApi()
    bank.reply = (_, response) => json(response, 200, result({ errorCode: '999' }))
    expect((await api.verify(inquiry, 'ann')).answer).toMatchObject({
      kind: 'answered',
      reading: { errorCode: '999' },
    })
    bank.reply = (_, response) =>
      json(response, 400, { ServiceError: { AOAResponse: { Result: { errorCode: '104' } } } })
    expect((await api.verify(inquiry, 'ann')).answer).toMatchObject({
      kind: 'refused',
      trace: { status: 400 },
      reading: { errorCode: '104' },
    })
  })

  it('bank note 15: stores an HTML page, bytes and an empty answer as what they are', async () => {
    const api = await openApi()
    const bodies = [
      ['<html>bad gateway</html>', 'html'],
      [Buffer.from([0xff, 0xfe]), 'not-text'],
    ] as const
    for (const [body, unreadable] of bodies) {
      bank.reply = (_, response) => response.writeHead(502).end(body)
      expect((await api.verify(inquiry, 'ann')).answer).toMatchObject({
        kind: 'refused',
        problem: 'downstream-unreachable',
        trace: { status: 502 },
        unreadable,
      })
    }
    bank.reply = (_, response) => response.writeHead(400).end()
    expect((await api.verify(inquiry, 'ann')).answer).toMatchObject({
      kind: 'refused',
      trace: { status: 400 },
    })
  })

  it('bank note 10: gives the health check as received, hyphens, brackets and all', async () => {
    const api = await openApi()
    bank.reply = (_, response) =>
      json(response, 200, {
        Status: 'UP',
        Timestamp: '2026-11-02T10:00:00',
        'X-Forwarded-For': '[1.2.3.4, 5.6.7.8]',
      })
    const { status, fields, failure } = await api.health({ actor: 'ann' })
    expect({ status, failure }).toEqual({ status: 200, failure: null })
    expect(fields).toContainEqual({ name: 'X-Forwarded-For', value: '[1.2.3.4, 5.6.7.8]' })
    expect(bank.calls[0]).toMatchObject({
      method: 'GET',
      path: '/accounts/validations/v1/healthCheck',
    })
  })
})
