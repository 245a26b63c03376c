/** A certain rejection is an error, and the entry is sent only after one action per entry. */
import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { EntrySentAnyway } from '../../../../../preload/contract/domain/batches/drafts.ts'
import { ok } from '../../../../../preload/contract/kernel/result.ts'
import EditGrid from '../../../../../renderer/ui/grid/EditGrid.vue'
import { batchContent, batchUuid, entryId } from '../../../support/fake-batches.ts'
import { expectNoViolation } from '../../../support/page.ts'
import {
  composeBridge,
  documentText,
  markAt,
  modelOf,
  mountCompose,
  pause,
  placed,
  pressButton,
  showProblems,
  textOf,
} from './compose-stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof composeBridge>
/** The entries sent anyway at main. */
let stored: EntrySentAnyway[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.setSystemTime('2026-11-20T17:00:00.000Z')
  bridge = composeBridge()
  stored = []
  bridge.batches.listSentAnyway.mockImplementation(() =>
    Promise.resolve(ok({ items: stored, next: null, total: stored.length })),
  )
  bridge.batches.sendAnyway.mockImplementation(({ entryId: id, codes }) => {
    stored = [
      ...stored.filter((one) => one.entryId !== id),
      ...(codes.length > 0 ? [{ entryId: id, codes }] : []),
    ]
    return Promise.resolve(ok(undefined))
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A draft whose second and third entries no bank accepts. */
async function opened() {
  const form = { ...batchContent().form, effectiveDate: '2026-11-25' }
  bridge.batches.openDraft.mockResolvedValue(ok({ id: 'b1', uuid: batchUuid, form, entries: 3 }))
  const entries = [
    placed(1),
    placed(2, { routingNumber: '021000022' }),
    placed(3, { amount: '0.00', accountType: 'Brokerage' }),
  ]
  bridge.batches.readDraftEntries.mockResolvedValue(ok({ entries, next: null }))
  const { page } = await mountCompose('/batches/new/b1')
  await pause()
  return page
}
type Page = Awaited<ReturnType<typeof opened>>
async function openEntry(page: Page, number: number): Promise<void> {
  page.getComponent(EditGrid).vm.$emit('open', entryId(number))
  await flushPromises()
}
const listed = (page: Page): string[] =>
  page
    .get('[aria-label="Problems and warnings"]')
    .findAll('li')
    .map((line) => line.text().replace(/\s+/g, ' '))
const footer = (page: Page): string =>
  page.get('[aria-label="Batch totals"]').text().replace(/\s+/g, ' ')

it('an entry that the bank will reject has an error in its cell, is listed first, and stops the batch', async () => {
  const page = await opened()
  expect(markAt(page, entryId(2), 'routingNumber')?.kind).toBe('error')
  expect(markAt(page, entryId(3), 'amount')?.kind).toBe('error')
  expect(markAt(page, entryId(3), 'accountType')?.kind).toBe('error')
  await showProblems(page)
  expect(listed(page)[0]).toContain('The bank will reject it')
  expect(footer(page)).toContain('2 errors')
  await pressButton('Submit')
  expect(documentText()).toContain('The batch cannot be submitted yet')
  expect(documentText()).toContain('The bank will reject it')
})

it('the blocked batch explains that an entry can be sent anyway, and the same key reaches that button twice', async () => {
  const page = await opened()
  await pressButton('Submit')
  expect(documentText()).toContain(
    'Correct the entries that the bank will reject, or open one and send it anyway.',
  )
  await pressButton('Keep editing')
  await openEntry(page, 2)
  const focused = (): string => document.activeElement?.closest('button')?.textContent ?? ''
  expect(focused()).not.toContain('Send anyway')
  await openEntry(page, 2)
  expect(focused()).toContain('Send anyway')
  await openEntry(page, 1)
  await openEntry(page, 1)
  expect(document.activeElement?.tagName).toBe('INPUT')
})

it('Send anyway is one action for one entry, and can be undone', async () => {
  const page = await opened()
  await openEntry(page, 3)
  expect(textOf(page)).toContain('The bank will reject this entry')
  await pressButton('Send anyway')
  expect(bridge.batches.sendAnyway).toHaveBeenCalledWith({
    id: 'b1',
    entryId: entryId(3),
    codes: ['account-type', 'amount'],
  })
  await pause()
  expect(markAt(page, entryId(3), 'amount')).toMatchObject({ kind: 'warning' })
  expect(markAt(page, entryId(2), 'routingNumber')?.kind).toBe('error')
  expect(footer(page)).toContain('1 error')
  await pressButton('Do not send anyway')
  expect(bridge.batches.sendAnyway).toHaveBeenLastCalledWith({
    id: 'b1',
    entryId: entryId(3),
    codes: [],
  })
  await pause()
  expect(markAt(page, entryId(3), 'amount')?.kind).toBe('error')
  vi.useRealTimers()
  await expectNoViolation(page)
})

it('an entry sent anyway has its error again once it changes', async () => {
  stored = [{ entryId: entryId(2), codes: ['check-digit'] }]
  const page = await opened()
  expect(markAt(page, entryId(2), 'routingNumber')?.kind).toBe('warning')
  stored = []
  modelOf(page).write([{ index: 1, cells: { amount: '5.00' } }])
  await flushPromises()
  expect(markAt(page, entryId(2), 'routingNumber')?.kind).toBe('error')
})

it('a batch with all such entries sent anyway can be submitted, and still shows what will be rejected', async () => {
  stored = [
    { entryId: entryId(2), codes: ['check-digit'] },
    { entryId: entryId(3), codes: ['account-type', 'amount'] },
  ]
  const page = await opened()
  await pressButton('Submit')
  expect(documentText()).not.toContain('The batch cannot be submitted yet')
  expect(documentText()).toContain('2 entries sent anyway. The bank will reject them.')
  const pageText = document.querySelector('section[aria-label="Warnings"]')?.textContent ?? ''
  const places = ['Sent anyway', 'Credits are processed'].map((expectedText) =>
    pageText.indexOf(expectedText),
  )
  expect(places).toEqual(places.toSorted((left, right) => left - right))
  expect(places).not.toContain(-1)
  expect(footer(page)).not.toContain('error')
  expect(footer(page)).toContain('2 entries sent anyway')
  expect(footer(page)).not.toContain('No problems')
})
