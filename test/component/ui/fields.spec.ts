import { defineComponent, h } from 'vue'
import { describe, expect, it } from 'vitest'
import Field from '../../../renderer/ui/form/Field.vue'
import NumberSlider from '../../../renderer/ui/form/NumberSlider.vue'
import SearchInput from '../../../renderer/ui/form/SearchInput.vue'
import SecretInput from '../../../renderer/ui/form/SecretInput.vue'
import SegmentedControl from '../../../renderer/ui/form/SegmentedControl.vue'
import SelectInput from '../../../renderer/ui/form/SelectInput.vue'
import TextInput from '../../../renderer/ui/form/TextInput.vue'
import { byRole, press, show, useStage } from './stage.ts'

const fieldWith = (props: Record<string, unknown>, text = '0110') =>
  defineComponent(
    () => () =>
      h(Field, { label: 'Routing number', ...props }, () =>
        h(TextInput, { modelValue: text, maxLength: 9 }),
      ),
  )

describe('Field', () => {
  useStage()

  it('connects label, error and its source to the control', () => {
    show(fieldWith({ required: true, error: 'Nine digits', source: 'bank: 2-validation.md' }))
    const input = byRole('textbox', 'Routing number*')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.getAttribute('aria-required')).toBe('true')
    const message = document.getElementById(input.getAttribute('aria-describedby') ?? '')
    expect(message?.textContent).toContain('Nine digits')
    expect(message?.textContent).toContain('bank: 2-validation.md')
  })

  it('shows an error before a warning, and a warning before a hint', async () => {
    const wrapper = show(Field, {
      props: { label: 'Amount', hint: 'In dollars', warning: 'Above the usual', error: 'A number' },
    })
    expect(wrapper.text()).toContain('A number')
    expect(wrapper.text()).not.toContain('Above the usual')
    await wrapper.setProps({ error: '' })
    expect(wrapper.text()).toContain('Above the usual')
    await wrapper.setProps({ warning: '' })
    expect(wrapper.text()).toContain('In dollars')
  })

  it('marks a warning without marking the entry as invalid', () => {
    show(fieldWith({ warning: 'Above the usual' }))
    expect(byRole('textbox').hasAttribute('aria-invalid')).toBe(false)
  })
})

describe('TextInput', () => {
  useStage()

  it('keeps a text that is too long, and counts it', () => {
    show(fieldWith({}, '0123456789'))
    expect((byRole('textbox') as HTMLInputElement).value).toBe('0123456789')
    expect(document.body.textContent).toContain('10/9 too long')
  })

  it('shows no count while there is room', () => {
    show(fieldWith({}, '01'))
    expect(document.body.textContent).not.toContain('2/9')
  })
})

describe('SecretInput', () => {
  useStage()

  it('is masked until it is shown on purpose', async () => {
    show(SecretInput, {
      props: { modelValue: '123456789' },
      attrs: { 'aria-label': 'Number' },
    })
    const input = document.querySelector('input')
    expect(input?.type).toBe('password')
    byRole('button', 'Show what was typed').click()
    await Promise.resolve()
    expect(input?.type).toBe('text')
  })
})

describe('SelectInput', () => {
  useStage()

  it('offers its choices and emits the chosen one', () => {
    const options = [
      { value: '22', label: 'Checking', hint: '22' },
      { value: '32', label: 'Savings' },
    ]
    const wrapper = show(SelectInput, {
      props: { options, placeholder: 'Choose' },
      attrs: { 'aria-label': 'Type' },
    })
    const select = byRole('combobox', 'Type') as HTMLSelectElement
    expect([...select.options].map(({ text }) => text)).toEqual(['Choose', 'Checking', 'Savings'])
    select.value = '32'
    select.dispatchEvent(new Event('change'))
    expect(wrapper.emitted('update:modelValue')).toEqual([['32']])
  })
})

describe('SegmentedControl', () => {
  useStage()

  it('is one group of radio buttons', () => {
    const options = [
      { value: 'light', label: 'Light' },
      { value: 'dark', label: 'Dark' },
    ]
    const wrapper = show(SegmentedControl, {
      props: { label: 'Theme', options, modelValue: 'light' },
    })
    expect((byRole('radio', 'Light') as HTMLInputElement).checked).toBe(true)
    byRole('radio', 'Dark').click()
    expect(wrapper.emitted('update:modelValue')).toEqual([['dark']])
  })
})

describe('NumberSlider', () => {
  useStage()

  it('limits typed values to its bounds', () => {
    const wrapper = show(NumberSlider, { props: { label: 'Threshold', modelValue: 81 } })
    const input = byRole('spinbutton') as HTMLInputElement
    input.value = '250'
    input.dispatchEvent(new Event('change'))
    expect(wrapper.emitted('update:modelValue')).toEqual([[100]])
  })

  it('keeps its value when the typed text is no number', () => {
    const wrapper = show(NumberSlider, { props: { label: 'Threshold', modelValue: 81 } })
    const input = byRole('spinbutton') as HTMLInputElement
    input.value = ''
    input.dispatchEvent(new Event('change'))
    expect(wrapper.emitted('update:modelValue')).toBeUndefined()
    expect(input.value).toBe('81')
  })
})

describe('SearchInput', () => {
  useStage()

  it('ends its text before the shortcut label', () => {
    const wrapper = show(SearchInput, { props: { label: 'Search', shortcut: 'Mod+F' } })
    const classes = (): string[] => wrapper.get('input').classes()
    expect(classes()).toContain('pr-17')
    expect(classes()).toContain('text-ellipsis')
    return wrapper
      .setProps({ modelValue: 'ridge' })
      .then(() => expect(classes()).toEqual(expect.arrayContaining(['pr-8'])))
  })

  it('clears on Escape, and ignores Escape while empty', async () => {
    const wrapper = show(SearchInput, { props: { label: 'Search', modelValue: 'ridge' } })
    byRole('textbox', 'Search').focus()
    expect(press('Escape')).toBe(false)
    expect(wrapper.emitted('update:modelValue')).toEqual([['']])
    await wrapper.setProps({ modelValue: '' })
    expect(press('Escape')).toBe(true)
  })
})
