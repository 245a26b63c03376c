import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { removed } from '../../../../preload/contract/kernel/not-kept.ts'
import { redactorFor } from '../../../../main/bank/privacy/redact.ts'

const owner = { ssn: '923456781', dob: '19800214', idNo: 'OH-77120934' }
const requestBody = JSON.stringify({
  accountValidationRequest: { AOARequest: { Inquiry: { AcctOwner: owner, idType: '1' } } },
})
const redactor = redactorFor({ secrets: ['s3cret/Value=="x', 'token-abcdef'], requestBody })

describe('redaction', () => {
  it('bank note 39: keeps of SSN, date of birth and id number only that they were sent', () => {
    const stored = redactor.text(requestBody)
    for (const value of Object.values(owner)) expect(stored).not.toContain(value)
    expect(JSON.parse(stored)).toEqual({
      accountValidationRequest: {
        AOARequest: {
          Inquiry: { AcctOwner: { ssn: removed, dob: removed, idNo: removed }, idType: '1' },
        },
      },
    })
  })

  it('bank note 39: finds them in an answer under any name and in their usual spellings', () => {
    const echoes = [
      '{"taxId":"923456781","note":"born 1980-02-14, id OH-77120934"}',
      '{"n":923456781}',
      '{"owner":{"S\\u0053N":"923-45-6781"}}',
      '<html>SSN 923-45-6781, born 02/14/1980</html>',
      '{"masked":"XXX-XX-6781"}',
      '{"masked":"*****6781"}',
      '{"masked":"9##-#5 6781"}',
      '{"masked":"000-00-6781"}',
    ]
    for (const echo of echoes) {
      const stored = redactor.text(echo)
      expect(stored).not.toMatch(/6781|1980|77120934/)
      if (echo.startsWith('{')) expect(() => JSON.parse(stored) as unknown).not.toThrow()
    }
  })

  it('keeps match codes and blank values, which say nothing about the owner', () => {
    const answer = '{"ssnMatch":"C", "dobMatch":"Y","ssn":"","dob":null}'
    expect(redactor.text(answer)).toBe(answer)
  })

  it('does not take four digits for an SSN inside dates and amounts', () => {
    const short = redactorFor({ secrets: [], requestBody: '{"ssn":"2026"}' })
    const answer = '{"Timestamp":"2026-11-02T10:00:00","amount":"2026.50","x":"1202634"}'
    expect(short.text(answer)).toBe(answer)
    expect(short.text('SSN 2026 differs')).toBe(`SSN ${removed} differs`)
  })

  it('keeps other numbers that end in the last four digits of the SSN', () => {
    const answer = '{"account":"1000206781","id":900006781,"rate":-1.300236524876781e-206}'
    expect(redactor.text(answer)).toBe(answer)
  })

  it('removes credentials as text, in forms, in Basic and from headers', () => {
    const pair = 'consumer:s3cret/Value=="x'
    const secrets = [pair, 's3cret/Value=="x']
    const redact = redactorFor({ secrets, tokenCall: true })
    const form = new URLSearchParams({ Id: 'client', Key: 's3cret/Value=="x', grant_type: 'g' })
    const stored = redact.text(form.toString())
    expect([...new URLSearchParams(stored)]).toEqual([
      ['Id', removed],
      ['Key', removed],
      ['grant_type', 'g'],
    ])
    const basic = Buffer.from(pair).toString('base64')
    expect(redact.headers({ Authorization: `Basic ${basic}`, 'x-echo': basic, a: 'b' })).toEqual({
      Authorization: removed,
      'x-echo': removed,
      a: 'b',
    })
  })

  it('bank note 2: removes token, consumer key and client id from the token answer', () => {
    const redact = redactorFor({ secrets: [], tokenCall: true })
    const stored = redact.text(
      '{"access_token":"T","client_id":"CK","Id":"CI","status":"approved"}',
    )
    expect(JSON.parse(stored)).toEqual({
      access_token: removed,
      client_id: removed,
      Id: removed,
      status: 'approved',
    })
  })

  it('removes a secret from bytes that are no text', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('token-abcdef')])
    expect(redactor.bytes(bytes)?.includes('token-abcdef')).toBe(false)
  })

  it('leaves any JSON without secrets exactly as received', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
        fc.pre(!/ssn|dob|id.?n|tin|ein|tax|birth|social|secret|token|consumer/i.test(json))
        // Digits that are the owner's by chance are removed, too.
        fc.pre(!/6781|1980|0214|77120934/.test(json))
        const text = JSON.stringify(JSON.parse(json), null, indent)
        expect(redactor.text(text)).toBe(text)
      }),
    )
  })

  it('lets no secret through wherever it is in a JSON text, and leaves it JSON', () => {
    const secrets = fc.constantFrom('s3cret/Value=="x', 'token-abcdef', ...Object.values(owner))
    const place = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.tuple(fc.string(), secrets, fc.string()).map(([a, secret, b]) => a + secret + b),
        fc.integer(),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(fc.string(), secrets), tie('node'), { maxKeys: 3 }),
      ),
    })).node
    fc.assert(
      fc.property(place, (node) => {
        const stored = redactor.text(JSON.stringify(node))
        const flat = JSON.stringify(JSON.parse(stored))
        for (const secret of ['token-abcdef', ...Object.values(owner)]) {
          expect(flat).not.toContain(secret)
        }
        expect(flat).not.toContain('s3cret')
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a header', () => {
  const redactor = redactorFor({ secrets: ['s3cret-of-the-profile'] })

  it.each([
    'Authorization',
    'Set-Cookie',
    'X-Api-Key',
    'X-Access-Token',
    'x-refresh_token',
    'Client-Secret',
  ])('whose name suggests a secret is never stored: %s', (name) => {
    expect(redactor.headers({ [name]: 'fresh-and-unknown' })).toEqual({ [name]: removed })
  })

  it.each(['ssn', 'X-Owner-Tax-Id', 'x-date-of-birth'])(
    'whose name suggests an owner\u2019s number is never stored: %s',
    (name) => {
      expect(redactor.headers({ [name]: '923456781' })).toEqual({ [name]: removed })
    },
  )

  it('loses a secret and an owner\u2019s number inside its value, and keeps every other', () => {
    const plain = {
      'x-correlationid': '901234567',
      'content-type': 'application/json',
      etag: '"1"',
    }
    expect(
      redactor.headers({
        ...plain,
        'x-echo': 'ssn=923456781&of=1',
        'x-note': 's3cret-of-the-profile',
      }),
    ).toEqual({ ...plain, 'x-echo': `ssn=${removed}&of=1`, 'x-note': removed })
  })
})
