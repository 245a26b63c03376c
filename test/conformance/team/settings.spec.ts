/** Settings of a store that workstations share: each uses the newest, and replaces none unseen. */
import { expect, it, vi } from 'vitest'
import { openAchSettings } from '../../../main/money/batch/ach-settings.ts'
import { openProfileRecords } from '../../../main/profile/profile-records.ts'
import { openSettings } from '../../../main/profile/settings.service.ts'
import { createNoticesService } from '../../../main/workplace/notices.service.ts'
import { createTablesService } from '../../../main/workplace/lists/tables.service.ts'
import { defaultNotices } from '../../../preload/contract/api/notices/notices.ts'
import { emptyDetails } from '../../../preload/contract/api/profiles/profile-details.ts'
import { defaultAchSettings } from '../../../preload/contract/domain/batches/batch-form.ts'
import { describeOnPostgres, newDatabase } from '../../postgres/databases.ts'
import { openMember } from '../../postgres/members.ts'
import { template } from '../../postgres/server.ts'
import {
  numbered,
  settings,
  stageOf,
  takeIn,
} from '../../unit/alerts/forwarding/support/forward-stage.ts'
import { act } from '../../unit/store/stores.ts'
import { sessionContext } from '../../unit/support/session-context.ts'

async function twoStores() {
  const database = await newDatabase(template)
  return [await openMember(database, 'one'), await openMember(database, 'two')] as const
}

const account = {
  id: null,
  number: '5550142',
  routingNumber: '550010014',
  bankNumber: '',
  name: 'Operating',
  currency: 'USD',
  use: 'both',
  companyId: '',
  legalName: '',
  address: '',
} as const

describeOnPostgres('settings of a team', () => {
  it('are those of the other workstation in the next transaction', async () => {
    const [one, two] = await twoStores()
    const clock = { now: () => new Date('2026-11-23T14:00:00.000Z'), monotonicMs: () => 0 }
    const [here, there] = [await openSettings(one, clock), await openSettings(two, clock)]
    for (const scoreThreshold of [71, 72, 73]) {
      await here.change({ scoreThreshold }, 'ana')
      const used = await two.record(act('uses it'), () =>
        Promise.resolve(there.current().scoreThreshold),
      )
      expect(used).toBe(scoreThreshold)
    }
    await there.change({ scoreThreshold: 73 }, 'ben')
    const acts = await one.read
      .selectFrom('audit_entries')
      .select('actor')
      .where('kind', '=', 'settings.changed')
      .execute()
    expect(acts.map(({ actor }) => actor)).toEqual(['ana', 'ana', 'ana'])
  })

  it('of ACH are replaced by nobody who has not seen them', async () => {
    const [here, there] = await Promise.all(
      (await twoStores()).map((store) =>
        openAchSettings({ ...sessionContext(store).context, environment: 'practice' }),
      ),
    )
    if (!here || !there) throw new Error('two were opened')
    const changed = await Promise.all([
      here.change({ ...defaultAchSettings, amountUnit: 'cents' }, 'ana', 0),
      there.change({ ...defaultAchSettings, mostEntries: 500 }, 'ben', 0),
    ])
    expect(changed.filter(({ ok }) => ok)).toHaveLength(1)
    expect(changed.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'changed-meanwhile' } })
    await vi.waitFor(() => expect(here.current()).toEqual(there.current()))
    expect(here.current().version).toBe(1)
  })

  it('of the profile keep what two people change in different fields, and come to both', async () => {
    const [one, two] = await twoStores()
    const clock = { now: () => new Date('2026-11-23T14:00:00.000Z'), monotonicMs: () => 0 }
    const [here, there] = [
      await openProfileRecords(one, clock),
      await openProfileRecords(two, clock),
    ]
    const told = vi.fn<() => void>()
    there.onOthersChange(told)
    await Promise.all([
      here.changeDetails({ ...emptyDetails, baseUrl: 'https://bank.example' }, 'ana'),
      there.changeDetails({ ...emptyDetails, callsPerSecond: 3 }, 'ben'),
    ])
    await vi.waitFor(() => expect(here.details()).toEqual(there.details()))
    expect(here.details()).toMatchObject({ baseUrl: 'https://bank.example', callsPerSecond: 3 })
    expect(told).toHaveBeenCalled()
    await here.saveAccount(account, 'account-1', 'ana')
    await vi.waitFor(() => expect(there.accounts()).toHaveLength(1))
    const saved = { ...account, id: 'account-1', number: null }
    const both = await Promise.all([
      here.removeAccount('account-1', 'ana'),
      there.saveAccount({ ...saved, name: 'Payroll' }, 'account-2', 'ben'),
    ])
    expect(both[0]).toMatchObject({ ok: true })
    await vi.waitFor(() => expect(there.accounts()).toEqual([]))
    expect(here.accounts()).toEqual([])
    const gone = await there.saveAccount(saved, 'account-3', 'ben')
    expect(gone).toEqual({ ok: false, error: { code: 'not-found' } })
  })

  it('of notices, and the views of a list, are those that anybody saved last', async () => {
    const [one, two] = await twoStores()
    const [here, there] = await Promise.all(
      [one, two].map((store) => createNoticesService(sessionContext(store).context, {})),
    )
    await here?.changeSettings({ ...defaultNotices, enabled: false }, 'ana')
    await vi.waitFor(() => expect(there?.settings().enabled).toBe(false))
    const [tables, others] = [one, two].map((store) =>
      createTablesService(sessionContext(store).context),
    )
    const view = { filter: {}, layout: null }
    await Promise.all([
      tables?.saveView('orders', { ...view, name: 'Mine' }, 'ana'),
      others?.saveView('orders', { ...view, name: 'Hers' }, 'ana'),
    ])
    const { orders } = (await tables?.views('ana')) ?? {}
    expect(orders?.map(({ name }) => name)).toEqual(['Hers', 'Mine'])
  })
})

describeOnPostgres('forwarding of a team', () => {
  it('stays off where it was switched off while another workstation posted', async () => {
    const [one, two] = await twoStores()
    // The keeper alone posts.
    await new Promise((resolve) => {
      one.membership.onDuty('keeper', { start: () => resolve(true), stop: () => undefined })
    })
    const there = stageOf(two)
    const url = 'https://localhost:9/take'
    const post = vi.fn(async () => {
      await there.session.changeSettings(settings({ enabled: false, url, sinceDays: null }), 'ben')
      return { status: 200, problem: null }
    })
    const here = stageOf(one, { deps: { post } })
    await here.session.changeSettings(settings({ url }), 'ana')
    await takeIn(one, numbered(2))
    here.session.alertsRead(2)
    await vi.waitFor(async () => {
      expect(await here.session.state()).toMatchObject({ enabled: false, waiting: 2 })
    })
    expect(await there.session.state()).toMatchObject({ enabled: false, waiting: 2 })
    await takeIn(one, numbered(2, 10))
    here.session.alertsRead(4)
    await here.settled()
    expect(post).toHaveBeenCalledOnce()
  })
})
