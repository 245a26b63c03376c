import { describe, expect, it } from 'vitest'
import { field, readingSchema, shape } from '../../../../preload/contract/bank/answers/shape.ts'
import { parseExact } from '../../../../main/platform/json/exact-json.ts'
import { readShape, fitsShape } from '../../../../main/bank/answers/read-shape.ts'

const line = shape('here', { text: field.text('Text'), cents: field.amount('Cents') })
const party = shape('here', { name: field.text('Name', 'name', 'nm') })
const document = shape(
  'here',
  {
    account: field.account('Account', 'accountNumber', 'acctNo'),
    status: field.either(field.text('Status'), 'code', 'value'),
    address: field.texts('Address', 'address', 'adr'),
    party: field.group('Party', party),
    lines: field.list('Lines', line, 'lines', 'items'),
  },
  ['secretSource'],
)
const parsed = (text: string): unknown => {
  const result = parseExact(text)
  return 'json' in result ? result.json : expect.fail(result.problem)
}
const read = (text: string) => readShape(document, parsed(text))
const nothing = {
  account: null,
  status: null,
  address: [],
  party: null,
  lines: [],
  other: [],
}

describe('reading a value by its shape', () => {
  it('keeps a number by its digits and an account with its zeros', () => {
    const text = '{"acctNo":"000123","lines":[{"cents":1234567890123456789.10}]}'
    expect(read(text)).toEqual({
      ...nothing,
      account: '000123',
      lines: [{ text: null, cents: '1234567890123456789.10', other: [] }],
    })
  })

  it('treats blank, null and absent as nothing', () => {
    expect(read('{"accountNumber":"  ","acctNo":null}')).toEqual(nothing)
    expect(read('{}')).toEqual(nothing)
  })

  it('bank note 48: reads each spelling, and keeps a second one with another value', () => {
    expect(read('{"accountNumber":"1","acctNo":"1"}').other).toEqual([])
    expect(read('{"accountNumber":"1","acctNo":"2"}')).toMatchObject({
      account: '1',
      other: [{ path: 'acctNo', value: '2' }],
    })
    expect(read('{"lines":[{"text":"a"}],"items":[{"text":"b"}]}')).toMatchObject({
      lines: [{ text: 'a' }],
      other: [{ path: 'items[0].text', value: 'b' }],
    })
    expect(read('{"lines":[{"text":"a"}],"items":[{"text":"a"}]}').other).toEqual([])
  })

  it('bank note 48: prefers the spelling that can be read and holds something', () => {
    expect(read('{"lines":[],"items":[{"text":"b"}]}').lines).toHaveLength(1)
    expect(read('{"accountNumber":{"no":"1"},"acctNo":"2"}')).toMatchObject({
      account: '2',
      other: [{ path: 'accountNumber.no', value: '1' }],
    })
  })

  it('bank note 60: reads both a text and an object, and keeps the other fields of the object', () => {
    expect(read('{"status":"FAILED"}').status).toBe('FAILED')
    expect(read('{"status":{"value":"FAILED","since":7}}')).toMatchObject({
      status: 'FAILED',
      other: [{ path: 'status.since', value: '7' }],
    })
  })

  it('reads one object as a list of one, one text as a list of one', () => {
    expect(read('{"items":{"text":"a"},"adr":"Mill Rd"}')).toMatchObject({
      lines: [{ text: 'a' }],
      address: ['Mill Rd'],
    })
  })

  it('bank note 52: keeps values that fit no field, by their path', () => {
    const text =
      '{"account":{"a":[1,{"b":true}]},"party":"Ada","lines":["x",{"text":"a","more":"m"}],"address":["M",{"z":1}]}'
    const reading = read(text)
    expect(reading.other).toEqual(
      [
        { path: 'party', value: 'Ada' },
        { path: 'address[1].z', value: '1' },
        { path: 'lines[0]', value: 'x' },
        { path: 'account.a[0]', value: '1' },
        { path: 'account.a[1].b', value: 'true' },
      ].sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path)),
    )
    expect(reading.lines[0]?.other).toEqual([{ path: 'more', value: 'm' }])
  })
  const order = ['address[1].z', 'party', 'lines[0]', 'account.a[0]', 'account.a[1].b']

  it('reads no field for internal use, and does not call it unknown', () => {
    expect(read('{"secretSource":"X"}')).toEqual(nothing)
  })

  it('reads nothing that the body does not hold itself, and keeps odd names', () => {
    const odd = shape('here', { constructor: field.text('C'), toString: field.text('T') })
    expect(readShape(odd, {})).toMatchObject({ constructor: null, toString: null })
    expect(read('{"__proto__":{"account":"1"},"constructor":"c"}').other).toEqual([
      { path: '__proto__.account', value: '1' },
      { path: 'constructor', value: 'c' },
    ])
  })

  it.each(['[{"text":"a"}]', '"a"', '7', 'null'])('reads %s as nothing but the unknown', (text) => {
    const { other, ...fields } = read(text)
    expect({ ...fields, other: [] }).toEqual(nothing)
    expect(other).toHaveLength(text === 'null' ? 0 : 1)
  })

  it('reads more unknown values than a call may have arguments', () => {
    const many = Array.from({ length: 300_000 }, (_, index) => index)
    expect(readShape(document, { stray: many, lines: many }).other).toHaveLength(600_000)
  })

  it('compares spellings without logging their values', () => {
    // A list of rows that cannot be written as JSON shows whether the code tried to.
    const rows = [{ text: 'a', toJSON: () => expect.fail('written out') }]
    expect(readShape(document, { lines: rows }).lines).toHaveLength(1)
  })

  it('distinguishes what is recognised from what is not', () => {
    expect(fitsShape(document, parsed('{"lines":[]}'))).toBe(true)
    expect(fitsShape(document, parsed('{"party":{}}'))).toBe(true)
    expect(fitsShape(document, parsed('{"account":"","x":1}'))).toBe(false)
    expect(fitsShape(document, parsed('[]'))).toBe(false)
  })

  it('answers within its schema', () => {
    const text = '{"lines":[1,{"text":2}],"address":[null,"a"],"party":{"nm":"x"}}'
    expect(readingSchema(document).parse(read(text))).toEqual(read(text))
  })
})
