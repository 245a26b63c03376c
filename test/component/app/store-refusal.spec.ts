import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WorkstationState } from '../../../preload/contract/api/workstation-state.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import StoreRefusal from '../../../renderer/app/StoreRefusal.vue'
import { fakeBridge, workstationState } from '../support/fake-bridge.ts'
import { expectNoViolation, mountPage } from '../support/page.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})

const refused = (reason: string) => ({ state: 'refused', reason, detail: null }) as const
async function shown(state: Partial<WorkstationState>) {
  bridge.workstation.getState.mockResolvedValue(ok({ ...workstationState, ...state }))
  const { page } = await mountPage(StoreRefusal)
  await flushPromises()
  return page
}

it('offers to start the practice data again where an earlier state of the program wrote it', async () => {
  const page = await shown({ store: refused('store-earlier') })
  expect(page.text()).toContain('from before its first release')
  expect(page.text()).toContain('The store was not changed')
  await expectNoViolation(page)
  await page.get('button').trigger('click')
  expect(bridge.practice.startAgain).toHaveBeenCalledOnce()
})

it('shows why the practice data was not started again', async () => {
  bridge.practice.startAgain.mockResolvedValue(err({ code: 'internal', reference: 'A1B2' }))
  const page = await shown({ store: refused('store-earlier') })
  await page.get('button').trigger('click')
  await flushPromises()
  expect(page.text()).toContain('A1B2')
})

it.each([
  ['for another reason', { store: refused('store-damaged') }],
  ['in a real profile', { store: refused('store-earlier'), environment: 'production' }],
  [
    'in a practice team',
    {
      store: refused('store-earlier'),
      team: { isReachable: true, isClockOff: false, workstations: [] },
    },
  ],
] satisfies readonly (readonly [string, Partial<WorkstationState>])[])(
  'offers nothing %s',
  async (_where, state) => {
    expect((await shown(state)).find('button').exists()).toBe(false)
  },
)
