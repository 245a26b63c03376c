import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AmountOutlier } from '../../../../../preload/contract/domain/batches/batch.ts'
import type { EntryOwnership } from '../../../../../preload/contract/domain/batches/drafts.ts'
import { maxPage } from '../../../../../preload/contract/kernel/paging.ts'
import { ok } from '../../../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../../../renderer/state/bridge.ts'
import EditGrid from '../../../../../renderer/ui/grid/EditGrid.vue'
import type { GridColumn, GridFact, RowMark } from '../../../../../renderer/ui/grid/grid-types.ts'
import { batchContent, batchUuid, entryId } from '../../../support/fake-batches.ts'
import { press } from '../../../ui/stage.ts'
import {
  composeBridge,
  documentText,
  enter,
  markAt,
  modelOf,
  mountCompose,
  pause,
  placed,
  pressButton,
  showProblems,
  textOf,
  whole,
} from './compose-stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof composeBridge>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.setSystemTime('2026-11-20T17:00:00.000Z')
  bridge = composeBridge()
})
afterEach(() => {
  vi.useRealTimers()
})

const wait = <T>() => Promise.withResolvers<T>()
const pageOf = <T>(items: T[]) => ({ items, next: null, total: items.length })
type Page = Awaited<ReturnType<typeof mountCompose>>['page']
const check = (number: number, part: Partial<EntryOwnership> = {}): EntryOwnership => ({
  entryId: entryId(number),
  validationId: 'v1',
  resultClass: 'owner-matches',
  score: 95,
  at: '2026-11-20T15:00:00.000Z',
  ageHours: 2.4,
  differingNames: [],
  ...part,
})
const ownerOf = (page: Page, key: string): GridFact | undefined =>
  (page.getComponent(EditGrid).props('columns') as GridColumn[])
    .find(({ id }) => id === 'owner')
    ?.computedFact?.(key)
const rowMarkOf = (page: Page, key: string) =>
  (page.getComponent(EditGrid).props('rowMark') as RowMark)(key)
const listed = (page: Page): string =>
  page.get('[aria-label="Problems and warnings"] ul').text().replace(/\s+/g, ' ')
const shownState = (): string =>
  document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? ''

/** A draft of four entries: a match, a mismatch, an unclear answer, and one never checked. */
async function openedDraft(checks: EntryOwnership[]) {
  bridge.batches.listOwnership.mockResolvedValue(ok(pageOf(checks)))
  bridge.batches.openDraft.mockResolvedValue(
    ok({ id: 'b1', uuid: batchUuid, form: batchContent().form, entries: 4 }),
  )
  bridge.batches.readDraftEntries.mockResolvedValue(
    ok({ entries: [1, 2, 3, 4].map((number) => placed(number)), next: null }),
  )
  const { page } = await mountCompose('/batches/new/b1')
  await flushPromises()
  await pause(300)
  await showProblems(page)
  return page
}
const mixed = [
  check(1),
  check(2, { resultClass: 'owner-differs', score: 20, ageHours: 60 }),
  check(3, { resultClass: 'cannot-tell', score: null, ageHours: 0.2 }),
]

describe('the payees of the entries', () => {
  const reported = [
    {
      entryId: entryId(1),
      payee: { id: 'p1', name: 'Ridgeway Supply' },
      isChosen: false,
      flags: [],
    },
    {
      entryId: entryId(3),
      payee: { id: 'p2', name: 'Alder Works' },
      isChosen: false,
      flags: ['not-approved' as const],
    },
  ]
  const payeeOf = (page: Page, key: string): GridFact | undefined =>
    (page.getComponent(EditGrid).props('columns') as GridColumn[])
      .find(({ id }) => id === 'payee-of-book')
      ?.computedFact?.(key)

  it('are shown beside the entries after one query, with a warning for unapproved payees', async () => {
    bridge.batches.listPayees.mockResolvedValue(ok(pageOf(reported)))
    const page = await openedDraft([])
    expect([1, 2, 3].map((number) => payeeOf(page, entryId(number))?.text)).toEqual([
      'Ridgeway Supply',
      undefined,
      'Alder Works',
    ])
    expect(markAt(page, entryId(1), 'payee-of-book')).toBeUndefined()
    expect(markAt(page, entryId(3), 'payee-of-book')).toMatchObject({ kind: 'warning' })
    expect(listed(page)).toContain('1 entry goes to a payee not approved by a second person')
    expect(textOf(page)).toContain('1 warning')
    expect(bridge.batches.listPayees).toHaveBeenCalledTimes(1)
  })

  it('are not shown for an edited account, and are read again once it is saved', async () => {
    bridge.batches.listPayees.mockResolvedValue(ok(pageOf(reported)))
    const page = await openedDraft([])
    modelOf(page).write([{ index: 2, cells: { accountNumber: '999' } }])
    expect(payeeOf(page, entryId(3))).toBeUndefined()
    bridge.batches.listPayees.mockResolvedValue(ok(pageOf([])))
    await pause()
    expect(bridge.batches.listPayees).toHaveBeenCalledTimes(2)
  })
})

describe('the account owners in the grid', () => {
  it('are shown beside each entry by word, shape and age', async () => {
    const page = await openedDraft(mixed)
    expect([1, 2, 3, 4].map((number) => ownerOf(page, entryId(number)))).toEqual([
      { text: 'Matches, 2 h', tone: 'good' },
      { text: 'Differs, 2 d', tone: undefined },
      { text: 'Unknown, <1 h', tone: 'unknown' },
      { text: 'Not verified', tone: 'neutral' },
    ])
    expect(page.get('[data-row="0"]').text()).toContain('Matches, 2 h')
    expect(page.find('[data-row="0"] [data-tone-shape="good"]').exists()).toBe(true)
  })

  it('are marked where they differ, so that F8 stops there', async () => {
    const page = await openedDraft(mixed)
    expect(markAt(page, entryId(1), 'owner')).toBeUndefined()
    expect(markAt(page, entryId(2), 'owner')).toMatchObject({ kind: 'warning' })
    expect(markAt(page, entryId(2), 'owner')?.text).toContain('owner differs')
    page.getComponent(EditGrid).vm.nextProblem()
    await flushPromises()
    expect(shownState()).toBe('1')
    // One owner differs, and one is not known to the bank.
    expect(page.get('[aria-label="Batch totals"]').text()).toContain('2 warnings')
  })

  it('name the part that differs where the owner matches in part', async () => {
    const part: Partial<EntryOwnership> = {
      resultClass: 'owner-matches-in-part',
      differingNames: ['firstNameMatch', 'nameMatch'],
    }
    const page = await openedDraft([check(1), check(2, part)])
    expect(ownerOf(page, entryId(2))?.text).toBe('In part, 2 h')
    expect(markAt(page, entryId(2), 'owner')).toMatchObject({ kind: 'warning' })
    expect(markAt(page, entryId(2), 'owner')?.text).toContain(
      'name differs in part: first name, whole name',
    )
    expect(listed(page)).toContain('1 entry with an owner name that differs in part')
  })

  it('mark closed accounts and accounts not found as errors, before everything else', async () => {
    const page = await openedDraft([
      check(1, { resultClass: 'owner-differs' }),
      check(2, { resultClass: 'account-not-found', score: null }),
      check(3, { resultClass: 'account-closed', score: null }),
    ])
    for (const [number, kind] of [
      [1, 'warning'],
      [2, 'error'],
      [3, 'error'],
    ] as const)
      expect(markAt(page, entryId(number), 'owner')).toMatchObject({ kind })
    expect(listed(page)).toMatch(
      /^1 entry to a closed account: it will be returned \(R02\).*1 entry to an account not found/,
    )
    expect(textOf(page)).toContain('3 warnings')
  })

  it('are not shown for an edited account or name, and stay after an edited amount', async () => {
    const page = await openedDraft(mixed)
    modelOf(page).write([{ index: 0, cells: { accountNumber: '999' } }])
    modelOf(page).write([{ index: 1, cells: { receiverName: 'Somebody Else' } }])
    modelOf(page).write([{ index: 2, cells: { amount: '7' } }])
    await flushPromises()
    expect(ownerOf(page, entryId(1))?.text).toBe('Not verified')
    expect(ownerOf(page, entryId(2))?.text).toBe('Not verified')
    expect(markAt(page, entryId(2), 'owner')).toBeUndefined()
    expect(ownerOf(page, entryId(3))?.text).toBe('Unknown, <1 h')
  })

  it('are read again from main once the entries are saved', async () => {
    const page = await openedDraft([])
    bridge.batches.listOwnership.mockResolvedValue(ok(pageOf([check(1)])))
    modelOf(page).write([{ index: 0, cells: { amount: '7' } }])
    await pause()
    expect(ownerOf(page, entryId(1))?.text).toBe('Matches, 2 h')
  })

  it('are read to the last page, and shown when all of them are here', async () => {
    const page = await openedDraft([])
    const second = wait<Awaited<ReturnType<Bridge['batches']['listOwnership']>>>()
    bridge.batches.listOwnership.mockImplementation(({ cursor }) =>
      cursor === null
        ? Promise.resolve(ok({ items: [check(1)], next: 'r1:1', total: 2 }))
        : second.promise,
    )
    modelOf(page).write([{ index: 3, cells: { amount: '7' } }])
    await pause()
    expect(bridge.batches.listOwnership).toHaveBeenLastCalledWith({
      id: 'b1',
      cursor: 'r1:1',
      limit: maxPage,
    })
    expect(ownerOf(page, entryId(1))?.text).toBe('Not verified')
    second.resolve(ok({ items: [check(2)], next: null, total: 2 }))
    await flushPromises()
    expect([1, 2].map((number) => ownerOf(page, entryId(number))?.text)).toEqual([
      'Matches, 2 h',
      'Matches, 2 h',
    ])
  })

  it('are those of the latest read, although an earlier one ends after it', async () => {
    const page = await openedDraft([])
    const late = wait<Awaited<ReturnType<Bridge['batches']['listOwnership']>>>()
    bridge.batches.listOwnership.mockReturnValueOnce(late.promise)
    modelOf(page).write([{ index: 3, cells: { amount: '7' } }])
    await pause()
    bridge.batches.listOwnership.mockResolvedValue(ok(pageOf([check(1)])))
    modelOf(page).write([{ index: 3, cells: { amount: '8' } }])
    await pause()
    late.resolve(ok(pageOf([check(1, { resultClass: 'owner-differs' })])))
    await flushPromises()
    expect(ownerOf(page, entryId(1))?.text).toBe('Matches, 2 h')
  })

  it('are not changed by a paste, a fill or a key', async () => {
    const page = await openedDraft(mixed)
    modelOf(page).write([{ index: 0, cells: { owner: 'Matches', amount: '7' } }])
    await flushPromises()
    expect(modelOf(page).rowAt(0)?.cells).not.toHaveProperty('owner')
    expect(modelOf(page).rowAt(0)?.cells['amount']).toBe('7')
  })
})

describe('the account owners of the whole batch', () => {
  it('are summarized before it is submitted with a link to the first, and block nothing', async () => {
    const page = await openedDraft(mixed)
    expect(listed(page)).toContain('1 entry with a different account owner')
    expect(listed(page)).toContain('1 entry with an unknown account owner')
    expect(listed(page)).toContain('1 account not verified')
    await pressButton('Submit…')
    const warnings = document.querySelector('[aria-label="Warnings"]')
    expect(warnings?.textContent).toContain('different account owner')
    warnings?.querySelectorAll('button')[0]?.click()
    await flushPromises()
    expect(shownState()).toBe('1')
  })

  it('update while the accounts are checked, at most every two seconds', async () => {
    const page = await openedDraft([])
    const run = {
      id: 'b1',
      state: 'running' as const,
      why: null,
      done: 0,
      of: 4,
      reused: 0,
      remaining: 0,
    }
    bridge.batches.checkOwnership.mockResolvedValue(ok(run))
    press('o', { ctrlKey: true, altKey: true })
    await flushPromises()
    await pressButton('Verify accounts of 4 entries')
    bridge.batches.listOwnership.mockClear()
    bridge.batches.listOwnership.mockResolvedValue(ok(pageOf(mixed)))
    for (const done of [1, 2, 3]) bridge.emit('batches', 'ownershipChanged', { ...run, done })
    await pause(2_100)
    await pause(300)
    expect(bridge.batches.listOwnership).toHaveBeenCalledOnce()
    const text = documentText()
    for (const part of ['1 matches', '1 differs', '1 is unknown', '1 is not verified']) {
      expect(text).toContain(part)
    }
    expect(ownerOf(page, entryId(2))?.text).toBe('Differs, 2 d')
    bridge.emit('batches', 'ownershipChanged', { ...run, state: 'done', done: 4 })
    await flushPromises()
    expect(bridge.batches.listOwnership).toHaveBeenCalledTimes(2)
  })
})

describe('unusual amounts', () => {
  const outlier = (number: number, part: Partial<AmountOutlier> = {}): AmountOutlier => ({
    entryId: entryId(number),
    number,
    amount: 150_025,
    against: 'batch',
    usual: 10_000,
    ...part,
  })

  it('are marked in the cell and listed with a link, until they are edited', async () => {
    bridge.batches.findOutliers.mockResolvedValue(
      ok(pageOf([outlier(2), outlier(2, { against: 'last-payment', usual: 20_000 }), outlier(3)])),
    )
    const page = await openedDraft([])
    const mark = markAt(page, entryId(2), 'amount')
    expect(mark?.kind).toBe('warning')
    expect(mark?.text).toContain('the median of this batch is USD 100.00')
    expect(mark?.text).toContain('the last payment to this account was USD 200.00')
    expect(markAt(page, entryId(1), 'amount')).toBeUndefined()
    expect(listed(page)).toContain('2 amounts stand out against this batch')
    expect(listed(page)).toContain('the last payment to this account was USD 200.00')
    await pressButton('2 amounts stand out')
    expect(shownState()).toBe('1')
    modelOf(page).write([{ index: 1, cells: { amount: '7' } }])
    await flushPromises()
    expect(markAt(page, entryId(2), 'amount')).toBeUndefined()
    expect(listed(page)).not.toContain('last payment')
  })

  it('are listed before the batch is submitted, and block nothing', async () => {
    bridge.batches.findOutliers.mockResolvedValue(ok(pageOf([outlier(2)])))
    await openedDraft([])
    await pressButton('Submit…')
    const warnings = document.querySelector('section[aria-label="Warnings"]')
    expect(warnings?.textContent).toContain('the median of this batch is USD 100.00')
    expect(documentText()).not.toContain('cannot be submitted yet')
  })
})

describe('possible duplicates', () => {
  const possibleDuplicates = [
    { entryId: entryId(1), duplicateOf: { where: 'here' as const, entryId: entryId(3) } },
    { entryId: entryId(3), duplicateOf: { where: 'here' as const, entryId: entryId(1) } },
  ]

  it('are each listed with a link, marked in the grid and counted in the footer', async () => {
    bridge.batches.findDuplicates.mockResolvedValue(ok(pageOf(possibleDuplicates)))
    const page = await openedDraft([])
    expect(rowMarkOf(page, entryId(1))).toMatchObject({ kind: 'warning', source: 'Countersign' })
    expect(rowMarkOf(page, entryId(2))).toBeUndefined()
    expect(page.get('[aria-label="Batch totals"]').text()).toContain('2 warnings')
    await pressButton('2 possible duplicates')
    const each = page.findAll('[aria-label="Possible duplicates"] button')
    expect(each.map((one) => one.text().slice(0, 7))).toEqual(['Entry 1', 'Entry 3'])
    await each[1]?.trigger('click')
    await flushPromises()
    expect(shownState()).toBe('2')
    expect(textOf(page)).toContain('Possible duplicate in this batch')
  })

  it('are reached by F8', async () => {
    bridge.batches.findDuplicates.mockResolvedValue(ok(pageOf(possibleDuplicates)))
    const page = await openedDraft([])
    await enter(page, { ...whole, accountNumber: '77' })
    page.getComponent(EditGrid).vm.nextProblem()
    await flushPromises()
    expect(shownState()).toBe('2')
  })
})
