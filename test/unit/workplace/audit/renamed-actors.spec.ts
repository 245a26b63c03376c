/** The list of the audit where an operator was renamed: each act has the name of its time. */
import { expect, it } from 'vitest'
import { createFacets, listEntries } from '../../../../main/workplace/audit/audit-list.ts'
import type { AuditRequest } from '../../../../preload/contract/api/audit/channels.ts'
import { act, newStorePath, open } from '../../store/stores.ts'

const renamedAt = '2026-11-23T14:00:05.000Z'
const present: Readonly<Record<string, string>> = {
  lia: 'Lia Holt',
  mara: 'Adele Stone',
  theo: 'Theo Park',
}
const names = {
  operatorName: (id: string, at?: string) =>
    id === 'mara' && at !== undefined && at < renamedAt ? 'Mara Lind' : (present[id] ?? id),
  earlierNames: () => [{ id: 'mara', name: 'Mara Lind', until: renamedAt }],
}

/** Three people act, one of them again after her rename; returns the names that a request lists. */
async function listedBy(part: Partial<AuditRequest>): Promise<string[]> {
  let nowMs = Date.parse('2026-11-23T14:00:00.000Z')
  const store = await open(newStorePath(), { clock: { now: () => new Date((nowMs += 1_000)) } })
  const note = (actor: string) => store.note({ ...act('order-1'), kind: 'order.approved', actor })
  for (const actor of ['theo', 'mara', 'lia']) await note(actor)
  nowMs = Date.parse(renamedAt)
  await note('mara')
  const request = { cursor: null, limit: 2, sort: null, kind: 'order', ...part }
  const facets = createFacets(store, names)
  const found: string[] = []
  for (let cursor: string | null = null; ;) {
    const { items, next } = await listEntries(store, names, { ...request, cursor }, facets)
    found.push(...items.map(({ actorName }) => actorName))
    if (next === null) return found
    cursor = next
  }
}

it('shows each act under the name that its actor had', async () => {
  expect(await listedBy({})).toEqual(['Adele Stone', 'Lia Holt', 'Mara Lind', 'Theo Park'])
})

it('sorts the acts by the names that it shows', async () => {
  const sort = { column: 'actor', direction: 'ascending' } as const
  expect(await listedBy({ sort })).toEqual(['Adele Stone', 'Lia Holt', 'Mara Lind', 'Theo Park'])
})

it('finds an act by the name that it shows, and by no other name of its actor', async () => {
  expect(await listedBy({ search: 'lind' })).toEqual(['Mara Lind'])
  expect(await listedBy({ search: 'adele' })).toEqual(['Adele Stone'])
  expect(await listedBy({ search: 'park' })).toEqual(['Theo Park'])
})
