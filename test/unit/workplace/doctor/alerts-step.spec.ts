/** The doctor's step on the way of the bank's alerts. */
import { expect, it, vi } from 'vitest'
import { examineAlerts } from '../../../../main/workplace/doctor/alerts-step.ts'
import { reachFindings } from '../../../../preload/contract/api/alerts/listener.ts'
import { err } from '../../../../preload/contract/kernel/result.ts'
import { factOf, listenerThat, Patient, stepOf } from './support/patient.ts'

const since = '2026-11-28T09:00:00.000Z'
const standby = { state: 'standby' } as const
const other = {
  state: 'other',
  name: 'Workstation 2',
  address: 'https://127.0.0.1:9443/alerts',
  since,
} as const

it.each(reachFindings)('judges what the call to the public address found: %s', async (finding) => {
  const detail = finding === 'reachable' ? null : 'as the system says'
  const { state, facts } = await examineAlerts(listenerThat({ finding, detail }))
  const states: Partial<Record<typeof finding, string>> = {
    reachable: 'passed',
    'own-certificate': 'attention',
  }
  expect(state).toBe(states[finding] ?? 'failed')
  expect(facts).toEqual([
    { label: 'Address', value: 'https://alerts.example/alerts' },
    { label: 'Port', value: '443' },
    ...(detail === null ? [] : [{ label: 'System message', value: detail }]),
  ])
})

it('names the workstation of a team that answers, at the address that its bank was given', async () => {
  const listener = listenerThat(
    { finding: 'reachable', answeredBy: 'Workstation 2' },
    { running: standby, publicUrl: null, team: other },
  )
  const { finding, facts } = await examineAlerts(listener)
  expect(finding).toBe('fine')
  expect(facts).toEqual([
    { label: 'Address', value: other.address },
    { label: 'Port', value: '9443' },
    { label: 'Answered by', value: 'Workstation 2' },
  ])
})

it.each([
  ['nobody-listens', { running: standby, team: { state: 'nobody', since } }],
  ['listener-unknown', { running: standby, team: { state: 'unknown' } }],
  ['listener-off', { running: { state: 'off', why: 'not-enabled' } }],
  [
    'listener-failed',
    { running: { state: 'failed', problem: 'port-in-use', detail: 'x', at: since, retryAt: null } },
  ],
] as const)('calls nothing where nobody is known to listen: %s', async (finding, part) => {
  const listener = listenerThat({}, part)
  const probe = vi.fn(() => listener.probe())
  expect(await examineAlerts({ ...listener, probe })).toMatchObject({ finding })
  expect(probe).not.toHaveBeenCalled()
})

it('says that there is no public address to call', async () => {
  const probe = () => Promise.resolve(err({ code: 'no-public-address' } as const))
  expect(await examineAlerts({ ...listenerThat({}), probe })).toMatchObject({
    state: 'not-run',
    finding: 'no-public-address',
  })
})

it('is examined whatever the steps before it found', async () => {
  await using patient = await Patient.open((connection) => ({
    ...connection,
    baseUrl: 'https://nowhere.invalid',
  }))
  const listener = listenerThat({ finding: 'refused', detail: 'ECONNREFUSED' })
  const report = await patient.examine({ listener })
  expect(stepOf(report, 'token').finding).toBe('not-run')
  expect(stepOf(report, 'alerts').finding).toBe('alerts-not-reached')
  expect(factOf(stepOf(report, 'alerts'), 'System message')).toBe('ECONNREFUSED')
})
