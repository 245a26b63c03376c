import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callMask } from '../../../../main/bank/privacy/mask.ts'
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'

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
  'crVirtualNum',
  'dbVirtualNum',
  'orgntngArngNum1',
  'correctedData',
  'acctNbr',
  'acct',
  'accountId',
  'account',
  'accounts',
  'iban',
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
    expect(body('{"transactionId":"910002000312","code":"099","accountNumber":"099"}')).toBe(
      `{"transactionId":"910002000312","code":"099","accountNumber":"${dots}"}`,
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

describe('what no field names', () => {
  const { text, body, header } = mask({})
  const hidden = `${dots}4567`

  it('masks 8 to 17 digits in free text, and five that are called an account', () => {
    expect(text('Debit account 0001234567 has insufficient funds')).not.toContain('0001234567')
    expect(text('no such thing as 234567, 901234567 or 12345678901234567')).toBe(
      `no such thing as 234567, ${hidden} or ${hidden}`,
    )
    expect(text('account number: 12-34-56-78-90')).not.toContain('34-56')
    expect(text('acct 1234 5678 4567')).toBe(`acct ${hidden}`)
    expect(text('Account 20261121')).toBe(`Account ${dots}1121`)
    expect(text('account 34567')).toBe(`account ${hidden}`)
    expect(text('of 123456789,987654321')).not.toMatch(/\d{5}/)
  })

  it.each([
    'on 20261121, at 20261121093000, and 2026-11-21 09:30:00',
    'amount 12345678.90 and USD 12345678',
    'transaction id 123456789012, trace number 091000010000001',
    '"transactionId":"123456789012"',
    '12345678-1234-4a0e-9d3c-123456789012',
    'REF12345678X',
    'eighteen digits are none: 123456789012345678',
  ])('leaves dates, amounts and ids: %s', (bodyText) => {
    expect(text(bodyText)).toBe(bodyText)
  })

  it('leaves the digits of a field whose name gives their meaning, and masks those of another', () => {
    const bodyText =
      '{"traceNumber":"091000010000001","transactionId":123456789012,"settlementDate":"20261121",' +
      '"transactionAmount":123456789,"routingNumber":"091000019","parNumber":"20261121000000001"}'
    expect(body(bodyText)).toBe(bodyText)
    expect(body('{"userDefined":"901234567","message":901234567}')).toBe(
      `{"userDefined":"${hidden}","message":"${hidden}"}`,
    )
    expect(header('x-correlationid', '901234567')).toBe('901234567')
    expect(header('x-note', '901234567')).toBe(hidden)
    expect(header('x-customer-ref', '901234567')).toBe(hidden)
    expect(body('{"holderId":"901234567","id":901234567}')).toBe(
      `{"holderId":"${hidden}","id":"${hidden}"}`,
    )
  })

  it('masks an account that is an object, its parts grouped or not', () => {
    const bodyText = '{"account":{"id":"12-34-56","type":"DDA"},"note":"12 34 56 and 123456"}'
    const masked = mask({ responseBody: bodyText }).body(bodyText)
    expect(masked).toContain('"type":"DDA"')
    expect(masked).not.toMatch(/12.?34/)
  })

  it('masks a person\u2019s number under its name, such as the one that PPD carries', () => {
    const bodyText = '{"individualIdentificationNumber":"123456789","taxId":"12-3456789","ssn":"1"}'
    expect(body(bodyText)).toBe(
      `{"individualIdentificationNumber":"${dots}","taxId":"${dots}","ssn":"${dots}"}`,
    )
  })

  it('masks an account in the path whatever it is made of, and takes no version for one', () => {
    const { path } = mask({})
    const status = '/rtp/v1/payment/status/debitAccount'
    for (const account of ['12-34-56-78-90', 'AB123CD456EF', '7%208']) {
      expect(path(`${status}/${account}/reference/R1`)).toMatch(/debitAccount\/\u2022{4}.{0,4}\/r/)
    }
    const report = '/ddaReports/accounts/v1/transactions/list'
    expect(path(report)).toBe(report)
  })

  it('masks in a text that is no JSON under the names of the documents', () => {
    const cut =
      '{"crVirtualNum":"4567","iban":"DE12 3456 7890","correctedData":"34567","crIpNm":"Jane Roe'
    expect(body(cut)).not.toMatch(/"4567|DE12|3456|Jane|Roe/)
  })
})

describe('a party', () => {
  it.each(['crIpNm', 'dbIpNm', 'dbIpINm', 'orgntngIpNm1', 'individualName', 'accountName'])(
    'is masked under %s, and its address lines are',
    (field) => {
      const bodyText = `{"${field}":"Jane Roe","benefitIpAddrLine":["1 Mill Rd"],"orgntngIpAddrLine2":"x"}`
      const masked = mask({}).body(bodyText)
      expect(masked).not.toMatch(/Jane|Roe|Mill|"x"/)
      expect(masked).toContain('J\u2022\u2022\u2022 R\u2022\u2022\u2022')
    },
  )

  it('leaves what only sounds like one', () => {
    const bodyText =
      '{"accountType":"DDA","transaction":"T","wireEventNm":"DONE","benefitBankNm":"Bank",' +
      '"contact":"x","action":"y","ipAddress":"10.0.0.1","nameMatch":"Y"}'
    expect(mask({}).body(bodyText)).toBe(bodyText)
  })

  const requestBody = JSON.stringify({
    AcctOwner: {
      firstName: 'Margaret',
      lastName: 'Alder',
      addressLine1: '12 Mill Rd',
      homePhone: '5035550142',
    },
  })

  it('is masked under its names and wherever else in the call it is', () => {
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

  it('leaves blank and null names, and the match codes of an answer', () => {
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

  it('leaves a text without names as it is, to the letter', () => {
    const body =
      '{ "amount": 1.10, "n": 1e400, "codes": ["000","099"], "t": "2026-11-21T10:00:00Z" }'
    expect(mask({ responseBody: body }).body(body)).toBe(body)
  })
})
