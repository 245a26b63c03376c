import { senderState } from '../support/fake-alerts.ts'
import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PracticeBankState } from '../../../preload/contract/api/practice/practice.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import HistoryPage from '../../../renderer/features/inquiry/validation/HistoryPage.vue'
import PracticePage from '../../../renderer/features/setup/practice/PracticePage.vue'
import SettingsPage from '../../../renderer/features/setup/settings/SettingsPage.vue'
import WelcomeScreen from '../../../renderer/features/setup/welcome/WelcomeScreen.vue'
import { at, fakeBridge, workstationState } from '../support/fake-bridge.ts'
import { expectNoViolation, mountPage } from '../support/page.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})

describe('the history', () => {
  it('explains itself while it is empty', async () => {
    bridge.validation.list.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
    const { page } = await mountPage(HistoryPage, '/validation/history')
    expect(page.text()).toContain('Nothing validated yet')
    await expectNoViolation(page)
  })

  it('distinguishes an empty history from a search without matches', async () => {
    bridge.validation.list.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
    const { page } = await mountPage(HistoryPage, '/validation/history')
    await page.get('select').setValue('account-closed')
    await flushPromises()
    expect(bridge.validation.list).toHaveBeenLastCalledWith(
      expect.objectContaining({ resultClass: 'account-closed' }),
    )
    expect(page.text()).toContain('Nothing fits the search')
  })

  it('shows the record in the address beside the list', async () => {
    const { page } = await mountPage(HistoryPage, '/validation/history/v1')
    expect(bridge.validation.get).toHaveBeenCalledWith({ id: 'v1' })
    expect(page.text()).toContain('Account open, owner matches')
    await expectNoViolation(page)
  })

  it('explains why it could not be read and offers to try again', async () => {
    bridge.validation.list.mockResolvedValueOnce(err({ code: 'internal', reference: 'AB12CD34' }))
    const { page } = await mountPage(HistoryPage, '/validation/history')
    expect(page.text()).toContain('AB12CD34')
    await page
      .findAll('button')
      .find((each) => each.text() === 'Read again')
      ?.trigger('click')
    await flushPromises()
    expect(bridge.validation.list).toHaveBeenCalledTimes(2)
  })
})

const running: PracticeBankState = {
  state: 'running',
  address: 'https://127.0.0.1:8443',
  counters: {
    startedAt: at,
    arrived: 12,
    byOperation: { token: 1 },
    byStatus: { '200': 12 },
    busiestSecond: 4,
    tokensIssued: 1,
    pausedUntil: null,
    breaches: 1,
    latest: [],
  },
  breaches: [
    {
      at,
      rule: 'r',
      title: 'A rule was broken',
      source: 'Platform Specification',
      operation: 'token',
      detail: 'd',
    },
  ],
  armed: [{ scenario: 'html-502', remaining: 1, target: 'api', delayMs: null }],
  heldPayments: 0,
  sender: senderState(),
  town: {
    name: 'Alder Falls',
    residents: [
      {
        id: 'ada',
        name: 'Ada Alder',
        kind: 'person',
        bankName: 'First of Alder Falls',
        routingNumber: '021000021',
        accountNumber: '12345678',
        shows: 'Everything matches.',
        owner: { firstName: 'Ada', lastName: 'Alder' },
      },
    ],
  },
}

describe('the practice page', () => {
  it('reports that the bank is not running', async () => {
    const { page } = await mountPage(PracticePage)
    expect(page.text()).toContain('The practice bank is not running')
    await expectNoViolation(page)
  })

  it('shows the town, the active scenarios and every breach, and passes a resident to the form', async () => {
    bridge.practice.getBank.mockResolvedValue(ok(running))
    const { page, router } = await mountPage(PracticePage, '/practice')
    expect(page.text()).toContain('A rule was broken')
    expect(page.text()).toContain('once more')
    await expectNoViolation(page)
    await page
      .findAll('button')
      .find((each) => each.text().startsWith('Use account of'))
      ?.trigger('click')
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/validation')
  })

  it('sets the chosen scenario', async () => {
    bridge.practice.getBank.mockResolvedValue(ok(running))
    const { page } = await mountPage(PracticePage, '/practice')
    await page.get('form').trigger('submit')
    expect(bridge.practice.setScenario).toHaveBeenCalledWith({
      scenario: 'too-many-requests',
      times: 1,
      target: 'any',
    })
  })
})

describe('the settings', () => {
  it('are found by the content of their sections, and report when nothing matches', async () => {
    const { page } = await mountPage(SettingsPage)
    const sections = (): string[] =>
      page.findAll('nav[aria-label="Sections of the settings"] a').map((link) => link.text())
    const shown = (): string[] =>
      page
        .findAll('[data-section]')
        .filter((section) => section.isVisible())
        .map((section) => section.attributes('data-section') ?? '')
    expect(sections()).toHaveLength(9)
    const field = page.get('input[aria-label="Search the settings"]')
    await field.setValue('score thresh')
    expect(sections()).toEqual(['Owner match'])
    expect(shown()).toEqual(['owner-match'])
    await field.setValue('zeppelin')
    expect(sections()).toEqual([])
    expect(page.text()).toContain('No matching settings')
    await expectNoViolation(page)
    await field.setValue('')
    expect(shown()).toHaveLength(9)
  })

  it('link to Connection for a search for the path of version 2', async () => {
    const { page, router } = await mountPage(SettingsPage)
    expect(page.text()).toContain('No path for version 2 yet')
    expect(page.find('input[name="validationV2Path"]').exists()).toBe(false)
    await expectNoViolation(page)
    await page
      .get('a[href$="/connection/addresses"], a[href="/connection/addresses"]')
      .trigger('click')
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/connection/addresses')
  })

  it('offer version 2 only with a path, and name the path', async () => {
    const { page } = await mountPage(SettingsPage)
    expect(page.get('input[value="v2"]').attributes('disabled')).toBeDefined()
    const settings = { ...workstationState.settings, validationV2Path: '/v2/verify' }
    bridge.emit('workstation', 'stateChanged', { ...workstationState, settings })
    await flushPromises()
    expect(page.get('input[value="v2"]').attributes('disabled')).toBeUndefined()
    expect(page.text()).toContain('/v2/verify')
  })
})

describe('the welcome', () => {
  it('offers a first step and is not shown again', async () => {
    const { page, router } = await mountPage(WelcomeScreen)
    // Nothing is promised for later that is there.
    expect(page.text()).toContain('originates ACH batches, and sends wires and RTP payments')
    expect(page.text()).not.toContain('in time, ')
    await expectNoViolation(page)
    await page
      .findAll('button')
      .find((each) => each.text().includes('Open the practice bank'))
      ?.trigger('click')
    await flushPromises()
    expect(bridge.workstation.changeSettings).toHaveBeenCalledWith({ welcomeSeen: true })
    expect(router.currentRoute.value.path).toBe('/practice')
  })

  it('points to real profiles', async () => {
    const { page, router } = await mountPage(WelcomeScreen)
    await page.get('a').trigger('click')
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/connection')
  })
})
