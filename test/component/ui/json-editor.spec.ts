import axe from 'axe-core'
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { nextTick } from 'vue'
import { afterEach, describe, expect, it } from 'vitest'
import { isJson, layOutJson } from '../../../preload/contract/kernel/json.ts'
import { newLine, shifted, type Edit, type Marked } from '../../../renderer/ui/json/indent.ts'
import JsonEditor from '../../../renderer/ui/form/JsonEditor.vue'
import { fillGaps } from './stage.ts'

fillGaps()
enableAutoUnmount(afterEach)

const applied = ({ text }: Marked, { from, to, insert }: Edit): string =>
  text.slice(0, from) + insert + text.slice(to)

describe('what its keys do', () => {
  it('puts whole lines further in and out, and leaves the letters of each', () => {
    const marked = { text: '{\n"a": 1,\n"b": 2\n}', start: 3, end: 12 }
    const deeper = applied(marked, shifted(marked, 'in'))
    expect(deeper).toBe('{\n  "a": 1,\n  "b": 2\n}')
    const { start, end } = shifted(marked, 'in')
    expect(
      applied({ text: deeper, start, end }, shifted({ text: deeper, start, end }, 'out')),
    ).toBe(marked.text)
  })

  it('begins a new line as deep as the last, one deeper after a bracket', () => {
    const at = (text: string, cursor: number) => {
      const marked = { text, start: cursor, end: cursor }
      return applied(marked, newLine(marked))
    }
    expect(at('{}', 1)).toBe('{\n  \n}')
    expect(at('{\n  "a": 1,', 11)).toBe('{\n  "a": 1,\n  ')
  })
})

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

  it('formats over lines and keeps every digit and every spelling', async () => {
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

  it('leaves what is no JSON as it is', () => {
    const editor = mounted('{"a":')
    expect((editor.vm as unknown as { format: () => boolean }).format()).toBe(false)
    expect(editor.get('textarea').element.value).toBe('{"a":')
  })

  it('lets Tab go on to the next control', async () => {
    const editor = mounted('{}')
    const tab = new KeyboardEvent('keydown', { key: 'Tab', cancelable: true, bubbles: true })
    editor.get('textarea').element.dispatchEvent(tab)
    await nextTick()
    expect(tab.defaultPrevented).toBe(false)
    expect(editor.get('textarea').element.value).toBe('{}')
  })

  it('indents by Ctrl and ], and marks the line that is at fault', async () => {
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
