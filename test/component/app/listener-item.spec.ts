import { describe, expect, it } from 'vitest'
import { reachFindings } from '../../../preload/contract/api/alerts/listener.ts'
import { listenerItem } from '../../../renderer/app/listener-item.ts'
import { reachNotices } from '../../../renderer/text/listener-text.ts'
import { localTime } from '../../../renderer/text/times.ts'
import { listenerState } from '../support/fake-alerts.ts'

const at = '2026-11-21T09:14:02.000Z'
const probed = (finding: (typeof reachFindings)[number]) =>
  listenerState({ reach: { state: 'probed', at, finding, detail: null, answeredBy: null } })
const values = (item: ReturnType<typeof listenerItem>): string[] =>
  (item.detail ?? []).map(({ value }) => value)

describe('the listener in the status bar', () => {
  it('shows where it listens, since when, and the last delivery', () => {
    const item = listenerItem(listenerState())
    expect(item).toMatchObject({ value: 'listening', tone: 'good', end: true })
    expect(values(item)).toEqual([
      'https://127.0.0.1:8443/alerts',
      localTime(at),
      'https://alerts.mill-street.example/alerts',
      `${localTime(at)}: 3 alerts`,
      '40 since the start',
    ])
    const lastDelivery = { at, alerts: 0, quarantineReason: 'not-json' } as const
    expect(values(listenerItem(listenerState({ lastDelivery })))).toContain(
      `${localTime(at)}: quarantined: not JSON`,
    )
    expect(values(listenerItem(listenerState({ lastDelivery: null })))).toContain('none yet')
  })

  it.each(['not-enabled', 'no-address', 'retired', 'not-started'] as const)(
    'shows no warning for a listener that is off: %s',
    (why) => {
      const item = listenerItem(listenerState({ running: { state: 'off', why } }))
      expect(item).toMatchObject({ value: 'off', tone: 'neutral' })
      expect(item.note).not.toBe('')
    },
  )

  it.each(['no-certificate', 'no-credentials'] as const)(
    'warns of a listener that is enabled but cannot run: %s',
    (why) => {
      const item = listenerItem(listenerState({ running: { state: 'off', why } }))
      expect(item).toMatchObject({ value: 'off', tone: 'warning' })
    },
  )

  it('shows why the listener could not start and when the next attempt is', () => {
    const retryAt = '2026-11-21T09:15:02.000Z'
    const running = { state: 'failed', problem: 'port-in-use', detail: 'EADDRINUSE', at } as const
    const item = listenerItem(listenerState({ running: { ...running, retryAt } }))
    expect(item).toMatchObject({ value: 'failed', tone: 'bad' })
    expect(item.note).toContain('in use by another program')
    expect(values(item)).toContain(localTime(retryAt))
    const final = listenerItem(listenerState({ running: { ...running, retryAt: null } }))
    expect(final.detail?.map(({ label }) => label)).not.toContain('Next attempt')
  })

  it('shows an alarm while deliveries cannot be stored, although it listens', () => {
    const notStoring = { since: at, detail: 'database or disk is full', needsRestart: false }
    expect(listenerItem(listenerState({ notStoring }))).toMatchObject({
      value: 'not storing',
      tone: 'bad',
    })
  })

  it('shows which workstation of a team listens', () => {
    const address = 'https://192.0.2.7:8443/alerts'
    const team = { state: 'other', name: 'Workstation 2', address, since: at } as const
    const item = listenerItem(listenerState({ running: { state: 'standby' }, team }))
    expect(item).toMatchObject({ value: 'on Workstation 2', tone: 'good' })
    expect(values(item).slice(0, 3)).toEqual(['Workstation 2', address, localTime(at)])
  })

  it.each([
    [{ state: 'nobody', since: at }, 'nobody listens', 'bad'],
    [{ state: 'unknown' }, 'unknown', 'warning'],
  ] as const)(
    'warns where no workstation of a team is known to listen: %o',
    (team, value, tone) => {
      const item = listenerItem(listenerState({ running: { state: 'standby' }, team }))
      expect(item).toMatchObject({ value, tone })
    },
  )

  it('asks for a restart, not for disk space, when the store has ended', () => {
    const notStoring = { since: at, detail: 'the store worker ended with 1', needsRestart: true }
    const { note } = listenerItem(listenerState({ notStoring }))
    expect(note).toContain('restart Countersign')
    expect(note).not.toContain('disk')
  })

  it.each(reachFindings.filter((finding) => finding !== 'reachable'))(
    'warns when the public address does not reach the listener: %s',
    (finding) => {
      const item = listenerItem(probed(finding))
      expect(item.tone).toBe('warning')
      expect(item.value).toBe(finding === 'own-certificate' ? 'not trusted' : 'not reachable')
      expect(item.note).toContain(reachNotices[finding].text)
    },
  )

  it('shows no more than “listening” when the public address reached the listener', () => {
    expect(listenerItem(probed('reachable'))).toMatchObject({ value: 'listening', tone: 'good' })
  })

  it('ignores the check of a public address that was removed since', () => {
    const item = listenerItem({ ...probed('refused'), publicUrl: null })
    expect(item).toMatchObject({ value: 'listening', tone: 'good' })
  })

  it('reports that the listener of another profile could not start', () => {
    const running = {
      state: 'failed',
      problem: 'port-in-use',
      detail: '',
      at,
      retryAt: null,
    } as const
    const other = { profileId: 'live', name: 'Ferry Bank', environment: 'production' } as const
    const failed = { ...other, running, notStoring: null }
    const item = listenerItem(listenerState({ others: [failed] }))
    expect(item.notice).toBe('1 elsewhere failed')
    expect(item.detail).toContainEqual({ label: 'Elsewhere', value: 'Ferry Bank: failed' })
    expect(listenerItem(listenerState()).notice).toBeUndefined()
  })

  it('reports that the listener of another profile cannot store, although it listens', () => {
    const other = {
      profileId: 'live',
      name: 'Ferry Bank',
      environment: 'production',
      running: { state: 'listening', address: 'https://127.0.0.1:1/alerts', since: at },
      notStoring: { since: at, detail: 'database or disk is full', needsRestart: false },
    } as const
    const item = listenerItem(listenerState({ others: [other] }))
    expect(item.notice).toBe('1 elsewhere not storing')
    expect(item.detail).toContainEqual({ label: 'Elsewhere', value: 'Ferry Bank: not storing' })
  })
})
