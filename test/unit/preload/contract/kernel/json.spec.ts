import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  deepestNesting,
  innerTexts,
  isJson,
  isJsonStructure,
  jsonFault,
  layOutJson,
  repeatedNames,
  rewriteJson,
  type JsonScalar,
} from '../../../../../preload/contract/kernel/json.ts'

const pieces = '{}[]:,"\\ \n-.01eE+xtu'.split('')
/** Texts that are JSON, nearly, or not at all. */
const anyText = fc.oneof(
  fc.json(),
  fc.string(),
  fc
    .array(fc.constantFrom(...pieces, 'true', 'null', '"a"', '"\\u0061"', '"\\d":', '1e5'), {
      maxLength: 12,
    })
    .map((all) => all.join('')),
)
/** JSON of any spacing. */
const anyJson = fc
  .tuple(fc.jsonValue(), fc.constantFrom('', ' ', '\t', ' \r\n'))
  .map(([value, indent]) => JSON.stringify(value, null, indent))

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('whether a text is JSON', () => {
  it('agrees with JSON.parse, within the nesting limit', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isJson(text)).toBe(parses(text))
      }),
      { numRuns: 1_000 },
    )
    expect(isJson(nested(deepestNesting))).toBe(true)
    expect(isJson(nested(deepestNesting + 1))).toBe(false)
    expect(isJson(nested(100_000))).toBe(false)
  })

  it.each([
    ['{}', true],
    [' [1]', true],
    ['"a"', false],
    ['1', false],
    ['[1,]', false],
    ['[1] // all', false],
  ])('finds an object or a list in %j: %s', (text, isOne) => {
    expect(isJsonStructure(text)).toBe(isOne)
  })
})

describe('rewriting the names and values of a text', () => {
  const same = ({ token }: JsonScalar): string => token

  it('copies all else as it is written', () => {
    fc.assert(
      fc.property(anyJson, (text) => {
        expect(rewriteJson(text, same)).toBe(text)
      }),
    )
    expect(
      rewriteJson('{ "a" : [ 1.50,"\\u0062" ] }\n', ({ token, isName }) =>
        isName || token === '1.50' ? token : '"\u2022"',
      ),
    ).toBe('{ "a" : [ 1.50,"\u2022" ] }\n')
  })

  it('gives each with its text, the names above it and the number of its object', () => {
    const seen: unknown[] = []
    rewriteJson('{"a":{"b\\n":["c",{"d":1e2}]},"e":null}', (scalar) => {
      const { text, isName, path, place } = scalar
      seen.push([text, isName, path.join('/'), place])
      return scalar.token
    })
    expect(seen).toEqual([
      ['a', true, '', 1],
      ['b\n', true, 'a', 2],
      ['c', false, 'a/b\n', 3],
      ['d', true, 'a/b\n', 4],
      ['1e2', false, 'a/b\n/d', 4],
      ['e', true, '', 1],
      ['null', false, 'e', 1],
    ])
  })

  it.each([
    ['100,000 levels', nested(100_000)],
    ['a string of 16 MB', `["${'x'.repeat(16_000_000)}"]`],
    ['16 MB of blanks', `[1${' '.repeat(16_000_000)}]`],
    ['8 million escapes', `["${'\\n'.repeat(8_000_000)}"]`],
  ])('reads %s', (_what, text) => {
    expect(rewriteJson(text, same) === text).toBe(true)
  })
})

describe('names that one object has twice', () => {
  it.each([
    ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}', []],
    ['{"a":1,"b":2,"b":3,"a":4,"a":5}', ['b', 'a']],
    ['{"a" :1,"\\u0061"\n:2}', ['a']],
    ['{"a":"b","c":"b","d":["e","e"]}', []],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
    ['{"a\\d":1,"a\\d":2', ['a\\d']],
  ])('are found in %j', (text, names) => {
    expect(repeatedNames(text)).toEqual(names)
  })

  it('are compared down to the nesting limit', () => {
    const inside = (levels: number): string => `${'{"a":'.repeat(levels)}{"b":1,"b":2}`
    expect(repeatedNames(inside(deepestNesting - 1))).toEqual(['b'])
    expect(repeatedNames(inside(deepestNesting))).toEqual([])
  })

  it('are none in JSON that JSON.stringify wrote, and are looked for in any text without a failure', () => {
    fc.assert(
      fc.property(anyJson, anyText, (json, text) => {
        expect(repeatedNames(json)).toEqual([])
        expect(() => repeatedNames(text)).not.toThrow()
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('the values inside a list or an object', () => {
  it.each([
    [' [ {"a":"]"} ,[1, 2],3.0 ] ', ['{"a":"]"}', '[1, 2]', '3.0']],
    ['{ "a" : {"b":1}, "c":[] }', ['"a"', '{"b":1}', '"c"', '[]']],
    ['[]', []],
    ['5', []],
  ])('are those of %j as they are written', (text, inner) => {
    expect(innerTexts(text)).toEqual(inner)
  })

  it('are those of any list', () => {
    fc.assert(
      fc.property(fc.array(anyJson), (texts) => {
        expect(innerTexts(`[${texts.join(' , ')}]`)).toEqual(texts)
      }),
    )
  })
})

describe('formatting over lines', () => {
  it('writes what JSON.stringify would write, and keeps every digit and spelling', () => {
    fc.assert(
      fc.property(anyJson, (text) => {
        expect(layOutJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
      }),
    )
    expect(layOutJson('{"amount":1.10,"id":12345678901234567890.50,"a":"\\u0061"}')).toBe(
      '{\n  "amount": 1.10,\n  "id": 12345678901234567890.50,\n  "a": "\\u0061"\n}',
    )
  })

  it('indents every line but the first by what is given', () => {
    expect(layOutJson('{"a":[1]}', '    ')).toBe('{\n      "a": [\n        1\n      ]\n    }')
  })
})

describe('where a text stops being JSON', () => {
  it.each([
    ['{"a":1,}', 1, 8, 'extra comma before }'],
    ['{"a":[1,]}', 1, 9, 'extra comma before ]'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or } is missing here'],
    ['[1,\n {} 2]', 2, 5, 'a comma or ] is missing here'],
    ['[1 // one\n]', 1, 4, 'a comma or ] is missing here'],
    ['{"a":1]', 1, 7, 'a comma or } is missing here'],
    ['{"a" 1}', 1, 6, 'a colon is missing after the name'],
    ['{"a"', 1, 5, 'a colon is missing after the name'],
    ['{a:1}', 1, 2, 'a name in double quotes belongs here'],
    ['{,}', 1, 2, 'a name in double quotes belongs here'],
    ['{"a":1,,', 1, 8, 'a name in double quotes belongs here'],
    ['{"a":[1,2', 1, 10, 'the ] is missing for line 1'],
    ['{"a":1,\n"b":{"c":1\n', 3, 1, 'the } is missing for line 2'],
    ['{"a":1,', 1, 8, 'the } is missing for line 1'],
    ['{"a":', 1, 6, 'a value is missing at the end'],
    ['[1,', 1, 4, 'a value is missing at the end'],
    ['{"a":007}', 1, 6, 'this is no number of JSON'],
    ['[1, -]', 1, 5, 'this is no number of JSON'],
    ['[1.]', 1, 2, 'this is no number of JSON'],
    ['[.5]', 1, 2, 'a value belongs here'],
    ['{"a":[}', 1, 7, 'a value belongs here'],
    ['{"a":}', 1, 6, 'a value belongs here'],
    ['[/* none */]', 1, 2, 'a value belongs here'],
    ['{"a":\'x\'}', 1, 6, 'strings need double quotes'],
    ['{"a":True}', 1, 6, 'True is no value'],
    ['[nulls]', 1, 2, 'nulls is no value'],
    ['{"a":"x\n"}', 1, 6, 'no closing quote'],
    ['{"a":"x', 1, 6, 'no closing quote'],
    ['{"a\n":1}', 1, 2, 'no closing quote'],
    ['{"a":"x\ty"}', 1, 8, 'tab or control character inside a string'],
    ['{"a":"\\n\\x"}', 1, 9, 'a backslash begins no escape'],
    ['{"a\\u00zz":1}', 1, 4, 'a backslash begins no escape'],
    ['{} {}', 1, 4, 'the value has ended'],
    [']', 1, 1, 'a value belongs here'],
    ['', 1, 1, 'nothing is written yet'],
    [' \n', 2, 1, 'nothing is written yet'],
  ])('names line, column and reason of %j', (text, line, column, reason) => {
    const fault = jsonFault(text)
    expect(fault).toMatchObject({ line, column })
    expect(fault?.reason).toContain(reason)
  })

  it('agrees with JSON.parse on every text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const fault = jsonFault(text)
        expect(fault === undefined, text).toBe(parses(text))
        const before = text.slice(0, fault?.offset ?? 0).split('\n')
        if (fault) expect(fault).toMatchObject({ line: before.length })
        if (fault) expect(fault.column).toBe((before.at(-1)?.length ?? 0) + 1)
      }),
      { numRuns: 3_000 },
    )
  })
  it.each([deepestNesting, 100_000])(
    'names the first bracket that nests too deep, of %i',
    (levels) => {
      expect(jsonFault(nested(deepestNesting))).toBeUndefined()
      const reason = 'this is nested too deep'
      expect(jsonFault(`[\n${nested(levels)}]`)).toMatchObject({
        line: 2,
        column: deepestNesting,
        reason,
      })
    },
  )
})
