import { describe, expect, it } from 'vitest'
import { createSavedRequests } from '../../../main/saved/saved.service.ts'
import { saved as contract } from '../../../preload/contract/saved.ts'
import { auditEntries, newStorePath, open } from '../storage/stores.ts'
import { deskContext } from '../support/desk-context.ts'

async function desk() {
  const store = await open(newStorePath())
  const parts = deskContext(store)
  return { store, ...parts, saved: createSavedRequests(parts.context) }
}
const first = { cursor: null, limit: 100 } as const

describe('kept questions', () => {
  it('are listed by name, each kind by itself, page after page', async () => {
    const { saved } = await desk()
    for (const name of ['quarter', 'Month end', 'april', 'Zeta']) {
      await saved.save({ kind: 'report', name, request: '{}' }, 'maker')
    }
    await saved.save({ kind: 'ach-search', name: 'Returns', request: '{"a":1}' }, 'maker')
    const one = await saved.list({ kind: 'report', cursor: null, limit: 3 })
    expect(one.items.map(({ name }) => name)).toEqual(['april', 'Month end', 'quarter'])
    expect(one.total).toBe(4)
    const two = await saved.list({ kind: 'report', cursor: one.next, limit: 3 })
    expect(two.items.map(({ name }) => name)).toEqual(['Zeta'])
    expect(two.next).toBeNull()
  })

  it('take the place of what had the name, and are told and recorded without what they ask', async () => {
    const { saved, store, told, pass } = await desk()
    await saved.save({ kind: 'report', name: 'Month end', request: '{"a":1}' }, 'maker')
    pass(1000)
    const again = await saved.save(
      { kind: 'report', name: 'Month end', request: '{"a":2}' },
      'checker',
    )
    expect(again).toEqual({
      id: 'id-1',
      kind: 'report',
      name: 'Month end',
      request: '{"a":2}',
      at: '2026-11-23T14:00:01.000Z',
      operator: 'Name of checker',
    })
    expect((await saved.list({ kind: 'report', ...first })).items).toEqual([again])
    expect(told).toEqual(Array.from({ length: 2 }, () => ['saved.changed', { kind: 'report' }]))
    const [, ...acts] = await auditEntries(store)
    expect(
      acts.map(({ actor, kind, detail }) => [actor, kind, JSON.parse(detail) as unknown]),
    ).toEqual([
      ['maker', 'saved.kept', { kind: 'report', name: 'Month end' }],
      ['checker', 'saved.kept', { kind: 'report', name: 'Month end' }],
    ])
  })

  it('are removed once', async () => {
    const { saved, store, told } = await desk()
    const { id } = await saved.save({ kind: 'report', name: 'Month end', request: '{}' }, 'maker')
    expect(await saved.remove(id, 'maker')).toEqual({ ok: true, value: undefined })
    expect(await saved.remove(id, 'maker')).toEqual({ ok: false, error: { code: 'not-found' } })
    expect((await saved.list({ kind: 'report', ...first })).items).toEqual([])
    expect(told).toHaveLength(2)
    expect((await auditEntries(store)).slice(1).map(({ kind }) => kind)).toEqual([
      'saved.kept',
      'saved.removed',
    ])
  })

  it('are JSON, or the window is told which field is not', () => {
    const asked = { kind: 'report', name: 'Month end', request: '{' }
    const parsed = contract.save.input.safeParse(asked)
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([['request']])
    expect(contract.save.input.safeParse({ ...asked, request: '{}' }).success).toBe(true)
  })
})
