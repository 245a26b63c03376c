// The bulk validation screens in a document, read and used as a person does.
import { flushPromises } from '@vue/test-utils'
import BulkPage from '../../../../../../renderer/features/inquiry/validation/bulk/BulkPage.vue'
import { mountPage } from '../../../../support/page.ts'
import { byRole, press } from '../../../../ui/stage.ts'

/** Opens the page at an address. */
export const openBulk = (address = '/validation/bulk') =>
  mountPage(BulkPage, address, '/validation/bulk/:run?/:row?')

/** The visible text in one line. */
export const pageText = (): string => document.body.textContent.replace(/\s+/g, ' ')

export async function click(name: string, role = 'button'): Promise<void> {
  byRole(role, name).click()
  await flushPromises()
}

/** Presses a key at the focused element. */
export async function type(key: string, more: KeyboardEventInit = {}): Promise<void> {
  press(key, more)
  await flushPromises()
}

/** Selects an option by its value. */
export async function choose(name: string, value: string): Promise<void> {
  const list = byRole('combobox', name) as HTMLSelectElement
  list.value = value
  list.dispatchEvent(new Event('change'))
  await flushPromises()
}

/** Drops files on the window. */
export async function drop(...files: File[]): Promise<void> {
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer: { types: ['Files'], files } })
  document.body.dispatchEvent(event)
  await flushPromises()
}
