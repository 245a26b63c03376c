import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonNumber, jsonNumber, parseExact } from '../../../../main/platform/json/exact-json.ts'
import { deepestNesting } from '../../../../preload/contract/kernel/json.ts'

const read = (text: string): unknown => {
  const parsed = parseExact(text)
  return 'json' in parsed ? parsed.json : parsed.problem
}
const digits = (max: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 1, maxLength: max })

/** A number as JSON's grammar writes it. */
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(
      fc.constant('0'),
      digits(25).map((all) => `7${all}`),
    ),
    fc.option(digits(25), { nil: '' }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'E-'), digits(4)), { nil: ['', ''] }),
  )
  .map(
    ([sign, whole, fraction, [e, exponent]]) =>
      sign + whole + (fraction && `.${fraction}`) + (exponent && e + exponent),
  )
/** Strings with escapes, quotes, brackets, lone surrogates and names of built-in object members. */
const anyString = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\ud800', 'x\udfff', '\\', '"', '\\"', '[[[{{{', '\u0000', '__proto__'),
)
const stringText = anyString.map((one) => JSON.stringify(one))
/**
 * A name that is not an array index, because those change places, and that is written without
 * escapes: the engine may misread an escaped one, see below.
 */
const nameText = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'toJSON', ''),
  fc.string({ unit: 'grapheme' }).map((one) => `n${one.replaceAll(/["\\]/g, '')}`),
)
/** A compact JSON text, whose strings alone are written by JSON.stringify. */
const { text: jsonText } = fc.letrec<{ text: string; list: string; object: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small' },
    numberText,
    stringText,
    fc.constantFrom('true', 'false', 'null', '[]', '{}'),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('text'), { maxLength: 4 }).map((all) => `[${all.join(',')}]`),
  object: fc
    .uniqueArray(fc.tuple(nameText, tie('text')), { maxLength: 4, selector: ([name]) => name })
    .map((all) => `{${all.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`),
}))

/** Returns the same value with doubles, for the comparison with JSON.parse alone. */
function asDoubles(value: unknown): unknown {
  if (value instanceof JsonNumber) return Number(value.text)
  if (Array.isArray(value)) return value.map(asDoubles)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asDoubles(one)]))
}

describe('JSON in which numbers keep their digits', () => {
  it.each(['1e400', '-0', '1.10', '12345678901234567890.12', '0.1', '1E-7', '100', '1.0E7'])(
    'bank note 53: %s comes out as it went in, alone, in a list and in an object',
    (text) => {
      expect(read(text)).toEqual(new JsonNumber(text))
      expect(read(` [ ${text} ] `)).toEqual([new JsonNumber(text)])
      expect(read(`{"a": {"b": ${text}\n}}`)).toEqual({ a: { b: new JsonNumber(text) } })
    },
  )

  it('writes any text that it read again, digit for digit', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const parsed = parseExact(text)
        if (!('json' in parsed)) throw new Error(`${parsed.problem}: ${text}`)
        expect(JSON.stringify(parsed.json)).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  it('reads the same values as JSON.parse, digits apart', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(asDoubles(read(text))).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  it('takes the last of two members of one name, with its own digits', () => {
    expect(read('{"a":1.0,"b":2,"a":1.00}')).toEqual({
      a: new JsonNumber('1.00'),
      b: new JsonNumber('2'),
    })
    expect(read('{"a":[1.0,2.0],"a":{"0":5.50}}')).toEqual({ a: { 0: new JsonNumber('5.50') } })
  })

  it('holds a member called __proto__ and lets it change nothing', () => {
    const json = read('{"__proto__":{"amount":1.10},"a":{"__proto__":2.0}}') as object
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype)
    expect('amount' in json).toBe(false)
    expect(Object.hasOwn(json, '__proto__')).toBe(true)
    expect(JSON.stringify(json)).toBe('{"__proto__":{"amount":1.10},"a":{"__proto__":2.0}}')
    expect(Reflect.get({}, 'amount')).toBeUndefined()
  })

  it('keeps a string of digits a string, and every escape and lone surrogate', () => {
    const text = String.raw`["1.10","\ud800","\udfff x","\u0000","\"[{\\","\/"]`
    expect(read(text)).toEqual(['1.10', '\ud800', '\udfff x', '\u0000', '"[{\\', '/'])
  })
})

describe('the fast reading', () => {
  /** Reads a text with the engine's own source of each number. */
  const byEngine = (text: string): unknown =>
    JSON.parse(text, (_name, value, { source = '' }) =>
      typeof value === 'number' ? new JsonNumber(source) : value,
    )
  /** Inserts white space between the tokens; strings stay unchanged. */
  const spaced = (text: string, blank: string): string =>
    text.replaceAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (token) => blank + token + blank)

  it('returns the values of the engine with their digits, in any layout', () => {
    const blanks = fc.constantFrom('', ' ', '\n\t', '\r\n  ')
    fc.assert(
      fc.property(jsonText, blanks, (text, blank) => {
        const laidOut = spaced(text, blank)
        expect(JSON.stringify(read(laidOut))).toBe(JSON.stringify(byEngine(laidOut)))
      }),
      { numRuns: 500 },
    )
  })

  it('keeps numbers at their names where the engine puts the names in another order', () => {
    const text = '{"b":1.10,"7":2.20,"0":[3.30,{"9":4.40,"a":5.50,"1":6.60}],"b":7.70}'
    expect(JSON.stringify(read(text))).toBe(
      '{"0":[3.30,{"1":6.60,"9":4.40,"a":5.50}],"7":2.20,"b":7.70}',
    )
  })

  it.each(['n\\u0041', 'n\\"', 'n\\\\'])(
    'keeps the digits also under a name with an escape: %s',
    (name) => {
      expect(JSON.stringify(read(`{"first":"\\n","${name}":[1.10]}`))).toMatch(/:\[1\.10\]\}$/)
    },
  )

  it.each(['[01]', '[1.]', '[-]', '[1e]', '[1.5.5]', '[1-1]', '[--1]', '{1:1}', '[1x]', '[1 1]'])(
    'does not make JSON of %s by taking its numbers out',
    (text) => {
      expect(read(text)).toBe('not-json')
    },
  )
})

describe('a name that the engine misreads', () => {
  // V8 13.6: after a name that ends in a backslash came after "zzq", the engine reads an escape at
  // its place as that name.
  it('never lets an amount through by its double: its digits or nothing', () => {
    read(String.raw`{"zzq":1,"n\\":2}`)
    for (const name of ['n\\u0041', 'n\\u0000', 'n\\"']) {
      const json = read(`{"zzq":1,"${name}":1.10}`)
      expect(json === 'not-json' || JSON.stringify(json).endsWith(':1.10}')).toBe(true)
    }
  })
})

describe('a text that is no JSON', () => {
  const pieces = fc.constantFrom(
    ...Array.from('{}[],:" \\\n'),
    '1',
    '1.10',
    '-',
    '"a"',
    'null',
    '<html>',
    '\ufeff',
    '\\u00',
  )

  it('is a problem and never a throw, exactly where JSON.parse would throw', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (all) => {
        const text = all.join('')
        let holds = true
        try {
          JSON.parse(text)
        } catch {
          holds = false
        }
        expect('json' in parseExact(text)).toBe(holds)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(['', ' ', 'NaN', 'Infinity', '01', '.5', '5.', '+1', "{'a':1}", '[1,]', '1 2', 'IN_'])(
    '%j is not JSON',
    (text) => {
      expect(read(text)).toBe('not-json')
    },
  )
})

describe('a text that opens too many brackets', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

  it('is read to the depth that is allowed and is a problem one deeper', () => {
    expect(parseExact(nested(deepestNesting))).toHaveProperty('json')
    expect(read(nested(deepestNesting + 1))).toBe('too-deep')
    expect(read('{"a":'.repeat(101) + '1' + '}'.repeat(101))).toBe('too-deep')
  })

  it.each([
    ['a million lists', '['.repeat(1_000_000)],
    ['a million objects', '{"a":'.repeat(1_000_000)],
    ['closed ones first', ']'.repeat(1_000) + '['.repeat(1_000_000)],
    ['a text that never ends', '"' + '['.repeat(1_000_000)],
    ['a million closed lists', nested(1_000_000)],
  ])('is a problem and never a throw: %s', (_what, text) => {
    expect(['too-deep', 'not-json']).toContain(read(text))
  })

  it('does not count brackets in strings, nor side by side', () => {
    const inString = JSON.stringify(['[{"'.repeat(500), '\\'])
    expect(read(inString)).toEqual(['[{"'.repeat(500), '\\'])
    expect(read(`[${Array.from({ length: 500 }, () => '[]').join(',')}]`)).toHaveLength(500)
  })
})

describe('a number that is written', () => {
  it('is in the body digit by digit', () => {
    const all = ['1.10', '0.00', '-3', '12345678901234567890.12']
    expect(JSON.stringify(all.map(jsonNumber))).toBe('[1.10,0.00,-3,12345678901234567890.12]')
  })

  it.each(['', '1,000.00', '01', '1.', '.5', '1e5', 'NaN', '1 ', '1\n', '{}', '"1"', '\u0661'])(
    'is refused when it is %j',
    (text) => {
      expect(() => jsonNumber(text)).toThrow(SyntaxError)
    },
  )
})
