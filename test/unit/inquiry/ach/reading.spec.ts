/**
 * Lists read to their natural end and to every other end: real store, real TLS, pages written by a
 * test.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { localDay, daysLater } from '../../../../preload/contract/kernel/calendar.ts'
import type {
  AchInquiry,
  AchQuestion,
  AchRow,
} from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { emptyDetails } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { json } from '../../bank/support/real-bank.ts'
import { givePage, listRow, operator, pageIn, ScriptedSession } from './support/scripted-session.ts'
import type { AchInquiryService } from '../../../../main/inquiry/ach-inquiry-types.ts'

let scripted: ScriptedSession
afterEach(() => scripted.close())

const today = localDay(new Date())
const question: AchQuestion = {
  mode: 'list',
  account: { kind: 'own', id: 'practice-1' },
  fromDate: daysLater(today, -20),
  toDate: today,
}
const many = (count: number) => Array.from({ length: count }, (_, index) => listRow(index))

const valueOf = <T>(answer: { ok: true; value: T } | { ok: false; error: unknown }): T => {
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value
}
const inquire = async (session: AchInquiryService) =>
  valueOf(await session.inquire({ question, again: false }, operator))

async function readOn(id: string): Promise<AchInquiry> {
  const { session } = scripted
  valueOf(await session.readOn(id, operator))
  return vi.waitFor(
    async () => {
      const now = valueOf(await session.get(id))
      expect(now.progress.kind).not.toBe('reading')
      return now
    },
    { timeout: 20_000, interval: 20 },
  )
}

interface Page {
  readonly items: readonly AchRow[]
  readonly next: string | null
}

async function allRows(id: string): Promise<AchRow[]> {
  const rows: AchRow[] = []
  for (let cursor: string | null = null; ;) {
    const wanted = { id, cursor, limit: 500, search: '', status: null, sort: null }
    const page: Page = valueOf(await scripted.session.listRows(wanted))
    rows.push(...page.items)
    cursor = page.next
    if (cursor === null) return rows
  }
}
const pagesRequested = () => scripted.bank.calls.map((call) => pageIn(call).pageNumber)
const small = { pageSize: 10, mostRows: 1000, inquiriesCached: 2 }

describe('reading a list', () => {
  it('fetches one page for the waiting person, and the rest of 2,500 rows on request', async () => {
    scripted = await ScriptedSession.open()
    const all = many(2500)
    scripted.bank.reply = (request, response) => givePage(all, request, response)
    const first = await inquire(scripted.session)
    expect(first).toMatchObject({ rows: 1000, total: 2500, progress: { kind: 'open' } })
    expect(pagesRequested()).toEqual([1])
    const read = await readOn(first.id)
    expect(read).toMatchObject({ rows: 2500, total: 2500, progress: { kind: 'complete' } })
    expect(pagesRequested()).toEqual([1, 2, 3])
    const rows = await allRows(first.id)
    expect(rows.map(({ parNumber }) => parNumber)).toEqual(all.map(({ parNumber }) => parNumber))
    expect(rows.map(({ row }) => row)).toEqual(all.map((_, index) => index))
    const lanes = await scripted.store.read
      .selectFrom('inquiry_calls')
      .innerJoin('bank_calls', 'bank_calls.id', 'inquiry_calls.bank_call_id')
      .orderBy('inquiry_calls.seq')
      .select('lane')
      .execute()
    expect(lanes.map(({ lane }) => lane)).toEqual(['interactive', 'bulk', 'bulk'])
    expect(scripted.emitted.at(-1)).toEqual(read)
    expect(scripted.emitted.some(({ progress }) => progress.kind === 'reading')).toBe(true)
    const text = JSON.stringify([rows, scripted.emitted])
    expect(text).not.toMatch(/73100\d{5}|7200450011|Wilhelmina|Oakes/)
  })

  it('lists rows of an earlier run from the store, in the order in which they came', async () => {
    scripted = await ScriptedSession.open(small)
    const all = many(35)
    scripted.bank.reply = (request, response) => givePage(all, request, response)
    const { id } = await inquire(scripted.session)
    await readOn(id)
    const rows = await allRows(id)
    scripted.bank.reply = (_, response) => json(response, 500, {})
    scripted.restart(small)
    expect(await allRows(id)).toEqual(rows)
    expect(rows).toHaveLength(35)
    expect(pagesRequested()).toEqual([1, 2, 3, 4])
  })

  it('stores the page in transit when it is interrupted, and continues behind it', async () => {
    scripted = await ScriptedSession.open(small)
    const all = many(40)
    let release = (): void => undefined
    const arrived = new Promise<void>((resolve) => {
      scripted.bank.reply = (request, response) => {
        const give = () => givePage(all, request, response)
        if (pageIn(request).pageNumber === 2) {
          release = give
          resolve()
        } else give()
      }
    })
    const { id } = await inquire(scripted.session)
    valueOf(await scripted.session.readOn(id, operator))
    await arrived
    const interrupted = scripted.session.rest()
    release()
    await interrupted
    const stopped = valueOf(await scripted.session.get(id))
    expect(stopped).toMatchObject({ rows: 20, progress: { kind: 'broken-off', why: 'stopped' } })
    scripted.restart(small)
    expect(await readOn(id)).toMatchObject({ rows: 40, progress: { kind: 'complete' } })
    expect(pagesRequested()).toEqual([1, 2, 3, 4])
    expect(new Set((await allRows(id)).map(({ parNumber }) => parNumber)).size).toBe(40)
  })

  it('reports at which page the bank failed, and fetches that page again on request', async () => {
    scripted = await ScriptedSession.open(small)
    const all = many(25)
    let isDown = true
    scripted.bank.reply = (request, response) => {
      if (isDown && pageIn(request).pageNumber === 2) json(response, 500, { note: '7200450011' })
      else givePage(all, request, response)
    }
    const { id } = await inquire(scripted.session)
    const failed = await readOn(id)
    expect(failed).toMatchObject({ rows: 10, progress: { kind: 'broken-off', why: 'failed' } })
    expect(failed.progress.kind === 'broken-off' && failed.progress.sentence).toContain('10 of 25')
    expect(JSON.stringify(failed)).not.toContain('7200450011')
    isDown = false
    expect(await readOn(id)).toMatchObject({ rows: 25, progress: { kind: 'complete' } })
    expect(pagesRequested()).toEqual([1, 2, 2, 3])
  })

  it('bank note 75: reports that the list changed, and lists no repeated page twice', async () => {
    scripted = await ScriptedSession.open(small)
    const all = many(30)
    scripted.bank.reply = (request, response) =>
      givePage(all, { ...request, body: '{"pageNumber":"1","pageSize":"10"}' }, response)
    const { id } = await inquire(scripted.session)
    const read = await readOn(id)
    expect(read).toMatchObject({ rows: 10, progress: { kind: 'broken-off', why: 'changing' } })
    expect(await allRows(id)).toHaveLength(10)
  })

  it('bank note 47: reports how many rows are missing of those that match at the bank', async () => {
    scripted = await ScriptedSession.open(small)
    const all = many(12)
    scripted.bank.reply = (request, response) =>
      givePage(all, request, response, { totalRecords: 30, lastPage: false })
    const { id } = await inquire(scripted.session)
    const { progress } = await readOn(id)
    expect(progress).toMatchObject({ kind: 'broken-off' })
    expect(progress.kind === 'broken-off' && progress.sentence).toMatch(
      /announced more rows|30 rows/,
    )
  })

  it('reads no more rows than its limit, and says so', async () => {
    const bounds = { ...small, mostRows: 30 }
    scripted = await ScriptedSession.open(bounds)
    const all = many(100)
    scripted.bank.reply = (request, response) => givePage(all, request, response)
    const { id } = await inquire(scripted.session)
    const { progress, rows } = await readOn(id)
    expect(rows).toBe(30)
    expect(progress).toEqual({
      kind: 'broken-off',
      why: 'most-rows',
      sentence: 'Loading ended at 30 of 100 rows, the row limit of one list. Narrow the dates.',
    })
    expect(pagesRequested()).toEqual([1, 2, 3])
  })

  it('stops on request of the operator', async () => {
    scripted = await ScriptedSession.open(small)
    const all = many(900)
    scripted.bank.reply = (request, response) => givePage(all, request, response)
    const { id } = await inquire(scripted.session)
    valueOf(await scripted.session.readOn(id, operator))
    const stopped = valueOf(await scripted.session.stopReading(id))
    expect(stopped.progress).toMatchObject({ kind: 'broken-off', why: 'stopped' })
    expect(stopped.rows).toBeLessThan(900)
    expect(await allRows(id)).toHaveLength(stopped.rows)
  })
})

describe('special cases of an inquiry', () => {
  it('bank note 49: refuses SETTLED with consolidated settlement and does not call the bank', async () => {
    scripted = await ScriptedSession.open()
    scripted.profile = {
      ...scripted.profile,
      details: { ...emptyDetails, settlement: 'consolidated' },
    }
    const settled: AchQuestion = { ...question, dateSearchType: 'SETTLED' }
    const answer = await scripted.session.inquire({ question: settled, again: false }, operator)
    expect(answer).toMatchObject({
      error: { code: 'invalid-input', fields: [{ path: 'dateSearchType' }] },
    })
    expect(scripted.bank.calls).toEqual([])
  })

  it('bank notes 48, 52 and 53: reads other spellings, unknown codes and amounts as they were written', async () => {
    scripted = await ScriptedSession.open()
    const rows = [
      listRow(1, {
        transactionAmount: '12500.10',
        transactionStatus: 'HELD',
        returnReasonCode: 'R98',
      }),
      { traceId: '055', transactionParNumber: 'P-2', nachaSecCode: 'ZZZ', novel: { deep: [1.5] } },
    ]
    scripted.bank.reply = (request, response) => givePage(rows, request, response)
    const { id } = await inquire(scripted.session)
    const [first, second] = await allRows(id)
    expect(first).toMatchObject({ status: 'HELD', amount: '12500.10', returnReasonCode: 'R98' })
    expect(second).toMatchObject({ parNumber: 'P-2', traceNumber: '055', secCode: 'ZZZ' })
    const record = valueOf(await scripted.session.getRow({ id, row: 1 }))
    expect(record.reading.reading.other).toEqual([{ path: 'novel.deep[0]', value: '1.5' }])
  })

  it('keeps listed codes word for word beside a party that is called like one', async () => {
    scripted = await ScriptedSession.open()
    const named = { customerName: 'Web Collected Oakes' }
    const rows = many(12).map((row) => ({ ...row, standardEntryClassCode: 'WEB' }))
    const all = [...rows, listRow(12, { receivingParty: named, transactionStatus: 'Oakes' })]
    scripted.bank.reply = (request, response) => givePage(all, request, response)
    const lines = await allRows((await inquire(scripted.session)).id)
    expect(new Set(lines.slice(0, 12).map(({ secCode }) => secCode))).toEqual(new Set(['WEB']))
    expect(lines[1]).toMatchObject({ status: 'COLLECTED' })
    expect(lines[12]).toMatchObject({ status: 'O\u2022\u2022\u2022', secCode: 'PPD' })
  })

  it('shows no account or party of a row wherever the bank wrote it, unless it is revealed', async () => {
    scripted = await ScriptedSession.open()
    const rows = [
      listRow(1, {
        authorizedCustomerName: 'Wilhelmina Oakes',
        returnReasonDescription: 'Wilhelmina Oakes closed 7310000001',
        memo: 'from 7200450011 to 007310000001',
        '7310000001': 'as a name',
      }),
    ]
    scripted.bank.reply = (request, response) => givePage(rows, request, response)
    const { id } = await inquire(scripted.session)
    const masked = valueOf(await scripted.session.getRow({ id, row: 0 }))
    const text = JSON.stringify([masked, await allRows(id), scripted.emitted])
    expect(text).not.toMatch(/7310000001|7200450011|Wilhelmina|Oakes/)
    expect(masked.row.account).toBe('\u2022\u2022\u2022\u20220001')
    const full = valueOf(await scripted.session.reveal({ id, row: 0 }, operator))
    expect(JSON.stringify(full)).toContain('007310000001')
  })
})
