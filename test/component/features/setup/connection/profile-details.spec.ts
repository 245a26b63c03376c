import { enableAutoUnmount, flushPromises, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import ConnectionPage from '../../../../../renderer/features/setup/connection/ConnectionPage.vue'
import { realWorkstation } from '../../../support/fake-bridge.ts'
import { agreedVolume } from '../../../support/fake-overview.ts'
import { filledDetails, openProfile } from '../../../support/fake-profile.ts'
import { expectNoViolation, mountPage, type MountedPage } from '../../../support/page.ts'
import { byRole, press as pressKey } from '../../../ui/stage.ts'
import { maker, press, realBridge } from './panel.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
const mount = (section: string): Promise<MountedPage> =>
  mountPage(ConnectionPage, `/connection/${section}`, '/connection/:section?')
const field = (page: VueWrapper, name: string) => page.get<HTMLInputElement>(`[name="${name}"]`)
const save = async (): Promise<void> => {
  pressKey('s', { ctrlKey: true })
  await flushPromises()
}

describe('the details of a profile', () => {
  beforeEach(() => (bridge = realBridge()))

  it.each(['addresses', 'products', 'alerts', 'certificates', 'credentials', 'recovery'])(
    'have no axe violation in %s',
    async (section) => {
      const { page } = await mount(section)
      await expectNoViolation(page)
    },
  )

  it('save the changes of all sections at once', async () => {
    const { page, router } = await mount('addresses')
    await field(page, 'secondaryId').setValue(' 77 ')
    await router.replace('/connection/products')
    await flushPromises()
    await field(page, 'rtp permitted').setValue(true)
    await router.replace('/connection/alerts')
    await flushPromises()
    await field(page, 'AL00901').setValue(true)
    expect(page.get('section[aria-label="Changes"]').text()).toContain(
      'Addresses, Products and hours, Alerts',
    )
    await save()
    expect(bridge.profiles.changeDetails).toHaveBeenCalledWith({
      ...filledDetails,
      secondaryId: '77',
      products: [
        ...filledDetails.products,
        { product: 'rtp', hours: { kind: 'all-day' }, calls: null, volume: null },
      ],
      alerts: { ...filledDetails.alerts, codes: ['AL00906', 'AL00901'] },
    })
    expect(page.text()).toContain('Everything is saved')
  })

  it('show a broken rule at its field with its source, and show the first one on saving', async () => {
    const { page, router } = await mount('addresses')
    await field(page, 'partnerClientId').setValue('0123456789')
    expect(page.text()).toContain('Exactly 32 characters')
    expect(page.text()).toContain('Authentication 6')
    await field(page, 'registeredAddresses').setValue('203.0.113.20\n300.1.1.1')
    expect(page.text()).toContain('Address 2 is neither IPv4 nor IPv6')
    await field(page, 'listenerPort').setValue('99999')
    expect(page.text()).toContain('Port above 65535')
    await expectNoViolation(page)
    await router.replace('/connection/alerts')
    await flushPromises()
    await save()
    await flushPromises()
    expect(bridge.profiles.changeDetails).not.toHaveBeenCalled()
    expect(router.currentRoute.value.path).toBe('/connection/addresses')
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  })

  it('refuse business hours that end before they begin, at the product', async () => {
    const { page } = await mount('products')
    await field(page, 'wire to').setValue('07:00')
    expect(page.text()).toContain('The end must be after the start')
    expect(field(page, 'wire from').attributes('aria-invalid')).toBe('true')
    await field(page, 'wire calls').setValue('many')
    expect(page.text()).toContain('Agreed calls: a whole number from 1 to 100,000')
    await expectNoViolation(page)
  })

  it('keep the volume agreed for a product, and show how much of it is used', async () => {
    bridge.overview.getAgreedVolumes.mockResolvedValue(ok([agreedVolume()]))
    const { page } = await mount('products')
    expect(page.text()).toContain('1,700 of 2,000 used this month')
    expect(page.text()).toContain('A transaction is each payment or ACH entry sent')
    await field(page, 'account-validation volume').setValue('2.5')
    expect(page.text()).toContain('Agreed volume: a whole number from 1 to 1,000,000,000')
    expect(field(page, 'account-validation volume').attributes('aria-invalid')).toBe('true')
    await expectNoViolation(page)
    await field(page, 'account-validation volume').setValue('2000')
    await save()
    const [first, ...others] = filledDetails.products
    expect(bridge.profiles.changeDetails).toHaveBeenCalledWith({
      ...filledDetails,
      products: [{ ...first, volume: { count: 2000, per: 'month' } }, ...others],
    })
  })

  it('count the partner client id up to its 32 characters', async () => {
    const { page } = await mount('addresses')
    await field(page, 'partnerClientId').setValue('')
    expect(page.text()).toContain('0 of 32 characters')
    await field(page, 'partnerClientId').setValue('A'.repeat(32))
    expect(page.text()).toContain('32 of 32 characters')
  })

  it('keep the input when main refuses it, and show the message at the field', async () => {
    const fields = [{ path: 'listener.host', message: 'Not reachable from there', source: 'bank' }]
    bridge.profiles.changeDetails.mockResolvedValueOnce(err({ code: 'invalid-input', fields }))
    const { page } = await mount('addresses')
    await field(page, 'listenerHost').setValue('alerts.example')
    await save()
    expect(page.text()).toContain('Not reachable from there')
    bridge.profiles.changeDetails.mockResolvedValueOnce(
      err({ code: 'internal', reference: 'AB12' }),
    )
    await field(page, 'listenerHost').setValue('alerts2.example')
    await save()
    expect(page.text()).toContain('AB12')
    expect(field(page, 'listenerHost').element.value).toBe('alerts2.example')
    expect(page.text()).toContain('Not saved')
  })

  it('keep the current input when the profile changes elsewhere', async () => {
    const { page } = await mount('addresses')
    await field(page, 'secondaryId').setValue('77')
    const baseUrl = 'https://api2.harbor-trust.example'
    const details = { ...filledDetails, baseUrl, secondaryId: '1' }
    bridge.emit('profiles', 'shownChanged', openProfile({ details }))
    await flushPromises()
    expect(field(page, 'secondaryId').element.value).toBe('77')
    expect(field(page, 'baseUrl').element.value).toBe(baseUrl)
    await save()
    expect(bridge.profiles.changeDetails).toHaveBeenCalledWith({ ...details, secondaryId: '77' })
  })

  it('reset to the saved values', async () => {
    const { page } = await mount('addresses')
    await field(page, 'secondaryId').setValue('77')
    await press('Revert')
    expect(field(page, 'secondaryId').element.value).toBe(filledDetails.secondaryId)
    expect(page.text()).toContain('Everything is saved')
  })

  it('ask before unsaved changes are left, and stay on request', async () => {
    const { page, router } = await mount('addresses')
    await field(page, 'secondaryId').setValue('77')
    void router.push('/validation')
    await flushPromises()
    expect(byRole('alertdialog').textContent).toContain('Addresses')
    await press('Stay')
    expect(router.currentRoute.value.path).toBe('/connection/addresses')
    expect(field(page, 'secondaryId').element.value).toBe('77')
    void router.push('/validation')
    await flushPromises()
    await press('Leave and discard')
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/validation')
  })

  it('can be read only by others than administrators, or when the profile is retired', async () => {
    bridge = realBridge(maker)
    const { page } = await mount('addresses')
    expect(field(page, 'baseUrl').attributes('readonly')).toBeDefined()
    expect(page.text()).toContain('Needs the administrator role')
    const { operator } = realWorkstation(maker)
    const promoted = { ...operator, roles: ['administrator' as const] }
    const retired = realWorkstation({ retired: true, operator: promoted })
    bridge.emit('workstation', 'stateChanged', retired)
    await flushPromises()
    expect(page.text()).toContain('The profile is retired: it is read only')
    expect(page.text()).toContain('No calls and no changes are made')
    expect(field(page, 'settlement').attributes('disabled')).toBeDefined()
    await expectNoViolation(page)
  })

  it('are not saved when the profile is retired meanwhile, and keep the input', async () => {
    const { page } = await mount('addresses')
    await field(page, 'secondaryId').setValue('77')
    bridge.emit('workstation', 'stateChanged', realWorkstation({ retired: true }))
    await flushPromises()
    await save()
    expect(bridge.profiles.changeDetails).not.toHaveBeenCalled()
    expect(field(page, 'secondaryId').element.value).toBe('77')
  })
})
