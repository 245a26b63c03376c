/** A body that could not be read shows no account, in any notation of its digits. */
import { describe, expect, it } from 'vitest'
import { maskedBody, maskedRuns } from '../../../../main/bank/privacy/mask-in-text.ts'
import { openAlertSession } from '../../alerts/alert-session.ts'
import { bytesOf } from '../../alerts/alert-samples.ts'

const dots = '\u2022\u2022\u2022\u2022'
const number = '4417890123456'
const each = (write: (digit: string) => string): string => Array.from(number, write).join('')
const escaped = each((one) => `\\u003${one}`)

describe('a body in quarantine', () => {
  it.each([
    ['JSON escapes', `{"account":"${escaped}"}`, `{"account":"${dots}3456"}`],
    [
      'JSON escapes in JSON in a text',
      JSON.stringify(`{"a":"${escaped}"}`),
      JSON.stringify(`{"a":"${dots}3456"}`),
    ],
    ['groups', '{"a":"4417-8901-2345-6789"}', `{"a":"${dots}6789"}`],
    ['groups with dots and blanks', '{"a":"4417. 8901 2345"}', `{"a":"${dots}2345"}`],
    [
      'NULs between the digits',
      `{"a":"${each((one) => `${one}\\u0000`)}"}`,
      `{"a":"${dots}3456\\u0000"}`,
    ],
    ['a number', `{"a" : ${number}}`, `{"a" : "${dots}3456"}`],
    ['a name', `{"${number}":1}`, `{"${dots}3456":1}`],
    ['an IBAN', '["GB29NWBK60161331926819"]', `["GB29NWBK${dots}6819"]`],
  ])('is masked behind %s, and stays JSON', (_what, body, masked) => {
    expect(maskedBody(body)).toBe(masked)
  })

  it.each([
    ['JSON escapes', escaped],
    ['JSON escapes written twice', each((one) => `\\\\u003${one}`)],
    ['HTML', each((one) => `&#x3${one};`)],
    ['a URL', each((one) => `%3${one}`)],
    ['full-width digits', each((one) => String.fromCodePoint(0xff10 + Number(one)))],
    ['groups', '4417 8901-2345.6'],
    ['signs that nobody sees', each((one) => `${one}\u200b`)],
  ])('that is no JSON is masked behind %s', (_what, written) => {
    const masked = maskedRuns(`{"account":"${written}",`)
    expect(masked).toContain(dots)
    expect(masked).not.toContain(written.slice(0, written.length / 2))
  })

  it('stays readable where it names nobody', () => {
    const body = `{"alertCode":"AL00906","sent":"2026-11-23T13:59:58Z","on":"2026-11-23","n":[1,22,333]}`
    expect(maskedBody(body)).toBe(body)
    expect(maskedRuns(body.slice(0, -1))).toBe(body.slice(0, -1))
  })

  it('of one long run of digits is masked at once', () => {
    expect(maskedRuns('1 '.repeat(1_000_000))).toContain(dots)
  })

  it('in UTF-16 is shown not at all while masked', async () => {
    const bytes = new Uint8Array(Buffer.from(`{"account":"${number}"}`, 'utf16le'))
    const session = await openAlertSession(bytes, bytesOf(`{"account":"${escaped}"}`))
    expect(await session.service.getQuarantined('delivery-1')).toMatchObject({
      value: { isMasked: true, isBase64: true, text: null },
    })
    expect(await session.service.getQuarantined('delivery-2')).toMatchObject({
      value: { text: `{"account":"${dots}3456"}` },
    })
    await session.store.close()
  })
})
