import { enableAutoUnmount, flushPromises, type VueWrapper } from '@vue/test-utils'
import { defineComponent, h, KeepAlive, ref } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import type { OwnAccount } from '../../../../../preload/contract/api/profiles/profile-details.ts'
import AccountsSection from '../../../../../renderer/features/setup/connection/AccountsSection.vue'
import { useShownProfile } from '../../../../../renderer/state/stores/shown-profile.store.ts'
import { useUnsaved } from '../../../../../renderer/state/stores/unsaved.store.ts'
import { ownAccount, openProfile } from '../../../support/fake-profile.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { byRole, press as pressKey } from '../../../ui/stage.ts'
import { everywhere, press, realBridge } from './panel.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
beforeEach(() => {
  bridge = realBridge()
})
afterEach(() => {
  vi.useRealTimers()
})

const number = '000123456789'
const two = [
  ownAccount(),
  ownAccount({ id: 'a2', name: 'Payroll', account: '••••0177', listable: false, use: 'debit' }),
]
const isShown = ref(true)
async function mount(accounts: readonly OwnAccount[] = two, lock = ''): Promise<VueWrapper> {
  isShown.value = true
  const { page } = await mountPage(
    defineComponent(
      () => () =>
        h('div', [
          h(KeepAlive, () => (isShown.value ? h(AccountsSection, { accounts, lock }) : h('p'))),
        ]),
    ),
  )
  return page
}
/** The section on the screen: its accounts are those of the shown profile. */
async function mountSection(): Promise<{ page: VueWrapper }> {
  const { page } = await mountPage(
    defineComponent(
      () => () =>
        h('div', [
          h(AccountsSection, { accounts: useShownProfile().profile?.accounts ?? two, lock: '' }),
        ]),
    ),
  )
  return { page }
}
const open = async (page: VueWrapper, name: string): Promise<void> => {
  const row = page.findAll('tbody tr').find((each) => each.text().includes(name))
  // A press focuses first, as in a real window.
  ;(row?.element as HTMLElement | undefined)?.focus()
  await row?.trigger('click')
  await flushPromises()
}
const field = (page: VueWrapper, name: string) => page.get<HTMLInputElement>(`[name="${name}"]`)
const submit = async (page: VueWrapper): Promise<void> => {
  await page.get('form').trigger('submit')
  await flushPromises()
}
const good = { name: 'Escrow', number: '0044556677', routingNumber: '021000021' }
const fill = async (page: VueWrapper, values: Record<string, string>): Promise<void> => {
  for (const [name, value] of Object.entries(values)) await field(page, name).setValue(value)
}

describe('the own accounts', () => {
  it('explain themselves while there are none', async () => {
    const page = await mount([])
    expect(page.text()).toContain('No own accounts yet')
    await expectNoViolation(page)
  })

  it('show no number, and mark an account that ACH inquiry cannot list (bank note 36)', async () => {
    const page = await mount()
    const rows = page.findAll('tbody tr').map((row) => row.text())
    expect(rows[0]).toContain('Listable')
    expect(rows[1]).toContain('••••0177')
    expect(rows[1]).toContain('Not listable')
    await expectNoViolation(page)
  })

  it('include forty of them in one list', async () => {
    const many = Array.from({ length: 40 }, (_, i) => ownAccount({ id: `m${i}` }))
    const page = await mount(many)
    expect(page.text()).toContain('40 accounts')
    expect(page.get('table').attributes('aria-rowcount')).toBe('41')
  })

  it('show a number on request, and hide it after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const page = await mount()
    await open(page, 'Operating')
    expect(bridge.profiles.revealAccount).not.toHaveBeenCalled()
    await press('Show number')
    expect(bridge.profiles.revealAccount).toHaveBeenCalledWith({ id: 'a1' })
    expect(page.get('[data-testid="number"]').text()).toBe(number)
    expect(page.text()).toContain('Hidden again in 30 s')
    await expectNoViolation(page)
    vi.advanceTimersByTime(12_000)
    await flushPromises()
    expect(page.text()).toContain('Hidden again in 18 s')
    vi.advanceTimersByTime(18_000)
    await flushPromises()
    expect(everywhere()).not.toContain(number)
  })

  it.each([
    ['the window loses the focus', () => window.dispatchEvent(new Event('blur'))],
    ['another section is opened', () => void (isShown.value = false)],
    ['it is hidden by hand', () => byRole('button', 'Hide').click()],
    [
      'the account is closed',
      () => document.querySelector<HTMLElement>('[aria-label="Close the account"]')?.click(),
    ],
  ])('hide the number when %s', async (_when, act) => {
    const page = await mount()
    await open(page, 'Operating')
    await press('Show number')
    expect(everywhere()).toContain(number)
    act()
    await flushPromises()
    expect(everywhere()).not.toContain(number)
    isShown.value = true
    await flushPromises()
    expect(everywhere()).not.toContain(number)
  })

  it('do not show a number that arrives after the account was closed', async () => {
    let answer = (): void => undefined
    bridge.profiles.revealAccount.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = () => resolve({ ok: true, value: { number } })
      }),
    )
    const page = await mount()
    await open(page, 'Operating')
    await press('Show number')
    window.dispatchEvent(new Event('blur'))
    answer()
    await flushPromises()
    expect(everywhere()).not.toContain(number)
  })

  it('show why a number is not shown', async () => {
    bridge.profiles.revealAccount.mockResolvedValue(err({ code: 'internal', reference: 'AB12' }))
    const page = await mount()
    await open(page, 'Operating')
    await press('Show number')
    expect(page.text()).toContain('AB12')
    await expectNoViolation(page)
  })

  it('accept a new one exactly as typed, with leading zeros', async () => {
    const page = await mount()
    pressKey('i', { ctrlKey: true })
    await flushPromises()
    expect(document.activeElement).toBe(field(page, 'name').element)
    await fill(page, {
      ...good,
      routingNumber: ' 021000021 ',
      use: 'debit',
      companyId: '1041000124',
      legalName: ' Oak Mill Company ',
      address: '1 Oak Road\nMillbrook OR 97002',
    })
    await submit(page)
    expect(bridge.profiles.saveAccount).toHaveBeenCalledWith({
      ...good,
      id: null,
      bankNumber: '',
      companyId: '1041000124',
      legalName: 'Oak Mill Company',
      address: '1 Oak Road\nMillbrook OR 97002',
      currency: 'USD',
      use: 'debit',
    })
    expect(page.find('form').exists()).toBe(false)
  })

  it('show the new one beside the list, and return the focus to the button for the next', async () => {
    const { page } = await mountSection()
    await press('Add account')
    await fill(page, good)
    bridge.profiles.saveAccount.mockResolvedValueOnce(
      ok(openProfile({ accounts: [ownAccount({ id: 'new', name: 'Escrow' }), ...two] })),
    )
    await submit(page)
    expect(page.get('[aria-label="Close the account"]').isVisible()).toBe(true)
    expect(page.get('tr[aria-selected="true"]').text()).toContain('Escrow')
    // The text of the focused element is not enough: the document contains it too.
    expect(document.activeElement?.closest('button')?.textContent).toContain('Add account')
  })

  it('show the problem at each field and send nothing', async () => {
    const page = await mount()
    await press('Add account')
    await fill(page, { number: '12-34', routingNumber: '0210', currency: 'usd' })
    await submit(page)
    for (const expectedText of ['Enter a name', '1 to 17 letters', 'Nine digits', 'such as USD'])
      expect(page.text()).toContain(expectedText)
    expect(page.text()).toContain('bank specification')
    expect(page.find('[title$="Account validation request"]').exists()).toBe(true)
    expect(bridge.profiles.saveAccount).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(field(page, 'name').element)
    await expectNoViolation(page)
  })

  it('show a warning for a 17-digit number, and none for leading zeros', async () => {
    const page = await mount()
    await press('Add account')
    await fill(page, { ...good, number: '12345678901234567' })
    expect(page.text()).toContain('ACH inquiry cannot list it')
    await field(page, 'number').setValue('00000000001234567')
    expect(page.text()).not.toContain('ACH inquiry cannot list it')
  })

  it('keep the number of an account whose other fields are changed', async () => {
    const page = await mount()
    await open(page, 'Payroll')
    await press('Change')
    await field(page, 'name').setValue('Payroll east')
    await submit(page)
    expect(bridge.profiles.saveAccount).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'a2', number: null, name: 'Payroll east' }),
    )
  })

  it('keep the input after a refusal, after Escape or when another is opened', async () => {
    bridge.profiles.saveAccount.mockResolvedValue(err({ code: 'internal', reference: 'AB12' }))
    const page = await mount()
    await press('Add account')
    await fill(page, good)
    await submit(page)
    expect(page.text()).toContain('AB12')
    expect(useUnsaved().places).toEqual(['Own account'])
    document.body.focus()
    pressKey('Escape')
    await open(page, 'Payroll')
    expect(page.text()).toContain('Save this account or cancel')
    expect(field(page, 'number').element.value).toBe(good.number)
    await press('Cancel')
    expect(useUnsaved().places).toEqual([])
  })

  it('remove one only after a confirmation with all facts', async () => {
    const page = await mount()
    await open(page, 'Payroll')
    await press('Remove')
    expect(bridge.profiles.removeAccount).not.toHaveBeenCalled()
    await press('Remove Payroll (••••0177)')
    expect(bridge.profiles.removeAccount).toHaveBeenCalledWith({ id: 'a2' })
    expect(page.find('[aria-label="Close the account"]').exists()).toBe(false)
  })

  it('can be read but not changed where changes are disabled', async () => {
    const page = await mount(two, 'The profile is retired: it is read only')
    await open(page, 'Payroll')
    await press('Change')
    await press('Add account')
    pressKey('i', { ctrlKey: true })
    await flushPromises()
    expect(page.find('form').exists()).toBe(false)
    await press('Show number')
    expect(bridge.profiles.revealAccount).toHaveBeenCalledOnce()
    await expectNoViolation(page)
  })
})
