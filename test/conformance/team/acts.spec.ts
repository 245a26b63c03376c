/** Which workstation acted: in the audit, and on the overview. */
import { expect, it, vi } from 'vitest'
import { createFacets, listEntries } from '../../../main/workplace/audit/audit-list.ts'
import { teamFigures } from '../../../main/workplace/overview/day-figures.ts'
import { describeOnPostgres, newDatabase } from '../../postgres/databases.ts'
import { openMember } from '../../postgres/members.ts'
import { template } from '../../postgres/server.ts'

const nameOf = (id: string): string => id.toUpperCase()
const names = { operatorName: nameOf, earlierNames: () => [] }

describeOnPostgres('the acts of a team', () => {
  it('name their workstation, are found by it, and the last of a person at each is shown', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await openMember(database, 'one'), await openMember(database, 'two')]
    await openMember(database, 'three')
    const act = (actor: string, kind: string) => ({ actor, kind, subject: 'p1', detail: {} })
    await one.note(act('mara', 'payee.proposed'))
    await two.note(act('theo', 'payee.approved'))
    await one.note(act('system', 'alerts.read'))
    await two.note(act('theo', 'bank.called'))
    await vi.waitFor(() => expect(two.membership.workstations()).toHaveLength(3), {
      timeout: 5_000,
      interval: 10,
    })

    const list = async (search?: string) => {
      const request = {
        cursor: null,
        limit: 100,
        sort: null,
        ...(search !== undefined && { search }),
      }
      const { items } = await listEntries(two, names, request, createFacets(two, names))
      return items
        .filter(({ subject }) => subject === 'p1')
        .map(({ kind, workstation }) => [kind, workstation])
    }
    const ofTwo = [
      ['bank.called', 'Workstation two'],
      ['payee.approved', 'Workstation two'],
    ]
    expect(await list()).toEqual([
      ofTwo[0],
      ['alerts.read', 'Workstation one'],
      ofTwo[1],
      ['payee.proposed', 'Workstation one'],
    ])
    expect(await list('station TWO')).toEqual(ofTwo)
    const figures = await teamFigures(two, (id) => ({ name: nameOf(id) }))
    expect(figures).toMatchObject([
      { name: 'Workstation one', act: { kind: 'payee.proposed', actorName: 'MARA' } },
      { name: 'Workstation three', act: null },
      { name: 'Workstation two', act: { kind: 'payee.approved', actorName: 'THEO' } },
    ])
  })
})
