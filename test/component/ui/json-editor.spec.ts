import axe from 'axe-core'
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { nextTick } from 'vue'
import { afterEach, describe, expect, it } from 'vitest'
import { isJson, layOutJson } from '../../../preload/contract/kernel/json.ts'
import JsonEditor from '../../../renderer/ui/form/JsonEditor.vue'
import { fillGaps } from './stage.ts'

fillGaps()
enableAutoUnmount(afterEach)

describe('the editor', () => {
  const mounted = (text: string) => {
    const editor = mount(JsonEditor, {
      attachTo: document.body,
      attrs: { 'aria-label': 'Body' },
      props: {
        modelValue: text,
        faultLine: 2,
        layOut: (one: string) => (isJson(one) ? layOutJson(one) : null),
        'onUpdate:modelValue': (now: string | undefined) =>
          void editor.setProps({ modelValue: now ?? '' }),
      },
    })
    return editor
  }

  it('formats the text over lines and keeps every digit and every spelling', async () => {
    const editor = mounted(
      '{"amount":1.10,"id":00000000000000000000.5}'.replace(
        '00000000000000000000.5',
        '12345678901234567890.50',
      ),
    )
    const { format } = editor.vm as unknown as { format: () => boolean }
    expect(format()).toBe(true)
    await nextTick()
    expect(editor.get('textarea').element.value).toBe(
      '{\n  "amount": 1.10,\n  "id": 12345678901234567890.50\n}',
    )
  })

  it('leaves invalid JSON unchanged', () => {
    const editor = mounted('{"a":')
    expect((editor.vm as unknown as { format: () => boolean }).format()).toBe(false)
    expect(editor.get('textarea').element.value).toBe('{"a":')
  })

  it('leaves Tab for the next control', async () => {
    const editor = mounted('{}')
    const tab = new KeyboardEvent('keydown', { key: 'Tab', cancelable: true, bubbles: true })
    editor.get('textarea').element.dispatchEvent(tab)
    await nextTick()
    expect(tab.defaultPrevented).toBe(false)
    expect(editor.get('textarea').element.value).toBe('{}')
  })

  it('indents and outdents whole lines, and keeps their text', async () => {
    const text = '{\n"a": 1,\n"b": 2\n}'
    const editor = mounted(text)
    const area = editor.get('textarea')
    area.element.setSelectionRange(3, 12)
    await area.trigger('keydown', { key: ']', ctrlKey: true })
    expect(area.element.value).toBe('{\n  "a": 1,\n  "b": 2\n}')
    await area.trigger('keydown', { key: '[', ctrlKey: true })
    expect(area.element.value).toBe(text)
    expect([area.element.selectionStart, area.element.selectionEnd]).toEqual([3, 12])
  })

  it('leaves out a line at whose start the selection ends', async () => {
    const area = mounted('{\n"a": 1,\n"b": 2\n}').get('textarea')
    area.element.setSelectionRange(2, 10)
    await area.trigger('keydown', { key: ']', ctrlKey: true })
    expect(area.element.value).toBe('{\n  "a": 1,\n"b": 2\n}')
  })

  it.each([
    ['{}', 1, '{\n  \n}', 4],
    ['{\n  "a": 1,', 11, '{\n  "a": 1,\n  ', 14],
  ])(
    'indents a new line as the last one, one level deeper after a bracket: %j',
    async (text, at, now, then) => {
      const area = mounted(text).get('textarea')
      area.element.setSelectionRange(at, at)
      await area.trigger('keydown', { key: 'Enter' })
      expect(area.element.value).toBe(now)
      expect(area.element.selectionStart).toBe(then)
    },
  )

  it('indents by Ctrl and ], and marks the invalid line', async () => {
    const editor = mounted('{\n"a" 1\n}')
    const area = editor.get('textarea').element
    area.setSelectionRange(3, 3)
    await editor.get('textarea').trigger('keydown', { key: ']', ctrlKey: true })
    expect(area.value).toBe('{\n  "a" 1\n}')
    expect(editor.findAll('.text-bad').map((line) => line.text())).toEqual(['2'])
    const { violations } = await axe.run(editor.element as Element, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    })
    expect(violations).toEqual([])
  })
})
