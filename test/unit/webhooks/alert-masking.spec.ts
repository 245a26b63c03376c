/** No account of an alert leaves main in full unless somebody asked for it and that was recorded. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertMask, maskOfAccounts } from '../../../main/webhooks/alert-masking.ts'
import { alertDesk, everything, mara, newestId } from './alert-desks.ts'
import { achAlert, deliveryOf, wireAlert } from './alert-samples.ts'

const dots = '\u2022\u2022\u2022\u2022'
const account = fc.stringMatching(/^0{0,3}[1-9][0-9]{8,15}$/)
const significant = (text: string): string => text.replace(/^0+/, '')

/** Texts that a bank might write an account into. */
const telling = (one: string): fc.Arbitrary<string> =>
  fc.constantFrom(one, `000${one}`, `ACCT ${one} paid`, `ACCT${one}`, `(${one})`, `to ${one},x`)

const alerts = fc
  .record({ own: account, theirs: account, third: account })
  .chain(({ own, theirs, third }) =>
    fc.record({
      accounts: fc.constant([own, theirs, third]),
      wire: fc
        .record({
          crArngNum: fc.constant(own),
          dbArngNum: fc.oneof(fc.constant(theirs), fc.constant(Number(significant(theirs)))),
          benefitArngNum: fc.constant(third),
          dbIpINm: telling(theirs),
          tranId: telling(own),
          requestReferenceNumber: telling(own),
          tranBusnStatusCode: telling(third),
          benefitIpAddrLine: fc.array(telling(own), { maxLength: 3 }),
          remark: telling(third),
          [`of ${own}`]: fc.constant('x'),
          nested: fc.record({ text: telling(own), list: fc.array(telling(theirs)) }),
          json: telling(own).map((text) => JSON.stringify({ text, accountNumber: third })),
        })
        .map((body) => wireAlert({ payType: `WIRE ${own}`, eapAlertGUID: theirs }, body)),
      ach: fc
        .record({
          originatingAccountNumber: fc.constant(own),
          receivingAccountNumber: fc.constant(theirs),
          unlistedAccount: fc.constant(third),
          receivingCompanyName: telling(third),
          transactionDescription: telling(theirs),
          returnReasonCode: telling(own),
          traceNumber: telling(theirs),
        })
        .map((body) => achAlert({ alertSentDateAndTime: own }, body)),
    }),
  )

describe('the masking of alerts', () => {
  it('leaves no full account of an alert in its line, its record or its export', async () => {
    const many = fc.array(alerts, { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(many, async (made) => {
        const desk = await alertDesk(deliveryOf(...made.flatMap(({ wire, ach }) => [wire, ach])))
        const { items } = await desk.service.list({ ...everything, limit: 100 }, mara)
        expect(items).toHaveLength(made.length * 2)
        const records = await Promise.all(items.map(({ id }) => desk.service.get(id)))
        const { text: csv } = await desk.service.exportText({ ...everything, inFull: false }, mara)
        const { text: inFull } = await desk.service.exportText(
          { ...everything, inFull: true },
          mara,
        )
        const shown = JSON.stringify([items, records]) + csv
        for (const one of made.flatMap(({ accounts }) => accounts)) {
          expect(shown).not.toContain(significant(one))
          expect(inFull).toContain(significant(one))
        }
        await desk.store.close()
      }),
      { numRuns: 3, endOnFailure: true },
    )
  }, 60_000)

  it('keeps the JSON of an alert word for word but for its accounts', () => {
    const json = `{"a" : 1.10,\n "crArngNum":"0004417890", "tranAmt":"4417890.00","n":null,"dbArngNum":""}`
    expect(alertMask(json, []).json(json)).toBe(json.replace('0004417890', `${dots}7890`))
  })

  it('keeps names, references, dates and amounts', async () => {
    const desk = await alertDesk(
      deliveryOf(wireAlert({}, { federalReferNum: '20261123000011112222' })),
    )
    const got = await desk.service.get(await newestId(desk))
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
})
