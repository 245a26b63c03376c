/** The screen of a new payment, and an operator's actions on it. */
import { flushPromises, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import axe from 'axe-core'
import { expect, vi } from 'vitest'
import { ok } from '../../../../../preload/contract/kernel/result.ts'
import ComposePage from '../../../../../renderer/features/money/compose/ComposePage.vue'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { order } from '../../../support/fake-orders.ts'
import { mountPage } from '../../../support/page.ts'

/** The own account. */
export const operating = {
  id: 'practice-1',
  account: '\u2022\u2022\u2022\u20220011',
  listable: true,
  routingNumber: '550060066',
  bankNumber: '0075',
  name: 'Alder Falls Operating',
  currency: 'USD',
  use: 'both' as const,
  companyId: '',
  legalName: '',
  address: '',
}

/** A fake main whose drafts are the saved ones. */
export function composingBridge() {
  const bridge = fakeBridge()
  bridge.paymentInquiry.listAccounts.mockResolvedValue(ok([operating]))
  bridge.orders.get.mockImplementation(({ id }) =>
    Promise.resolve(ok(order({ id, state: 'draft', reference: 'CS20261121K7Q2M9X4' }))),
  )
  bridge.orders.list.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
  return bridge
}

export const mountCompose = (address = '/compose') =>
  mountPage(ComposePage, address, '/compose/:id?')

type Page = VueWrapper

/** Types into fields by their paths. */
export async function write(page: Page, values: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(values)) {
    await page.get(`[name="${path}"]`).setValue(text)
  }
  await flushPromises()
}

/** A wire that breaks no rule. */
export const whole = {
  debitAccountId: 'practice-1',
  amount: '12,500.00',
  valueDate: '2026-11-24',
  'creditPartyBank.aba': '021000021',
  'creditParty.name': 'Ridgeway Supply',
  'creditParty.accountNumber': '0012345678',
} as const

/** Waits until a draft is saved. */
export async function pause(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1_100)
  await flushPromises()
}

/** A button by a part of its label. */
export function button(
  page: Pick<DOMWrapper<Element>, 'findAll'>,
  expectedText: string,
): DOMWrapper<Element> {
  const found = page.findAll('button').find((one) => one.text().includes(expectedText))
  if (!found) throw new Error(`no button ${expectedText}`)
  return found
}

/** A button anywhere in the document, dialogs included. */
export function anyButton(expectedText: string): HTMLButtonElement {
  const all = [...document.querySelectorAll('button')]
  const found = all.find((one) => one.textContent.includes(expectedText))
  if (!found) throw new Error(`no button ${expectedText}`)
  return found
}

/** A row of the payee book in its dialog. */
export function payeeRow(name: string): HTMLElement {
  const all = [...document.querySelectorAll<HTMLElement>('[role="dialog"] [role="option"]')]
  const found = all.find((one) => one.textContent.includes(name))
  if (!found) throw new Error(`no payee ${name}`)
  return found
}

/** Expects no axe violation in an open dialog. */
export async function expectDialogAccessible(): Promise<void> {
  const dialog = document.querySelector('[role="dialog"]')
  if (!dialog) throw new Error('no dialog')
  const { violations } = await axe.run(dialog, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
}
