import { enableAutoUnmount, flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PracticeTeamState } from '../../../../../preload/contract/api/practice/practice.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import TeamPanel from '../../../../../renderer/features/setup/practice/TeamPanel.vue'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { expectNoViolation } from '../../../support/page.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})

async function panel(state: PracticeTeamState): Promise<VueWrapper> {
  bridge.practice.getTeam.mockResolvedValue(ok(state))
  const page = mount(TeamPanel, { attachTo: document.body }) as VueWrapper
  await flushPromises()
  return page
}
const buttons = (page: VueWrapper): string[] => page.findAll('button').map((each) => each.text())

it('starts a team of three, or of the chosen size, and shows how many windows are open', async () => {
  const page = await panel({ state: 'none' })
  expect(page.findAll('option').map((each) => each.element.value)).toEqual([
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
  ])
  await expectNoViolation(page)
  bridge.practice.getTeam.mockResolvedValue(ok({ state: 'running', size: 3, open: 2 }))
  await page.get('form').trigger('submit')
  await flushPromises()
  expect(bridge.practice.startTeam).toHaveBeenLastCalledWith({ size: 3 })
  expect(page.text()).toContain('2 of 3 windows open')
  await expectNoViolation(page)

  bridge.practice.getTeam.mockResolvedValue(ok({ state: 'none' }))
  await page.get('button').trigger('click')
  await flushPromises()
  expect(bridge.practice.endTeam).toHaveBeenCalledOnce()
  await page.get('select').setValue('5')
  await page.get('form').trigger('submit')
  expect(bridge.practice.startTeam).toHaveBeenLastCalledWith({ size: 5 })
})

it.each([
  ['postgres-missing', 'Install PostgreSQL 15 or later'],
  ['not-on-windows', 'needs Linux or macOS'],
  ['is-member', 'belongs to a practice team'],
] as const)('has no button where a team is unavailable (%s), and says why', async (why, text) => {
  const page = await panel({ state: 'unavailable', why })
  expect(page.text()).toContain(text)
  expect(buttons(page)).toEqual([])
  await expectNoViolation(page)
})

it('says why a team did not start, and offers the start again', async () => {
  const page = await panel({ state: 'none' })
  bridge.practice.startTeam.mockResolvedValue(
    err({ code: 'team-not-started', why: 'disk-full', detail: 'No space left on device' }),
  )
  await page.get('form').trigger('submit')
  await flushPromises()
  expect(page.text()).toContain('The practice team did not start')
  expect(page.text()).toContain('no room')
  expect(buttons(page)).toEqual(['Start a practice team'])
  await expectNoViolation(page)
})

it.each([{ state: 'starting', size: 3 } as const, { state: 'ending' } as const])(
  'offers nothing to press while a team is $state',
  async (state) => {
    const page = await panel(state)
    await page.get('button').trigger('click')
    expect(bridge.practice.endTeam).not.toHaveBeenCalled()
    expect(page.find('form').exists()).toBe(false)
  },
)
