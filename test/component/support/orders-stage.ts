/**
 * The screens of payment orders in a test: their text is read and their buttons pressed as a person
 * does.
 */
import { flushPromises } from '@vue/test-utils'
import { expect } from 'vitest'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Order, OrderAct } from '../../../preload/contract/domain/orders/order.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { WorkstationState } from '../../../preload/contract/api/workstation-state.ts'
import { allByRole, axeViolations, byRole, press, until } from '../ui/stage.ts'
import { workstationState, type fakeBridge } from './fake-bridge.ts'
import { order } from './fake-orders.ts'

export const at = '2026-11-21T09:14:02.000Z'
export const mara = { id: 'practice-mara', name: 'Mara Ellison' }
export const theo = { id: 'practice-theo', name: 'Theo Park' }
export const asTheo: WorkstationState = {
  ...workstationState,
  operator: { ...theo, roles: ['checker', 'administrator'] },
}

/** A comment of Mara. */
export const comment = (seq: number, text: string): Order['comments'][number] => ({
  seq,
  at,
  by: mara,
  purpose: 'comment',
  text,
})

/** Actions that main offers; each is possible now. */
export const may = (...acts: OrderAct[]): Order['may'] => acts.map((act) => ({ act, why: null }))

/** Main has exactly this order. */
export function mainHas(bridge: ReturnType<typeof fakeBridge>, part: Partial<Order>): Order {
  const one = order(part)
  bridge.orders.get.mockResolvedValue(ok(one))
  bridge.orders.review.mockResolvedValue(ok({ order: one, seenAt: null, changes: [] }))
  bridge.orders.list.mockResolvedValue(ok({ items: [one], next: null, total: 1 }))
  return one
}

export const refused = (failure: Failure) => err(failure) as never

export const pageText = (): string => document.body.textContent.replace(/\s+/g, ' ')
export const beside = (): string =>
  (document.querySelector('aside')?.textContent ?? '').replace(/\s+/g, ' ')
/** The text of a section by its name. */
export const section = (name: string): string =>
  (document.querySelector(`section[aria-label="${name}"]`)?.textContent ?? '').replace(/\s+/g, ' ')
export const cells = (row: number): string[] =>
  [...document.querySelectorAll(`[data-row="${String(row)}"] [data-cell]`)].map((cell) =>
    cell.textContent.replace(/\s+/g, ' ').trim(),
  )
export const buttons = (): string[] =>
  allByRole('button')
    .filter((one) => one.closest('aside') !== null)
    .map((one) => one.textContent.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '')

export async function click(name: string, role = 'button'): Promise<void> {
  byRole(role, name).click()
  await flushPromises()
}
export async function type(key: string, more: KeyboardEventInit = {}): Promise<void> {
  press(key, more)
  await flushPromises()
}
export async function chooseTab(name: string): Promise<void> {
  byRole('tab', name).dispatchEvent(new MouseEvent('mousedown', { button: 0, bubbles: true }))
  await flushPromises()
}
export async function write(field: string, value: string): Promise<void> {
  const input = await until(() => byRole('textbox', field))
  ;(input as HTMLInputElement).value = value
  input.dispatchEvent(new Event('input'))
  await flushPromises()
}
export const toSee = (text: string): Promise<void> =>
  until(() => {
    expect(pageText()).toContain(text)
  })
export const expectAccessible = async (): Promise<void> => {
  expect(await axeViolations()).toEqual([])
}
