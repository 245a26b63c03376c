import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err } from '../../../../../preload/contract/kernel/result.ts'
import ConnectionPage from '../../../../../renderer/features/setup/connection/ConnectionPage.vue'
import { realWorkstation } from '../../../support/fake-bridge.ts'
import { mountPage } from '../../../support/page.ts'
import { allByRole, axeViolations, byRole, press as pressKey, until } from '../../../ui/stage.ts'
import { press, realBridge } from './panel.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
const name = realWorkstation().profileName
const mount = () => mountPage(ConnectionPage, '/connection', '/connection/:section?')

describe('a profile as a whole', () => {
  beforeEach(() => (bridge = realBridge()))
  const choose = async (act: string): Promise<void> => {
    byRole('button', 'Profile').focus()
    pressKey('Enter')
    const item = await until(() => byRole('menuitem', act))
    item.click()
    await until(() => byRole('dialog'))
  }
  const type = async (value: string): Promise<void> => {
    const box = document.querySelector<HTMLInputElement>('[role="dialog"] input')
    if (!box) throw new Error('no field')
    box.value = value
    box.dispatchEvent(new Event('input', { bubbles: true }))
    await flushPromises()
  }

  it('is exported without account numbers unless they are requested', async () => {
    await mount()
    await choose('Write to a profile file')
    await press('Write without account numbers')
    expect(bridge.profiles.exportFile).toHaveBeenCalledWith({ withAccountNumbers: false })
    expect(byRole('dialog').textContent).toContain('harbor.json')
    expect(await axeViolations()).toEqual([])
    document.querySelector<HTMLInputElement>('input[value="included"]')?.click()
    await flushPromises()
    expect(byRole('dialog').textContent).toContain('is recorded')
    await press('Write with account numbers')
    expect(bridge.profiles.exportFile).toHaveBeenLastCalledWith({ withAccountNumbers: true })
  })

  it('keeps a new name that is taken in the field, with the reason', async () => {
    bridge.profiles.rename.mockResolvedValueOnce(err({ code: 'name-taken' }))
    await mount()
    await choose('Rename')
    await type('Old Mill')
    await press('Rename')
    expect(bridge.profiles.rename).toHaveBeenCalledWith({ name: 'Old Mill' })
    expect(byRole('dialog').textContent).toContain('Another profile has this name')
    expect(await axeViolations()).toEqual([])
    await type('New Mill')
    await press('Rename')
    expect(allByRole('dialog')).toHaveLength(0)
  })

  it('is retired only after its name is typed', async () => {
    await mount()
    await choose('Retire')
    expect(await axeViolations()).toEqual([])
    await press(`Retire ${name}`)
    expect(bridge.profiles.retire).not.toHaveBeenCalled()
    await type(name)
    await press(`Retire ${name}`)
    expect(bridge.profiles.retire).toHaveBeenCalledWith({ confirmation: name })
  })

  it('is reinstated by a separate button', async () => {
    bridge = realBridge({ retired: true })
    await mount()
    await press(`Reinstate ${name}`)
    expect(bridge.profiles.reinstate).toHaveBeenCalledOnce()
  })
})
