/**
 * No account of an alert leaves main unmasked unless a person requested it and that was recorded.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertMask, mostAccounts } from '../../../../main/bank/privacy/mask-alert.ts'
import { maskOfAccounts } from '../../../../main/bank/privacy/mask-in-text.ts'
import { accountsOfAlerts } from '../../../../main/alerts/alerts.records.ts'
import { openAlertSession, everything, mara, newestId } from '../../alerts/alert-session.ts'
import { achAlert, deliveryOf, wireAlert } from '../../alerts/alert-samples.ts'

const dots = '\u2022\u2022\u2022\u2022'
const account = fc.stringMatching(/^0{0,3}[1-9][0-9]{8,15}$/)
const significant = (text: string): string => text.replace(/^0+/, '')

/** An account as a text and, if JavaScript's numbers hold all of its digits, as a number. */
const spellings = (one: string): readonly (string | number)[] => {
  const number = Number(one)
  return Number.isSafeInteger(number) ? [one, number] : [one]
}

/** Texts in which a bank might write an account. */
const textWith = (one: string): fc.Arbitrary<string> =>
  fc.constantFrom(one, `000${one}`, `ACCT ${one} paid`, `ACCT${one}`, `(${one})`, `to ${one},x`)

const alerts = fc
  .record({ own: account, theirs: account, third: account })
  .chain(({ own, theirs, third }) =>
    fc.record({
      accounts: fc.constant([own, theirs, third]),
      wire: fc
        .record({
          crArngNum: fc.constant(own),
          dbArngNum: fc.constantFrom(...spellings(theirs)),
          benefitArngNum: fc.constant(third),
          dbIpINm: textWith(theirs),
          tranId: textWith(own),
          requestReferenceNumber: textWith(own),
          tranBusnStatusCode: textWith(third),
          benefitIpAddrLine: fc.array(textWith(own), { maxLength: 3 }),
          remark: textWith(third),
          [`of ${own}`]: fc.constant('x'),
          nested: fc.record({ text: textWith(own), list: fc.array(textWith(theirs)) }),
          json: textWith(own).map((text) => JSON.stringify({ text, accountNumber: third })),
        })
        .map((body) => wireAlert({ payType: `WIRE ${own}`, eapAlertGUID: theirs }, body)),
      ach: fc
        .record({
          originatingAccountNumber: fc.constant(own),
          receivingAccountNumber: fc.constant(theirs),
          unlistedAccount: fc.constant(third),
          receivingCompanyName: textWith(third),
          transactionDescription: textWith(theirs),
          returnReasonCode: textWith(own),
          traceNumber: textWith(theirs),
        })
        .map((body) => achAlert({ alertSentDateAndTime: own }, body)),
    }),
  )

describe('the masking of alerts', () => {
  it('leaves no full account of an alert in its line, its record or its export', async () => {
    const many = fc.array(alerts, { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(many, async (created) => {
        const session = await openAlertSession(
          deliveryOf(...created.flatMap(({ wire, ach }) => [wire, ach])),
        )
        const { items } = await session.service.list({ ...everything, limit: 100 }, mara)
        expect(items).toHaveLength(created.length * 2)
        const records = await Promise.all(items.map(({ id }) => session.service.get(id)))
        const { text: csv } = await session.service.exportText(
          { ...everything, inFull: false },
          mara,
        )
        const { text: inFull } = await session.service.exportText(
          { ...everything, inFull: true },
          mara,
        )
        const shown = JSON.stringify([items, records]) + csv
        for (const one of created.flatMap(({ accounts }) => accounts)) {
          expect(shown).not.toContain(significant(one))
          expect(inFull).toContain(significant(one))
        }
        await session.store.close()
      }),
      { numRuns: 3, endOnFailure: true },
    )
  })

  it('keeps the JSON of an alert word for word but for its accounts', () => {
    const json = `{"a" : 1.10,\n "crArngNum":"0004417890", "tranAmt":"4417890.00","n":null,"dbArngNum":""}`
    expect(alertMask(json, []).json(json)).toBe(json.replace('0004417890', `${dots}7890`))
  })

  it('keeps names, references, dates and amounts', async () => {
    const session = await openAlertSession(
      deliveryOf(wireAlert({}, { federalReferNum: '20261123000011112222' })),
    )
    const got = await session.service.get(await newestId(session))
    expect(got).toMatchObject({
      value: {
        party: 'Ridgeway Supply',
        body: {
          reading: {
            crIpNm: 'Harbor Mill',
            tranAmt: '12500.00',
            tranExecutedDt: '20261123',
            federalReferNum: '20261123000011112222',
            benefitIpAddrLine: ['1 Quay Road', 'Portland'],
          },
        },
      },
    })
  })

  it('masks the numbers of persons', () => {
    const json = '{"receivingCustomerIdentificationNumber":"123456789"}'
    expect(alertMask(json, []).json(json)).not.toContain('12345')
  })

  it('masks an account with signs in it where a text repeats it', () => {
    expect(maskOfAccounts(['12/3456.789'])('from 12/3456.789 on')).toBe(`from ${dots}.789 on`)
  })

  it('masks an IBAN in a text and under a name that no document lists, in groups or not', () => {
    const body = {
      wireEventNm: 'IBAN GB29NWBK60161331926819 paid',
      tranType: 'to LT12 1000 0111 0100 1000 PAID',
      iban2: 'GB29NWBK60161331926819',
      note: 'DE89 3704 0044 0532 0130 00.',
    }
    expect(JSON.parse(alertMask('{}', []).json(JSON.stringify(body)))).toEqual({
      wireEventNm: `IBAN ${dots}6819 paid`,
      tranType: `to ${dots}1000 PAID`,
      iban2: `${dots}6819`,
      note: `${dots}0 00.`,
    })
  })

  it('masks what may be an account where a code, a BIC or an id is meant to be', () => {
    const account = '5566778899001'
    const fields = [
      'tranBusnStatusCode',
      'benefitBicCode',
      'memoId',
      'benefitAba',
      'addendaCount',
      'tranType',
    ]
    const body = Object.fromEntries(fields.map((name) => [name, account]))
    const all = {
      ...body,
      transactionStatus: '1234 5678 9012',
      wireProcessTypeCode: '4417-8901-2345',
    }
    const shown = alertMask('{}', []).json(JSON.stringify(all))
    expect(shown).not.toMatch(/55667|1234 5678|4417/)
    expect(Object.keys(JSON.parse(shown) as object)).toEqual(Object.keys(all))
  })

  it('keeps BICs, trace numbers, references, ids, days and amounts', () => {
    const json = JSON.stringify({
      alertCode: 'AL00901',
      eapAlertGUID: '12345678-1234-4234-8234-123456789012',
      benefitBicCode: 'NWBKGB2L',
      intrmdryBicCode1: 'DEUTDEFF500',
      benefitAba: '091000019',
      traceNumber: '091000010000003',
      requestReferenceNumber: '20261123000011112222',
      tranId: '5566778899001',
      messageId: '5566778899001',
      tranAmt: '441789012345',
      payNotifyTs: '2026-11-23 13:59:58',
      tranBusnStatusCode: 'Completed',
      standardEntryClassCode: 'CCD',
      remark: 'on 2026-11-23 13:59, 11-23-2026, Portland 97201-1234',
    })
    expect(alertMask(json, []).json(json)).toBe(json)
  })

  it('masks a line by digits alone where its alert lists more accounts than are compared', async () => {
    const accounts = Array.from({ length: 3_000 }, (_, index) => String(4_417_890_000_000 + index))
    const last = accounts.at(-1) ?? ''
    const session = await openAlertSession(
      deliveryOf(
        wireAlert({}, { account: accounts, requestReferenceNumber: `R${last}`, tranAmt: '1.00' }),
      ),
      deliveryOf(wireAlert({ eapAlertGUID: 'G2' }, { requestReferenceNumber: 'R2' })),
    )
    const seqs = [1, 2]
    const known = await accountsOfAlerts(session.store, seqs)
    expect([...known].map(([seq, list]) => [seq, list.length])).toEqual([
      [1, mostAccounts + 1],
      [2, 2],
    ])
    const { items } = await session.service.list(everything, mara)
    expect(items).toMatchObject([
      { reference: 'R2' },
      { reference: `R${dots}${last.slice(-4)}`, account: `${dots}7890`, amount: '1.00' },
    ])
    const id = items[1]?.id ?? ''
    const record = JSON.stringify(await session.service.get(id))
    for (const one of accounts) expect(record.includes(one)).toBe(false)
    await session.store.close()
  })

  it('masks many accounts with signs in them by their digits', () => {
    const accounts = Array.from(
      { length: 5_000 },
      (_, index) => `12/3456.${String(10_000 + index)}`,
    )
    const mask = maskOfAccounts(accounts)
    expect(mask(`from ${accounts.at(-1) ?? ''} on`)).toBe(`from ${dots}4999 on`)
  })
})
