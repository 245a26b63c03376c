import { describe, expect, it } from 'vitest'
import IconSend from '~icons/lucide/send'
import Button from '../../../renderer/ui/Button.vue'
import IconButton from '../../../renderer/ui/IconButton.vue'
import { byRole, settle, show, useStage } from './stage.ts'

describe('Button', () => {
  useStage()

  it('emits its press', () => {
    const wrapper = show(Button, { slots: { default: 'Send' } })
    byRole('button', 'Send').click()
    expect(wrapper.emitted('click')).toHaveLength(1)
  })

  it('wraps a long label without a space inside its own width', () => {
    show(Button, { slots: { default: 'W'.repeat(255) } })
    const button = byRole('button')
    expect(button.className).toContain('max-w-full')
    expect(button.querySelector('span')?.className).toContain('wrap-anywhere')
  })

  it('ignores presses while its action is in progress, and keeps its name', () => {
    const wrapper = show(Button, { props: { loading: true }, slots: { default: 'Send' } })
    const button = byRole('button', 'Send')
    button.click()
    expect(wrapper.emitted('click')).toBeUndefined()
    expect(button.getAttribute('aria-busy')).toBe('true')
  })

  it('keeps the focus and shows why while it is disabled', async () => {
    const props = { disabledReason: 'Another operator has to approve it' }
    const wrapper = show(Button, { props, slots: { default: 'Release' } })
    const button = byRole('button', 'Release')
    expect(button.hasAttribute('disabled')).toBe(false)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    // jsdom does not recognize keyboard focus, and the tooltip opens only for that.
    Object.assign(button, { matches: () => true })
    button.focus()
    await settle()
    expect(byRole('tooltip').textContent).toContain('Another operator has to approve it')
    expect(button.getAttribute('aria-describedby')).toBe(byRole('tooltip').id)
    button.click()
    expect(wrapper.emitted('click')).toBeUndefined()
  })

  it('does not submit its form while it is disabled', () => {
    let submits = 0
    const form = document.createElement('form')
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      submits += 1
    })
    document.body.append(form)
    const props = { type: 'submit', disabledReason: 'Nothing has changed' }
    show(Button, { props, slots: { default: 'Keep' }, attachTo: form })
    byRole('button', 'Keep').click()
    expect(submits).toBe(0)
  })

  it('keeps the same element and the focus when it is enabled again', async () => {
    const props = { disabledReason: 'Fill the form first' }
    const wrapper = show(Button, { props, slots: { default: 'Check' } })
    const button = byRole('button', 'Check')
    button.focus()
    await wrapper.setProps({ disabledReason: '' })
    expect(byRole('button', 'Check')).toBe(button)
    expect(document.activeElement).toBe(button)
  })
})

describe('IconButton', () => {
  useStage()

  it('has its label as its name, and shows whether it stays pressed', () => {
    show(IconButton, { props: { label: 'Pin', icon: IconSend, pressed: true } })
    expect(byRole('button', 'Pin').getAttribute('aria-pressed')).toBe('true')
  })

  it('is a toggle only where it is set up as one', () => {
    show(IconButton, { props: { label: 'Send', icon: IconSend } })
    expect(byRole('button', 'Send').hasAttribute('aria-pressed')).toBe(false)
  })
})
