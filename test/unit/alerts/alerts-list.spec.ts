/** The list of alerts: every filter, any combination of them, and pages that lose nothing. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchOf, typedWords } from '../../../main/alerts/alert-search.ts'
import { countAlerts } from '../../../main/alerts/alerts.records.ts'
import { hasWords } from '../../../main/store/dialect.ts'
import { alertLine } from '../../../preload/contract/api/alerts/alert.ts'
import {
  actsIn,
  openAlertSession,
  everything,
  found,
  mara,
  withoutRecords,
  serviceOn,
} from './alert-session.ts'
import { achAlert, deliveryOf, wireAlert } from './alert-samples.ts'
import { intakeOf } from './intakes.ts'
import { newStorePath, open } from '../store/stores.ts'

const dots = '\u2022\u2022\u2022\u2022'

/** Six alerts, distinguished by their references. */
const sixAlerts = () =>
  openAlertSession(
    deliveryOf(
      wireAlert({ eapAlertGUID: 'G1' }, { tranId: 'T1', requestReferenceNumber: 'WIRE1' }),
      wireAlert(
        { eapAlertGUID: 'G2', payType: 'RTP' },
        { tranId: 'T2', requestReferenceNumber: 'RTP2' },
      ),
      achAlert({ eapAlertGUID: 'G3' }, { traceNumber: '091000010000003' }),
      achAlert(
        { eapAlertGUID: 'G4', alertCode: 'AL00904' },
        {
          traceNumber: '091000010000004',
          transactionStatus: 'RETURNED',
          receivingCompanyName: 'Café Zoë',
        },
      ),
      achAlert({ eapAlertGUID: 'G5' }, { traceNumber: '091000010000005', somethingNew: 'x' }),
      achAlert({ eapAlertGUID: null }, { traceNumber: '091000010000006' }),
    ),
  )

describe('the list of alerts', () => {
  it('shows an alert as the contract has it, newest first, its account masked', async () => {
    const { service } = await openAlertSession(deliveryOf(achAlert(), wireAlert()))
    const { items, total, isMore, next } = await service.list(everything, mara)
    expect({ total, isMore, next }).toEqual({ total: 2, isMore: false, next: null })
    expect(items.map((item) => alertLine.parse(item))).toMatchObject([
      {
        kind: 'wire',
        direction: 'credit',
        isIncomingCredit: true,
        amount: '12500.00',
        account: `${dots}7890`,
        party: 'Ridgeway Supply',
        receipts: 1,
        marks: [],
      },
      { kind: 'ach', status: 'COLLECTED', reference: '091000010000001', amount: '120.5' },
    ])
  })

  it('pages without losing or repeating an alert', async () => {
    const session = await sixAlerts()
    const seen: (string | null)[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof session.service.list>> = await session.service.list(
        { ...everything, cursor, limit: 4 },
        mara,
      )
      expect(page.total).toBe(6)
      seen.push(...page.items.map(({ reference }) => reference))
      cursor = page.next
    } while (cursor !== null)
    expect(seen).toEqual(await found(session, {}))
    expect(new Set(seen).size).toBe(6)
  })

  it.each([
    ['kind', { kind: 'rtp' as const }, ['RTP2']],
    ['status', { status: 'RETURNED' }, ['091000010000004']],
    ['a status in another spelling', { status: 'retur ned' }, ['091000010000004']],
    ['a status that nobody sent', { status: 'Moonlit' }, []],
    ['kind and status', { kind: 'ach' as const, status: 'Completed' }, []],
    [
      'an account, whatever zeros lead it (bank note 36)',
      { account: '00099120001' },
      ['RTP2', 'WIRE1'],
    ],
    ['the last four of an account', { account: '0001', kind: 'wire' as const }, ['WIRE1']],
    ['part of an account', { account: '9120001' }, []],
    ['bank note 102: old codes', { mark: 'old-code' as const }, ['091000010000004']],
    ['what no document lists', { mark: 'unlisted' as const }, ['091000010000005']],
    ['bank note 94: what lacks something', { mark: 'incomplete' as const }, ['091000010000006']],
    ['whole words and prefixes', { search: 'ridge supp', kind: 'wire' as const }, ['WIRE1']],
    ['the middle of a word', { search: 'idgeway' }, []],
    ['a name without its accents', { search: 'cafe zoe' }, ['091000010000004']],
    ['an amount', { search: '12500.00', kind: 'rtp' as const }, ['RTP2']],
    [
      'the last four in a search',
      { search: '6789 supply' },
      ['091000010000006', '091000010000005', '091000010000003'],
    ],
    ['a reference', { search: 'wire1' }, ['WIRE1']],
  ])('narrows to %s', async (_what, part, wanted) => {
    expect(await found(await sixAlerts(), part)).toEqual(wanted)
  })

  it('counts what any filters together find', async () => {
    const { service } = await sixAlerts()
    const count = async (part: Partial<typeof everything>) =>
      (await service.list({ ...everything, limit: 1, ...part }, mara)).total
    expect(await count({ search: 'ridgeway', kind: 'ach' })).toBe(3)
    expect(await count({ search: 'ridgeway', kind: 'ach', mark: 'unlisted' })).toBe(1)
    expect(await count({ from: '2026-11-23T14:00:00.250Z', kind: 'ach' })).toBe(4)
    expect(await count({ to: '2026-11-23T14:00:00.250Z', kind: 'ach' })).toBe(0)
  })

  it('distinguishes incoming credits from alerts about own orders', async () => {
    const session = await openAlertSession(
      deliveryOf(
        wireAlert({}, { tranId: 'T1', requestReferenceNumber: 'OURS' }),
        wireAlert({ eapAlertGUID: 'G2' }, { tranId: 'T2' }),
      ),
    )
    const { items } = await session.service.list({ ...everything, incomingCredits: true }, mara)
    expect(items).toMatchObject([{ reference: null, isIncomingCredit: true }])
  })

  it('narrows to the time of receipt, start included and end not, also where the clock was set back', async () => {
    const store = await open(newStorePath())
    let time = ''
    const intake = intakeOf(store, 1, () => new Date(`2026-11-23T${time}:00.000Z`))
    for (time of ['10:40', '11:00', '10:05', '10:35', '12:00']) {
      await intake.take(deliveryOf(achAlert({ eapAlertGUID: time }, { traceNumber: time })))
      await intake.settled()
    }
    const session = { store, intake, service: serviceOn(store, intake) }
    const range = { from: '2026-11-23T10:30:00Z', to: '2026-11-23T12:00:00Z' }
    const wanted = ['10:35', '11:00', '10:40']
    expect(await found(session, range)).toEqual(wanted)
    expect(await found(session, { ...range, kind: 'ach' })).toEqual(wanted)
    for (const kind of [null, 'ach'] as const) {
      const first = await session.service.list({ ...everything, ...range, kind, limit: 1 }, mara)
      expect(await found(session, { ...range, kind, cursor: first.next })).toEqual(wanted.slice(1))
    }
    const { total } = await session.service.list({ ...everything, ...range, kind: 'ach' }, mara)
    expect(total).toBe(3)
    expect(await found(session, { ...range, from: '2027-01-01T00:00:00Z', to: null })).toEqual([])
  })

  it('bank note 99: finds alarms and repeats, also together with other filters', async () => {
    const session = await openAlertSession(
      deliveryOf(wireAlert({}, { requestReferenceNumber: 'A' })),
      deliveryOf(wireAlert({}, { requestReferenceNumber: 'B' })),
      deliveryOf(
        wireAlert(
          { alertSentDateAndTime: '2026-11-23T15:00:00Z', eapAlertGUID: 'EAP-LATER' },
          { requestReferenceNumber: 'B' },
        ),
      ),
    )
    expect(await found(session, { mark: 'repeats' })).toEqual(['B'])
    expect(await found(session, { mark: 'conflict' })).toEqual(['B', 'A'])
    expect(await found(session, { mark: 'conflict', search: 'A' })).toEqual(['A'])
    expect(await found(session, { mark: 'conflict', kind: 'ach' })).toEqual([])
  })
})

describe('a search', () => {
  it('is never a query language, and nothing that is typed is refused', async () => {
    const { store } = await openAlertSession(deliveryOf(wireAlert()))
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.stringMatching(/^["*:^(){}+\-a-z ]{0,30}$/),
      fc.constantFrom('words:x', 'a NEAR b', '" OR "', 'x* NOT y', '\0', '\ud800', '\ue000kach'),
    )
    await fc.assert(
      fc.asyncProperty(text, async (search) => {
        expect(await countAlerts(store, { ...everything, search })).toBeLessThanOrEqual(1)
      }),
      { numRuns: 150 },
    )
  })

  it('takes every letter, one by one, as the index takes it', async () => {
    const { store } = await openAlertSession(deliveryOf(wireAlert()))
    const words: string[] = []
    for (let point = 0x80; point < 0x2_0000; point += 1) {
      if (point < 0xd800 || point > 0xdfff)
        words.push(...typedWords(`x${String.fromCodePoint(point)}y`))
    }
    const distinct = [...new Set(words)].filter((word) => word.length > 1)
    expect(distinct.length).toBeGreaterThan(50_000)
    // A word that the index splits becomes a phrase in the query, and phrases cannot be searched.
    for (let from = 0; from < distinct.length; from += 200) {
      const match = distinct
        .slice(from, from + 200)
        .map((word) => `"${word}"`)
        .join(' OR ')
      await store.read
        .selectFrom('alert_text')
        .select('rowid')
        .where(hasWords('alert_text', match))
        .execute()
    }
  })

  it('is not misled by what the bank writes into a text', async () => {
    const session = await openAlertSession(
      deliveryOf(wireAlert({}, { dbIpINm: '\ue000kach \ue000mu', requestReferenceNumber: 'W' })),
    )
    expect(await found(session, { kind: 'ach' })).toEqual([])
    expect(await found(session, { mark: 'unlisted' })).toEqual([])
    expect(await found(session, { kind: 'wire' })).toEqual(['W'])
  })

  it.each([
    ['1519.99', '1,519.99'],
    ['1519.99', 'ridgeway 1,519'],
    ['1234519.00', '1,234,519.00 usd'],
    ['1,519.99', '1,519.99'],
  ])('finds the amount %s as it is shown: %s', async (tranAmt, search) => {
    const session = await openAlertSession(
      deliveryOf(wireAlert({}, { tranId: 'T1', tranAmt }), wireAlert({ eapAlertGUID: 'G2' })),
    )
    expect((await session.service.list({ ...everything, search }, mara)).total).toBe(1)
    expect((await session.service.list({ ...everything, search: '1,519.98' }, mara)).total).toBe(0)
  })

  it('of punctuation alone sends no query', () => {
    expect(matchOf({ ...everything, search: ' - & " ' })).toBeNull()
  })

  it('with four digits is recorded before it is answered, once, without what was searched for', async () => {
    const session = await openAlertSession(deliveryOf(wireAlert()))
    await found(session, { search: '789' })
    await found(session, { search: '4417890' })
    await found(session, { search: '4417890', cursor: '9' })
    await found(session, { account: '4417890' })
    expect(await actsIn(session.store)).toEqual([
      { actor: 'mara', kind: 'alerts.searched', subject: 'alerts', detail: '{"digits":7}' },
      { actor: 'mara', kind: 'alerts.searched', subject: 'alerts', detail: '{"digits":7}' },
    ])
    const blind = serviceOn(withoutRecords(session.store), session.intake)
    await expect(blind.list({ ...everything, search: '4417890' }, mara)).rejects.toThrow('recorded')
  })
})
