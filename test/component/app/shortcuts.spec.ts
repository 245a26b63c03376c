import { defineComponent, h, KeepAlive, nextTick, ref } from 'vue'
import { afterEach, describe, expect, it } from 'vitest'
import { register, registeredShortcuts, useShortcuts } from '../../../renderer/state/shortcuts.ts'
import ShortcutsDialog from '../../../renderer/app/shell/ShortcutsDialog.vue'
import { byRole, press, settle, show, useStage } from '../ui/stage.ts'

const keysOf = (id: string): string | undefined =>
  registeredShortcuts.value.find((shortcut) => shortcut.id === id)?.keys
const ran: string[] = []
const removals: (() => void)[] = []

function add(id: string, keys: string, when?: () => boolean): void {
  removals.push(
    register({ id, keys, when, title: `Do ${id}`, group: 'Tests', run: () => ran.push(id) }),
  )
}

describe('shortcuts', () => {
  useStage()
  afterEach(() => {
    for (const removal of removals.splice(0)) removal()
    ran.length = 0
    expect(registeredShortcuts.value).toEqual([])
  })

  it('runs the action of its keys, and stops the event', () => {
    add('palette', 'Mod+K')
    expect(press('k', { ctrlKey: true })).toBe(false)
    expect(press('k')).toBe(true)
    press('k', { ctrlKey: true, shiftKey: true })
    expect(ran).toEqual(['palette'])
  })

  it('ignores typing unless a modifier is pressed', () => {
    add('help', '?')
    add('palette', 'Mod+K')
    const input = document.createElement('input')
    document.body.append(input)
    input.focus()
    press('?', { shiftKey: true })
    press('k', { ctrlKey: true })
    expect(ran).toEqual(['palette'])
    input.blur()
    press('?', { shiftKey: true })
    expect(ran).toEqual(['palette', 'help'])
  })

  it.each(['input', 'select', 'textarea'])('handles Escape from the %s of a form', (tag) => {
    add('back', 'Escape')
    const field = document.createElement(tag)
    document.body.append(field)
    field.focus()
    press('Escape')
    expect(ran).toEqual(['back'])
  })

  it('leaves a field by Escape for the heading, if Escape does nothing else', () => {
    add('palette', 'Mod+K')
    const heading = document.createElement('h1')
    heading.tabIndex = -1
    const field = document.createElement('input')
    document.body.append(heading, field)
    field.focus()
    const removal = register({
      id: 'back',
      keys: 'Escape',
      title: 'Do back',
      group: 'Tests',
      run: () => ran.push('back'),
    })
    press('Escape')
    expect(document.activeElement).toBe(field)
    removal()
    press('Escape')
    expect(document.activeElement).toBe(heading)
    expect(ran).toEqual(['back'])
  })

  it('leaves Escape to a field that handles it', () => {
    add('back', 'Escape')
    const field = document.createElement('input')
    field.addEventListener('keydown', (event) => event.preventDefault(), { once: true })
    document.body.append(field)
    field.focus()
    press('Escape')
    expect(ran).toEqual([])
    press('Escape')
    expect(ran).toEqual(['back'])
  })

  it('leaves Escape to the open list of a select', () => {
    add('back', 'Escape')
    const field = document.createElement('select')
    const matches = field.matches.bind(field)
    let isOpen = true
    const matching = (selector: string): boolean =>
      selector === ':open' ? isOpen : matches(selector)
    Object.defineProperty(field, 'matches', { value: matching })
    document.body.append(field)
    field.focus()
    press('Escape')
    expect(ran).toEqual([])
    isOpen = false
    press('Escape')
    expect(ran).toEqual(['back'])
  })

  it('waits for the second key of a sequence, and resets after any other key', () => {
    add('validation', 'G V')
    press('g')
    expect(ran).toEqual([])
    press('v')
    press('g')
    press('x')
    press('v')
    expect(ran).toEqual(['validation'])
  })

  it('uses the second key of a sequence for that sequence only', () => {
    add('approvals', 'G A')
    add('approve', 'A')
    add('release', 'R')
    press('g')
    press('a')
    press('g')
    press('r')
    expect(ran).toEqual(['approvals'])
    press('r')
    expect(ran).toEqual(['approvals', 'release'])
  })

  it.each(['menu', 'listbox'])('ignores letters typed into a %s', (role) => {
    add('approve', 'A')
    const list = document.createElement('div')
    list.setAttribute('role', role)
    list.tabIndex = 0
    document.body.append(list)
    list.focus()
    press('a')
    expect(ran).toEqual([])
    list.remove()
  })

  it('runs nothing behind an open dialog', () => {
    add('send', 'Mod+Enter')
    const dialog = document.createElement('div')
    dialog.dataset['modal'] = ''
    document.body.append(dialog)
    press('Enter', { ctrlKey: true })
    dialog.remove()
    expect(ran).toEqual([])
    press('Enter', { ctrlKey: true })
    expect(ran).toEqual(['send'])
  })

  it('skips a shortcut that is not active, and runs the next one with the same keys', () => {
    add('screen', 'Mod+J')
    add('detail', 'Mod+J', () => false)
    press('j', { ctrlKey: true })
    expect(ran).toEqual(['screen'])
  })

  it('ignores a key that was already handled', () => {
    add('palette', 'Mod+K')
    const stop = (event: Event): void => event.preventDefault()
    document.body.addEventListener('keydown', stop)
    press('k', { ctrlKey: true })
    document.body.removeEventListener('keydown', stop)
    expect(ran).toEqual([])
  })

  it('is active only while its screen is shown, also when the screen is kept alive', async () => {
    const Screen = defineComponent(() => {
      useShortcuts([
        { id: 'raw', keys: 'Mod+J', title: 'Raw', group: 'Tests', run: () => ran.push('raw') },
      ])
      return () => h('p', 'Screen')
    })
    const Other = defineComponent(() => () => h('p', 'Other'))
    const isShown = ref(true)
    const wrapper = show(
      defineComponent(() => () => h(KeepAlive, () => h(isShown.value ? Screen : Other))),
    )
    expect(keysOf('raw')).toBe('Mod+J')
    isShown.value = false
    await nextTick()
    expect(keysOf('raw')).toBeUndefined()
    isShown.value = true
    await nextTick()
    press('j', { ctrlKey: true })
    expect(ran).toEqual(['raw'])
    wrapper.unmount()
    expect(keysOf('raw')).toBeUndefined()
  })

  it('lists the active shortcuts in their dialog', async () => {
    add('palette', 'Mod+K')
    add('hidden', 'Mod+H', () => false)
    show(ShortcutsDialog, { props: { open: true } })
    await settle()
    const text = byRole('dialog', 'Keyboard shortcuts').textContent
    expect(text).toContain('Do palette')
    expect(text).not.toContain('Do hidden')
  })
})
