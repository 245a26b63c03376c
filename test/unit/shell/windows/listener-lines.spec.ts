import { describe, expect, it } from 'vitest'
import type { ListenerState } from '../../../../preload/contract/api/alerts/listener.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import type { WorkstationState } from '../../../../preload/contract/api/workstation-state.ts'
import { listenerLines, mayChangeLines } from '../../../../main/shell/windows/listener-lines.ts'

const operator = { id: 'o1', name: 'Ana', roles: [] }
const since = '2026-11-21T12:00:00Z'
const here = { profileId: 'p1', profileName: 'Ridgeway', environment: 'production' } as const

/** Returns a workstation with the two queries of the tray. */
const workstation = (state: Partial<ListenerState> | undefined) => ({
  handlers: {
    listener: {
      getState: () => (state ? ok(state as ListenerState) : err({ code: 'not-found' } as const)),
    },
    workstation: { getState: () => ok(here as WorkstationState) },
  },
  operators: () => ({ current: () => operator }),
})

describe('the lines of the tray', () => {
  it('name the shown profile first, then the others', async () => {
    const address = 'https://127.0.0.1:8443/alerts'
    const lines = await listenerLines(
      workstation({
        running: { state: 'listening', address, since },
        notStoring: { since, detail: 'disk full', needsRestart: false },
        others: [
          {
            profileId: 'p2',
            name: 'Ridgeway test',
            environment: 'pre-production',
            running: { state: 'starting' },
            notStoring: null,
          },
          {
            profileId: 'p3',
            name: 'Ridgeway West',
            environment: 'production',
            running: { state: 'listening', address, since },
            notStoring: { since, detail: 'disk full', needsRestart: false },
          },
        ],
      }),
    )
    expect(lines).toEqual([
      {
        profileId: 'p1',
        name: 'Ridgeway',
        environment: 'production',
        running: 'listening',
        isNotStoring: true,
      },
      {
        profileId: 'p2',
        name: 'Ridgeway test',
        environment: 'pre-production',
        running: 'starting',
        isNotStoring: false,
      },
      {
        profileId: 'p3',
        name: 'Ridgeway West',
        environment: 'production',
        running: 'listening',
        isNotStoring: true,
      },
    ])
  })

  it('are none while no store is open', async () => {
    expect(await listenerLines(workstation(undefined))).toEqual([])
  })

  it('are read again when listener, profile or workstation change, and not for every call', () => {
    const emitted = ['listener.stateChanged', 'workstation.stateChanged', 'profiles.shownChanged']
    for (const channel of emitted) expect(mayChangeLines(`countersign:${channel}`)).toBe(true)
    for (const channel of ['connection.stateChanged', 'alerts.changed'])
      expect(mayChangeLines(`countersign:${channel}`)).toBe(false)
  })
})
