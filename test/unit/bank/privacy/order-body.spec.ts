/** The body of a payment or batch as the people see it who decide about it. */
import { describe, expect, it } from 'vitest'
import { maskedOrderBody } from '../../../../main/bank/privacy/mask.ts'

const dots = '\u2022\u2022\u2022\u2022'

describe('the body of an order', () => {
  it('stays the same JSON but for its accounts, wherever they are', () => {
    const body =
      '{ "creditParty": {"name": "Ridgeway 0012345678 Ltd",\n"accountNumber":"0012345678"},' +
      '"requestReference":"CS20261122A","sendersReference":"F12345678","transferAmount":12500.00}'
    expect(maskedOrderBody(body)).toBe(
      body
        .replace('Ridgeway 0012345678', `Ridgeway ${dots}5678`)
        .replace('"0012345678"', `"${dots}5678"`)
        .replace('F12345678', `F${dots}5678`),
    )
  })

  it('is masked by the accounts that it is given, also where no field names them', () => {
    const body = '{"bankToBankInstructions":"from 7200450 on","customData":"12/34567.8"}'
    expect(maskedOrderBody(body, ['0007200450', '12/34567.8'])).toBe(
      `{"bankToBankInstructions":"from ${dots}0450 on","customData":"${dots}67.8"}`,
    )
  })

  it('keeps names, and loses every other number that may be an account', () => {
    expect(maskedOrderBody('{"name":"Ana Ruiz","note":"901234567","memoId":901234567}')).toBe(
      `{"name":"Ana Ruiz","note":"${dots}4567","memoId":"${dots}4567"}`,
    )
  })

  it('is masked as text where it is no JSON, such as a body that was cut', () => {
    const cut = '{"DFIAccountNumber":"0012345678","receiverName":"Ana Ru'
    expect(maskedOrderBody(cut)).not.toContain('12345678')
    expect(maskedOrderBody('7200450 {', ['7200450'])).toBe(`${dots}0450 {`)
  })
})
