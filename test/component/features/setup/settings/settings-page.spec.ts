import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import SettingsPage from '../../../../../renderer/features/setup/settings/SettingsPage.vue'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'

enableAutoUnmount(afterEach)
afterEach(() => {
  vi.restoreAllMocks()
  delete document.body.dataset['screen']
})

it('marks the section in view in the list of sections, and a chosen one at once', async () => {
  fakeBridge()
  document.body.dataset['screen'] = ''
  let scrolled = 0
  // Every section is 200 pixels high.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const sections = [...document.querySelectorAll('[data-section]')]
    const top = this === document.body ? 0 : sections.indexOf(this) * 200 - scrolled
    return new DOMRect(0, top, 100, 200)
  })
  const { page } = await mountPage(SettingsPage, '/settings', '/settings/:section?')
  const marked = () => page.findAll('nav [aria-current]').map((one) => one.text())
  expect(marked()).toEqual(['Appearance'])
  scrolled = 250
  document.body.dispatchEvent(new Event('scroll'))
  await flushPromises()
  expect(marked()).toEqual(['Desktop notifications'])
  scrolled = 350
  document.body.dispatchEvent(new Event('scroll'))
  await flushPromises()
  expect(marked()).toEqual(['Owner match'])
  const last = page.findAll('nav a').at(-1)
  await last?.trigger('click')
  await flushPromises()
  document.body.dispatchEvent(new Event('scroll'))
  expect(marked()).toEqual(['Updates'])
  await expectNoViolation(page)
})
