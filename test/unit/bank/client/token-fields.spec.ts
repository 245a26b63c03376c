import { describe, expect, it } from 'vitest'
import { tokenFactsIn } from '../../../../main/bank/client/token-fields.ts'
import { closeBanksAfterEach, openBank } from '../support/open-bank.ts'
import { json } from '../support/real-bank.ts'

closeBanksAfterEach()

const credentials = {
  consumerKey: 'consumer-key-1',
  consumerSecret: 'consumer-secret-1',
  clientId: 'client-id-1',
  clientSecret: 'client-secret-1',
}
const factsOf = (answer: object) =>
  tokenFactsIn(JSON.stringify(answer), { credentials, tokens: ['token-1'] })
const fieldsOf = (answer: object): Record<string, string> =>
  Object.fromEntries(factsOf(answer).fields.map(({ name, value }) => [name, value]))

describe('the fields of a token answer', () => {
  it('bank note 2: states whose client_id and Id are, and never their values', () => {
    expect(factsOf({ client_id: 'consumer-key-1', Id: 'client-id-1' }).fields).toEqual([
      { name: 'client_id', value: '[not kept]', remark: 'the consumer key of this profile' },
      { name: 'Id', value: '[not kept]', remark: 'the client id of this profile' },
    ])
  })

  it('bank note 2: reports when they belong to another, or are crossed the other way', () => {
    const remarks = (answer: object) => factsOf(answer).fields.map(({ remark }) => remark)
    expect(remarks({ client_id: 'x-9', Id: 'y-9' })).toEqual([
      'NOT the consumer key of this profile',
      'NOT the client id of this profile',
    ])
    expect(remarks({ client_id: 'client-id-1', Id: 'consumer-key-1' })).toEqual([
      'NOT the consumer key of this profile, but its client id',
      'NOT the client id of this profile, but its consumer key',
    ])
    expect(JSON.stringify(factsOf({ client_id: 'x-9', Id: 'y-9' }))).not.toMatch(/x-9|y-9/)
  })

  it('bank note 3: shows texts as they came, and numbers, booleans, nulls and structures as JSON', () => {
    expect(
      fieldsOf({ expires_in: '86399', issued_at: 17, scope: '', flag: true, none: null, a: [1] }),
    ).toEqual({
      expires_in: '86399',
      issued_at: '17',
      scope: '',
      flag: 'true',
      none: 'null',
      a: '[1]',
    })
  })

  it('bank note 4: shows the facts about refreshing, and leaves every token out', () => {
    expect(
      fieldsOf({
        access_token: 'token-1',
        refresh_token: 'refresh-1',
        id_token: 'id-1',
        token_type: 'Bearer',
        refresh_token_expires_in: '0',
        refresh_token_status: 'approved',
        refresh_count: '0',
        session: { access_token: 'other-1', kind: 'k' },
        client_secret: 'client-secret-1',
        Key: 'client-secret-1',
      }),
    ).toEqual({
      token_type: 'Bearer',
      refresh_token_expires_in: '0',
      refresh_token_status: 'approved',
      refresh_count: '0',
      session: '{"kind":"k"}',
    })
  })

  it('removes tokens and credentials in other fields', () => {
    const fields = fieldsOf({
      access_token: 'token-1',
      note: 'for consumer-key-1 and token-1',
      list: ['client-secret-1'],
    })
    expect(fields).toEqual({
      note: 'for [not kept] and [not kept]',
      list: '["[not kept]"]',
    })
  })

  it('bank note 5: takes developer.email for one name, dot and all', () => {
    expect(fieldsOf({ 'developer.email': 'ops@bank.example' })).toEqual({
      'developer.email': 'ops@bank.example',
    })
  })

  it.each([
    [{ api_product_list: '[Account Validation, ACH Inquiry]' }],
    [{ api_product_list: 'Account Validation;ACH Inquiry' }],
    [{ api_product_list: '["Account Validation", "ACH Inquiry"]' }],
    [{ api_product_list_json: ['Account Validation', 'ACH Inquiry'] }],
    [{ api_product_list_json: '["Account Validation","ACH Inquiry"]' }],
    [
      {
        api_product_list: '[ACH Inquiry]',
        api_product_list_json: ['Account Validation', null, 'ACH Inquiry'],
      },
    ],
  ])('bank note 5: reads the products of %j', (answer) => {
    expect(factsOf(answer).products).toEqual(['Account Validation', 'ACH Inquiry'])
  })

  it.each([
    ['approved', true],
    ['Approved ', true],
    ['pending', false],
    [1, false],
    ['', null],
    [undefined, null],
  ])('reads the status %s as approved: %s', (status, approved) => {
    expect(factsOf({ status }).approved).toBe(approved)
  })

  it('has no facts where the answer is no object', () => {
    const none = { fields: [], approved: null, products: [] }
    for (const body of ['', '<html>', '[]', '"text"']) {
      expect(tokenFactsIn(body, { credentials, tokens: [] })).toEqual(none)
    }
  })
})

describe('the client', () => {
  it('stores the facts of the latest token answer beside the token, and no secret of it', async () => {
    const bank = await openBank()
    expect(bank.client.tokenAnswer()).toBeNull()
    bank.token = (_, response) =>
      json(response, 200, {
        access_token: 'token-1',
        client_id: 'consumer-key-1',
        Id: 'client-id-1',
        status: 'approved',
        scope: 'rs-read',
      })
    await bank.client.checkToken()
    const answer = bank.client.tokenAnswer()
    expect(answer).toMatchObject({ status: 200, approved: true, callId: bank.records[0]?.id })
    expect(answer?.fields.map(({ name }) => name)).toEqual(['client_id', 'Id', 'status', 'scope'])
    const answerText = JSON.stringify(answer)
    for (const secret of ['token-1', 'consumer-key-1', 'client-id-1', 'client-secret-1']) {
      expect(answerText).not.toContain(secret)
    }
  })

  it('stores a refusal too, with the bank’s message', async () => {
    const bank = await openBank()
    bank.token = (_, response) => json(response, 401, { ErrorMessage: 'no' })
    await bank.client.checkToken()
    expect(bank.client.tokenAnswer()).toMatchObject({
      status: 401,
      fields: [],
      answer: { body: '{"ErrorMessage":"no"}', headers: { 'x-correlationid': 'c-1' } },
    })
  })
})
