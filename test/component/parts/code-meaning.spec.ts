import { createMemoryHistory, createRouter } from 'vue-router'
import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { CodeFamilyId } from '../../../preload/contract/bank/codes/index.ts'
import { register } from '../../../renderer/state/shortcuts.ts'
import CodeMeaning from '../../../renderer/parts/CodeMeaning.vue'
import { allByRole, axeViolations, byRole, press, settle, useStage } from '../ui/stage.ts'

const router = createRouter({
  history: createMemoryHistory(),
  routes: [
    { path: '/', component: { template: '<i />' } },
    { path: '/code-book/:family?/:code?', component: { template: '<i />' } },
  ],
})

const mounted: VueWrapper[] = []
function show(family: CodeFamilyId, code: string, density?: 'text' | 'code'): VueWrapper {
  const wrapper = mount(CodeMeaning, {
    attachTo: document.body,
    props: { family, code, density },
    global: { plugins: [router] },
  }) as VueWrapper
  mounted.push(wrapper)
  return wrapper
}

describe('a code explained where it appears', () => {
  useStage()
  afterEach(() => {
    for (const wrapper of mounted.splice(0)) wrapper.unmount()
  })

  it('shows the code as received with its meaning, unmarked where the bank documents it', async () => {
    const wrapper = show('return-reason', 'R01')
    expect(wrapper.text()).toContain('R01')
    expect(wrapper.text()).toContain('Insufficient funds')
    expect(wrapper.text()).not.toMatch(/bank|network/)
    expect(await axeViolations()).toEqual([])
  })

  it('marks a meaning that only the network documents', () => {
    expect(show('return-reason', 'R29').text()).toContain('network')
  })

  it.each([
    ['return-reason', 'R99'],
    ['validation-status', ''],
    ['payment-business-status', '<b>Odd</b>'],
  ] as const)(
    'shows that %s %s is not in the document, and the code as received',
    (family, code) => {
      const wrapper = show(family, code)
      expect(wrapper.text()).toContain('not in the document')
      expect(wrapper.text()).toContain(code)
      expect(wrapper.find('b').exists()).toBe(false)
    },
  )

  it('keeps the spelling of an alert and finds its meaning', () => {
    const text = show('payment-business-status', 'RegulatoryFilter').text()
    expect(text).toContain('RegulatoryFilter')
    expect(text).toContain('fraud or sanctions check')
  })

  it('explains one code by its family', () => {
    expect(show('validation-error', '000').text()).toContain('Normal')
    expect(show('validation-status', '000').text()).toContain('cannot be located')
  })

  it('opens all known facts by a button, and Escape closes them and returns the focus', async () => {
    show('return-reason', 'R10', 'code')
    const button = byRole(
      'button',
      'R10: Customer advises unauthorized, improper, ineligible or part of an incomplete transaction',
    )
    button.focus()
    button.click()
    await settle()
    const text = byRole('dialog').textContent
    for (const part of [
      'Platform Specification, Return reason codes',
      'Return reason codes',
      'not known to',
    ])
      expect(text).toContain(part)
    expect(byRole('link', 'Open in the code book').getAttribute('href')).toBe(
      '/code-book/return-reason/R10',
    )
    expect(await axeViolations()).toEqual([])
    press('Escape')
    await settle()
    expect(allByRole('dialog')).toHaveLength(0)
    expect(document.activeElement).toBe(button)
  })

  it('handles the Escape that closes it, so that the screen behind stays unchanged', async () => {
    let closed = false
    const screen = { id: 'close', keys: 'Escape', title: 'Close', group: 'Tests' }
    const remove = register({ ...screen, run: () => (closed = true) })
    show('return-reason', 'R01', 'code')
    byRole('button', 'R01: Insufficient funds').click()
    await settle()
    press('Escape')
    await settle()
    remove()
    expect(allByRole('dialog')).toHaveLength(0)
    expect(closed).toBe(false)
  })

  it('shows behind the button too that a code is not in the document', async () => {
    show('change-code', 'C99', 'code')
    byRole('button', 'C99: not in the document').click()
    await settle()
    expect(byRole('dialog').textContent).toContain('Ask the bank what it means')
  })
})
