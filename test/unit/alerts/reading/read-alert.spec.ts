/** Every field of both tables is read, in all spellings, and nothing is dropped. */
import { expect, it } from 'vitest'
import {
  achAlert as achShape,
  paymentAlert,
} from '../../../../preload/contract/bank/alerts/alert-shapes.ts'
import { readAlert } from '../../../../main/alerts/read-alert.ts'
import { elementAt } from '../../../../main/alerts/split-delivery.ts'
import { achAlert, bytesOf, wireAlert } from '../alert-samples.ts'

const paymentReading = (element: unknown) => {
  const { body } = readAlert(element)
  if (body.shape !== 'payment') throw new Error(body.shape)
  return body.reading
}

it.each([
  ['dbIpNm', 'dbIpINm', 'Ridgeway Supply', 'Ridgeway Supply'],
  ['benefitBankAddrLine', 'benefirBankAddrLine', ['1 Quay Road'], ['1 Quay Road']],
  ['intrmdryBankAddrLine1', 'intrmdryBNankAddrLine1', ['a', 'b'], ['a', 'b']],
  ['intrmdryBankAddrLine2', 'intramdryBankAddrLine2', 'one line', ['one line']],
] as const)('bank note 90: reads %s also as %s', (name, misspelt, value, read) => {
  const clean = { dbIpINm: undefined }
  for (const spelling of [name, misspelt]) {
    const alert = readAlert(wireAlert({}, { ...clean, [spelling]: value }))
    expect(paymentReading(wireAlert({}, { ...clean, [spelling]: value }))[name]).toEqual(read)
    expect(alert.isUnlisted).toBe(false)
  }
})

it.each([
  [null, []],
  [undefined, []],
  ['1 Quay Road', ['1 Quay Road']],
  [
    ['1 Quay Road', null, 'Portland'],
    ['1 Quay Road', 'Portland'],
  ],
  [[], []],
])('bank note 92: reads address lines that come as %j', (lines, read) => {
  const alert = wireAlert({}, { benefitIpAddrLine: lines })
  expect(paymentReading(alert).benefitIpAddrLine).toEqual(read)
  expect(readAlert(alert).isUnlisted).toBe(false)
})

it('reads every field of both tables, nulls among them, as listed', () => {
  const all = (of: { fields: object }, value: unknown) =>
    Object.fromEntries(Object.keys(of.fields).map((name) => [name, value]))
  const empty = readAlert(wireAlert({}, all(paymentAlert, null)))
  expect(empty).toMatchObject({ isUnlisted: false, isIncomplete: false, amount: null })
  expect(readAlert(achAlert({}, all(achShape, null)))).toMatchObject({ isUnlisted: false })
  const full = readAlert({ alertHeader: {}, alertBody: all(paymentAlert, 'x') })
  expect(full.body).toMatchObject({ shape: 'payment', reading: { other: [] } })
  expect([Object.keys(paymentAlert.fields).length, Object.keys(achShape.fields).length]).toEqual([
    65, 22,
  ])
})

it('bank note 101: keeps amounts, dates and both status fields as the bank wrote them', () => {
  const text = '[{"alertHeader":{"alertCode":"AL00906"},"alertBody":{"transactionAmount":120.50}}]'
  expect(readAlert(elementAt(bytesOf(text), 1)?.element).amount).toBe('120.50')
  const body = {
    wireEventNm: 'PMT_DONE',
    payNotifyTs: '11/23/2026 9am',
    tranExecutedDt: '20261123',
  }
  expect(paymentReading(wireAlert({}, body))).toMatchObject(body)
  expect(readAlert(wireAlert({}, body)).status).toBe('Completed')
})

it.each(['AL00902', 'AL00903', 'AL00904', 'AL00905'])(
  'bank note 102: reads the old code %s as ACH and marks it',
  (alertCode) => {
    const alert = readAlert(achAlert({ alertCode }))
    expect(alert).toMatchObject({ kind: 'ach', code: alertCode, isOldCode: true, amount: '120.5' })
    expect(readAlert(achAlert())).toMatchObject({ kind: 'ach', isOldCode: false })
  },
)

it('bank note 103: needs no version of a document to read an alert, and keeps one that comes', () => {
  const alert = readAlert(wireAlert({ version: '2.2.0' }))
  expect(alert).toMatchObject({ kind: 'wire', isUnlisted: true })
  expect(alert.header.other).toEqual([{ path: 'version', value: '2.2.0' }])
})

it('calls a code that no document lists other, and still reads the fields that it knows', () => {
  const alert = readAlert(wireAlert({ alertCode: 'AL00999' }))
  expect(alert).toMatchObject({ kind: 'other', isUnlisted: true, amount: '12500.00' })
  const foreign = readAlert({
    alertHeader: { alertCode: 'AL1' },
    alertBody: { a: { b: [1, null] } },
  })
  expect(foreign.body).toEqual({ shape: 'none', fields: [{ path: 'a.b[0]', value: '1' }] })
})

it('distinguishes a credit of another party’s payment from a requested one, and from a debit', () => {
  const line = (body: Readonly<Record<string, unknown>>) => {
    const { direction, isIncomingCredit, account, party } = readAlert(wireAlert({}, body))
    return { direction, isIncomingCredit, account, party }
  }
  const credit = { direction: 'credit', account: '4417890', party: 'Ridgeway Supply' }
  expect(line({})).toEqual({ ...credit, isIncomingCredit: true })
  expect(line({ requestReferenceNumber: 'R1' })).toEqual({ ...credit, isIncomingCredit: false })
  expect(line({ crOrDbCode: 'D' })).toEqual({
    direction: 'debit',
    isIncomingCredit: false,
    account: '99120001',
    party: 'Harbor Mill',
  })
  expect(line({ crOrDbCode: 'X' })).toEqual({
    direction: null,
    isIncomingCredit: false,
    account: null,
    party: null,
  })
})

it('finds accounts without leading zeros, in full and by their last four, and every other text', () => {
  const { accounts, searchText } = readAlert(achAlert())
  expect(accounts).toEqual(['123456789', '4417890'])
  const all = searchText.split(' ')
  expect(all).toEqual(expect.arrayContaining(['123456789', '6789', '4417890', '7890']))
  expect(all).toEqual(expect.arrayContaining(['Ridgeway', 'EAP-A-1', '120.5', 'COLLECTED']))
  expect(all).not.toContain('0000123456789')
})

it('keeps fields beside header and body, by their path', () => {
  const alert = readAlert({ ...wireAlert(), extra: { a: 1 } })
  expect(alert.header.other).toEqual([{ path: 'extra.a', value: '1' }])
  expect(alert.isUnlisted).toBe(true)
})
