/** The screen of a new batch, and an operator's actions on it. */
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { vi } from 'vitest'
import { ok } from '../../../../../preload/contract/kernel/result.ts'
import type { PlacedEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import { emptyEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import BatchComposePage from '../../../../../renderer/features/money/batch-compose/BatchComposePage.vue'
import EditGrid from '../../../../../renderer/ui/grid/EditGrid.vue'
import type { GridModel } from '../../../../../renderer/ui/grid/grid-model.ts'
import type { CellMarks, GridMark } from '../../../../../renderer/ui/grid/grid-types.ts'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { batchOrder, entryId } from '../../../support/fake-batches.ts'
import { mountPage } from '../../../support/page.ts'

export const account = {
  id: 'practice-1',
  account: '\u2022\u2022\u2022\u20220011',
  listable: true,
  routingNumber: '550060066',
  bankNumber: '0075',
  name: 'Alder Falls Operating',
  currency: 'USD',
  use: 'both' as const,
  companyId: '1550060066',
  legalName: '',
  address: '',
}

/** A fake main with one own account, whose drafts are the saved ones. */
export function composeBridge() {
  const bridge = fakeBridge()
  bridge.batches.listAccounts.mockResolvedValue(ok([account]))
  bridge.orders.get.mockImplementation(({ id }) =>
    Promise.resolve(ok(batchOrder({ id, state: 'draft' }))),
  )
  bridge.orders.list.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
  return bridge
}

export const mountCompose = (address = '/batches/new') =>
  mountPage(BatchComposePage, address, '/batches/new/:id?')

/** A credit to a person that breaks no rule. */
export const whole = {
  receiverName: 'Jonas Weber',
  identificationNumber: 'E-1001',
  routingNumber: '021000021',
  accountNumber: '0012345678',
  accountType: 'C',
  creditDebitCode: 'C',
  transactionType: 'L',
  amount: '1,500.25',
} as const

/** The entry as main stores it. */
export const placed = (number: number, part: Partial<PlacedEntry['entry']> = {}): PlacedEntry => ({
  position: number,
  entry: { ...emptyEntry(entryId(number)), ...whole, ...part },
})

/** The model behind the grid: the target of typing, pasting and undo. */
export const modelOf = (page: VueWrapper): GridModel =>
  page.getComponent(EditGrid).props('model') as GridModel
export const markAt = (page: VueWrapper, key: string, columnId: string): GridMark | undefined =>
  (page.getComponent(EditGrid).props('marks') as CellMarks)(key, columnId)

/** Enters rows as a paste does, below the present ones. */
export async function enter(
  page: VueWrapper,
  ...rows: readonly Record<string, string>[]
): Promise<void> {
  const model = modelOf(page)
  const from = model.count()
  model.write(rows.map((cells, at) => ({ index: from + at, cells })))
  await flushPromises()
}

/** Waits until a draft is saved. */
export async function pause(ms = 1_100): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await flushPromises()
}

export const textOf = (page: VueWrapper): string => page.text().replace(/\s+/g, ' ')
export const documentText = (): string => document.body.textContent.replace(/\s+/g, ' ')

/** A button anywhere in the document, dialogs included. */
export function anyButton(expectedText: string): HTMLButtonElement {
  const all = [...document.querySelectorAll('button')]
  const found = all.find((one) => one.textContent.includes(expectedText))
  if (!found) throw new Error(`no button ${expectedText}`)
  return found
}
export async function pressButton(expectedText: string): Promise<void> {
  anyButton(expectedText).click()
  await flushPromises()
}

/** Shows the list of problems beside the entries. */
export async function showProblems(page: VueWrapper): Promise<void> {
  await page.get('[aria-label="Batch totals"] button[aria-expanded="false"]').trigger('click')
}
