/**
 * Search everywhere: each way of finding, on a real store, and no account that a line does not
 * show.
 */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { foundOrder } from '../../../../main/workplace/search/sources/orders.ts'
import { orderRow } from '../../money/order/support/stored-orders.ts'
import { auditEntries } from '../../store/stores.ts'
import { achAlert, deliveryOf } from '../../alerts/alert-samples.ts'
import { filledStore, putValidation, titles, written } from './open-search.ts'

let filled: Awaited<ReturnType<typeof filledStore>>
beforeEach(async () => {
  filled = await filledStore()
})
const payment = 'payment: Ridgeway Supply · USD 12,500.00'
const batch = 'batch: PAYROLL · 2 entries'
const ann = 'entry: Ann \u00c1lvarez · USD 1,250.00'
const bruno = 'entry: Bruno Castell · USD 77.10'
const wire = 'alert: Lindqvist Optics · USD 12,500.00'
const ach = 'alert: Ridgeway Supply · USD 120.5'
const payee = 'payee: Ridgeway Supply'

it.each([
  ['accepted', 'Completed', 'completed'],
  ['accepted', 'IN_PROCESS', 'in process'],
  ['accepted', null, 'accepted'],
  ['accepted', 'FutureWarehouse', 'waits at the bank'],
  ['accepted', 'Repair', 'held at the bank'],
  ['outcome-unknown', 'Completed', 'outcome unknown'],
])('shows one status of a payment: %s with %s of the bank as %s', (state, bankText, shown) => {
  const facts = { ...orderRow(), entries: null, source_file: null }
  const { detail } = foundOrder({ ...facts, state, bank_status_text: bankText })
  expect(detail.split(' \u00b7 ')[2]).toBe(shown)
})

describe('search everywhere', () => {
  it.each([
    ['a whole reference', 'CS20261123ABCDEFGHJKMNPQRS', [payment]],
    ['the beginning of a reference, in any case', 'cs202611', [payment]],
    ['a transaction id', 'TX99ABC', [payment]],
    ['a trace number', '091000010000042', [ann, ach]],
    ['the beginning of a trace number', '09100001000', [ann, ach]],
    ['a PAR number', 'PAR20261100042', [ann]],
    ['the beginning of a PAR number', 'par2026', [ann]],
    ['an identification number', 'EMP-0042', [ann]],
    ['the beginnings of two words of a name', 'rid sup', [payment, ach, payee]],
    ['a name without its accents', 'alvarez', [ann]],
    ['a name with accents that it has not', 'c\u00e1stell', [bruno]],
    ['an amount as it is shown', '1,250.00', [ann]],
    ['an amount as it is typed', '1250', [ann]],
    ['an amount with its currency sign', '$77.10', [bruno]],
    ['an amount of a payment and of an alert', '12,500.00', [payment, wire]],
    ['a name with an amount', 'ann 1250.00', [ann]],
    ['the name of a file', 'payroll-nov', [batch]],
    ['the reference of an alert', 'WIREREF1', [wire]],
    ['a name in alerts alone', 'lindq', [wire]],
    ['nothing that is there', 'zzzz nowhere', []],
    ['one letter', 'r', []],
    ['signs alone', '** ""', []],
  ])('finds by %s', async (_, text, wanted) => {
    expect(
      (await titles(filled.session, text)).filter((one) => !one.startsWith('validation')),
    ).toEqual(wanted)
  })

  it('names in an alert without a party the receiver of the entry that it is about', async () => {
    const { store, session, entries, intake } = filled
    await intake.take(
      deliveryOf(
        achAlert(
          { eapAlertGUID: 'EAP-A-2' },
          {
            receivingCompanyName: null,
            traceNumber: '091000010000077',
            transactionAmount: 3836.02,
          },
        ),
      ),
    )
    await intake.settled()
    expect(await titles(session, '091000010000077')).toEqual([
      'alert: No party \u00b7 USD 3,836.02',
    ])
    await written(store, (tx) =>
      sql`INSERT INTO batch_entry_status_events (entry_id, seq, at, source, text, alert_seq)
        SELECT ${entries[1]?.id}, 90, '2026-11-23T14:00:00.000Z', 'alert', 'SETTLED', seq
        FROM alerts WHERE reference = '091000010000077'`.execute(tx),
    )
    expect(await titles(session, '091000010000077')).toEqual([
      'alert: Bruno Castell \u00b7 USD 3,836.02',
    ])
  })

  it('finds several alerts of one entry once, as the newest, with its event in words', async () => {
    const { session, intake } = filled
    for (const [guid, achType] of [
      ['EAP-A-3', 'COLLECTED'],
      ['EAP-A-4', 'SETTLED'],
    ] as const)
      await intake.take(
        deliveryOf(
          achAlert(
            { eapAlertGUID: guid },
            { traceNumber: '091000010000099', transactionStatus: achType },
          ),
        ),
      )
    await intake.settled()
    const { found } = await session.find('091000010000099')
    expect(found.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/settled \u00b7 091000010000099 .*\u00b7 2 alerts$/),
    ])
  })

  it('finds a batch by its uuid', async () => {
    expect(await titles(filled.session, filled.batchId)).toContain(batch)
  })

  it('finds an account by its last digits, and by the whole number with zeros or without', async () => {
    const kinds = async (text: string) =>
      (await filled.session.find(text)).found.map(({ kind }) => kind)
    for (const text of ['0077', '55501420077', '00055501420077'])
      expect(await kinds(text)).toEqual(['payment', 'validation'])
    expect(await kinds('2211')).toEqual(['entry'])
    expect(await kinds('88442211')).toEqual(['entry'])
    expect(await kinds('5678')).toEqual(['payee'])
    expect(await kinds('123455678')).toEqual(['payee'])
    expect(await kinds('6789')).toEqual(['alert'])
    expect(await kinds('123456789')).toEqual(['alert'])
  })

  it.each(['5550142', '55501420', '8844221', '12345567', '12345678', '77889911', '001234567'])(
    'does not reveal the digits of an account one by one, as by %s',
    async (part) => {
      expect(await titles(filled.session, part)).toEqual([])
    },
  )

  it('shows accounts by their last four and owners as the history does', async () => {
    const all = await Promise.all(
      ['rid', '0077', '2211', '5678', '7890', 'zoe', 'ann'].map((text) =>
        filled.session.find(text),
      ),
    )
    const allText = JSON.stringify(all)
    for (const account of ['55501420077', '88442211', '123455678', '123456789', 'Zo\u00eb Marek'])
      expect(allText).not.toContain(account)
    for (const end of ['0077', '2211', '5678'])
      expect(allText).toContain(`\u2022\u2022\u2022\u2022${end}`)
  })

  it('leads to the place of each thing', async () => {
    const { found } = await filled.session.find('rid')
    expect(found.map(({ address }) => address)).toEqual([
      '/orders/o1',
      expect.stringMatching(/^\/alerts\/list\/.+/),
      `/payees/${filled.payeeId}`,
    ])
    const [entry] = (await filled.session.find('alvarez')).found
    expect(entry?.address).toBe(`/batches/${filled.batchId}/${filled.entries[0]?.id ?? ''}`)
  })

  it('stores nothing of what was searched for', async () => {
    const before = await auditEntries(filled.store)
    await filled.session.find('55501420077')
    expect(await auditEntries(filled.store)).toEqual(before)
  })

  it('shows six of a kind, the newest first, and says that there are more', async () => {
    const { store, session } = await filledStore()
    for (let at = 0; at < 8; at += 1)
      await putValidation(store, { id: `m${String(at)}`, owner_name: 'Many Times' })
    const { found, more } = await session.find('many')
    expect(found.map(({ id }) => id)).toEqual(['m7', 'm6', 'm5', 'm4', 'm3', 'm2'])
    expect(more).toEqual(['validation'])
    expect((await session.find('zoe')).more).toEqual([])
  })
})
