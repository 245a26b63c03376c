import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  listenerAbsences,
  listenerProblems,
  reachFindings,
  refusalKinds,
  type ListenerState,
} from '../../../../preload/contract/api/alerts/listener.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import ListenerPanel from '../../../../renderer/features/alerts/listener/ListenerPanel.vue'
import {
  reachNotices,
  refusalTexts,
  listenerNoticeOf,
} from '../../../../renderer/text/listener-text.ts'
import { localTime } from '../../../../renderer/text/times.ts'
import { listenerState } from '../../support/fake-alerts.ts'
import { fakeBridge, realWorkstation, workstationState } from '../../support/fake-bridge.ts'
import { expectNoViolation, mountPage } from '../../support/page.ts'
import { allByRole, byRole } from '../../ui/stage.ts'

enableAutoUnmount(afterEach)
const at = '2026-11-21T09:14:02.000Z'
const otherListens = {
  state: 'other',
  name: 'Workstation 2',
  address: 'https://a/alerts',
  since: at,
} as const
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  bridge.workstation.getState.mockResolvedValue(ok(realWorkstation()))
})

async function open(part: Partial<ListenerState> = {}) {
  bridge.listener.getState.mockResolvedValue(ok(listenerState(part)))
  const { page } = await mountPage(ListenerPanel)
  return page
}
/** The text of a titled part of the panel. */
const region = (name: string): string => {
  const titled = [...document.querySelectorAll('section')].filter(
    (section) =>
      (section.getAttribute('aria-label') ?? section.querySelector('h2')?.textContent) === name,
  )
  expect(titled, name).toHaveLength(1)
  return (titled[0]?.textContent ?? '').replace(/\s+/g, ' ').trim()
}
const listenerText = (): string => region('Listener')
const whyNot = (name: string): boolean =>
  byRole('button', name).getAttribute('aria-disabled') === 'true'

describe('the state of the listener', () => {
  it('shows where it listens, since when, and who may deliver', async () => {
    const page = await open({ permitted: ['192.0.2.0/24'] })
    expect(listenerText()).toContain('Listening')
    expect(listenerText()).toContain('https://127.0.0.1:8443/alerts')
    expect(listenerText()).toContain('192.0.2.0/24')
    await expectNoViolation(page)
  })

  it('shows which workstation of a team listens, and that this one takes over', async () => {
    const address = 'https://192.0.2.7:8443/alerts'
    const team = { state: 'other', name: 'Theo\u2019s desk', address, since: at } as const
    const page = await open({ running: { state: 'standby' }, team })
    expect(listenerText()).toContain(`Theo\u2019s desk listens at ${address}.`)
    expect(listenerText()).toContain('another workstation takes over')
    expect(region('Reverse proxy')).toContain('lists every workstation')
    await expectNoViolation(page)
  })

  it('shows in a team that this workstation listens', async () => {
    const running = {
      state: 'listening',
      address: 'https://127.0.0.1:1/alerts',
      since: at,
    } as const
    await open({ running, team: { state: 'this', address: running.address } })
    expect(listenerText()).toContain('This workstation listens at https://127.0.0.1:1/alerts.')
  })

  it('shows since when no workstation of a team has listened', async () => {
    await open({ running: { state: 'standby' }, team: { state: 'nobody', since: at } })
    expect(listenerText()).toContain(`has listened since ${localTime(at)}`)
  })

  it('shows why this workstation cannot listen, and who does', async () => {
    const running = { state: 'failed', problem: 'port-in-use', detail: 'EADDRINUSE', at } as const
    await open({ running: { ...running, retryAt: at }, team: otherListens })
    expect(listenerText()).toContain('The port is in use')
    expect(listenerText()).toContain('Workstation 2 listens at https://a/alerts.')
  })

  it('checks the way to the workstation that listens, and says who answered', async () => {
    const standby = { running: { state: 'standby' }, team: otherListens, publicUrl: null } as const
    bridge.workstation.getState.mockResolvedValue(ok(workstationState))
    const page = await open(standby)
    const reach = { state: 'probed', at, finding: 'reachable', detail: null } as const
    bridge.listener.probe.mockResolvedValueOnce(
      ok(listenerState({ ...standby, reach: { ...reach, answeredBy: 'Workstation 2' } })),
    )
    byRole('button', 'Check from outside').click()
    await flushPromises()
    expect(region('From outside')).toContain('https://a/alerts')
    expect(region('From outside')).toContain('Leads to Workstation 2')
    await expectNoViolation(page)
  })

  it.each(listenerAbsences)('shows why it is off and the next step: %s', async (why) => {
    const running = { state: 'off', why } as const
    const page = await open({ running, certificate: null, userName: null })
    expect(listenerText()).toContain('Off')
    expect(listenerText()).toContain(listenerNoticeOf(running).text)
    expect(listenerText()).toContain(listenerNoticeOf(running).next)
    await expectNoViolation(page)
  })

  it.each(listenerProblems)(
    'shows why it could not start, with the system message: %s',
    async (problem) => {
      const running = {
        state: 'failed',
        problem,
        detail: 'listen EADDRINUSE',
        at,
        retryAt: null,
      } as const
      const page = await open({ running })
      expect(listenerText()).toContain('Could not start')
      expect(listenerText()).toContain(listenerNoticeOf(running).next)
      expect(listenerText()).toContain('listen EADDRINUSE')
      expect(listenerText()).toContain('when a setting changes')
      await expectNoViolation(page)
    },
  )

  it('shows when the next attempt is', async () => {
    const retryAt = '2026-11-21T09:15:02.000Z'
    const running = { state: 'failed', problem: 'other', detail: 'x', at, retryAt } as const
    await open({ running })
    expect(document.querySelector(`time[datetime="${retryAt}"]`)).not.toBeNull()
  })

  it('raises an alarm that nothing can be stored or acknowledged', async () => {
    const full = { since: at, detail: 'database or disk is full', needsRestart: false }
    const page = await open({ notStoring: full })
    const alarm = byRole('alert').textContent
    expect(alarm).toContain('Deliveries cannot be stored')
    expect(alarm).toContain('database or disk is full')
    expect(alarm).toContain('without a restart')
    await expectNoViolation(page)
  })

  it('asks for a restart, not for disk space, when the store has ended', async () => {
    const gone = { since: at, detail: 'the store worker ended with 1', needsRestart: true }
    await open({ notStoring: gone })
    expect(byRole('alert').textContent).toContain('restart Countersign')
    expect(byRole('alert').textContent).not.toContain('disk')
  })

  it('updates when main reports a change', async () => {
    await open()
    bridge.emit(
      'listener',
      'stateChanged',
      listenerState({ running: { state: 'off', why: 'retired' } }),
    )
    await flushPromises()
    expect(listenerText()).toContain('The profile is retired')
  })

  it('shows why the state is unknown, and reads it again once the store is open', async () => {
    const store = { state: 'opening' } as const
    bridge.workstation.getState.mockResolvedValue(ok(realWorkstation({ store })))
    bridge.listener.getState.mockResolvedValueOnce(err({ code: 'store-opening' }))
    const { page } = await mountPage(ListenerPanel)
    expect(page.text()).toContain('The store is still opening')
    bridge.emit('workstation', 'stateChanged', realWorkstation())
    await flushPromises()
    expect(listenerText()).toContain('Listening')
  })
})

describe('the check from outside', () => {
  it.each(reachFindings)('explains the result of a check: %s', async (finding) => {
    const reach = {
      state: 'probed',
      at,
      finding,
      detail: 'ECONNREFUSED 203.0.113.9',
      answeredBy: null,
    } as const
    const page = await open({ reach })
    expect(region('From outside')).toContain(reachNotices[finding].label)
    expect(region('From outside')).toContain(reachNotices[finding].next)
    expect(region('From outside')).toContain('ECONNREFUSED 203.0.113.9')
    await expectNoViolation(page)
  })

  it('shows the age of the result, and does not announce every change of it', async () => {
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
    await open({
      reach: { state: 'probed', at: hourAgo, finding: 'reachable', detail: null, answeredBy: null },
    })
    expect(region('From outside')).toMatch(/Checked .*, 1 h 00 min ago/)
    expect(document.querySelector('[role="status"] time')).toBeNull()
  })

  it('does not claim that the bank can reach the listener', async () => {
    await open()
    expect(region('From outside')).toContain('does not prove that the bank can reach it')
  })

  it('calls the public address on request, and shows the result', async () => {
    await open()
    expect(region('From outside')).toContain('Not checked yet')
    const reach = {
      state: 'probed',
      at,
      finding: 'timeout',
      detail: null,
      answeredBy: null,
    } as const
    bridge.listener.probe.mockResolvedValueOnce(ok(listenerState({ reach })))
    byRole('button', 'Check from outside').click()
    await flushPromises()
    expect(bridge.listener.probe).toHaveBeenCalledOnce()
    expect(region('From outside')).toContain('No answer')
  })

  it('keeps the shown result when a check is refused', async () => {
    const page = await open()
    bridge.listener.probe.mockResolvedValueOnce(err({ code: 'listener-off' }))
    byRole('button', 'Check from outside').click()
    await flushPromises()
    expect(byRole('alert').textContent).toContain('The listener is not running')
    expect(region('From outside')).toContain('Not checked yet')
    await expectNoViolation(page)
  })

  it('shows why it cannot check: no address, or the listener is off', async () => {
    const page = await open({ publicUrl: null })
    expect(whyNot('Check from outside')).toBe(true)
    expect(byRole('link', 'Enter it under Connection, Addresses').getAttribute('href')).toContain(
      '/connection/addresses',
    )
    await expectNoViolation(page)
    page.unmount()
    await open({ running: { state: 'off', why: 'not-enabled' } })
    byRole('button', 'Check from outside').click()
    expect(bridge.listener.probe).not.toHaveBeenCalled()
  })
})

describe('the deliveries', () => {
  it('shows that nothing was rejected', async () => {
    await open()
    expect(region('Deliveries')).toContain('40 alerts in 12 deliveries')
    expect(region('Deliveries')).toContain('3 alerts, 2026-11-21')
    expect(region('Rejected')).toContain('No deliveries rejected')
  })

  it.each(refusalKinds)('explains what happens to rejected deliveries: %s', async (kind) => {
    const { counts } = listenerState()
    const refused = { ...counts.refused, [kind]: 7 }
    const page = await open({
      counts: { ...counts, refused },
      lastRefusal: { at, kind, from: '198.51.100.7' },
    })
    expect(region('Rejected')).toContain(`${refusalTexts[kind].label}7`)
    expect(region('Deliveries')).toContain(refusalTexts[kind].text)
    expect(region('Rejected')).toContain('from 198.51.100.7')
    await expectNoViolation(page)
  })

  it('shows the last delivery when it is in quarantine, and when there was none', async () => {
    await open({ lastDelivery: { at, alerts: 0, quarantineReason: 'not-json' } })
    expect(region('Deliveries')).toContain('quarantined: not JSON')
    bridge.emit('listener', 'stateChanged', listenerState({ lastDelivery: null }))
    await flushPromises()
    expect(region('Deliveries')).toContain('none yet')
  })

  it('bank note 95: explains that alerts refused for their password are not sent again, and what finds them instead', async () => {
    const { counts } = listenerState()
    await open({ counts: { ...counts, refused: { ...counts.refused, credentials: 1 } } })
    expect(region('Deliveries')).toContain('The bank does not send these alerts again.')
    expect(region('Deliveries')).toContain('are swept automatically; see Coverage')
    expect(region('Deliveries')).toContain(
      'For incoming wires and RTP payments, check the bank portal.',
    )
  })

  it('lists the listeners of the other profiles', async () => {
    const other = { profileId: 'live', name: 'Ferry Bank', environment: 'production' } as const
    const page = await open({
      others: [{ ...other, running: { state: 'off', why: 'no-certificate' }, notStoring: null }],
    })
    expect(region('Other profiles')).toContain('Ferry Bank')
    expect(region('Other profiles')).toContain('production')
    expect(region('Other profiles')).toContain('Off')
    await expectNoViolation(page)
  })

  it('reports that the listener of another profile cannot store, although it listens', async () => {
    const page = await open({
      others: [
        {
          profileId: 'live',
          name: 'Ferry Bank',
          environment: 'production',
          running: { state: 'listening', address: 'https://127.0.0.1:1/alerts', since: at },
          notStoring: { since: at, detail: 'database or disk is full', needsRestart: false },
        },
      ],
    })
    expect(region('Other profiles')).toContain('Not storing')
    expect(region('Other profiles')).toContain('database or disk is full')
    expect(region('Other profiles')).not.toContain('Listening')
    await expectNoViolation(page)
  })
})

describe('the reverse proxy', () => {
  it('bank note 104: explains that a desktop behind NAT cannot be reached by itself, and that inquiries work without', async () => {
    await open()
    const text = region('Reverse proxy')
    expect(text).toContain('cannot be reached by itself,')
    expect(text).toContain('reverse proxy or relay')
    expect(text).toContain('https://127.0.0.1:8443/alerts')
    expect(text).toContain('Only alerts need the listener.')
    expect(text).toContain('can be recovered under Coverage')
  })

  it('bank note 96: warns that the twelfth retry may not come', async () => {
    await open()
    const text = region('Bank retries')
    expect(text).toContain(
      '3 times every 30 seconds, 6 times every 90 minutes, 3 times every 5 hours',
    )
    expect(text).toContain('The twelfth retry may not come.')
    expect(text).toContain('only after 5xx')
    expect(text).toContain('10 seconds')
  })

  it('shows in practice that the practice bank delivers here, and asks for no public address', async () => {
    bridge.workstation.getState.mockResolvedValue(
      ok(realWorkstation({ environment: 'practice', profileId: 'practice' })),
    )
    bridge.profiles.getShown.mockResolvedValue(err({ code: 'not-found' }))
    const page = await open({ publicUrl: null, running: { state: 'off', why: 'not-started' } })
    expect(region('Reverse proxy')).toContain('practice bank delivers on this computer')
    expect(region('From outside')).toContain('no public address is needed')
    expect(allByRole('button', 'Check from outside')).toHaveLength(0)
    await expectNoViolation(page)
  })
})
