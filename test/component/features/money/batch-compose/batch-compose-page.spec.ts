import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultAchSettings } from '../../../../../preload/contract/domain/batches/batch-form.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import { useWorkstation } from '../../../../../renderer/state/stores/workstation.store.ts'
import { batchContent, batchOrder, batchUuid, entryId } from '../../../support/fake-batches.ts'
import { expectNoViolation } from '../../../support/page.ts'
import EditGrid from '../../../../../renderer/ui/grid/EditGrid.vue'
import BatchToolbar from '../../../../../renderer/features/money/batch-compose/BatchToolbar.vue'
import { press } from '../../../ui/stage.ts'
import {
  account,
  anyButton,
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

const head = {
  accountId: 'practice-1',
  effectiveDate: '2026-11-24',
  companyEntryDescription: 'PAYROLL',
}
type Page = Awaited<ReturnType<typeof mountCompose>>['page']
async function writeHead(page: Page, values: Record<string, string> = head): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await page.get(`[name="${name}"]`).setValue(value)
  }
  await flushPromises()
}
const savedEntries = () => bridge.batches.saveEntries.mock.calls.flatMap(([{ put }]) => put)

describe('a new batch', () => {
  it('shows no problems at first, explains the screen, and offers the first step', async () => {
    const { page } = await mountCompose()
    expect(page.findAll('[aria-invalid="true"]')).toEqual([])
    expect(textOf(page)).toContain('paste rows from a spreadsheet')
    expect(page.findAll('button').some((one) => one.text().startsWith('Import'))).toBe(true)
    expect(bridge.batches.create).not.toHaveBeenCalled()
    vi.useRealTimers()
    await expectNoViolation(page)
  })

  it('becomes a draft at the first input, with its entries in order under ids of 32 hex digits', async () => {
    const { page } = await mountCompose()
    await enter(page, whole, { ...whole, receiverName: 'Mia Chen', amount: '10' })
    await pause()
    expect(bridge.batches.create).toHaveBeenCalledOnce()
    const put = savedEntries()
    expect(put.map(({ entry }) => entry.receiverName)).toEqual(['Jonas Weber', 'Mia Chen'])
    expect(put.every(({ entry }) => /^[0-9a-f]{32}$/.test(entry.id))).toBe(true)
    expect(put[0]?.position).toBeLessThan(put[1]?.position ?? 0)
    expect(textOf(page)).toContain('Saved')
  })

  it('keeps credits and debits visible, separate and exact to the cent, after typing and undo', async () => {
    const { page } = await mountCompose()
    await enter(page, whole, { ...whole, creditDebitCode: 'D', amount: '0.10' })
    const footer = () => page.get('[aria-label="Batch totals"]').text().replace(/\s+/g, ' ')
    expect(footer()).toContain('USD 1,500.25in 1')
    expect(footer()).toContain('USD 0.10in 1')
    modelOf(page).undo()
    await flushPromises()
    expect(footer()).toContain('USD 0.00in 0')
  })

  it('shows the remaining daily limits beside the totals, credits and debits together', async () => {
    const day = {
      perDay: 200_000,
      left: 150_030,
      leftToRelease: 200_000,
      resent: 0,
      date: '2026-11-20',
      zone: 'America/New_York',
    }
    bridge.orders.getLimit.mockResolvedValue(ok({ currency: 'USD', perPayment: null, day }))
    const { page } = await mountCompose()
    await enter(page, whole)
    const footer = () => page.get('[aria-label="Batch totals"]').text().replace(/\s+/g, ' ')
    expect(footer()).toContain('USD 1,500.30 of 2,000.00 left today (New York)')
    expect(footer()).not.toContain('exceeded')
    await enter(page, { ...whole, creditDebitCode: 'D', amount: '0.10' })
    expect(footer()).toContain('exceeded')
  })

  it('accepts amounts pasted with their currency, and no other currency', async () => {
    const { page } = await mountCompose()
    const texts = ['$1,250.00', '$ 12.5', 'usd 7', '3.25 USD', 'EUR 7.00', '-$4.00']
    await enter(page, ...texts.map((amount) => ({ ...whole, amount })))
    await pause()
    expect(savedEntries().map(({ entry }) => entry.amount)).toEqual([
      '1,250.00',
      '12.5',
      '7',
      '3.25',
      'EUR 7.00',
      '-$4.00',
    ])
    const totals = page.get('[aria-label="Batch totals"]').text().replace(/\s+/g, ' ')
    expect(totals).toContain('USD 1,272.75in 4')
    expect(totals).toContain('2 errors')
  })

  it('marks a cell that breaks a rule with its source, and checks again only what changed', async () => {
    const { page } = await mountCompose()
    await enter(
      page,
      { ...whole, routingNumber: '12345' },
      { ...whole, routingNumber: '021000022' },
    )
    const [bad, odd] = modelOf(page).rows()
    expect(markAt(page, bad?.key ?? '', 'routingNumber')).toMatchObject({
      kind: 'error',
      text: 'Nine digits, leading zeros included',
      source: 'bank specification',
    })
    // The bank is certain to reject it.
    expect(markAt(page, odd?.key ?? '', 'routingNumber')?.kind).toBe('error')
    expect(markAt(page, bad?.key ?? '', 'amount')).toBeUndefined()
    expect(page.get('[aria-label="Batch totals"]').text()).toContain('2 errors')
    modelOf(page).write([{ index: 0, cells: { routingNumber: '021000021' } }])
    modelOf(page).write([{ index: 1, cells: { routingNumber: '021000021' } }])
    await flushPromises()
    expect(page.get('[aria-label="Batch totals"]').text()).toContain('No problems')
  })

  it('lists a problem of many entries once, with their number', async () => {
    const { page } = await mountCompose()
    const long = 'A name that is much longer than 22 characters'
    await enter(page, { ...whole, receiverName: long }, { ...whole, receiverName: `${long} too` })
    await pause(300)
    await showProblems(page)
    const listed = page.get('[aria-label="Problems and warnings"]').text()
    expect(listed).toContain('At most 22 characters')
    expect(listed).toContain('may be cut (2 entries, network: Nacha, entry detail record)')
    vi.useRealTimers()
    await expectNoViolation(page)
  })

  it('counts each warning alike below the entries and before the batch is submitted', async () => {
    const { page } = await mountCompose()
    await writeHead(page)
    const long = 'A name that is much longer than 22 characters'
    await enter(page, { ...whole, receiverName: long }, { ...whole, receiverName: `${long} too` })
    await pause(300)
    expect(page.get('[aria-label="Batch totals"]').text()).toContain('2 warnings')
    await pressButton('Submit…')
    const question = document.querySelector('[role="alertdialog"]')?.textContent ?? ''
    expect(question).toContain('2 warnings (optional)')
    expect(question).toContain('(2 entries, network: Nacha, entry detail record)')
    // An account that nobody verified is a fact, and no warning.
    expect(question).toContain('Account owners2 not verified')
  })

  it('keeps the list of problems below the entries while an entry is open beside them', async () => {
    const { page } = await mountCompose()
    await enter(page, { ...whole, routingNumber: '021000022' })
    await pause(300)
    await showProblems(page)
    await pressButton('The check digit does not match')
    // Receiver and amount stay in view.
    expect(page.find('[aria-label="Entry"]').exists()).toBe(false)
    page.getComponent(EditGrid).vm.$emit('open', modelOf(page).rowAt(0)?.key ?? '')
    await flushPromises()
    expect(page.find('[aria-label="Entry"]').exists()).toBe(true)
    expect(page.find('[aria-label="Problems and warnings"]').exists()).toBe(true)
  })

  it('shows the names of payees only where there are any, after all other columns', async () => {
    const { page } = await mountCompose()
    const headers = () => page.findAll('[data-column]').map((one) => one.text())
    expect(headers()).toEqual(
      [
        'Receiver',
        'Id number',
        'Indiv. id',
        'Routing number',
        'Account number',
        'Acct type',
      ].concat(['C/D', 'Type', 'Amount', 'Discr.', 'Owner']),
    )
    bridge.batches.listPayees.mockImplementation(() =>
      Promise.resolve(
        ok({
          items: [
            {
              entryId: modelOf(page).rowAt(0)?.key ?? '',
              payee: { id: 'p1', name: 'Jonas Weber' },
              isChosen: false,
              flags: [],
            },
          ],
          next: null,
          total: 1,
        }),
      ),
    )
    await enter(page, whole)
    await pause()
    expect(headers().slice(-2)).toEqual(['Owner', 'Payee'])
  })

  it('checks the effective date by the calendar of the network', async () => {
    const { page } = await mountCompose()
    await writeHead(page, { effectiveDate: '2026-11-26' })
    expect(textOf(page)).toContain('Thanksgiving Day')
    await writeHead(page, { effectiveDate: '2027-01-30' })
    expect(textOf(page)).toContain('Within 31 days of today')
  })

  it('accepts a pasted effective date, and shows the sent form', async () => {
    const { page } = await mountCompose()
    await writeHead(page, { ...head, effectiveDate: '11/26/2026' })
    let field = page.get('[name="effectiveDate"]')
    expect(textOf(page)).toContain('Thanksgiving Day')
    expect((field.element as HTMLInputElement).value).toBe('11/26/2026')
    await field.trigger('focusout')
    expect((field.element as HTMLInputElement).value).toBe('2026-11-26')
    await pause()
    expect(bridge.batches.create.mock.lastCall?.[0].form.effectiveDate).toBe('2026-11-26')
    await pressButton('Edit header')
    await writeHead(page, { effectiveDate: '01/02/26' })
    field = page.get('[name="effectiveDate"]')
    await field.trigger('focusout')
    expect((field.element as HTMLInputElement).value).toBe('01/02/26')
    expect(field.attributes('aria-invalid')).toBe('true')
    expect(textOf(page)).toContain('Write it as 11/26/2026 or 2026-11-26')
  })

  it('starts with the only own account and the next banking day, and saves no draft for that', async () => {
    const { page } = await mountCompose()
    const value = (name: string) => (page.get(`[name="${name}"]`).element as HTMLInputElement).value
    expect([value('accountId'), value('effectiveDate')]).toEqual(['practice-1', '2026-11-23'])
    await pause(2_000)
    expect(bridge.batches.create).not.toHaveBeenCalled()
  })

  it('explains why nobody has to choose the account: there is no other', async () => {
    const { page } = await mountCompose()
    expect(textOf(page)).toContain('Only account for batches; not sent to the bank')
    await writeHead(page)
    await page.get('[name="companyEntryDescription"]').trigger('focusout')
    await pause()
    expect(page.get('[aria-label="Batch header"]').text()).toContain('(only account for batches)')
    await enter(page, whole)
    await pressButton('Submit…')
    expect(documentText()).toContain('Only account for batches')
  })

  const several = [account, { ...account, id: 'practice-2', name: 'Alder Falls Payroll' }]
  const chosen = (page: Page): string =>
    (page.get('[name="accountId"]').element as HTMLSelectElement).value

  it('leaves the choice to the operator where there are several own accounts', async () => {
    bridge.batches.listAccounts.mockResolvedValue(ok(several))
    const { page } = await mountCompose()
    expect(chosen(page)).toBe('')
    await writeHead(page, { accountId: 'practice-2' })
    expect(textOf(page)).toContain('Used to track entries; not sent to the bank')
    await enter(page, whole)
    await pressButton('New batch')
    expect(chosen(page)).toBe('')
  })

  it('takes the account of the last batch of the same SEC code, and explains it', async () => {
    bridge.batches.listAccounts.mockResolvedValue(ok(several))
    bridge.batches.getLastAccounts.mockResolvedValue(ok({ PPD: 'practice-2', CCD: 'gone' }))
    const { page } = await mountCompose()
    expect(chosen(page)).toBe('practice-2')
    expect(textOf(page)).toContain('As in the last PPD batch; not sent to the bank')
    await page.get('input[type="radio"][value="CCD"]').setValue(true)
    await flushPromises()
    expect(chosen(page)).toBe('')
    await writeHead(page, { accountId: 'practice-1' })
    await page.get('input[type="radio"][value="PPD"]').setValue(true)
    await flushPromises()
    // A chosen account stays.
    expect(chosen(page)).toBe('practice-1')
    expect(textOf(page)).not.toContain('As in the last PPD batch')
  })

  it('collapses the complete head when the focus leaves it, and opens it again on request', async () => {
    const { page } = await mountCompose()
    await writeHead(page, { accountId: 'practice-1', effectiveDate: '2026-11-24' })
    await page.get('[name="effectiveDate"]').trigger('focusout')
    await pause()
    expect(page.find('[name="effectiveDate"]').exists()).toBe(true)
    await writeHead(page)
    await page.get('[name="companyEntryDescription"]').trigger('focusout')
    await pause()
    expect(page.find('[name="effectiveDate"]').exists()).toBe(false)
    const head = page.get('[aria-label="Batch header"]').text()
    for (const part of ['PPD', 'Alder Falls Operating', '2026-11-24', 'PAYROLL'])
      expect(head).toContain(part)
    await pressButton('Edit header')
    expect(page.find('[name="effectiveDate"]').exists()).toBe(true)
    expect((document.activeElement as HTMLElement | null)?.getAttribute('name')).toBe('accountId')
  })

  it('keeps the head open while the pointer is pressed', async () => {
    const { page } = await mountCompose()
    await writeHead(page)
    window.dispatchEvent(new Event('pointerdown'))
    await page.get('[name="companyEntryDescription"]').trigger('focusout')
    await pause()
    expect(page.find('[name="effectiveDate"]').exists()).toBe(true)
    window.dispatchEvent(new Event('pointerup'))
    await pause()
    expect(page.find('[name="effectiveDate"]').exists()).toBe(false)
  })

  it('names the missing bank values once, and none in practice', async () => {
    const { page } = await mountCompose()
    await enter(page, whole)
    await showProblems(page)
    const listed = () => page.get('[aria-label="Problems and warnings"]').text()
    expect(listed()).not.toContain('ACH settings')
    const workstation = useWorkstation()
    if (workstation.state) workstation.state = { ...workstation.state, environment: 'production' }
    await flushPromises()
    expect(listed()).toContain('3 values from the bank not set in ACH settings')
    expect(listed()).not.toContain('collectionApplicationId')
  })

  it('shows the settings that the bank gives for all entries once, before the batch is submitted', async () => {
    const settings = { ...defaultAchSettings, point: 'P1' }
    bridge.batches.getSettings.mockResolvedValue(
      ok({ settings, version: 1, at: null, by: null, confirmation: null, isLocked: false }),
    )
    const { page } = await mountCompose()
    await writeHead(page)
    await enter(page, whole)
    await pressButton('Submit…')
    expect(documentText()).toContain(
      'Bank settingsAmounts in dollars, RDFI number of 8 digits, Point P1Environment',
    )
    expect(documentText()).not.toContain('not set')
  })

  it('uses a pasted date before its field loses the focus', async () => {
    const { page } = await mountCompose()
    await writeHead(page, { ...head, effectiveDate: '11/24/2026' })
    await enter(page, whole)
    press('Enter', { ctrlKey: true })
    await flushPromises()
    expect(documentText()).toContain('2026-11-24')
    expect(documentText()).not.toContain('11/24/2026')
  })

  it('checks all entries by the rules of the chosen entry class', async () => {
    const { page } = await mountCompose()
    await enter(page, { ...whole, receiverName: 'Ridgeway Supply LLC' })
    const [row] = modelOf(page).rows()
    expect(markAt(page, row?.key ?? '', 'receiverName')).toBeUndefined()
    await page.get('input[type="radio"][value="CTX"]').setValue(true)
    await flushPromises()
    expect(markAt(page, row?.key ?? '', 'receiverName')?.text).toContain('At most 16 characters')
  })

  it('saves at most 2,000 entries at a time, and all of them', async () => {
    const { page } = await mountCompose()
    await enter(page, ...Array.from({ length: 4_500 }, () => whole))
    await pause()
    const sizes = bridge.batches.saveEntries.mock.calls.map(([{ put }]) => put.length)
    expect(Math.max(...sizes)).toBe(2_000)
    expect(sizes.reduce((sum, one) => sum + one, 0)).toBe(4_500)
  })

  it('keeps the input when a save fails, reports it, and tries again by itself', async () => {
    bridge.batches.saveEntries.mockResolvedValueOnce(err({ code: 'internal', reference: 'X1' }))
    const { page } = await mountCompose()
    await enter(page, whole)
    await pause()
    expect(textOf(page)).toContain('Not saved. Your input stays here and saving is retried')
    expect(modelOf(page).count()).toBe(1)
    await pause(11_000)
    expect(savedEntries()).toHaveLength(2)
    expect(textOf(page)).toContain('Saved')
  })

  it('removes a row at main too, and undo restores it under its own id', async () => {
    const { page } = await mountCompose()
    await enter(page, whole)
    await pause()
    const key = modelOf(page).rowAt(0)?.key ?? ''
    modelOf(page).remove([key])
    await pause()
    expect(bridge.batches.saveEntries.mock.lastCall?.[0].removed).toEqual([key])
    modelOf(page).undo()
    await pause()
    expect(bridge.batches.saveEntries.mock.lastCall?.[0].put[0]?.entry).toMatchObject({
      id: key,
      ...whole,
    })
  })

  it('leaves an entry that is too long out of the save of the others, and reports it', async () => {
    const { page } = await mountCompose()
    await enter(page, { ...whole, receiverName: 'x'.repeat(300) }, whole)
    await pause()
    expect(savedEntries().map(({ entry }) => entry.receiverName)).toEqual(['Jonas Weber'])
    expect(textOf(page)).toContain('1 entry is too long to save')
  })
})

describe('a draft that is opened', () => {
  it('loads its entries page after page in full, and shows them in order', async () => {
    bridge.batches.openDraft.mockResolvedValue(
      ok({ id: 'b1', uuid: batchUuid, form: batchContent().form, entries: 3 }),
    )
    bridge.batches.readDraftEntries
      .mockResolvedValueOnce(ok({ entries: [placed(1), placed(2)], next: 2 }))
      .mockResolvedValueOnce(ok({ entries: [placed(3, { addenda: ['INV 1'] })], next: null }))
    const { page } = await mountCompose('/batches/new/b1')
    await flushPromises()
    expect(bridge.batches.readDraftEntries.mock.calls.map(([{ after }]) => after)).toEqual([
      null,
      2,
    ])
    expect(
      modelOf(page)
        .rows()
        .map(({ key }) => key),
    ).toEqual([1, 2, 3].map(entryId))
    expect(page.get('[aria-label="Batch totals"]').text()).toContain('USD 4,500.75')
    expect(bridge.batches.saveEntries).not.toHaveBeenCalled()
    expect(bridge.batches.saveForm).not.toHaveBeenCalled()
  })

  it('shows why it cannot be opened, and keeps the current batch', async () => {
    bridge.batches.openDraft.mockResolvedValue(err({ code: 'not-maker' }))
    const { page, router } = await mountCompose('/batches/new/b9')
    await flushPromises()
    expect(page.find('[role="alert"]').exists()).toBe(true)
    expect(router.currentRoute.value.path).toBe('/batches/new')
  })
})

describe('submitting or discarding a batch', () => {
  it('lists every problem with a link before anything is submitted', async () => {
    bridge.batches.listAccounts.mockResolvedValue(ok([account, { ...account, id: 'practice-2' }]))
    const { page } = await mountCompose()
    await writeHead(page, { effectiveDate: '' })
    await enter(page, { ...whole, amount: '1,5' })
    await pressButton('Submit…')
    const text = documentText()
    expect(text).toContain('The batch cannot be submitted yet')
    expect(text).toContain('Own account: ')
    expect(text).toContain('Effective date: ')
    expect(text).toContain('Amount: Dollars and cents, such as 1250.00 (1 entry)')
    anyButton('Submit for approval').click()
    await flushPromises()
    expect(bridge.orders.submit).not.toHaveBeenCalled()
  })

  it('bank note 81: shows the production lock while the unit of amounts is not confirmed', async () => {
    bridge.batches.getSettings.mockResolvedValue(
      ok({
        settings: defaultAchSettings,
        version: 0,
        at: null,
        by: null,
        confirmation: null,
        isLocked: true,
      }),
    )
    const { page } = await mountCompose()
    expect(textOf(page)).toContain('Production is locked: unit of amounts not confirmed')
    await enter(page, whole)
    await writeHead(page)
    await pressButton('Submit…')
    expect(documentText()).toContain('not confirmed in pre-production')
    expect(bridge.orders.submit).not.toHaveBeenCalled()
  })

  it('submits the saved version, after a confirmation with all facts', async () => {
    const { page, router } = await mountCompose()
    // Main has counted another account type than the window has.
    bridge.batches.listFigures.mockResolvedValue(
      ok([{ direction: 'C', accountType: 'S', entries: 1, amount: 150_025 }]),
    )
    router.addRoute({ path: '/batches/:id', component: { template: '<i />' } })
    bridge.orders.submit.mockResolvedValue(ok(batchOrder({ id: 'b1' })))
    await enter(page, whole)
    await writeHead(page)
    await pressButton('Submit…')
    const text = documentText()
    for (const part of ['PPD', 'Alder Falls Operating', '2026-11-24', 'PAYROLL', 'USD 1,500.25']) {
      expect(text).toContain(part)
    }
    for (const part of [
      'CreditsUSD 1,500.25 in 1 entry',
      'Debitsnone',
      'Checkingnone',
      'SavingsUSD 1,500.25 in 1 entry',
    ])
      expect(text).toContain(part)
    expect(text).toContain('EnvironmentPractice')
    await pressButton('Submit for approval')
    expect(savedEntries()).toHaveLength(1)
    const [saved, submitted] = [bridge.batches.saveEntries, bridge.orders.submit].map(
      ({ mock }) => mock.invocationCallOrder[0] ?? 0,
    )
    expect(saved).toBeLessThan(submitted ?? 0)
    expect(router.currentRoute.value.path).toBe('/batches/b1')
  })

  it('requires a reason for possible duplicates, shows the facts and sends which it showed', async () => {
    const { page } = await mountCompose()
    const batches = ['c'.repeat(64)]
    bridge.orders.submit.mockResolvedValueOnce(
      err({ code: 'possible-duplicate', payments: [], entries: 3, batches }),
    )
    await enter(page, whole)
    await writeHead(page)
    await pressButton('Submit…')
    await pressButton('Submit for approval')
    const text = document.querySelector('[role=dialog]')?.textContent
    for (const part of ['3 possible duplicates', 'Alder Falls Operating', 'USD 1,500.25'])
      expect(text).toContain(part)
    expect(text).toContain('EnvironmentPractice')
    const field = document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea')
    if (field) field.value = 'Bonus, agreed'
    field?.dispatchEvent(new Event('input'))
    await pressButton('Submit possible duplicate')
    expect(bridge.orders.submit).toHaveBeenLastCalledWith({
      id: 'b1',
      reason: 'Bonus, agreed',
      shownDuplicates: { payments: [], entries: 3, batches },
    })
  })

  it('submits nothing before main has counted the saved entries', async () => {
    const { page } = await mountCompose()
    bridge.batches.listFigures.mockResolvedValue(err({ code: 'internal', reference: 'X1' }))
    await enter(page, whole)
    await writeHead(page)
    await pressButton('Submit…')
    expect(documentText()).toContain('The entries could not be saved and counted')
    await pressButton('Submit for approval')
    expect(bridge.orders.submit).not.toHaveBeenCalled()
  })

  it('discards a draft only after a confirmation with all facts', async () => {
    const { page } = await mountCompose()
    await enter(page, whole)
    await writeHead(page)
    await pause()
    page.getComponent(BatchToolbar).vm.$emit('act', 'discard')
    await flushPromises()
    expect(document.querySelector('[role=alertdialog] dl')?.textContent).toBe(
      'DescriptionPAYROLLEntries1AmountUSD 1,500.25 in 1 creditEnvironmentPractice',
    )
    expect(bridge.orders.discard).not.toHaveBeenCalled()
    await pressButton('Discard draft')
    expect(bridge.orders.discard).toHaveBeenCalledWith({ id: 'b1' })
  })

  it('submits nothing while a part is not saved', async () => {
    bridge.batches.saveEntries.mockResolvedValue(err({ code: 'internal', reference: 'X1' }))
    const { page } = await mountCompose()
    await enter(page, whole)
    await writeHead(page)
    await pressButton('Submit…')
    await pressButton('Submit for approval')
    expect(bridge.orders.submit).not.toHaveBeenCalled()
  })
})
