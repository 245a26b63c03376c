import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, type JsonValue } from '../../../../main/platform/json/canonical-json.ts'

const anyJson = fc.jsonValue({ stringUnit: 'binary' })

/** Returns the same value with the keys of every object in the opposite order. */
function shuffled(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).reverse()
  return Object.fromEntries(members.map(([key, member]) => [key, shuffled(member)]))
}

describe('canonical JSON', () => {
  it('states the value in full, so that no two values share a text', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value))
        expect(JSON.parse(canonicalJson(value as JsonValue))).toEqual(plain)
      }),
    )
  })

  it('is the same text whatever the order of keys', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(canonicalJson(shuffled(value as JsonValue))).toBe(canonicalJson(value as JsonValue))
      }),
    )
  })

  it('is a fixed point: a text that is read and written again is the same', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = canonicalJson(value as JsonValue)
        expect(canonicalJson(JSON.parse(text) as JsonValue)).toBe(text)
      }),
    )
  })

  it.each<[string, JsonValue, string]>([
    [
      'keys by UTF-16 code units',
      { é: 1, b: 2, B: 3, '10': 4, '9': 5 },
      '{"10":4,"9":5,"B":3,"b":2,"é":1}',
    ],
    [
      'nesting without white space',
      { a: [1, { c: null, b: true }] },
      '{"a":[1,{"b":true,"c":null}]}',
    ],
    ['numbers as ECMAScript', [1e21, 0.1, -0, 1.0], '[1e+21,0.1,0,1]'],
    ['lone surrogates as escapes', '\ud800', '"\\ud800"'],
    [
      'a key named __proto__',
      JSON.parse('{"__proto__":1,"a":2}') as JsonValue,
      '{"__proto__":1,"a":2}',
    ],
  ])('writes %s', (_, value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  it.each([NaN, Infinity, undefined, () => 1, 10n])(
    'refuses %s, which JSON cannot say',
    (value) => {
      expect(() => canonicalJson({ odd: value as unknown as JsonValue })).toThrow(TypeError)
    },
  )
})
