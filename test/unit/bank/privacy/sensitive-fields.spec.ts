import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leftOut, removed } from '../../../../preload/contract/kernel/not-kept.ts'
import { redactorFor, sensitiveFields } from '../../../../main/bank/privacy/redact.ts'

const value = 'Kept0NoWhere917'
const names = [
  'ssn',
  'SSN',
  'dob',
  'idNo',
  'idNumber',
  'taxId',
  'tax_id',
  'TaxIdentificationNumber',
  'tin',
  'dateOfBirth',
  'birthDate',
  'socialSecurityNumber',
  'social_security_number',
  'ownerTaxId',
  'ownerSsn',
  'ssnNumber',
  'ownerSocialSecurityNo',
  'taxpayerId',
  'taxIdNumber',
  'ownerDateOfBirth',
  'access_token',
  'accessToken',
  'refresh_token',
  'id_token',
  'client_secret',
  'consumer-key',
]
const spelled = (name: string): string[] => [
  `{"${name}":"${value}"}`,
  `{"a":[{"${name}" : "${value}`,
  `\uFEFF{"${name}":"${value}"}`,
  `{"${name}":["${value}"`,
  `{"${name}":{"x":"${value}"}`,
  `{"x":"{\\"${name}\\":\\"${value}\\"}"}`,
  `${'['.repeat(200)}{"${name}":"${value}"}`,
  `<a><${name}>${value}</${name}></a>`,
  `<n:${name} type="x">${value}</n:${name}>`,
  `<${name}><v>${value}</v></${name}>`,
  `<a ${name}="${value}"/>`,
  `<pre>{&quot;${name}&quot;:&quot;${value}&quot;}</pre>`,
  `a=1&${name}=${value}&b=2`,
  `Refused: ${name}=${value}, try again`,
]

describe('fields whose values are never stored', () => {
  it.each(names)('%s: its value is removed in JSON, XML, forms and truncated texts', (name) => {
    for (const text of spelled(name)) {
      const stored = redactorFor({ secrets: [] }).text(text)
      expect(stored).not.toContain(value)
      expect(stored).toContain('[not kept')
    }
  })

  it('bank note 39: keeps the document’s fields with similar names, and the bank’s message about a field', () => {
    const texts = [
      '{"ssnMatch":"C","dobMatch":"Y","idNoMatch":"N","idType":"1","idState":"OH"}',
      '{"individualIdentificationNumber":"1","receivingCompanyNameIDNumber":"2"}',
      '{"identificationNumber":"3","receivingCustIdentificationNumber":"4"}',
      '{"refresh_token_expires_in":"0","token_type":"Bearer"}',
      '{"ErrorMessage":"dob: must be written as YYYYMMDD"}',
      '<html>ssn: must have 9 digits</html>',
      '{"ssn":"","dob":null',
    ]
    for (const text of texts) expect(redactorFor({ secrets: [] }).text(text)).toBe(text)
  })

  it('leaves a text out where a name is written in escapes and the text is no JSON', () => {
    const redact = redactorFor({ secrets: ['token-abcdef'] })
    expect(redact.text(`{"s\\u0073n":"${value}`)).toBe(leftOut)
    expect(redact.text('{"a":"token-\\u0061bcdef')).toBe(leftOut)
  })

  it('removes the text after a name wherever it is', () => {
    const around = fc.string({
      unit: fc.constantFrom('<', '>', '{', '"', ' ', 'a', ',', '\n', '1'),
    })
    fc.assert(
      fc.property(around, fc.constantFrom(...names), around, (before, name, after) => {
        const stored = sensitiveFields.removedFrom(`${before} "${name}":"${value}"${after}`)
        expect(stored).not.toContain(value)
      }),
    )
  })

  it('leaves an answer out where the numbers that were sent cannot be read from the request', () => {
    const deep = `${'['.repeat(200)}{"ssn":"923456781"}${']'.repeat(200)}`
    const redact = redactorFor({ secrets: [], requestBody: deep })
    expect(redact.text(deep)).not.toContain('923456781')
    expect(redact.answer('{"n":"923456781"}')).toBe(leftOut)
    expect(redact.bytes(Buffer.from([0xff]))).toBeNull()
  })

  it('removes by name from bytes that are no text', () => {
    const bytes = Buffer.concat([Buffer.from(`{"ssn":"${value}","x":"`), Buffer.from([0xe9, 0x22])])
    const stored = redactorFor({ secrets: [] }).bytes(bytes)?.toString('latin1')
    expect(stored).toBe(`{"ssn":"${removed}","x":"\u00e9"`)
  })
})
