/**
 * When two alerts are the same: changes of a delivery that must not matter, and differences that
 * must.
 */
import { expect, it } from 'vitest'
import { confirmationsOf, identityOf } from '../../../../main/alerts/stored/alert-identity.ts'
import { elementAt } from '../../../../main/alerts/split-delivery.ts'
import { bytesOf, wireAlert } from '../alert-samples.ts'

const hash = (element: unknown): string => identityOf(element).contentHash
const ofText = (text: string): string => hash(elementAt(bytesOf(text), 1)?.element)

it('bank note 99: identifies an alert by its content and not by its eapAlertGUID or its wrapper', () => {
  const whole = identityOf(wireAlert())
  expect(identityOf(wireAlert({ eapAlertGUID: 'another' }))).toEqual(whole)
  expect(identityOf(wireAlert({ eapAlertGUID: null }))).toEqual(whole)
  expect(identityOf(wireAlert().alertNotification)).toEqual(whole)
})

it('bank notes 90 and 92: treats both spellings as the same, and null as absent', () => {
  expect(hash(wireAlert({}, { dbIpINm: null, dbIpNm: 'Ridgeway Supply' }))).toBe(hash(wireAlert()))
  const absent = wireAlert()
  expect(hash(wireAlert({}, { requestReferenceNumber: undefined }))).toBe(hash(absent))
  expect(hash(wireAlert({}, { crVirtualNum: null }))).toBe(hash(absent))
})

it('distinguishes alerts that differ in a digit, a type, an order of lines, or the time of sending', () => {
  const alerts = [
    wireAlert(),
    wireAlert({}, { tranAmt: '12500.0' }),
    wireAlert({}, { benefitIpAddrLine: ['Portland', '1 Quay Road'] }),
    wireAlert({}, { dbIpNm: 'Another' }),
    wireAlert({}, { unknown: '\ud800' }),
    wireAlert({}, { unknown: '\ud801' }),
    wireAlert({ alertSentDateAndTime: '2026-11-23T14:59:58Z' }),
    { ...wireAlert(), beside: 1 },
  ]
  expect(new Set(alerts.map(hash)).size).toBe(alerts.length)
  expect(ofText('[{"alertBody":{"a":1.50,"b":2}}]')).toBe(
    ofText('[{"alertBody":{"b":2, "a":1.50}}]'),
  )
  const digits = ['1.5', '1.50', '"1.5"', '1.5000000000000000001']
  expect(new Set(digits.map((one) => ofText(`[{"alertBody":{"a":${one}}}]`))).size).toBe(4)
})

it('recognises the same content sent at another time by its body', () => {
  const later = identityOf(wireAlert({ alertSentDateAndTime: '2026-11-23T15:00:00Z' }))
  expect(later.bodyHash).toBe(identityOf(wireAlert()).bodyHash)
  expect(identityOf(wireAlert({ payType: 'RTP' })).bodyHash).not.toBe(later.bodyHash)
})

it('computes hashes and ids that never change with a version: they were stored, and sent to the bank', () => {
  expect(identityOf(wireAlert())).toEqual({
    bodyHash: 'd2f7e929266482392af917e59e53a5abf09ffb39399f8d41763fa4906d16d172',
    contentHash: 'c3c687d876b09ec31eee941925f0133ffd483c5bdb65b2a3f3f7a206b561e5a3',
  })
  const confirmations = confirmationsOf([wireAlert(), wireAlert({ eapAlertGUID: null })])
  expect(confirmations).toMatchInlineSnapshot(`
    [
      "92549d5f-4f45-8d6c-ac8d-93bc5a41ca51",
      "9913c903-b623-8bd7-8167-6434d7cf0f62",
    ]
  `)
  for (const id of confirmations) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  }
})

it('writes the members of any object in one order, that of their names as JSON', () => {
  const names = [
    'a',
    'a b',
    'a!',
    'a"',
    'a#',
    'ab',
    'A',
    '10',
    '9',
    '',
    '\u00e9',
    '\\',
    '\n',
    '__proto__',
  ]
  const members = names.map((name, at) => `${JSON.stringify(name)}:[{"b":${String(at)}},null]`)
  const misspelt = '"intramdryBankAddrLine2":"x","dbIpINm":1,"dbIpNm":2,"benefirBankAddrLine":null'
  const text = (parts: readonly string[]): string => `[{"alertBody":{${parts.join(',')}}}]`
  const hashes = [
    [...members, misspelt],
    [misspelt, ...members.toReversed()],
  ].map((parts) => ofText(text(parts)))
  expect(new Set(hashes)).toEqual(
    new Set(['b4e80f9843d687817de69b5a4a2e481673c49d5520c56e9ad1afb9897473e40d']),
  )
})

it('acknowledges each alert of a call under an id of its own, and one that comes twice in it under the same id', () => {
  const guids = ['A', 'B', null, 'A', null, '\ud800', '\ufffd']
  const confirmations = confirmationsOf(guids.map((eapAlertGUID) => wireAlert({ eapAlertGUID })))
  expect(confirmations[3]).toBe(confirmations[0])
  // Texts that are stored with the same characters are one id.
  expect(confirmations[6]).toBe(confirmations[5])
  expect(new Set(confirmations).size).toBe(5)
  const other = confirmationsOf([wireAlert({ eapAlertGUID: 'A' }, { tranAmt: '1' })])
  expect(confirmations).not.toContain(other[0])
})
