import { describe, expect, it } from 'vitest'
import { keychainProblems } from '../../../preload/contract/api/keychain-problem.ts'
import type { ConnectionState } from '../../../preload/contract/api/workstation-state.ts'
import type { StatusItem } from '../../../renderer/app/shell/status.ts'
import { statusItems } from '../../../renderer/app/status-items.ts'
import { explainKeychain } from '../../../renderer/text/explain.ts'
import { clockName, localMinute, localTime } from '../../../renderer/text/times.ts'
import { at, connectionState } from '../support/fake-bridge.ts'

const now = Date.parse('2026-11-21T09:14:02.000Z')
const itemsFor = (state: Partial<Parameters<typeof statusItems>[0]>): readonly StatusItem[] =>
  statusItems(
    {
      connection: undefined,
      store: undefined,
      keychain: undefined,
      listener: undefined,
      ...state,
    },
    now,
  )
const bank = (state: ConnectionState['bank']): StatusItem | undefined =>
  itemsFor({ connection: { ...connectionState, bank: state } }).find(({ id }) => id === 'bank')

describe('the status bar', () => {
  it('shows no value that is not known yet', () => {
    expect(itemsFor({}).map(({ id }) => id)).toEqual(['clock'])
  })

  it('lists what an incomplete bank setup still needs', () => {
    const item = bank({ state: 'not-set-up', missing: ['Base URL', 'Consumer key'] })
    expect(item?.value).toBe('not set up')
    expect(item?.detail?.map(({ value }) => value)).toEqual(['Base URL', 'Consumer key'])
  })

  it('shows that the bank of a retired profile is not called', () => {
    expect(bank({ state: 'retired' })).toMatchObject({ value: 'not called', notice: 'retired' })
  })

  it('distinguishes a keychain that was not checked from one that works', () => {
    expect(itemsFor({ keychain: { state: 'not-checked' } })[0]?.value).toBe('not checked')
    expect(itemsFor({ keychain: { state: 'works' } })[0]).toMatchObject({
      value: 'works',
      tone: 'good',
    })
  })

  it('shows a disk with little room, and one that is full', () => {
    expect(itemsFor({ lowDisk: null }).map(({ id }) => id)).toEqual(['clock'])
    expect(itemsFor({ lowDisk: { freeMegabytes: 143 } })[0]).toEqual({
      id: 'disk',
      label: 'Disk',
      value: '143 MB free',
      tone: 'warning',
      note: 'On a full disk nothing is stored or sent, and no alert is accepted. Free space on this computer\u2019s disk.',
      end: true,
    })
    const full = itemsFor({
      lowDisk: { freeMegabytes: 0 },
      team: { isReachable: true, isClockOff: false, workstations: [] },
    }).find(({ id }) => id === 'disk')
    expect(full).toMatchObject({ value: 'full', tone: 'bad' })
    expect(full?.note).toMatch(/^On a full disk nothing is sent from this computer\./)
  })

  it('does not call the store open while the database of the team does not answer', () => {
    const state = { isReachable: false, isClockOff: false, workstations: [] }
    const storeOf = (team: typeof state | null) =>
      itemsFor({ store: { state: 'open' }, team }).find(({ id }) => id === 'store')
    expect(storeOf(state)).toMatchObject({ value: 'no answer', tone: 'bad' })
    for (const team of [{ ...state, isReachable: true }, null])
      expect(storeOf(team)).toMatchObject({ value: 'open', tone: 'good' })
  })

  it('shows who is on in a team, and who has left', () => {
    const seen = { isThis: false, isHere: true, heardAt: at, operator: null, operatorSince: null }
    const item = itemsFor({
      team: {
        isReachable: true,
        isClockOff: false,
        workstations: [
          {
            ...seen,
            id: '1',
            name: 'Workstation 1',
            isThis: true,
            operator: 'Mara Ellison',
            operatorSince: at,
          },
          { ...seen, id: '2', name: 'Workstation 2' },
          { ...seen, id: '3', name: 'Workstation 3', isHere: false },
        ],
      },
    })[0]
    expect(item).toMatchObject({ label: 'Team', value: '2 of 3 on', tone: 'warning' })
    expect(item?.detail).toEqual([
      { label: 'Workstation 1 (this one)', value: `Mara Ellison since ${localMinute(at)}` },
      { label: 'Workstation 2', value: 'on, nobody signed in' },
      { label: 'Workstation 3', value: `left, last heard ${localMinute(at)}` },
    ])
  })

  const team = { isReachable: true, isClockOff: false, workstations: [] }
  const shared: ConnectionState = {
    ...connectionState,
    budget: {
      ...connectionState.budget,
      used: 4,
      waiting: 12,
      waitingByLane: { ...connectionState.budget.waitingByLane, 'unknown-outcome': 2, bulk: 10 },
      here: { used: 1, waiting: 3 },
    },
  }
  const rate = (state: Parameters<typeof itemsFor>[0]): StatusItem | undefined =>
    itemsFor(state).find(({ id }) => id === 'budget')

  it('shows the calls and the queue of the whole team, by lane, and what is from here', () => {
    const item = rate({ connection: shared, team })
    expect(item).toMatchObject({
      value: '4 of 5 a second',
      meter: { value: 4, max: 5 },
      notice: '12 waiting',
    })
    expect(item?.detail?.slice(0, 3)).toEqual([
      { label: 'Limit', value: '5 calls in any second, over all APIs and workstations' },
      { label: 'Waiting', value: '12 (Unknown outcome 2, Bulk 10)' },
      { label: 'This workstation', value: '1 in use, 3 waiting' },
    ])
  })

  it('shows that the whole team pauses, and for how long', () => {
    const pausedUntil = new Date(now + 102_000).toISOString()
    const connection = { ...shared, budget: { ...shared.budget, pausedUntil } }
    expect(rate({ connection, team })).toMatchObject({
      tone: 'warning',
      notice: 'pause 1:42, 12 waiting',
      note: 'The bank answered 429. No workstation of the team calls for at least two minutes.',
    })
  })

  it('counts down hours, and shows that the bank asks for more than a day', () => {
    const pausedUntil = new Date(now + 86_399_000).toISOString()
    const statedUntil = new Date(now + 172_800_000).toISOString()
    const connection = { ...shared, budget: { ...shared.budget, pausedUntil, statedUntil } }
    const item = rate({ connection, team })
    expect(item?.notice).toBe('pause 23:59:59, 12 waiting')
    expect(item?.detail).toContainEqual({
      label: 'The bank asks to wait until',
      value: localTime(statedUntil),
    })
    expect(item?.note).toContain('The bank asks for more than 24 hours: then it is called again.')
    const short = { ...shared, budget: { ...shared.budget, pausedUntil } }
    expect(rate({ connection: short, team })?.note).not.toContain('24 hours')
  })

  it('shows the zone of the times on all screens', () => {
    expect(itemsFor({}).at(-1)).toMatchObject({ label: 'Times', value: clockName() })
  })

  it('shows no number of the team while its database does not answer', () => {
    const item = rate({ connection: shared, team: { ...team, isReachable: false } })
    expect(item).toMatchObject({ value: 'no calls', tone: 'bad', notice: '3 waiting here' })
    expect(item?.meter).toBeUndefined()
    expect(item?.detail).toEqual([{ label: 'Waiting here', value: '3' }])
    expect(item?.note).toBe(
      'This workstation calls the bank again when the database of the team answers.',
    )
  })

  it('says what is not done while the database of a team does not answer', () => {
    const [item, store] = itemsFor({
      team: { isReachable: false, isClockOff: false, workstations: [] },
      store: { state: 'open' },
    })
    expect(item).toMatchObject({ value: 'database does not answer', tone: 'bad' })
    expect(item?.note).toContain('Nothing is approved, released or sent')
    expect(store?.note).toContain('In the database of the team')
  })

  it('says what to do where the clock of this computer is off that of the team', () => {
    const [item] = itemsFor({ team: { isReachable: true, isClockOff: true, workstations: [] } })
    expect(item).toMatchObject({ value: '0 of 0 on', tone: 'warning', notice: 'clock off' })
    expect(item?.detail).toEqual([
      { label: 'Clock of this computer', value: 'off by more than 30 seconds' },
    ])
    expect(item?.note).toContain(
      'The clocks of this computer and the team’s database differ by more than 30 seconds. ' +
        'Set this computer to network time; if it already is, inform whoever runs the database.',
    )
  })

  it('says first that the database does not answer, and of the clock as well', () => {
    const [item] = itemsFor({ team: { isReachable: false, isClockOff: true, workstations: [] } })
    expect(item).toMatchObject({ value: 'database does not answer', tone: 'bad' })
    expect(item?.note).toMatch(/^Nothing is approved.*Set this computer to network time/s)
  })

  it.each(keychainProblems)('shows the next step for a keychain that answers %s', (kind) => {
    const problem = { kind, detail: null }
    const [item] = itemsFor({ keychain: { state: 'problem', problem } })
    expect(item).toMatchObject({ tone: 'bad', note: explainKeychain(problem).next })
    expect(item?.detail?.[0]?.label).toBe(explainKeychain(problem).title)
  })
})
