/** The help panel: about the shown screen, beside it, and without any effect on it. */
import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { nextTick } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { screenIds } from '../../../preload/contract/api/help/help-page.ts'
import { helpPages } from '../../../preload/contract/api/help/help.ts'
import { screenKeys } from '../../../preload/contract/api/help/keys.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import App from '../../../renderer/app/App.vue'
import Workstation from '../../../renderer/app/Workstation.vue'
import { findInHelp } from '../../../renderer/app/help/find-in-help.ts'
import { createAppRouter } from '../../../renderer/app/router.ts'
import { screens } from '../../../renderer/app/screens.ts'
import { fakeBridge, realWorkstation } from '../support/fake-bridge.ts'
import { mountPage } from '../support/page.ts'
import { allByRole, axeViolations, byRole, press, until } from '../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  bridge = fakeBridge()
  bridge.workstation.getState.mockResolvedValue(ok(realWorkstation()))
})
const panel = () => document.querySelector<HTMLElement>('[data-help]')
const f1 = async (): Promise<void> => {
  press('F1')
  await flushPromises()
}
const typeInto = async (label: string, text: string): Promise<void> => {
  const field = byRole('textbox', label) as HTMLInputElement
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await nextTick()
}

describe('the pages', () => {
  it('cover the screens, with their names and their keys', () => {
    expect(screens.map(({ id }) => id).toSorted()).toEqual([...screenIds].toSorted())
    const routes = createAppRouter()
      .getRoutes()
      .map(({ name }) => name)
      .filter((name) => name !== undefined)
    expect(routes.toSorted()).toEqual([...screenIds].toSorted())
    for (const { id, label, shortcut } of screens) {
      expect(helpPages[id].title).toBe(label)
      expect(screenKeys[id]).toBe(shortcut)
    }
  })
})

describe('the search', () => {
  it('finds a page by words anywhere in it, and lists title matches first', () => {
    expect(findInHelp('unknown outcome').map(({ to }) => to)).toContain('unknown-outcomes')
    expect(findInHelp('notification of change').map(({ to }) => to)).toContain('returns')
    expect(findInHelp('audit')[0]?.title).toMatch(/audit/i)
  })

  it('finds what to do when something is wrong', () => {
    expect(findInHelp('keychain locked').map(({ to }) => to)).toContain('trouble.keychain')
  })

  it('finds nothing for unknown words or an empty search', () => {
    expect(findInHelp('zeppelin')).toEqual([])
    expect(findInHelp('  ')).toEqual([])
  })
})

describe('the panel', () => {
  it('opens at the current screen by F1 and takes the focus', async () => {
    await mountPage(App)
    await f1()
    const heading = panel()?.querySelector('h2')
    expect(heading?.textContent).toBe('Overview')
    expect(document.activeElement).toBe(heading)
    expect(byRole('button', 'Help').getAttribute('aria-expanded')).toBe('true')
    expect(await axeViolations()).toEqual([])
  })

  it('closes by Escape and returns the focus', async () => {
    await mountPage(App)
    const button = byRole('button', 'Help')
    button.focus()
    button.click()
    await flushPromises()
    expect(panel()?.contains(document.activeElement)).toBe(true)
    press('Escape')
    await flushPromises()
    expect(panel()).toBeNull()
    expect(document.activeElement).toBe(button)
  })

  it('closes by F1 while it has the focus, and comes to the front otherwise', async () => {
    await mountPage(App)
    await f1()
    byRole('button', 'Help').focus()
    await f1()
    expect(panel()?.contains(document.activeElement)).toBe(true)
    await f1()
    expect(panel()).toBeNull()
  })

  it('opens from a field and keeps the typed text', async () => {
    await mountPage(App)
    const field = document.createElement('input')
    field.value = 'half a reference'
    document.body.append(field)
    field.focus()
    await f1()
    expect(panel()).not.toBeNull()
    press('Escape')
    await flushPromises()
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('half a reference')
    field.remove()
  })

  it('leads from page to page by links, contents and search', async () => {
    await mountPage(App)
    await f1()
    byRole('button', 'Reconciliation').click()
    await flushPromises()
    expect(panel()?.querySelector('h2')?.textContent).toBe('Reconciliation')
    byRole('button', 'Contents').click()
    await flushPromises()
    byRole('button', 'The bank answers 429').click()
    await flushPromises()
    expect(panel()?.textContent).toContain('Restarting does not shorten it')
    await typeInto('Find in help', 'recovery file')
    expect(panel()?.textContent).toContain('found')
    allByRole('button')
      .find((one) => one.textContent.includes('The keychain is locked'))
      ?.click()
    await flushPromises()
    expect(panel()?.querySelector('h2')?.textContent).toContain('The keychain is locked')
  })

  it('reports that nothing was found', async () => {
    await mountPage(App)
    await f1()
    await typeInto('Find in help', 'zeppelin')
    expect(panel()?.textContent).toContain('Nothing found with all of these words')
  })

  it('prints the guide in the chosen paper size, and shows where the file is', async () => {
    bridge.help.printGuide.mockResolvedValue(ok({ file: 'guide.pdf' }))
    await mountPage(App)
    await f1()
    byRole('radio', 'Letter').click()
    await nextTick()
    byRole('button', 'Print the operator’s guide').click()
    await until(() => expect(panel()?.textContent).toContain('Saved as guide.pdf'))
    expect(bridge.help.printGuide).toHaveBeenCalledWith({ paper: 'Letter' })
  })

  it('shows why the guide was not saved', async () => {
    bridge.help.printGuide.mockResolvedValue(
      err({ code: 'file-failed', file: 'guide.pdf', detail: 'no space left' }),
    )
    await mountPage(App)
    await f1()
    byRole('button', 'Print the operator’s guide').click()
    await until(() => expect(panel()?.textContent).toContain('no space left'))
  })

  it('opens on the lock screen too, without printing', async () => {
    const nobody = { id: '', name: '', roles: [] }
    const access = { state: 'locked' as const, reason: 'not-signed-in' as const, operatorId: null }
    bridge.workstation.getState.mockResolvedValue(ok(realWorkstation({ operator: nobody, access })))
    await mountPage(Workstation)
    const help = byRole('button', 'Help')
    help.focus()
    help.dispatchEvent(new KeyboardEvent('keydown', { key: 'F1', bubbles: true, cancelable: true }))
    await flushPromises()
    expect(panel()?.querySelector('h2')?.textContent).toBe('Sign in and lock')
    expect(panel()?.textContent).not.toContain('Print the operator')
    expect(await axeViolations()).toEqual([])
    panel()
      ?.querySelector('h2')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await flushPromises()
    expect(panel()).toBeNull()
    expect(document.activeElement).toBe(help)
  })
})
