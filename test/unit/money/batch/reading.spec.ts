/** Entries, returns, and rates, as they are shown. */
import { describe, expect, it } from 'vitest'
import type { EntriesRequest } from '../../../../preload/contract/domain/batches/batch.ts'
import { must } from './open-batches.ts'
import { entry, openTracking, mara } from './open-tracking.ts'

type Session = Awaited<ReturnType<typeof openTracking>>
const page = { cursor: null, limit: 100 } as const
const list = async (session: Session, id: string, part: Partial<EntriesRequest> = {}) =>
  must(await session.reading.listEntries({ ...page, id, filter: 'all', ...part }, mara))
const exceptions = async (session: Session, part: object = {}) =>
  must(await session.reading.listExceptions({ ...page, kind: 'all', open: false, ...part }, mara))

async function saveCheck(
  session: Session,
  part: { name: string; at: string; id: string; errorCode?: string },
): Promise<void> {
  const act = { actor: 'mara', kind: 'validation.answered', subject: part.id, detail: {} }
  await session.store.record(act, async (tx) => {
    await tx
      .insertInto('validations')
      .values({
        id: part.id,
        at: part.at,
        actor: 'mara',
        api_version: 'v1',
        routing_number: '041000124',
        account_number: '12345678',
        account_significant: '12345678',
        owner_kind: 'person',
        owner_name: part.name,
        fields_sent: '[]',
        ssn_digits: null,
        user_defined: null,
        outcome: '{"kind":"no-answer","reason":"timed-out"}',
        result_class: 'not-answered',
        score: 95,
        bank_call_id: null,
        search_text: '',
      })
      .execute()
  })
}

describe('the entries of a batch', () => {
  it('are masked, numbered from 1, and found by the text of a line', async () => {
    const session = await openTracking()
    const id = await session.accepted([
      entry({ receiverName: 'Zo\u00eb Park', amount: '10.50' }),
      entry({ receiverName: 'Alder Mills', accountNumber: '777000111222' }),
    ])
    const all = await list(session, id)
    expect(all.total).toBe(2)
    expect(all.items.map(({ number, account }) => [number, account])).toEqual([
      [1, '\u2022\u2022\u2022\u20225678'],
      [2, '\u2022\u2022\u2022\u20221222'],
    ])
    expect(JSON.stringify(all)).not.toContain('777000111222')
    const sought = async (search: string) =>
      (await list(session, id, { search })).items.map(({ number }) => number)
    expect(await sought('zoe')).toEqual([1])
    expect(await sought('1222')).toEqual([2])
    expect(await sought('7770')).toEqual([])
    expect(await sought('10.50')).toEqual([1])
    expect(await sought(all.items[1]?.traceNumber ?? '')).toEqual([2])
  })

  it('are narrowed and sorted, and the page after a cursor continues', async () => {
    const session = await openTracking()
    const id = await session.accepted(
      [entry({ amount: '3' }), entry({ amount: '1' }), entry({ amount: '2' })],
      { scenario: 'detail-in-error' },
    )
    const sort = { column: 'amount', direction: 'ascending' } as const
    const first = await list(session, id, { sort, limit: 2 })
    const rest = await list(session, id, { sort, limit: 2, cursor: first.next })
    expect([...first.items, ...rest.items].map(({ number }) => number)).toEqual([2, 3, 1])
    const numbers = async (filter: EntriesRequest['filter']) =>
      (await list(session, id, { filter })).items.map(({ number }) => number)
    expect(await numbers('not-accepted')).toEqual([1])
    expect(await numbers('accepted')).toEqual([2, 3])
    expect(await numbers('not-reported')).toEqual([1, 2, 3])
    expect(await numbers('returned')).toEqual([])
    expect(await numbers('owner-differs')).toEqual([])
  })

  it('show the newest check of the same account, bank and name, and none of another name', async () => {
    const session = await openTracking()
    const id = await session.accepted()
    const before = new Date(session.bank.clock.now().getTime() - 7_200_000).toISOString()
    const earlier = new Date(session.bank.clock.now().getTime() - 9_200_000).toISOString()
    await saveCheck(session, { id: 'old', at: earlier, name: 'Ridgeway Supply' })
    await saveCheck(session, { id: 'new', at: before, name: 'RIDGEWAY SUPPLY' })
    await saveCheck(session, { id: 'other', at: before, name: 'Somebody Else' })
    const [line] = (await list(session, id)).items
    expect(line?.ownership).toMatchObject({ validationId: 'new', resultClass: 'not-answered' })
    expect(Math.floor(line?.ownership?.ageHours ?? 0)).toBe(2)
  })

  it('of a batch of 10,000 are paged without a query for each', async () => {
    const session = await openTracking()
    const entries = Array.from({ length: 10_000 }, (_, at) =>
      entry({ amount: `${String(at + 1)}.00`, accountNumber: String(1_000_000 + at) }),
    )
    const id = await session.accepted(entries)
    session.bank.clock.pass(10_000)
    await session.request(id)
    const last = await list(session, id, {
      search: '9,999.00',
      sort: { column: 'amount', direction: 'descending' },
    })
    expect(last.items[0]?.number).toBe(9_999)
    const found = await list(session, id, { filter: 'not-reported' })
    expect(found.total).toBe(0)
  })
})

describe('one entry', () => {
  it('is masked, and in full only by an act that is recorded without the account', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry({ accountNumber: '777000111222' })])
    const entryId = (await session.entries(id))[0]?.id ?? ''
    const masked = must(await session.reading.getEntry({ id, entryId }, mara))
    expect(masked).toMatchObject({ isMasked: true, return: null, change: null })
    expect(JSON.stringify(masked)).not.toContain('777000111222')
    const full = must(await session.reading.revealEntry({ id, entryId }, mara))
    expect(full).toMatchObject({ isMasked: false, account: '777000111222' })
    expect(await session.acts('batch.entry-revealed')).toEqual([id])
    const trail = await session.store.read.selectFrom('audit_entries').select('detail').execute()
    expect(JSON.stringify(trail)).not.toContain('777000111222')
    expect(await session.reading.getEntry({ id, entryId: 'nothing' }, mara)).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  it('that came back shows its reason, whether it may be retried, and the text of the network', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry({ creditDebitCode: 'D' })], {
      scenario: 'entry-returned',
    })
    const entryId = (await session.entries(id))[0]?.id ?? ''
    const open = must(await session.reading.getEntry({ id, entryId }, mara))
    expect(open.returnPossibleUntil).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    session.bank.clock.pass(200_000)
    await session.request(id)
    const back = must(await session.reading.getEntry({ id, entryId }, mara))
    expect(back.return).toMatchObject({ code: 'R01', mayRetry: true, reentries: 0 })
    expect(back.return?.warnings[0]).toMatchObject({ source: 'network' })
    expect(back.returnPossibleUntil).toBeNull()
    expect(back.events.map(({ source }) => source)).toContain('detail')
  })
})

describe('exceptions', () => {
  it('hold each kind that an entry is of, with its deadline and whether it is dealt with', async () => {
    const session = await openTracking()
    const refused = await session.accepted([entry(), entry()], { scenario: 'detail-in-error' })
    const returned = await session.accepted([entry(), entry({ creditDebitCode: 'D' })].reverse(), {
      scenario: 'entry-returned',
    })
    const changed = await session.accepted([entry()], { scenario: 'entry-changed' })
    session.bank.clock.pass(200_000)
    for (const id of [refused, returned, changed]) await session.request(id)
    const all = await exceptions(session)
    expect(all.items.map(({ kind, orderId, number }) => [kind, orderId, number]).sort()).toEqual([
      ['change', changed, 1],
      ['not-accepted', refused, 1],
      ['return', returned, 1],
    ])
    const [change] = (await exceptions(session, { kind: 'change' })).items
    expect(change?.deadline).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(change).toMatchObject({ isHandled: false, companyEntryDescription: 'PAYROLL' })
    must(
      await session.corrections.proposeCorrection({ id: changed, entryId: change?.id ?? '' }, mara),
    )
    const back = (await exceptions(session, { kind: 'return' })).items[0]
    must(
      await session.corrections.prepareReentry({ id: returned, entryIds: [back?.id ?? ''] }, mara),
    )
    const open = await exceptions(session, { open: true })
    expect(open.items.map(({ kind, isPrepared }) => [kind, isPrepared]).sort()).toEqual([
      ['not-accepted', false],
      ['return', true],
    ])
  })
})

describe('a return', () => {
  it('is dealt with once its re-entry was accepted, and not by a draft', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()])
    const entryId = (await session.entries(id))[0]?.id ?? ''
    await session.change(entryId, {
      returned_at: '2026-11-24T12:00:00.000Z',
      return_code: 'R03',
      bank_status: 'returned',
    })
    const again = must(await session.corrections.prepareReentry({ id, entryIds: [entryId] }, mara))
    for (const state of [
      ...([
        'draft',
        'awaiting-approval',
        'approved',
        'queued',
        'sending',
        'outcome-unknown',
      ] as const),
      'accepted' as const,
    ]) {
      const act = { actor: 'test', kind: 'test.set', subject: again.id, detail: {} }
      await session.store.record(act, (tx) =>
        tx.updateTable('orders').set({ state }).where('id', '=', again.id).execute(),
      )
      const isHandled = state === 'accepted'
      expect((await exceptions(session)).items).toMatchObject([
        { isHandled, isPrepared: !isHandled },
      ])
    }
  })
})

describe('return rates', () => {
  it('count debits of the last 60 days by their reasons', async () => {
    const session = await openTracking()
    const entries = Array.from({ length: 4 }, () => entry({ creditDebitCode: 'D' }))
    const id = await session.accepted([...entries, entry()])
    const [first, second] = await session.entries(id)
    const at = session.bank.clock.now().toISOString()
    await session.change(first?.id ?? '', { returned_at: at, return_code: 'R10' })
    await session.change(second?.id ?? '', { returned_at: at, return_code: 'R03' })
    const rates = must(await session.reading.getReturnRates(undefined, mara))
    expect(rates.debits).toBe(4)
    expect(rates.groups).toMatchObject([
      { group: 'unauthorized', returns: 1, basisPoints: 2_500, isAbove: true },
      { group: 'administrative', returns: 1, basisPoints: 2_500, isAbove: true },
      { group: 'overall', returns: 2, basisPoints: 5_000, isAbove: true },
    ])
    session.bank.clock.pass(61 * 86_400_000)
    const later = must(await session.reading.getReturnRates(undefined, mara))
    expect(later).toMatchObject({ debits: 0, groups: [{ basisPoints: null }, {}, {}] })
  })
})
