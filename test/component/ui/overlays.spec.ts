import { defineComponent, h, ref } from 'vue'
import { describe, expect, it, vi } from 'vitest'
import Button from '../../../renderer/ui/Button.vue'
import CommandPalette from '../../../renderer/ui/overlay/CommandPalette.vue'
import ReasonDialog from '../../../renderer/parts/ReasonDialog.vue'
import ConfirmDialog from '../../../renderer/ui/overlay/ConfirmDialog.vue'
import Dialog from '../../../renderer/ui/overlay/Dialog.vue'
import { fuzzyScore } from '../../../renderer/ui/overlay/fuzzy.ts'
import Menu from '../../../renderer/ui/overlay/Menu.vue'
import Popover from '../../../renderer/ui/overlay/Popover.vue'
import SplitView from '../../../renderer/ui/SplitView.vue'
import Tabs from '../../../renderer/ui/Tabs.vue'
import { allByRole, axeViolations, byRole, press, settle, show, until, useStage } from './stage.ts'

/** A page with one button that opens the given overlay. */
function opener(render: (open: { value: boolean }) => unknown) {
  return defineComponent(() => {
    const open = ref(false)
    return () =>
      [h(Button, { onClick: () => (open.value = true) }, () => 'Open'), render(open)] as never
  })
}

async function openIt(): Promise<void> {
  const button = byRole('button', 'Open')
  button.focus()
  button.click()
  await settle()
}

const model = (open: { value: boolean }) => ({
  open: open.value,
  'onUpdate:open': (value: boolean) => (open.value = value),
})

describe('Dialog', () => {
  useStage()

  it('starts in its first field and returns the focus on Escape', async () => {
    show(
      opener((open) =>
        h(Dialog, { title: 'Name this view', ...model(open) }, () =>
          h('input', { 'aria-label': 'Name' }),
        ),
      ),
    )
    await openIt()
    expect(byRole('dialog', 'Name this view')).toBeDefined()
    expect(document.activeElement).toBe(byRole('textbox', 'Name'))
    expect(await axeViolations()).toEqual([])
    press('Escape')
    await settle()
    expect(allByRole('dialog')).toHaveLength(0)
    expect(document.activeElement).toBe(byRole('button', 'Open'))
  })
})

describe('ConfirmDialog', () => {
  useStage()
  const confirmLabel = 'Release USD 12,500.00 to Ridgeway Supply'

  it('starts on Cancel, and confirms only by its own button', async () => {
    let confirmed = 0
    show(
      opener((open) =>
        h(ConfirmDialog, {
          title: 'Release this payment?',
          description: 'It cannot be called back.',
          confirmLabel,
          onConfirm: () => (confirmed += 1),
          ...model(open),
        }),
      ),
    )
    await openIt()
    expect(document.activeElement).toBe(byRole('button', 'Cancel'))
    expect(await axeViolations()).toEqual([])
    byRole('button', confirmLabel).click()
    expect(confirmed).toBe(1)
    expect(byRole('alertdialog', 'Release this payment?')).toBeDefined()
    press('Escape')
    await settle()
    expect(allByRole('alertdialog')).toHaveLength(0)
    expect(confirmed).toBe(1)
  })

  it.each([
    ['its needed field where that is in view', 300, 'Reason'],
    ['Cancel where the field is below the edge', 480, undefined],
  ])('starts in %s', async (_place, bottom, field) => {
    const boxOf = vi
      .spyOn(Element.prototype, 'getBoundingClientRect')
      .mockImplementation(function at(this: Element) {
        return new DOMRect(0, 0, 500, this.matches('input') ? bottom : 500)
      })
    show(
      opener((open) =>
        h(
          ConfirmDialog,
          { title: 'Approve this payment?', description: '', confirmLabel, ...model(open) },
          () => h('input', { 'aria-label': 'Reason', 'aria-required': 'true' }),
        ),
      ),
    )
    await openIt()
    await settle()
    expect(document.activeElement).toBe(
      field === undefined ? byRole('button', 'Cancel') : byRole('textbox', field),
    )
    boxOf.mockRestore()
  })

  it('cannot be confirmed twice or closed while the action is in progress', async () => {
    let confirmed = 0
    show(
      opener((open) =>
        h(ConfirmDialog, {
          title: 'Release?',
          description: 'Now',
          confirmLabel,
          busy: true,
          onConfirm: () => (confirmed += 1),
          ...model(open),
        }),
      ),
    )
    await openIt()
    byRole('button', confirmLabel).click()
    byRole('button', 'Cancel').click()
    press('Escape')
    await settle()
    expect(confirmed).toBe(0)
    expect(allByRole('alertdialog')).toHaveLength(1)
  })
})

describe('the key that confirms', () => {
  useStage()
  const confirmLabel = 'Resend payment'
  /** Opens a question; returns how often it was confirmed. */
  async function question(part: Record<string, unknown> = {}): Promise<() => number> {
    let confirmed = 0
    show(
      opener((open) =>
        h(
          ConfirmDialog,
          {
            title: 'Resend?',
            description: 'Now',
            confirmLabel,
            onConfirm: () => (confirmed += 1),
            ...part,
            ...model(open),
          },
          () => h('input', { 'aria-label': 'Reason' }),
        ),
      ),
    )
    await openIt()
    return () => confirmed
  }
  const confirmByKey = (more: KeyboardEventInit = {}): void => {
    press('Enter', { ctrlKey: true, ...more })
  }
  const button = (): HTMLElement => byRole('button', confirmLabel)

  it('is Ctrl+Enter in every question, and its button shows it', async () => {
    const confirmed = await question()
    expect([...button().querySelectorAll('kbd')].map((cap) => cap.textContent)).toEqual([
      'Ctrl',
      'Enter',
    ])
    confirmByKey({ repeat: true })
    press('Enter', { ctrlKey: true, shiftKey: true })
    expect(confirmed()).toBe(0)
    confirmByKey()
    expect(confirmed()).toBe(1)
  })

  it('confirms nothing that is disabled or in progress', async () => {
    const confirmed = await question({ disabledReason: 'Enter a reason' })
    confirmByKey()
    expect(confirmed()).toBe(0)
  })

  it('works at once after End in a question that must be read, and not before', async () => {
    const spies = [
      vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(2_000),
      vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500),
    ]
    const confirmed = await question({ readFirst: true })
    confirmByKey()
    button().click()
    expect(confirmed()).toBe(0)
    expect(byRole('alertdialog').textContent).toContain('Scroll to the end first')
    const dialog = byRole('alertdialog')
    dialog.querySelector<HTMLElement>('input')?.focus()
    press('End')
    expect(dialog.scrollTop).toBe(0)
    byRole('button', 'Cancel').focus()
    press('End')
    // No scroll event, no timer and no frame in between.
    confirmByKey()
    expect(dialog.scrollTop).toBe(2_000)
    expect(confirmed()).toBe(1)
    await settle()
    expect(dialog.textContent).not.toContain('Scroll to the end first')
    for (const spy of spies) spy.mockRestore()
  })

  it('says why it does nothing, and from a field PageDown leads to the end', async () => {
    const spies = [
      vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(1_000),
      vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500),
    ]
    const confirmed = await question({ readFirst: true })
    const dialog = byRole('alertdialog')
    const hint = (): string | undefined =>
      [...dialog.querySelectorAll('p')].find(({ textContent }) => textContent.startsWith('Scroll'))
        ?.textContent
    expect(hint()).toContain('End')
    dialog.querySelector<HTMLElement>('input')?.focus()
    await settle()
    expect(hint()).toContain('PgDn')
    expect(byRole('alert').textContent).toBe('')
    confirmByKey()
    await settle()
    expect(byRole('alert').textContent).toBe('Scroll to the end first')
    expect(confirmed()).toBe(0)
    press('PageDown')
    expect(dialog.scrollTop).toBe(250)
    confirmByKey()
    expect(confirmed()).toBe(0)
    press('PageDown')
    confirmByKey()
    expect(confirmed()).toBe(1)
    for (const spy of spies) spy.mockRestore()
  })

  it('shows in words why its button is dead', async () => {
    const confirmed = await question({ disabledReason: 'Enter a reason' })
    const dialog = byRole('alertdialog')
    expect(dialog.textContent).toContain('Enter a reason')
    expect(button().getAttribute('aria-description')).toBe('Enter a reason')
    confirmByKey()
    await settle()
    expect(byRole('alert').textContent).toBe('Enter a reason')
    expect(confirmed()).toBe(0)
  })

  it('is the same in a dialog that asks for a reason, from any place in it', async () => {
    const reasons: string[] = []
    show(
      opener((open) =>
        h(ReasonDialog, {
          title: 'Propose?',
          label: 'Reason',
          confirmLabel: 'Propose resend',
          onConfirm: (reason: string) => reasons.push(reason),
          ...model(open),
        }),
      ),
    )
    await openIt()
    expect(byRole('button', 'Propose resend').querySelectorAll('kbd')).toHaveLength(2)
    confirmByKey()
    await settle()
    expect(reasons).toEqual([])
    const field = byRole('textbox') as HTMLTextAreaElement
    field.value = 'Not found'
    field.dispatchEvent(new Event('input'))
    byRole('button', 'Cancel').focus()
    confirmByKey()
    expect(reasons).toEqual(['Not found'])
    await settle()
    expect(await axeViolations()).toEqual([])
  })
})

describe('CommandPalette', () => {
  useStage()
  const commands = [
    { id: 'validation', title: 'Validation', group: 'Screens', shortcut: 'Mod+1' },
    { id: 'history', title: 'Validation history', group: 'Screens', keywords: 'past answers' },
    { id: 'dark', title: 'Theme: dark', group: 'Commands', keywords: 'appearance' },
  ]
  const titles = () =>
    allByRole('option').map((option) => option.querySelector('span:not(.shrink-0)')?.textContent)

  async function search(text: string): Promise<void> {
    const input = byRole('combobox', 'Search or run a command') as HTMLInputElement
    input.value = text
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    await settle()
  }

  it('finds by title and by keyword, and runs the chosen command once the focus is back', async () => {
    const ran: [string, string | undefined][] = []
    show(
      opener((open) =>
        h(CommandPalette, {
          commands,
          onRun: (id: string) => ran.push([id, document.activeElement?.textContent.trim()]),
          ...model(open),
        }),
      ),
    )
    await openIt()
    expect(titles()).toEqual(['Validation', 'Validation history', 'Theme: dark'])
    expect(await axeViolations()).toEqual([])
    await search('past')
    expect(titles()).toEqual(['Validation history'])
    byRole('combobox').focus()
    press('Enter')
    await until(() => expect(ran).toEqual([['history', 'Open']]))
    expect(allByRole('option')).toHaveLength(0)
  })

  it('keeps a line selected where the list shrinks under the pointer', async () => {
    show(opener((open) => h(CommandPalette, { commands, ...model(open) })))
    await openIt()
    await search('dark')
    const [line] = allByRole('option')
    expect(line?.dataset['highlighted']).toBe('')
    const root = document.querySelector('[role=combobox]')?.parentElement?.parentElement
    root?.dispatchEvent(new PointerEvent('pointerleave'))
    await settle()
    expect(allByRole('option')[0]?.dataset['highlighted']).toBe('')
  })

  it('selects the line below the pointer once the pointer moves, not while it rests', async () => {
    show(opener((open) => h(CommandPalette, { commands, ...model(open) })))
    await openIt()
    const movedBy = async (movementX: number) => {
      const move = new PointerEvent('pointermove', { bubbles: true, movementX })
      allByRole('option')[2]?.dispatchEvent(move)
      await settle()
      return allByRole('option').map(({ dataset }) => 'highlighted' in dataset)
    }
    expect(await movedBy(0)).toEqual([true, false, false])
    expect(await movedBy(1)).toEqual([false, false, true])
  })

  it('shows that nothing was found', async () => {
    show(opener((open) => h(CommandPalette, { commands, ...model(open) })))
    await openIt()
    await search('zzz')
    expect(byRole('status').textContent).toContain('zzz')
    expect(await axeViolations()).toEqual([])
  })

  it('starts empty each time it opens', async () => {
    show(opener((open) => h(CommandPalette, { commands, ...model(open) })))
    await openIt()
    await search('dark')
    press('Escape')
    await settle()
    await openIt()
    expect(titles()).toHaveLength(3)
  })

  it('ranks matches at the start of a word above scattered letters', () => {
    expect(fuzzyScore('val', 'Validation')).toBeGreaterThan(fuzzyScore('val', 'Interval'))
    expect(fuzzyScore('vdn', 'Validation')).toBeGreaterThan(0)
    expect(fuzzyScore('xyz', 'Validation')).toBe(0)
    expect(fuzzyScore('val xyz', 'Validation')).toBe(0)
  })
})

describe('Menu', () => {
  useStage()

  it('opens by keyboard, selects, and skips disabled items', async () => {
    const items = [
      { id: 'a', label: 'Maria Ortiz', checked: true },
      { id: 'b', label: 'Sign out', disabledReason: 'A payment is being sent' },
    ]
    const wrapper = show(Menu, {
      props: { label: 'Operator', items },
      slots: { trigger: () => h(Button, {}, () => 'Operator') },
    })
    byRole('button', 'Operator').focus()
    press('Enter')
    await settle()
    const [maria, leave] = allByRole('menuitem')
    expect(maria?.getAttribute('aria-current')).toBe('true')
    expect(leave?.getAttribute('aria-disabled')).toBe('true')
    expect(leave?.textContent).toContain('A payment is being sent')
    expect(await axeViolations()).toEqual([])
    leave?.click()
    maria?.click()
    await until(() => expect(wrapper.emitted('choose')).toEqual([['a']]))
    expect(document.activeElement).toBe(byRole('button', 'Operator'))
  })

  it('handles the Escape that closes it, so that the screen behind stays unchanged', async () => {
    const wrapper = show(Menu, {
      props: { label: 'More', items: [{ id: 'a', label: 'Save as template' }] },
      slots: { trigger: () => h(Button, {}, () => 'More') },
    })
    const received: string[] = []
    const receive = ({ key }: KeyboardEvent): unknown => received.push(key)
    byRole('button', 'More').focus()
    press('Enter')
    await settle()
    window.addEventListener('keydown', receive)
    press('Escape')
    await settle()
    window.removeEventListener('keydown', receive)
    expect(received).toEqual([])
    expect(allByRole('menu')).toHaveLength(0)
    expect(wrapper.emitted('choose')).toBeUndefined()
    expect(document.activeElement).toBe(byRole('button', 'More'))
  })
})

describe('Popover', () => {
  useStage()

  it('moves the focus to its text, so that it is read out', async () => {
    show(Popover, {
      props: { label: 'Connection' },
      slots: { trigger: () => h(Button, {}, () => 'Bank'), default: () => 'Host 127.0.0.1' },
    })
    byRole('button', 'Bank').click()
    await settle()
    expect(document.activeElement?.textContent).toBe('Host 127.0.0.1')
    press('Escape')
    await settle()
    expect(allByRole('dialog')).toHaveLength(0)
  })
})

describe('Tabs', () => {
  useStage()

  it('shows one view and changes it by arrow keys', async () => {
    const tabs = [
      { id: 'a', label: 'Reading' },
      { id: 'b', label: 'Raw' },
    ]
    const wrapper = show(Tabs, {
      props: { label: 'Views', tabs, modelValue: 'a' },
      slots: { a: 'In order', b: 'Letter by letter' },
    })
    expect(wrapper.text()).toContain('In order')
    expect(wrapper.text()).not.toContain('Letter by letter')
    await settle()
    byRole('tab', 'Reading').focus()
    press('ArrowRight')
    await settle()
    expect(wrapper.emitted('update:modelValue')).toEqual([['b']])
  })

  it('wraps to a second line rather than overflow', () => {
    show(Tabs, { props: { label: 'Views', tabs: [{ id: 'a', label: 'A' }], modelValue: 'a' } })
    expect(byRole('tablist', 'Views').className.split(' ')).toContain('flex-wrap')
  })
})

describe('SplitView', () => {
  useStage()
  const split = () =>
    show(SplitView, {
      props: { open: true, size: 400, min: 320, max: 500 },
      slots: { list: 'List', detail: () => h('button', 'Inside') },
    })

  it('moves its divider by keyboard within its bounds', () => {
    const wrapper = split()
    const line = byRole('separator', 'Width of the details')
    line.focus()
    expect(press('ArrowLeft')).toBe(false)
    press('End')
    press('Home')
    expect(wrapper.emitted('update:size')?.[0]).toEqual([416])
    expect(wrapper.emitted('settled')).toHaveLength(3)
    expect(line.getAttribute('aria-valuemax')).toBe('500')
  })

  it('leaves the list 352 px, for Home, a drag and a saved width alike', async () => {
    const room = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000)
    try {
      const wrapper = show(SplitView, {
        props: { open: true, size: 980, min: 320, max: 1080 },
        slots: { list: 'List', detail: 'Inside' },
      })
      await settle()
      const line = byRole('separator', 'Width of the details')
      expect(document.querySelector<HTMLElement>('aside')?.style.width).toBe('636px')
      expect(line.getAttribute('aria-valuemax')).toBe('636')
      expect(line.getAttribute('aria-valuenow')).toBe('636')
      line.focus()
      press('Home')
      press('ArrowRight')
      expect(wrapper.emitted('update:size')).toEqual([[636], [620]])
    } finally {
      room.mockRestore()
    }
  })

  it('asks to be closed on Escape in the details', () => {
    const wrapper = split()
    byRole('button', 'Inside').focus()
    press('Escape')
    expect(wrapper.emitted('close')).toHaveLength(1)
  })
})
