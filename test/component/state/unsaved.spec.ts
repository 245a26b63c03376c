/** Every place in which a person types is named by the question before the program ends. */
import { unsavedPlaces } from '../../../preload/contract/api/workstation-state.ts'
import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { h, ref, type Component } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../preload/contract/kernel/result.ts'
import Workstation from '../../../renderer/app/Workstation.vue'
import ForwardingCredential from '../../../renderer/features/alerts/forwarding/ForwardingCredential.vue'
import ForwardingSettings from '../../../renderer/features/alerts/forwarding/ForwardingSettings.vue'
import { useBatchForm } from '../../../renderer/features/money/batch-compose/batch-form.store.ts'
import ComposePage from '../../../renderer/features/money/compose/ComposePage.vue'
import PayeeForm from '../../../renderer/features/money/payees/PayeeForm.vue'
import RowEditor from '../../../renderer/features/inquiry/validation/bulk/RowEditor.vue'
import ValidatePage from '../../../renderer/features/inquiry/validation/ValidatePage.vue'
import CredentialsPanel from '../../../renderer/features/setup/connection/CredentialsPanel.vue'
import ProxyCredentialsPanel from '../../../renderer/features/setup/connection/ProxyCredentialsPanel.vue'
import RecoveryPanel from '../../../renderer/features/setup/connection/profile/RecoveryPanel.vue'
import OperatorForm from '../../../renderer/features/setup/operators/OperatorForm.vue'
import AchSettingsPanel from '../../../renderer/features/setup/settings/AchSettingsPanel.vue'
import NoticesPanel from '../../../renderer/features/setup/settings/NoticesPanel.vue'
import UpdatesPanel from '../../../renderer/features/setup/settings/UpdatesPanel.vue'
import OrderComments from '../../../renderer/money/order/OrderComments.vue'
import { useUnsaved, useUnsavedMark } from '../../../renderer/state/stores/unsaved.store.ts'
import Dialog from '../../../renderer/ui/overlay/Dialog.vue'
import ConfirmDialog from '../../../renderer/ui/overlay/ConfirmDialog.vue'
import { markUnsavedKey } from '../../../renderer/ui/overlay/typed-input.ts'
import { realBridge } from '../features/setup/connection/panel.ts'
import { forwardingState } from '../support/fake-forwarding.ts'
import { order } from '../support/fake-orders.ts'
import { filledDetails, openProfile } from '../support/fake-profile.ts'
import { mountPage } from '../support/page.ts'
import { until } from '../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
beforeEach(() => {
  bridge = realBridge()
  const details = { ...filledDetails, proxy: { host: 'proxy.ridgeway.example', port: 8080 } }
  bridge.profiles.getShown.mockResolvedValue(ok(openProfile({ details })))
})

/** A component as its screen uses it. */
const inScreen = (component: Component, props: Record<string, unknown> = {}): Component => ({
  setup: () => () => h(component, props),
})

const handle = { busy: ref('') }
const draftRow = { row: 7, cells: [], problems: [], warnings: [], personal: false }

const fields: readonly (readonly [string, Component, string])[] = [
  ['New payment', ComposePage, '[name="creditParty.name"]'],
  ['Validation', ValidatePage, '[name="routingNumber"]'],
  ['Correction of row 7', inScreen(RowEditor, { draftId: 'd', row: draftRow }), 'input'],
  ['Comment', inScreen(OrderComments, { order: order() }), 'textarea'],
  ['ACH settings', AchSettingsPanel, 'input:not([type=radio])'],
  ['Update feed', UpdatesPanel, 'input:not([type=checkbox])'],
  ['Credentials', CredentialsPanel, 'input'],
  ['Proxy credentials', ProxyCredentialsPanel, 'input'],
  ['Recovery file', RecoveryPanel, 'input'],
  [
    'Forwarding credentials',
    inScreen(ForwardingCredential, { handle, state: forwardingState() }),
    'input:not([type=radio])',
  ],
  [
    'Forwarding address',
    inScreen(ForwardingSettings, { handle, state: forwardingState() }),
    'input:not([type=radio])',
  ],
  [
    'Operator',
    inScreen(OperatorForm, {
      operator: null,
      directory: { lock: ref(''), busy: ref(false), refusal: ref() },
    }),
    'input:not([type=checkbox])',
  ],
  [
    'Payee',
    inScreen(PayeeForm, { id: null, before: null, unsaved: false }),
    'input:not([type=radio])',
  ],
]

it('main hears of the places at once, at each change, and while the workstation is locked', async () => {
  await mountPage(Workstation)
  expect(bridge.workstation.setUnsaved).toHaveBeenCalledExactlyOnceWith({ places: [] })
  useUnsaved().mark(Symbol('place'), { name: 'Payee', isKept: false })
  await flushPromises()
  expect(bridge.workstation.setUnsaved).toHaveBeenLastCalledWith({ places: ['Payee'] })
  // The contract refuses a longer name.
  useUnsaved().mark(Symbol('place'), { name: 'n'.repeat(200), isKept: false })
  await flushPromises()
  const last = bridge.workstation.setUnsaved.mock.lastCall?.[0]
  expect(unsavedPlaces.parse(last).places).toEqual(['Payee', 'n'.repeat(120)])
})

describe('typed input', () => {
  it.each(fields)('is named by its place: %s', async (place, component, field) => {
    bridge.bulk.revealDraftRow.mockResolvedValue(ok([{ target: 'accountNumber', value: '' }]))
    const { page } = await mountPage(component)
    expect(useUnsaved().places).toEqual([])
    const { element } = page.get<HTMLInputElement>(field)
    element.value = '1234'
    await page.get(field).trigger('input')
    await until(() => expect(useUnsaved().places).toEqual([place]))
  })

  it('of notification settings is named too', async () => {
    const { page } = await mountPage(NoticesPanel)
    await page.get('input[type=checkbox]').setValue(false)
    expect(useUnsaved().places).toEqual(['Notifications'])
  })

  it('of a batch names the number of its entries, and stays when its screen is left', async () => {
    await mountPage(inScreen(OrderComments, { order: order() }))
    useBatchForm().changeForm({ companyEntryDescription: 'PAYROLL' })
    await flushPromises()
    expect(useUnsaved().places).toEqual(['New batch, 0 entries'])
    expect(useUnsaved().placesOnScreen).toEqual([])
  })

  it('is named once, and no more when its form is gone', async () => {
    const twice: Component = {
      setup() {
        useUnsavedMark('Payee', () => true)
        useUnsavedMark('Payee', () => true)
        return () => h('i')
      },
    }
    const { page } = await mountPage(twice)
    expect(useUnsaved().places).toEqual(['Payee'])
    page.unmount()
    expect(useUnsaved().places).toEqual([])
  })
})

describe('an open dialog', () => {
  const staged = (dialog: Component, open: ReturnType<typeof ref<boolean>>): Component => ({
    setup: () => () =>
      h(
        dialog,
        { title: 'Send back', description: 'Why', confirmLabel: 'Send back', open: open.value },
        () => [h('input', { type: 'search' }), h('textarea')],
      ),
  })
  const provided = (child: Component): Component => ({
    provide: { [markUnsavedKey as symbol]: useUnsavedMark },
    setup: () => () => h(child),
  })

  it.each([
    ['a form', Dialog],
    ['a question', ConfirmDialog],
  ])(
    'with %s is named by its title from the first input, and no search is',
    async (_what, dialog) => {
      const open = ref<boolean>(true)
      await mountPage(provided(staged(dialog as Component, open)))
      const type = async (selector: string): Promise<void> => {
        const field = document.querySelector(`[data-modal] ${selector}`)
        field?.dispatchEvent(new Event('input', { bubbles: true }))
        await flushPromises()
      }
      await type('input')
      expect(useUnsaved().places).toEqual([])
      await type('textarea')
      expect(useUnsaved().places).toEqual(['Send back'])
      open.value = false
      await flushPromises()
      expect(useUnsaved().places).toEqual([])
    },
  )
})
