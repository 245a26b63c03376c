/** The RTP participants on a real store, with a bank whose pages a test defines. */
import { describe, expect, it } from 'vitest'
import { createParticipants } from '../../../../main/inquiry/payment-inquiry/participants.ts'
import { type PaymentsApi, createPayments } from '../../../../main/bank/apis/payments.ts'
import { systemClock } from '../../../../main/platform/clock.ts'
import type { ParticipantsState } from '../../../../preload/contract/api/payment-inquiry/inquiry.ts'
import { closeBanksAfterEach, openBank } from '../../bank/support/open-bank.ts'
import { json } from '../../bank/support/real-bank.ts'
import { newStorePath, open } from '../../store/stores.ts'

type Row = Readonly<Record<string, string>>
type Pages = (
  offset: number,
  limit: number,
) => readonly Row[] | { status: number } | { body: unknown }

closeBanksAfterEach()

/** The service on a real store and a real server that answers from `pages`. */
async function openParticipants(
  pages: Pages,
  { total = null as number | null, file = newStorePath() } = {},
) {
  const bank = await openBank()
  const requested: string[] = []
  let answer = pages
  bank.reply = ({ path }, response) => {
    const query = new URL(path, 'https://bank.example').searchParams
    requested.push(query.toString())
    const rows = answer(Number(query.get('offset')), Number(query.get('limit')))
    if ('status' in rows) json(response, rows.status, {})
    else if ('body' in rows) json(response, 200, rows.body)
    else json(response, 200, { list: rows, ...(total !== null && { totalRows: total }) })
  }
  const api = createPayments({ client: bank.client, partnerClientId: () => 'P'.repeat(32) })
  const store = await open(file)
  const emitted: ParticipantsState[] = []
  const problems: unknown[] = []
  let ids = 0
  const sessionOf = (of: Pick<PaymentsApi, 'participants'> = api) =>
    createParticipants(
      {
        store,
        clock: systemClock,
        newId: () => `set-${String((ids += 1))}-${file}`,
        operatorName: (id) => ({ mara: 'Mara Ellison', ben: 'Ben Okafor' })[id] ?? id,
        emitEvent: (_noun, _name, payload) => void emitted.push(payload as ParticipantsState),
        report: (_where, problem) => void problems.push(problem),
        pausedUntil: () => null,
      },
      () => of,
      2,
    )
  const session = sessionOf()
  const downloaded = async (): Promise<ParticipantsState> => {
    const before = emitted.length
    await session.download('mara')
    const ended = (): boolean =>
      /idle|broken-off/.test(emitted.slice(before).at(-1)?.download.kind ?? '')
    await expect.poll(ended, { timeout: 20_000 }).toBe(true)
    expect(problems).toEqual([])
    return session.state()
  }
  const sets = () =>
    store.read.selectFrom('participant_sets').select(['id', 'is_current']).execute()
  const counted = async () =>
    (await store.read.selectFrom('participants').selectAll().execute()).length
  return {
    store,
    session,
    sessionOf,
    requested,
    emitted,
    downloaded,
    sets,
    counted,
    now: (next: Pages) => (answer = next),
  }
}

const bank = (name: string, rtn: string): Row => ({ bankName: name, rtn })
const four = [
  bank('\u00c9rable Bank', '021000021'),
  bank('alder Trust', '026009593'),
  bank('Birch', '011401533'),
  bank('Cedar Bank', '121042882'),
]
const paging =
  (rows: readonly Row[]): Pages =>
  (offset, limit) =>
    rows.slice(offset, offset + limit)
const all = { cursor: null, limit: 50, search: '', sort: null }

describe('the RTP participants', () => {
  it('are none before somebody downloads them', async () => {
    const { session } = await openParticipants(paging(four))
    expect(await session.state()).toMatchObject({
      downloadedAt: null,
      rows: 0,
      download: { kind: 'idle' },
    })
    expect(await session.list(all)).toEqual({ items: [], next: null, total: 0 })
  })

  it('bank note 75: are read page by page with limit and offset, and stored under the bank\u2019s own names', async () => {
    const { session, downloaded, requested, emitted } = await openParticipants(paging(four), {
      total: 4,
    })
    const state = await downloaded()
    expect(requested).toEqual(['limit=2&offset=0', 'limit=2&offset=2'])
    expect(state).toMatchObject({
      operator: 'Mara Ellison',
      rows: 4,
      columns: ['bankName', 'rtn'],
      nameColumn: 'bankName',
      routingColumn: 'rtn',
      download: { kind: 'idle' },
    })
    expect(emitted.map(({ download }) => download)).toEqual([
      { kind: 'reading', rows: 2, pages: 1 },
      { kind: 'reading', rows: 4, pages: 2 },
      { kind: 'idle' },
    ])
    const { items, total } = await session.list(all)
    expect(total).toBe(4)
    expect(items[0]).toEqual({ row: 0, cells: ['\u00c9rable Bank', '021000021'] })
  })

  it.each([
    ['erable', ['\u00c9rable Bank']],
    ['BANK', ['\u00c9rable Bank', 'Cedar Bank']],
    ['0114', ['Birch']],
    ['026009593', ['alder Trust']],
    ['026-009 593', ['alder Trust']],
    ['9593', []],
    ['%', []],
  ])(
    'are found by %s: any part of the name, the number from its beginning',
    async (search, names) => {
      const { session, downloaded } = await openParticipants(paging(four), { total: 4 })
      await downloaded()
      const { items, total } = await session.list({ ...all, search })
      expect(items.map(({ cells }) => cells[0])).toEqual(names)
      expect(total).toBe(names.length)
    },
  )

  it('are sorted by name without case and accents, page after page', async () => {
    const { session, downloaded } = await openParticipants(paging(four), { total: 4 })
    await downloaded()
    const sort = { column: 'name', direction: 'descending' } as const
    const first = await session.list({ ...all, limit: 3, sort })
    const second = await session.list({ ...all, limit: 3, sort, cursor: first.next })
    const names = [...first.items, ...second.items].map(({ cells }) => cells[0])
    expect(names).toEqual(['\u00c9rable Bank', 'Cedar Bank', 'Birch', 'alder Trust'])
    expect(second.next).toBeNull()
  })

  it('are searched over every cell where no column looks like a name or a number', async () => {
    const rows = [
      { code: 'A1', kind: '7' },
      { code: 'B2', kind: '8' },
    ]
    const { session, downloaded } = await openParticipants(paging(rows), { total: 2 })
    expect(await downloaded()).toMatchObject({ nameColumn: null, routingColumn: null })
    expect((await session.list({ ...all, search: 'b2' })).items).toMatchObject([{ row: 1 }])
    expect((await session.list({ ...all, search: '7' })).items).toMatchObject([{ row: 0 }])
  })

  it('bank note 75: a list that changed while it was read does not take the place of the one before', async () => {
    const { session, downloaded, now, sets, counted } = await openParticipants(paging(four))
    const before = await downloaded()
    // A bank was inserted at the front between two pages, so the second page repeats a row of the
    // first.
    now((offset, limit) =>
      (offset === 0 ? four : [bank('Ash Bank', '122105155'), ...four]).slice(
        offset,
        offset + limit,
      ),
    )
    const after = await downloaded()
    expect(after.download).toMatchObject({ kind: 'broken-off' })
    expect(after.download.kind === 'broken-off' && after.download.sentence).toContain('changed')
    expect({ ...after, download: before.download }).toEqual(before)
    expect((await session.list(all)).total).toBe(4)
    expect(await sets()).toMatchObject([{ is_current: 1 }])
    expect(await counted()).toBe(4)
  })

  it('bank note 75: a bank that ignores the offset ends the download, and nothing is repeated', async () => {
    const { downloaded, requested, counted } = await openParticipants(() => four.slice(0, 2))
    expect((await downloaded()).download).toMatchObject({ kind: 'broken-off', rows: 2 })
    expect(requested).toHaveLength(2)
    expect(await counted()).toBe(0)
  })

  it.each([
    ['refused', () => ({ status: 401 }), 'HTTP 401'],
    ['empty', () => [], 'has no list'],
  ] as const)(
    'keep the list from before when a download is %s, and say why',
    async (_how, pages, why) => {
      const { session, downloaded, now } = await openParticipants(paging(four))
      await downloaded()
      now(pages)
      const { download } = await downloaded()
      expect(download.kind === 'broken-off' && download.sentence).toContain(why)
      expect((await session.list(all)).total).toBe(4)
    },
  )

  it.each([
    ['a message', { message: 'Service temporarily unavailable' }],
    ['nothing', {}],
    ['no list where the list was', { list: null }],
    ['an empty list elsewhere', { others: [] }],
    ['rows elsewhere', { errors: [{ text: 'try later' }] }],
    ['a text', 'x'],
  ])(
    'bank note 75: keep the list from before when a later page says %s: half a list is no list',
    async (_what, body) => {
      const { session, downloaded, now, counted } = await openParticipants(paging(four))
      await downloaded()
      now((offset, limit) => (offset === 0 ? paging(four)(offset, limit) : { body }))
      const { download } = await downloaded()
      expect(download).toMatchObject({ kind: 'broken-off', rows: 2 })
      expect(download.kind === 'broken-off' && download.sentence).toContain('could not be read')
      expect((await session.list(all)).total).toBe(4)
      expect(await counted()).toBe(4)
    },
  )

  it('are replaced as a whole by the next list, with nothing of the old one left', async () => {
    const { downloaded, now, sets, counted, session } = await openParticipants(paging(four))
    await downloaded()
    now(paging(four.slice(0, 1)))
    expect((await downloaded()).rows).toBe(1)
    expect(await sets()).toHaveLength(1)
    expect(await counted()).toBe(1)
    expect((await session.list({ ...all, search: 'cedar' })).total).toBe(0)
  })

  it('stop on request, and name the person', async () => {
    const { session, downloaded, sessionOf } = await openParticipants(paging(four))
    await downloaded()
    const requested = Promise.withResolvers<undefined>()
    const slow = sessionOf({
      participants: () => {
        requested.resolve(undefined)
        return new Promise(() => undefined)
      },
    })
    expect(await slow.download('mara')).toMatchObject({ value: { download: { kind: 'reading' } } })
    await requested.promise
    const stopped = await slow.stop('ben')
    expect(stopped).toMatchObject({
      rows: 4,
      download: { kind: 'broken-off', sentence: 'Stopped by Ben Okafor.', rows: 0 },
    })
    expect((await session.list(all)).total).toBe(4)
  })

  it('report a download that the end of the program interrupted, and remove it with the next', async () => {
    const { store, downloaded, sessionOf, sets } = await openParticipants(paging(four))
    await downloaded()
    await store.record(
      { actor: 'mara', kind: 'participants.download-begun', subject: 'cut', detail: {} },
      (tx) =>
        tx
          .insertInto('participant_sets')
          .values({
            id: 'cut',
            at: '2026-11-21T09:00:00.000Z',
            actor: 'mara',
            columns: '[]',
            name_column: null,
            routing_column: null,
            row_count: 0,
            is_current: 0,
          })
          .execute(),
    )
    const later = sessionOf()
    expect(await later.state()).toMatchObject({
      rows: 4,
      download: { kind: 'broken-off', sentence: 'The program ended before the list was complete.' },
    })
    await later.download('mara')
    await expect.poll(async () => (await later.state()).download.kind).toBe('idle')
    expect((await sets()).map(({ id }) => id)).not.toContain('cut')
  })
})
