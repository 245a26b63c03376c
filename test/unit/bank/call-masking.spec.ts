import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callMask } from '../../../main/bank/call-masking.ts'
import { significantAccount } from '../../../preload/contract/account-number.ts'

const dots = '\u2022\u2022\u2022\u2022'
const mask = (part: Partial<Parameters<typeof callMask>[0]>) =>
  callMask({ path: '/thing', requestBody: null, responseBody: null, ...part })

/** Every name under which the three documents carry an account. */
const accountFields = [
  'accountNumber',
  'DFIAccountNumber',
  'debitAccountNumber',
  'creditAccountNumber',
  'sourceAccountNumber',
  'glAccountNumber',
  'crArngNum',
  'dbArngNum',
  'benefitArngNum',
  'benefitBankArngNum',
  'receivingAccountNumber',
  'originatingAccountNumber',
  'debitAccount',
  'accountNo',
]

describe('an account number', () => {
  it.each(accountFields)('is masked under %s: as text, as a number and in a list', (field) => {
    const body = `{"${field}":"00012345678","n":{"${field}": 12345678},"l":{"${field}":["87654321", 7]}}`
    expect(mask({ responseBody: body }).body(body)).toBe(
      `{"${field}":"${dots}5678","n":{"${field}": "${dots}5678"},"l":{"${field}":["${dots}4321", "${dots}"]}}`,
    )
  })

  it('is masked in the path, by its place and by its value, and a reference stays', () => {
    const path =
      '/rtp/v1/payment/status/debitAccount/1000200031/reference/REF1000200031X?of=1000200031'
    expect(mask({ path }).path(path)).toBe(
      `/rtp/v1/payment/status/debitAccount/${dots}0031/reference/REF${dots}0031X?of=${dots}0031`,
    )
  })

  it('is masked by value in the other body, in free text and in a header', () => {
    const { body, text, header } = mask({ requestBody: '{"accountNumber":"1000200031"}' })
    expect(body('{"message":"no such account 0001000200031","id":1000200031}')).toBe(
      `{"message":"no such account ${dots}0031","id":"${dots}0031"}`,
    )
    expect(text('ACCT1000200031 is closed')).toBe(`ACCT${dots}0031 is closed`)
    expect(header('x-debit-account', '77')).toBe(dots)
    expect(header('x-note', 'for 1000200031')).toBe(`for ${dots}0031`)
  })

  it('is not looked for inside a longer number, nor by value where it is as short as a code', () => {
    const { body } = mask({
      requestBody: '{"accountNumber":"1000200031","sourceAccountNumber":"099"}',
    })
    expect(body('{"id":"910002000312","code":"099","accountNumber":"099"}')).toBe(
      `{"id":"910002000312","code":"099","accountNumber":"${dots}"}`,
    )
  })

  it('is found in a text that is no JSON, and in JSON inside of JSON', () => {
    const cut = '{"accountNumber":"1000200031","lastName":"Alder","message":"1000200031 is'
    expect(mask({ responseBody: cut }).body(cut)).toBe(
      `{"accountNumber":"${dots}0031","lastName":"A\u2022\u2022\u2022","message":"${dots}0031 is`,
    )
    const page = '<accountNumber>1000200031</accountNumber>'
    expect(mask({ responseBody: page }).body(page)).toBe(
      `<accountNumber>${dots}0031</accountNumber>`,
    )
    const nested = JSON.stringify({ echo: '{"accountNumber":"1000200031"}' })
    expect(JSON.parse(mask({}).body(nested))).toEqual({ echo: `{"accountNumber":"${dots}0031"}` })
  })
})

describe('a party', () => {
  const requestBody = JSON.stringify({
    AcctOwner: {
      firstName: 'Margaret',
      lastName: 'Alder',
      addressLine1: '12 Mill Rd',
      homePhone: '5035550142',
    },
  })

  it('is masked under its names and wherever else in the call it stands', () => {
    const { body, text } = mask({ requestBody })
    expect(body(requestBody)).toBe(
      `{"AcctOwner":{"firstName":"M\u2022\u2022\u2022","lastName":"A\u2022\u2022\u2022","addressLine1":"${dots}","homePhone":"${dots}"}}`,
    )
    expect(text('ALDER, MARGARET of 12 mill rd, (503) 555-0142')).not.toMatch(
      /alder|margaret|mill|0142/i,
    )
  })

  it('is masked in a long list of others, in a field and in free text', () => {
    const rows = Array.from({ length: 40 }, (_, i) => ({
      receivingCompanyName: `Firm${String(i)} Works`,
      note: `paid to firm${String(i)}`,
    }))
    const responseBody = JSON.stringify(rows)
    const masked = mask({ responseBody }).body(responseBody)
    expect(JSON.parse(masked)).toHaveLength(40)
    expect(masked).not.toMatch(/firm\d/i)
  })

  it('leaves what nobody said to be seen, and the match codes of an answer', () => {
    const body = '{"firstName":"","lastName":null,"firstNameMatch":"Y","nameMatch":"C"}'
    expect(mask({ responseBody: body }).body(body)).toBe(body)
  })
})

describe('whatever the call', () => {
  const account = fc.stringMatching(/^0{0,3}[1-9]\d{4,15}$/)
  const field = fc.constantFrom(...accountFields)
  const other = fc.oneof(fc.string(), fc.boolean(), fc.constant(null), fc.double({ noNaN: true }))

  it('no account of the request is left anywhere, and JSON stays JSON', () => {
    const call = fc.record({
      account,
      field,
      others: fc.dictionary(fc.string(), other, { maxKeys: 4 }),
      before: fc.string(),
      asNumber: fc.boolean(),
    })
    fc.assert(
      fc.property(call, ({ account: number, field: name, others, before, asNumber }) => {
        const value = asNumber ? significantAccount(number) : JSON.stringify(number)
        const requestBody = `{ "${name}" : [ ${value} ], "others": ${JSON.stringify(others)} }`
        const responseBody = JSON.stringify({
          [`${before}x`]: `${before} ${number}`,
          deep: [{ [name]: { value: number } }, others, `#${significantAccount(number)}`],
        })
        const path = `/status/debitAccount/${number}/reference/R`
        const masked = callMask({ path, requestBody, responseBody })
        const whole = [
          masked.path(path),
          masked.body(requestBody),
          masked.body(responseBody),
          masked.header('x-said', `${before}-${number}`),
          masked.text(`${number}.`),
        ]
        const alone = new RegExp(`(?<!\\d)0*${significantAccount(number)}(?!\\d)`)
        for (const text of whole) expect(text).not.toMatch(alone)
        expect(() => void JSON.parse(masked.body(requestBody))).not.toThrow()
        expect(() => void JSON.parse(masked.body(responseBody))).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })

  it('any text is masked without a throw, and JSON in it is JSON after it', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string()),
        fc.oneof(fc.json(), fc.string()),
        (one, two) => {
          const masked = callMask({ path: one, requestBody: one, responseBody: two })
          expect(typeof masked.path(two)).toBe('string')
          expect(typeof masked.body(one)).toBe('string')
          const parses = (text: string): boolean => {
            try {
              JSON.parse(text)
              return true
            } catch {
              return false
            }
          }
          if (parses(two)) expect(parses(masked.body(two))).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('what names nobody comes back to the letter', () => {
    const body =
      '{ "amount": 1.10, "n": 1e400, "codes": ["000","099"], "t": "2026-11-21T10:00:00Z" }'
    expect(mask({ responseBody: body }).body(body)).toBe(body)
  })
})
