import { describe, expect, it } from 'vitest'
import { createSavedRequests } from '../../../../main/inquiry/saved/saved.service.ts'
import { saved as contract } from '../../../../preload/contract/api/saved.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'
import { sessionContext } from '../../support/session-context.ts'

async function session() {
  const store = await open(newStorePath())
  const session = sessionContext(store)
  return { store, ...session, saved: createSavedRequests(session.context) }
}
const first = { cursor: null, limit: 100 } as const
const report = (body: string): string =>
  JSON.stringify({ report: 'previous-day', body, first: '1', second: '' })
const search = JSON.stringify({
  version: 1,
  kind: 'list',
  account: 'own-1',
  accounts: [],
  range: 'own',
  fromDate: '2026-01-02',
  toDate: '7200450011',
  dateSearchType: 'COLLECTED',
  lowest: '',
  highest: '',
  traceNumber: '',
  parNumber: '',
  creditOrDebit: '',
  secCode: '',
  receivingCustomerId: '123456789',
  parNumbers: '',
  traceNumbers: '',
  addenda: true,
  details: true,
})

describe('saved queries', () => {
  it('are listed by name, separate for each kind, page after page', async () => {
    const { saved } = await session()
    for (const name of ['quarter', 'Month end', 'april', 'Zeta']) {
      await saved.save({ kind: 'report', name, request: report('{}') }, 'maker')
    }
    await saved.save({ kind: 'ach-search', name: 'Returns', request: search }, 'maker')
    const one = await saved.list({ kind: 'report', cursor: null, limit: 3 })
    expect(one.items.map(({ name }) => name)).toEqual(['april', 'Month end', 'quarter'])
    expect(one.total).toBe(4)
    const two = await saved.list({ kind: 'report', cursor: one.next, limit: 3 })
    expect(two.items.map(({ name }) => name)).toEqual(['Zeta'])
    expect(two.next).toBeNull()
  })

  it('replace one of the same name, and are listed and recorded without their content', async () => {
    const { saved, store, emitted, pass } = await session()
    await saved.save({ kind: 'report', name: 'Month end', request: report('{"a":1}') }, 'maker')
    pass(1000)
    const again = await saved.save(
      { kind: 'report', name: 'Month end', request: report('{"a":2}') },
      'checker',
    )
    expect(again).toEqual({
      id: 'id-1',
      kind: 'report',
      name: 'Month end',
      about: { of: 'report', report: 'previous-day', title: 'a 2 \u00b7 rows from 1' },
      at: '2026-11-23T14:00:01.000Z',
      operator: 'Name of checker',
    })
    expect((await saved.list({ kind: 'report', ...first })).items).toEqual([again])
    expect(emitted).toEqual(Array.from({ length: 2 }, () => ['saved.changed', { kind: 'report' }]))
    const [, ...acts] = await auditEntries(store)
    expect(
      acts.map(({ actor, kind, detail }) => [actor, kind, JSON.parse(detail) as unknown]),
    ).toEqual([
      ['maker', 'saved.stored', { kind: 'report', name: 'Month end' }],
      ['checker', 'saved.stored', { kind: 'report', name: 'Month end' }],
    ])
  })

  it('are removed once', async () => {
    const { saved, store, emitted } = await session()
    const { id } = await saved.save(
      { kind: 'report', name: 'Month end', request: report('{}') },
      'maker',
    )
    expect(await saved.remove(id, 'maker')).toEqual({ ok: true, value: undefined })
    expect(await saved.remove(id, 'maker')).toEqual({ ok: false, error: { code: 'not-found' } })
    expect((await saved.list({ kind: 'report', ...first })).items).toEqual([])
    expect(emitted).toHaveLength(2)
    expect((await auditEntries(store)).slice(1).map(({ kind }) => kind)).toEqual([
      'saved.stored',
      'saved.removed',
    ])
  })

  it('P5: show no account in a list, keep no SSN, and are returned in full as an act that names the operator', async () => {
    const { saved, store } = await session()
    const body = '{"debitAccount":"4455667788990","ssn":"123-45-6789","amount":1.10}'
    const stored = await saved.save({ kind: 'report', name: 'A', request: report(body) }, 'maker')
    await saved.save({ kind: 'ach-search', name: 'B', request: search }, 'maker')
    const lines = [
      stored,
      ...(await saved.list({ kind: 'report', ...first })).items,
      ...(await saved.list({ kind: 'ach-search', ...first })).items,
    ]
    expect(JSON.stringify(lines)).not.toMatch(/445566778899|6789|7200450011/)
    expect(lines.map(({ about }) => about)).toEqual([
      ...Array.from({ length: 2 }, (): unknown =>
        expect.objectContaining({ title: expect.stringContaining('8990') as unknown }),
      ),
      expect.objectContaining({
        of: 'ach-search',
        search: 'list',
        range: 'own',
        fromDate: '2026-01-02',
        toDate: '',
      }),
    ])
    const taken = await saved.take(stored.id, 'checker')
    expect(taken).toMatchObject({ ok: true, value: { kind: 'report', name: 'A' } })
    expect(JSON.stringify(taken)).toContain('4455667788990')
    expect(JSON.stringify(taken)).not.toContain('6789')
    const rows = await store.read.selectFrom('saved_requests').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('123-45')
    const acts = await auditEntries(store)
    expect(acts.at(-1)).toMatchObject({ actor: 'checker', kind: 'saved.taken', subject: stored.id })
    expect(JSON.stringify(acts)).not.toContain('445566778899')
    expect(await saved.take('x', 'maker')).toEqual({ ok: false, error: { code: 'not-found' } })
  })

  it('show nothing of a body that is no JSON yet, and remove the SSN from it too', async () => {
    const { saved } = await session()
    const request = report('{"acct":"4455667788990","ssn":"123-45-6789"')
    const { id, about } = await saved.save({ kind: 'report', name: 'A', request }, 'maker')
    expect(about).toMatchObject({ title: 'A body that is not JSON yet' })
    expect(JSON.stringify(await saved.take(id, 'maker'))).not.toContain('6789')
  })

  it('are queries of their kind, or the refusal names the wrong field', () => {
    const requested = { kind: 'report', name: 'Month end', request: report('{}') }
    const brokenIn = (request: string, kind = 'report') =>
      contract.save.input
        .safeParse({ ...requested, kind, request })
        .error?.issues.map(({ path }) => path)
    expect(brokenIn('{')).toEqual([['request']])
    expect(brokenIn('{"anything":"7200450011"}')).toEqual([['request']])
    expect(brokenIn(report('{}'), 'ach-search')).toEqual([['request']])
    expect(brokenIn(report('{}'))).toBeUndefined()
    expect(brokenIn(search, 'ach-search')).toBeUndefined()
  })
})
