/** The Alerts screen in a test: mounted, and read by its visible text. */
import { flushPromises } from '@vue/test-utils'
import AlertsPage from '../../../../renderer/features/alerts/AlertsPage.vue'
import { mountPage, type MountedPage } from '../../support/page.ts'
import { byRole, press } from '../../ui/stage.ts'

export const openAlerts = (address = '/alerts'): Promise<MountedPage> =>
  mountPage(AlertsPage, address, '/alerts/:part?/:id?')

/** The cells of a line; the first line is 0. */
export const cells = (row: number): string[] =>
  [...document.querySelectorAll(`[data-row="${String(row)}"] [data-cell]`)].map((cell) =>
    cell.textContent.replace(/\s+/g, ' ').trim(),
  )
/** The names of a line's marks. */
export const signs = (row: number): (string | null)[] =>
  [...document.querySelectorAll(`[data-row="${String(row)}"] [role=img]`)].map((sign) =>
    sign.getAttribute('aria-label'),
  )
export const lineCount = (): number => document.querySelectorAll('[data-row]').length
/** The content beside the list. */
export const beside = (): string =>
  (document.querySelector('aside')?.textContent ?? '').replace(/\s+/g, ' ')
export const pageText = (): string => document.body.textContent.replace(/\s+/g, ' ')

export async function click(name: string, role = 'button'): Promise<void> {
  byRole(role, name).click()
  await flushPromises()
}
export async function chooseTab(name: string): Promise<void> {
  byRole('tab', name).dispatchEvent(new MouseEvent('mousedown', { button: 0, bubbles: true }))
  await flushPromises()
}
export async function selectRow(index: number): Promise<HTMLElement> {
  const found = document.querySelector<HTMLElement>(`[data-row="${String(index)}"]`)
  if (!found) throw new Error('no such line')
  found.focus()
  await flushPromises()
  return found
}
export async function type(key: string, more: KeyboardEventInit = {}): Promise<void> {
  press(key, more)
  await flushPromises()
}
export async function choose(field: string, value: string): Promise<void> {
  const select = byRole('combobox', field) as HTMLSelectElement
  select.value = value
  select.dispatchEvent(new Event('change'))
  await flushPromises()
}
export function enter(field: string, value: string): void {
  const input = byRole('textbox', field) as HTMLInputElement
  input.value = value
  input.dispatchEvent(new Event('input'))
}
