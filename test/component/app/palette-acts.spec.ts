/** The palette lists every action of the open record, with the reason why one is not possible. */
import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { defineComponent, h, ref } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import App from '../../../renderer/app/App.vue'
import { useShortcuts } from '../../../renderer/state/shortcuts.ts'
import Button from '../../../renderer/ui/Button.vue'
import Menu from '../../../renderer/ui/overlay/Menu.vue'
import SplitView from '../../../renderer/ui/SplitView.vue'
import { fakeBridge } from '../support/fake-bridge.ts'
import { mountPage } from '../support/page.ts'
import { allByRole, byRole, press, until } from '../ui/stage.ts'

enableAutoUnmount(afterEach)
beforeEach(() => void fakeBridge())
afterEach(() => vi.restoreAllMocks())

const ran: string[] = []
const amount = ref('USD 1.00')
const Screen = defineComponent(() => {
  useShortcuts([
    { id: 'test.release', keys: 'R', title: 'The same act', group: 'Test', run: () => undefined },
    {
      id: 'test.off',
      keys: 'Mod+J',
      title: 'Impossible here',
      group: 'Test',
      when: () => false,
      run: () => undefined,
    },
  ])
  return () =>
    h(
      SplitView,
      { open: true, size: 400 },
      {
        list: () => h(Button, { onClick: () => ran.push('list') }, () => 'New record'),
        detail: () => [
          h(
            Button,
            { shortcut: 'R', onClick: () => ran.push('release') },
            () => `Release ${amount.value}`,
          ),
          h(
            Button,
            { disabledReason: 'Already sent', onClick: () => ran.push('edit') },
            () => 'Edit',
          ),
          h(
            Menu,
            {
              label: 'More',
              items: [{ id: 'copy', label: 'Copy to a draft' }],
              onChoose: (id: string) => ran.push(id),
            },
            { trigger: () => h(Button, null, () => 'Open the menu') },
          ),
        ],
      },
    )
})

async function openPalette(): Promise<HTMLElement[]> {
  press('k', { ctrlKey: true })
  await until(() => byRole('option', 'New profile'))
  return allByRole('option')
}

describe('the actions of the open record in the palette', () => {
  beforeEach(async () => {
    ran.length = 0
    amount.value = 'USD 1.00'
    const { router } = await mountPage(App)
    router.addRoute({ path: '/record', component: Screen })
    await router.push('/record')
    await flushPromises()
  })

  it('come first under the names of their buttons, without the actions of the list', async () => {
    amount.value = 'USD 2.00'
    await flushPromises()
    const titles = (await openPalette()).map((option) => option.textContent.trim())
    expect(titles.slice(0, 3)).toEqual([
      expect.stringContaining('Release USD 2.00'),
      expect.stringContaining('Edit'),
      expect.stringContaining('More: Copy to a draft'),
    ])
    expect(titles.join()).not.toMatch(/New record|Open the menu|The same act|Impossible here/)
  })

  it('run the action of the button once the palette has closed', async () => {
    const [release] = await openPalette()
    release?.click()
    await until(() => expect(ran).toEqual(['release']))
    const copy = (await openPalette())[2]
    copy?.click()
    await until(() => expect(ran).toEqual(['release', 'copy']))
  })

  it('show why an action is not possible, and do not run it', async () => {
    const edit = (await openPalette())[1]
    expect(edit?.textContent).toContain('Already sent')
    expect(edit?.getAttribute('aria-disabled')).toBe('true')
    edit?.click()
    await flushPromises()
    expect(ran).toEqual([])
    expect(allByRole('option').length).toBeGreaterThan(0)
  })
})
