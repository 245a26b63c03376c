/** Every form of a delivery that the document leaves open, and forms that are none. */
import { expect, it } from 'vitest'
import { JsonNumber } from '../../../../main/platform/json/exact-json.ts'
import { elementAt, splitDelivery } from '../../../../main/alerts/split-delivery.ts'
import { achAlert, bytesOf, wireAlert } from '../alert-samples.ts'

const [wire, ach] = [wireAlert(), achAlert()]
const json = (value: unknown): Uint8Array => bytesOf(JSON.stringify(value))
const count = (bytes: Uint8Array): number | string => {
  const split = splitDelivery(bytes)
  return split.kind === 'alerts' ? split.elements.length : split.reason
}
const problemOf = (bytes: Uint8Array): string | null => {
  const split = splitDelivery(bytes)
  return split.kind === 'alerts' ? split.findProblem() : split.reason
}

it.each([
  ['the documented object', { alertNotificationRequest: [wire, ach] }, 2],
  ['an object with one alert instead of a list', { alertNotificationRequest: wire }, 1],
  ['a bare list', [wire, ach], 2],
  ['alerts without their wrapper', [wire.alertNotification, ach.alertNotification], 2],
  ['one bare alert', wire, 1],
  ['one alert without its wrapper', ach.alertNotification, 1],
  ['an empty list', { alertNotificationRequest: [] }, 0],
  ['a bare empty list', [], 0],
  ['a list with something else in it', { alertNotificationRequest: [null, wire, 7] }, 3],
])('bank note 93: takes %s', (_form, body, alerts) => {
  expect(count(json(body))).toBe(alerts)
})

it.each([
  ['another object', { hello: 'world' }],
  ['a list without an object', [1, 'two', null]],
  ['a null', null],
  ['a request that is text', { alertNotificationRequest: 'none' }],
])('bank note 93: finds no alerts in %s', (_form, body) => {
  expect(count(json(body))).toBe('no-alerts')
})

it('distinguishes no JSON, too deep JSON and too many alerts', () => {
  expect(count(bytesOf('{"alertNotificationRequest": ['))).toBe('not-json')
  expect(count(new Uint8Array())).toBe('not-json')
  expect(count(bytesOf('['.repeat(100_000) + ']'.repeat(100_000)))).toBe('too-deep')
  expect(count(json(Array.from({ length: 1000 }, () => ach)))).toBe(1000)
  expect(count(json(Array.from({ length: 1001 }, () => ach)))).toBe('too-many')
})

it('takes more than the documented 100 alerts and says so', () => {
  const many = (alerts: number) => json(Array.from({ length: alerts }, () => ach))
  expect(problemOf(many(100))).toBeNull()
  expect(problemOf(many(101))).toBe(
    '101 alerts; the document says up to 100 (Platform Specification, Limits).',
  )
})

it('skips a byte order mark, and reads bytes that are no UTF-8 letter by byte', () => {
  expect(count(bytesOf(`\ufeff${JSON.stringify([wire])}`))).toBe(1)
  const latin = new Uint8Array(Buffer.from('{"alertBody":{"crIpNm":"M\u00fcller"}}', 'latin1'))
  expect(splitDelivery(latin)).toMatchObject({
    elements: [{ alertBody: { crIpNm: 'M\u00fcller' } }],
  })
  expect(problemOf(latin)).toBe('The bytes are not UTF-8 and were read as Latin-1.')
})

it.each([
  ['{"alertNotificationRequest" : [ {"a":1.50},\n {"b":"}\\"]"} ] }', 1, '{"a":1.50}'],
  ['{"alertNotificationRequest" : [ {"a":1.50},\n {"b":"}\\"]"} ] }', 2, '{"b":"}\\"]"}'],
  ['{"x":[1],"alertNotificationRequest":{ "a" : [1, {}] },"y":{}}', 1, '{ "a" : [1, {}] }'],
  ['{"alertNotificationRequest":[{}],"alertNotificationReques\\u0074":[{"n":2}]}', 1, '{"n":2}'],
  [' [ null , {"a":1e2} ] ', 2, '{"a":1e2}'],
  [' [ null , {"a":1e2} ] ', 1, 'null'],
  ['\n{"alertHeader":{}} ', 1, '{"alertHeader":{}}'],
])('returns an alert of %s as it is written', (text, place, own) => {
  expect(elementAt(bytesOf(text), place)?.text).toBe(own)
})

it('returns the alert with its numbers by their digits, and nothing where there is none', () => {
  const bytes = bytesOf('[{"tranAmt":1.50}]')
  expect(elementAt(bytes, 1)?.element).toEqual({ tranAmt: new JsonNumber('1.50') })
  expect([0, 2, -1].map((place) => elementAt(bytes, place))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(elementAt(bytesOf('no JSON'), 1)).toBeUndefined()
})

it.each([
  [
    `{"alertNotificationRequest":[${JSON.stringify(wire)}],"alertNotificationRequest":[${JSON.stringify(ach)}]}`,
    'Repeated in one object; only the last is read: "alertNotificationRequest".',
  ],
  [
    JSON.stringify({ alertNotificationRequest: [wire], alertNotification: ach, more: 1 }),
    'Beside the list of alerts, not read: "alertNotification", "more".',
  ],
  [
    '[{"alertBody":{"tranAmt":"1","tranId" : "tranAmt","tran\\u0041mt":"2"}}]',
    'Repeated in one object; only the last is read: "tranAmt".',
  ],
  ['[{"alertBody":{"a":{"b":1},"c":{"b":"a","x":["b","b"]}}}]', null],
])('reports which part of %s belongs to no alert', (text, problem) => {
  expect(problemOf(bytesOf(text))).toBe(problem)
})
