/**
 * The remarks on an entry before it is sent: the rules that it breaks, and warnings about its
 * payee.
 */
import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../../preload/contract/kernel/result.ts'
import BatchesPage from '../../../../../renderer/features/money/batches/BatchesPage.vue'
import {
  batchContent,
  batchEntry,
  batchOrder,
  batchOrderLine,
  entryId,
  entryLine,
} from '../../../support/fake-batches.ts'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { bankName } from '../../../support/fake-payment-inquiry.ts'
import * as screen from '../../../support/orders-stage.ts'
import { mountPage } from '../../../support/page.ts'
import { byRole, until } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  vi.spyOn(console, 'warn').mockReturnValue()
  const batch = batchContent({ entriesWithProblems: 1 })
  bridge.orders.get.mockResolvedValue(ok(batchOrder({ state: 'draft', batch })))
  bridge.orders.list.mockResolvedValue(ok({ items: [batchOrderLine()], next: null, total: 1 }))
})
afterEach(() => {
  vi.restoreAllMocks()
})
const open = (address: string) => mountPage(BatchesPage, address, '/batches/:id?/:entry?')
const remarks = {
  problemCount: 7,
  payeeFlags: ['differs-from-book' as const],
  holder: { name: 'Ridgeway Supply', isChosen: false },
}

describe('entries that break rules', () => {
  it('are filtered, and their line counts the rules and names the flag of the payee', async () => {
    bridge.batches.listEntries.mockResolvedValue(
      ok({ items: [entryLine(remarks)], next: null, total: 1 }),
    )
    await open('/batches/b1')
    await screen.chooseTab('Entries 3')
    const select = byRole('combobox', 'Entries') as HTMLSelectElement
    for (const filter of ['with-problems', 'payee-flagged'] as const) {
      select.value = filter
      select.dispatchEvent(new Event('change'))
      await flushPromises()
      expect(bridge.batches.listEntries).toHaveBeenLastCalledWith(
        expect.objectContaining({ id: 'b1', filter }),
      )
    }
    await until(() => expect(byRole('grid', 'Entries').textContent).toContain('Jonas Weber'))
    expect(byRole('grid', 'Entries').textContent).toContain(
      'Differs from payee book: Ridgeway Supply',
    )
    await screen.expectAccessible()
  })

  it('are explained beside the entry, each with its source, and further ones are counted', async () => {
    const problems = [
      { path: 'routingNumber', message: 'Nine digits', source: 'ACH origination request' },
    ]
    bridge.batches.getEntry.mockResolvedValue(ok(batchEntry({ ...remarks, problems })))
    bridge.bankNames.find.mockResolvedValue(ok({ names: [bankName()], hasDirectory: true }))
    await open(`/batches/b1/${entryId(1)}`)
    const pageText = screen.pageText()
    expect(pageText).toContain('MILL BANK')
    expect(pageText).toContain('Nine digits')
    expect(pageText).toContain('Routing number; ACH origination request')
    expect(pageText).toContain('6 more problems in this entry')
    expect(pageText).toContain('Differs from payee book')
    expect(pageText).toContain('Typed: the payee book has this account for Ridgeway Supply.')
    await screen.expectAccessible()
  })
})
