import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BatchImport } from '../../../../../preload/contract/domain/batches/drafts.ts'
import { secCodes } from '../../../../../preload/contract/bank/ach-origination/batch.ts'
import { emptyEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import { useWorkstation } from '../../../../../renderer/state/stores/workstation.store.ts'
import { columnsOf } from '../../../../../renderer/features/money/batch-compose/entries/entry-rows.ts'
import BatchToolbar from '../../../../../renderer/features/money/batch-compose/BatchToolbar.vue'
import EditGrid from '../../../../../renderer/ui/grid/EditGrid.vue'
import {
  batchContent,
  batchImport,
  batchUuid,
  entryId,
  recurringTemplate,
} from '../../../support/fake-batches.ts'
import { bankName } from '../../../support/fake-payment-inquiry.ts'
import { payee } from '../../../support/fake-money.ts'
import { expectDialogAccessible } from '../compose/composing.ts'
import { press } from '../../../ui/stage.ts'
import {
  account,
  anyButton,
  composeBridge,
  documentText,
  enter,
  modelOf,
  mountCompose,
  pause,
  placed,
  pressButton,
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

async function keys(key: string, more: KeyboardEventInit = {}): Promise<void> {
  press(key, more)
  await flushPromises()
}
const inDialog = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[role="dialog"] ${selector}`)
  if (!found) throw new Error(`no ${selector} in the dialog`)
  return found
}
async function pressRadio(name: string): Promise<void> {
  const labels = [...document.querySelectorAll('[role="dialog"] fieldset label')]
  const label = labels.find((one) => one.textContent.trim() === name)
  if (!label) throw new Error(`no ${name} in the dialog`)
  const radio = label.querySelector('input')
  if (radio) radio.checked = true
  radio?.dispatchEvent(new Event('change', { bubbles: true }))
  await flushPromises()
}
/** By the accessible name, for people who cannot see the line. */
async function pressNamed(name: string): Promise<void> {
  inDialog(`button[aria-label="${name}"]`).click()
  await flushPromises()
}
async function choose(label: string, value: string): Promise<void> {
  const select = inDialog(`select[aria-label="${label}"]`) as HTMLSelectElement
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await flushPromises()
}

describe('a file of entries', () => {
  const file = batchImport({
    batches: [
      {
        number: 1,
        form: batchContent().form,
        entries: 10_000,
        credits: 452_750,
        debits: 0,
        withProblems: 2,
        withWarnings: 0,
        parts: 2,
        remarks: ['The entry hash of the file is another'],
      },
    ],
    unread: [{ line: 7, text: 'total', why: 'No entry' }],
    unreadCount: 1,
  })

  it('shows its content, its problems and the number of drafts before any is created', async () => {
    bridge.batches.selectImport.mockResolvedValue(ok(file))
    bridge.batches.commitImport.mockResolvedValue(ok({ created: ['b1', 'b2'] }))
    bridge.batches.openDraft.mockResolvedValue(
      ok({ id: 'b1', uuid: batchUuid, form: batchContent().form, entries: 1 }),
    )
    bridge.batches.readDraftEntries.mockResolvedValue(ok({ entries: [placed(1)], next: null }))
    const { page } = await mountCompose()
    await keys('i', { ctrlKey: true, altKey: true })
    const text = documentText()
    for (const part of ['payroll.csv', '10,000', '2 drafts', 'entry hash of the file', 'Line 7']) {
      expect(text).toContain(part)
    }
    await expectDialog()
    await pressButton('Create 2 drafts from 10,000 entries')
    expect(bridge.batches.commitImport.mock.lastCall?.[0]).toMatchObject({
      draftId: 'd1',
      batches: [1],
    })
    expect(textOf(page)).toContain('2 drafts created from payroll.csv')
    expect(modelOf(page).count()).toBe(1)
    await pressButton('Dismiss')
    expect(textOf(page)).not.toContain('drafts created')
  })

  describe('that does not say everything', () => {
    const open = batchImport({
      asks: ['creditDebitCode', 'accountType'],
      options: { ...batchImport().options, creditDebitCode: '', accountType: '' },
      unusedColumns: [
        { header: 'Department', kind: 'harmless' },
        { header: 'Type', kind: 'ambiguous' },
        { header: 'Pay date', kind: 'unknown' },
      ],
    })
    const field = (name: string): HTMLSelectElement => {
      const labels = [...document.querySelectorAll('[role="dialog"] label')]
      const label = labels.find((one) => one.textContent.trim().startsWith(name))
      const control = document.getElementById(label?.getAttribute('for') ?? '')
      if (!(control instanceof HTMLSelectElement)) throw new Error(`no field ${name}`)
      return control
    }
    async function answer(name: string, value: string): Promise<void> {
      const control = field(name)
      control.value = value
      control.dispatchEvent(new Event('change', { bubbles: true }))
      await flushPromises()
    }

    it('names the unused columns, and becomes no draft before each question has an answer', async () => {
      bridge.batches.selectImport.mockResolvedValue(ok(open))
      await mountCompose()
      await keys('i', { ctrlKey: true, altKey: true })
      for (const part of [
        'The file does not say: choose for all entries',
        'Columns not used',
        'Pay date, Type (values unclear), Department (not needed)',
      ])
        expect(documentText()).toContain(part)
      await expectDialog()
      await pressButton('Create 1 draft from 3 entries')
      await keys('Enter', { ctrlKey: true })
      expect(bridge.batches.commitImport).not.toHaveBeenCalled()

      const debits = { ...open, options: { ...open.options, creditDebitCode: 'D' } }
      bridge.batches.mapImport.mockResolvedValue(ok(debits))
      await answer('Credit or debit', 'D')
      expect(bridge.batches.mapImport.mock.lastCall?.[0]).toMatchObject({
        draftId: 'd1',
        options: { creditDebitCode: 'D', accountType: '' },
      })
      await pressButton('Create 1 draft from 3 entries')
      expect(bridge.batches.commitImport).not.toHaveBeenCalled()

      const answered = { ...debits, options: { ...debits.options, accountType: 'S' } }
      bridge.batches.mapImport.mockResolvedValue(ok(answered))
      await answer('Account type', 'S')
      await pressButton('Create 1 draft from 3 entries')
      expect(bridge.batches.commitImport).toHaveBeenCalledOnce()
    })

    it('keeps an answer that is given while another one is applied', async () => {
      bridge.batches.selectImport.mockResolvedValue(ok(open))
      const slow = Promise.withResolvers<undefined>()
      bridge.batches.mapImport.mockImplementation(async ({ options }) => {
        await slow.promise
        return ok({ ...open, options })
      })
      await mountCompose()
      await keys('i', { ctrlKey: true, altKey: true })
      await answer('Credit or debit', 'D')
      await answer('Account type', 'S')
      slow.resolve(undefined)
      await flushPromises()
      expect(bridge.batches.mapImport.mock.lastCall?.[0]).toMatchObject({
        options: { creditDebitCode: 'D', accountType: 'S' },
      })
      await pressButton('Create 1 draft from 3 entries')
      expect(bridge.batches.commitImport).toHaveBeenCalledOnce()
    })

    it('is not free of problems where it is only checked', async () => {
      bridge.batches.selectImport.mockResolvedValue(ok(open))
      await mountCompose()
      await keys('j', { ctrlKey: true, altKey: true })
      for (const part of [
        'No entry has problems',
        'Credit or debit is not stated. The account type is not stated. 2 columns are not used.',
      ])
        expect(documentText()).toContain(part)
    })

    it('still names the unused columns beside the created draft', async () => {
      bridge.batches.selectImport.mockResolvedValue(
        ok(batchImport({ isPlain: true, unusedColumns: open.unusedColumns.slice(0, 1) })),
      )
      const { page } = await mountCompose()
      await keys('i', { ctrlKey: true, altKey: true })
      expect(textOf(page)).toContain('1 draft created from payroll.csv')
      expect(textOf(page)).toContain('Columns not used: Department (not needed).')
    })
  })

  describe('that is only checked', () => {
    const nacha = batchImport({
      file: 'payroll.ach',
      kind: 'nacha',
      headers: [],
      mapping: {},
      batches: [
        {
          number: 1,
          form: batchContent().form,
          entries: 2,
          credits: 300,
          debits: 0,
          withProblems: 1,
          withWarnings: 0,
          parts: 1,
          remarks: ['The batch header record (line 2): its entry description is blank'],
        },
      ],
      remarks: ['There is no file control record'],
      unread: [{ line: 7, text: '8', why: 'Does not start with a record type' }],
      unreadCount: 1,
    })

    async function check(): Promise<void> {
      bridge.batches.selectImport.mockResolvedValue(ok(nacha))
      const problem = { path: '', message: 'The line ends after 35 of 94 characters' }
      bridge.batches.listImportRows.mockResolvedValue(
        ok({
          items: [
            {
              batch: 1,
              row: 4,
              entry: { ...emptyEntry(entryId(1)), receiverName: 'P' },
              problems: [{ ...problem, source: 'Nacha, entry detail record' }],
              warnings: [],
            },
          ] as never,
          next: null,
          total: 1,
        }),
      )
      await mountCompose()
      await keys('j', { ctrlKey: true, altKey: true })
      expect(documentText()).toContain('Nothing is imported.')
    }

    it('shows its content and every remark with record, line and rule, and offers no import', async () => {
      await check()
      inDialog('[data-row="0"]').click()
      await flushPromises()
      const text = documentText()
      for (const part of [
        'Check of payroll.ach',
        'There is no file control record',
        'Line 7',
        'The batch header record (line 2): its entry description is blank',
        'Line 4:',
        'ends after 35 of 94 characters',
        'Nacha, entry detail record',
      ]) {
        expect(text).toContain(part)
      }
      await expectDialog()
      expect(() => anyButton('Make')).toThrow()
      expect(document.querySelector('[role="dialog"] input[type="checkbox"]')).toBeNull()
      await keys('Enter', { ctrlKey: true })
      expect(bridge.batches.commitImport).not.toHaveBeenCalled()
    })

    it('shows first its kind, the extent of its problems, and the next step', async () => {
      await check()
      const verdict = inDialog('[data-verdict]')
      const pageText = verdict.textContent.replace(/\s+/g, ' ')
      for (const part of [
        '1 of 2 entries has problems',
        '2 remarks about the file',
        '1 line was not read',
        'Correct the file and check it again, or import it and correct the entries here.',
      ]) {
        expect(pageText).toContain(part)
      }
      expect(documentText()).toContain('NACHA file: 1 batch, 2 entries.')
      expect(document.activeElement).toBe(verdict)
      // Only rows with problems are listed.
      expect(bridge.batches.listImportRows.mock.lastCall?.[0]).toMatchObject({ only: 'problems' })
    })

    it('counts every remark, also remarks that are not listed', async () => {
      bridge.batches.selectImport.mockResolvedValue(
        ok({ ...nacha, remarks: ['There is no file control record'], remarkCount: 30_001 }),
      )
      await mountCompose()
      await keys('j', { ctrlKey: true, altKey: true })
      expect(inDialog('[data-verdict]').textContent).toContain('30,002 remarks about the file')
      expect(inDialog('[aria-label="About the file"]').textContent).toContain('30,000 more remarks')
    })

    it('is imported without being chosen again', async () => {
      await check()
      await pressButton('Import this file')
      expect(bridge.batches.selectImport).toHaveBeenCalledTimes(1)
      expect(documentText()).toContain('Entries of payroll.ach')
      await pressButton('Create 1 draft from 2 entries')
      expect(bridge.batches.commitImport.mock.lastCall?.[0]).toMatchObject({ draftId: 'd1' })
    })

    it('without problems is reported as such, with its totals', async () => {
      bridge.batches.selectImport.mockResolvedValue(ok(batchImport()))
      await mountCompose()
      await keys('j', { ctrlKey: true, altKey: true })
      const pageText = inDialog('[data-verdict]').textContent
      for (const part of ['No problems found', 'Credits USD 4,527.50', 'Import this file']) {
        expect(pageText).toContain(part)
      }
    })

    it('without entries is reported as such, not as free of problems', async () => {
      const [batch] = batchImport().batches
      const none = { ...batch, entries: 0, credits: 0 } as BatchImport['batches'][number]
      bridge.batches.selectImport.mockResolvedValue(
        ok(batchImport({ batches: [none], unreadCount: 2 })),
      )
      await mountCompose()
      await keys('j', { ctrlKey: true, altKey: true })
      const pageText = inDialog('[data-verdict]').textContent
      for (const part of ['No entries read', '2 lines were not read', 'Choose the columns below']) {
        expect(pageText).toContain(part)
      }
      expect(() => anyButton('Import this file')).toThrow()
    })

    it('is replaced by another file, with the filter cleared', async () => {
      await check()
      bridge.batches.selectImport.mockResolvedValue(ok(batchImport({ draftId: 'd2' })))
      await pressButton('Another file')
      expect(bridge.batches.listImportRows.mock.lastCall?.[0]).toMatchObject({
        draftId: 'd2',
        only: 'all',
      })
      expect(document.activeElement).toBe(inDialog('[data-verdict]'))
    })

    it.each([
      ['its button', () => pressButton('Close')],
      ['Escape', () => keys('Escape')],
    ])('is discarded once it is closed with %s', async (_how, close) => {
      await check()
      await close()
      expect(document.querySelector('[role="dialog"]')).toBeNull()
      expect(bridge.batches.discardImport).toHaveBeenCalledWith({ draftId: nacha.draftId })
      expect(bridge.batches.commitImport).not.toHaveBeenCalled()
    })
  })

  it('of returns and changes shows the returned entries and our originals, and offers no import', async () => {
    const back = { kind: 'return' as const, receiverName: 'RIDGEWAY SUPPLY', others: 0 }
    bridge.batches.selectImport.mockResolvedValue(
      ok(
        batchImport({
          kind: 'nacha',
          file: 'returns.ach',
          hasOnlyReturns: true,
          batches: [],
          returnCount: 3,
          changeCount: 1,
          ownReturnCount: 2,
        }),
      ),
    )
    bridge.batches.listImportReturns.mockResolvedValue(
      ok({
        items: [
          {
            ...back,
            line: 4,
            code: 'R03',
            originalTrace: '041000120000001',
            amount: 125_000,
            account: '\u2022\u2022\u2022\u20225678',
            corrections: {},
            entry: {
              orderId: 'b1',
              entryId: 'e1',
              batchUuid,
              receiverName: 'Ridgeway Supply',
              amount: 700,
              differs: ['amount'],
            },
          },
          {
            ...back,
            line: 6,
            code: 'R01',
            originalTrace: '041000120009999',
            amount: 100,
            account: '\u2022\u2022\u2022\u20227766',
            corrections: {},
            entry: null,
          },
          {
            ...back,
            kind: 'change',
            line: 9,
            code: 'C01',
            originalTrace: '041000120000002',
            amount: 0,
            account: '\u2022\u2022\u2022\u20225678',
            corrections: { accountNumber: '\u2022\u2022\u2022\u20221918' },
            entry: {
              orderId: 'b1',
              entryId: 'e2',
              batchUuid,
              receiverName: 'Ada Cole',
              amount: 700,
              differs: [],
            },
          },
        ],
        next: null,
        total: 3,
      }),
    )
    await mountCompose()
    await keys('i', { ctrlKey: true, altKey: true })
    const text = documentText()
    for (const part of [
      'Returns and changes in returns.ach',
      'R03',
      'No account / unable to locate account',
      '041000120000001',
      'RIDGEWAY SUPPLY',
      'USD 1,250.00',
      'Sent: USD 7.00',
      'R01',
      'Not an entry from here',
      '2 returns and 1 notification of change',
      '2 for our entries, 1 for others',
      '\u2022\u2022\u2022\u20221918',
    ]) {
      expect(text).toContain(part)
    }
    // A notification of change carries no amount.
    expect(inDialog('[role="grid"]').textContent).not.toContain('USD 0.00')
    // Returns are not entries with problems.
    expect(text).not.toContain('With problems')
    await pressRadio('Our entries 2')
    expect(bridge.batches.listImportReturns.mock.lastCall?.[0]).toMatchObject({ only: 'ours' })
    const link = inDialog('a[href="/batches/b1/e1"]')
    expect(link.textContent).toContain('Ridgeway Supply')
    expect(() => anyButton('Make')).toThrow()
    await keys('Enter', { ctrlKey: true })
    expect(bridge.batches.commitImport).not.toHaveBeenCalled()
    await expectDialog()
  })

  it('of returns keeps its state when an operator comes back from one of our entries', async () => {
    const returned = (line: number) => ({
      line,
      kind: 'return' as const,
      code: 'R03',
      originalTrace: `04100012000000${String(line)}`,
      receiverName: `P ${String(line)}`,
      amount: 700,
      account: '',
      corrections: {},
      others: 0,
      entry: {
        orderId: 'b1',
        entryId: `e${String(line)}`,
        batchUuid,
        amount: 700,
        differs: [],
        receiverName: `Payee ${String(line)}`,
      },
    })
    bridge.batches.selectImport.mockResolvedValue(
      ok(
        batchImport({
          kind: 'nacha',
          file: 'returns.ach',
          hasOnlyReturns: true,
          batches: [],
          returnCount: 3,
          changeCount: 0,
          ownReturnCount: 3,
        }),
      ),
    )
    bridge.batches.listImportReturns.mockResolvedValue(
      ok({ items: [4, 6, 8].map(returned), next: null, total: 3 }),
    )
    const { router } = await mountCompose()
    await keys('i', { ctrlKey: true, altKey: true })
    await pressRadio('Our entries 3')
    inDialog('[data-row="1"]').click()
    inDialog('a[href="/batches/b1/e6"]').click()
    await flushPromises()
    expect(router.currentRoute.value.fullPath).toBe('/batches/b1/e6')
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    expect(bridge.batches.discardImport).not.toHaveBeenCalled()

    await router.push('/batches/new')
    await flushPromises()
    expect(documentText()).toContain('Returns and changes in returns.ach')
    expect(documentText()).toContain('Line 6:')
    expect(bridge.batches.listImportReturns.mock.lastCall?.[0]).toMatchObject({ only: 'ours' })
    expect(document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row']).toBe('1')
    expect(bridge.batches.selectImport).toHaveBeenCalledOnce()
    // Closed by the operator, also from a row, the list is finished.
    await keys('Escape')
    expect(bridge.batches.discardImport).toHaveBeenCalledOnce()
  })

  it('without any problem becomes a draft at once, and replaces an empty one', async () => {
    bridge.batches.selectImport.mockResolvedValue(ok(batchImport({ isPlain: true })))
    bridge.batches.commitImport.mockResolvedValue(ok({ created: ['b2'] }))
    bridge.batches.openDraft.mockResolvedValue(
      ok({ id: 'b2', uuid: batchUuid, form: batchContent().form, entries: 1 }),
    )
    bridge.batches.readDraftEntries.mockResolvedValue(ok({ entries: [placed(1)], next: null }))
    const { page } = await mountCompose()
    await page.get('[name="companyDescriptiveDate"]').setValue('NOV 27')
    await pause()
    expect(bridge.batches.create).toHaveBeenCalledOnce()
    await keys('i', { ctrlKey: true, altKey: true })
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    // The name of the file is payroll.csv.
    expect(bridge.batches.commitImport.mock.lastCall?.[0]).toMatchObject({
      batches: [1],
      form: { companyEntryDescription: 'PAYROLL', companyDescriptiveDate: 'NOV 27' },
    })
    expect(modelOf(page).count()).toBe(1)
    expect(bridge.orders.discard).toHaveBeenCalledExactlyOnceWith({ id: 'b1' })
  })

  it('of another name is led to the description that it needs, which counts as an error', async () => {
    bridge.batches.selectImport.mockResolvedValue(
      ok(batchImport({ isPlain: true, file: 'pay5.csv' })),
    )
    bridge.batches.commitImport.mockResolvedValue(ok({ created: ['b2'] }))
    const form = { ...batchContent().form, companyEntryDescription: '' }
    bridge.batches.openDraft.mockResolvedValue(ok({ id: 'b2', uuid: batchUuid, form, entries: 1 }))
    bridge.batches.readDraftEntries.mockResolvedValue(ok({ entries: [placed(1)], next: null }))
    const { page } = await mountCompose()
    await keys('i', { ctrlKey: true, altKey: true })
    await vi.waitFor(() =>
      expect(document.activeElement?.getAttribute('name')).toBe('companyEntryDescription'),
    )
    const totals = page.get('[aria-label="Batch totals"]')
    expect(totals.text()).toContain('1 error')
    await totals.get('[aria-expanded]').trigger('click')
    expect(documentText()).toContain('Entry description: Needed')
    await page.get('[name="companyEntryDescription"]').setValue('PAYROLL')
    expect(totals.text()).not.toContain('error')
  })

  it('never replaces a batch with entries', async () => {
    bridge.batches.selectImport.mockResolvedValue(ok(batchImport({ isPlain: true })))
    bridge.batches.commitImport.mockResolvedValue(ok({ created: ['b2'] }))
    bridge.batches.openDraft.mockResolvedValue(
      ok({ id: 'b2', uuid: batchUuid, form: batchContent().form, entries: 1 }),
    )
    const { page } = await mountCompose()
    await enter(page, whole)
    await pause()
    await keys('i', { ctrlKey: true, altKey: true })
    expect(bridge.batches.openDraft).toHaveBeenCalledWith({ id: 'b2' })
    expect(bridge.orders.discard).not.toHaveBeenCalled()
  })

  it('without any problem is only shown where it is checked', async () => {
    bridge.batches.selectImport.mockResolvedValue(ok(batchImport({ isPlain: true })))
    await mountCompose()
    await keys('j', { ctrlKey: true, altKey: true })
    expect(documentText()).toContain('Check of payroll.csv')
    expect(bridge.batches.commitImport).not.toHaveBeenCalled()
  })

  it('is chosen at once where another screen links to its import', async () => {
    await mountCompose('/batches/new?import')
    expect(bridge.batches.selectImport).toHaveBeenCalledOnce()
  })

  it('reports the created drafts only on the screen where they were created', async () => {
    bridge.batches.selectImport.mockResolvedValue(ok(file))
    bridge.batches.commitImport.mockResolvedValue(ok({ created: ['b1', 'b2'] }))
    bridge.batches.openDraft.mockResolvedValue(
      ok({ id: 'b1', uuid: batchUuid, form: batchContent().form, entries: 1 }),
    )
    bridge.batches.readDraftEntries.mockResolvedValue(ok({ entries: [placed(1)], next: null }))
    const { router } = await mountCompose()
    await keys('i', { ctrlKey: true, altKey: true })
    await pressButton('Create 2 drafts from 10,000 entries')
    expect(documentText()).toContain('2 drafts created from payroll.csv')
    await router.push('/settings')
    await router.push('/batches/new/b1')
    await flushPromises()
    expect(documentText()).not.toContain('drafts created')
  })

  it('opens at the first cell that breaks a rule', async () => {
    bridge.batches.selectImport.mockResolvedValue(ok(file))
    bridge.batches.openDraft.mockResolvedValue(
      ok({ id: 'b1', uuid: batchUuid, form: batchContent().form, entries: 2 }),
    )
    bridge.batches.readDraftEntries.mockResolvedValue(
      ok({ entries: [placed(1), placed(2, { amount: '' })], next: null }),
    )
    const { page } = await mountCompose()
    await keys('i', { ctrlKey: true, altKey: true })
    await pressButton('Create 2 drafts from 10,000 entries')
    const at = document.activeElement as HTMLElement | null
    expect(at?.closest<HTMLElement>('[data-row]')?.dataset['row']).toBe('1')
    expect(page.get('[aria-label="Batch totals"]').text()).toContain('1 without an amount')
  })

  it('is restored after Escape, and shows all problems of the selected row', async () => {
    bridge.batches.selectImport.mockResolvedValue(ok(file))
    const problem = { path: 'routingNumber', message: 'Nine digits, leading zeros included' }
    const rows = [2, 3].map((row) => ({
      row,
      batch: 1,
      entry: { ...emptyEntry(entryId(row)), receiverName: `P ${String(row)}` },
      problems: row === 3 ? [{ ...problem, source: 'bank' }] : [],
      warnings: [],
    }))
    bridge.batches.listImportRows.mockResolvedValue(
      ok({ items: rows as never, next: null, total: 2 }),
    )
    await mountCompose()
    await keys('i', { ctrlKey: true, altKey: true })
    await keys('Escape')
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    await keys('i', { ctrlKey: true, altKey: true })
    expect(documentText()).toContain('Entries of payroll.csv')
    expect(anyButton('Another file')).toBeTruthy()
    expect(bridge.batches.discardImport).not.toHaveBeenCalled()
    expect(documentText()).toContain('Select a row to see its remarks in full')
    inDialog('[data-row="1"]').click()
    await flushPromises()
    const pageText = inDialog('[aria-label="Rows of the file"] [role="status"]').textContent
    expect(pageText.replace(/\s+/g, ' ').trim()).toBe(
      'Row 3:Routing number: Nine digits, leading zeros included',
    )
  })

  it('is read again when a column is mapped to another field', async () => {
    bridge.batches.selectImport.mockResolvedValue(ok(file))
    bridge.batches.mapImport.mockResolvedValue(ok(file))
    await mountCompose()
    await keys('i', { ctrlKey: true, altKey: true })
    await choose('Column of Identification', 'Name')
    expect(bridge.batches.mapImport.mock.lastCall?.[0]).toMatchObject({
      mapping: { identificationNumber: 'Name', receiverName: 'Name' },
    })
    await choose('Column of Amount', '')
    expect(bridge.batches.mapImport.mock.lastCall?.[0].mapping).not.toHaveProperty('amount')
  })

  it('shows why it is refused, and creates nothing', async () => {
    bridge.batches.selectImport.mockResolvedValue(
      err({ code: 'file-not-understood', file: 'a.pdf', detail: 'It is no table' }),
    )
    await mountCompose()
    await keys('i', { ctrlKey: true, altKey: true })
    expect(documentText()).toContain('a.pdf')
    expect(bridge.batches.commitImport).not.toHaveBeenCalled()
  })
})

async function expectDialog(): Promise<void> {
  vi.useRealTimers()
  await expectDialogAccessible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
}

describe('the comparison with the last batch', () => {
  it('compares the saved version, shows totals and each difference, and links to the entry', async () => {
    bridge.batches.compareWithLast.mockResolvedValue(
      ok({
        last: {
          orderId: 'b0',
          uuid: batchUuid,
          effectiveDate: '2026-11-13',
          entries: 2,
          credits: 300_025,
          debits: 0,
        },
        now: { entries: 1, credits: 150_025, debits: 0 },
        counts: { changed: 1, added: 0, gone: 1, same: 297 },
        differences: [
          {
            kind: 'changed',
            entryId: entryId(1),
            receiverName: 'Jonas Weber',
            account: '\u2022\u2022\u2022\u20225678',
            now: 150_025,
            before: 100_025,
          },
          {
            kind: 'gone',
            entryId: null,
            receiverName: 'Mia Chen',
            account: '\u2022\u2022\u2022\u20220017',
            now: null,
            before: 200_000,
          },
        ],
      }),
    )
    bridge.batches.openDraft.mockResolvedValue(
      ok({ id: 'b1', uuid: batchUuid, form: batchContent().form, entries: 1 }),
    )
    bridge.batches.readDraftEntries.mockResolvedValue(ok({ entries: [placed(1)], next: null }))
    const { page } = await mountCompose('/batches/new/b1')
    await flushPromises()
    page.getComponent(BatchToolbar).vm.$emit('act', 'compare')
    await flushPromises()
    expect(bridge.batches.compareWithLast).toHaveBeenCalledExactlyOnceWith({ id: 'b1' })
    const text = documentText()
    for (const part of [
      '2026-11-13',
      '-USD 1,500.00',
      '1 amount changed, 0 added, 1 gone, 297 unchanged',
      '+USD 500.00',
      'Mia Chen',
    ])
      expect(text).toContain(part)
    await expectDialog()
    await pressButton('Go there')
    await pause(300)
    const at = document.activeElement as HTMLElement | null
    expect(at?.closest<HTMLElement>('[data-row]')?.dataset['row']).toBe('0')
  })

  it('reports that there is no earlier batch of its kind', async () => {
    bridge.batches.openDraft.mockResolvedValue(
      ok({ id: 'b1', uuid: batchUuid, form: batchContent().form, entries: 1 }),
    )
    const { page } = await mountCompose('/batches/new/b1')
    await flushPromises()
    page.getComponent(BatchToolbar).vm.$emit('act', 'compare')
    await flushPromises()
    expect(documentText()).toContain('No earlier batch of this kind')
  })
})

describe('templates of batches', () => {
  it('are saved with their interval, and prepared as a draft that is opened', async () => {
    bridge.batches.openDraft.mockResolvedValue(
      ok({ id: 'b2', uuid: batchUuid, form: batchContent().form, entries: 1 }),
    )
    bridge.batches.readDraftEntries.mockResolvedValue(ok({ entries: [placed(1)], next: null }))
    const { page } = await mountCompose()
    await enter(page, whole)
    await page.get('[name="effectiveDate"]').setValue('2026-11-24')
    await keys('t', { ctrlKey: true, altKey: true })
    const name = inDialog('[name="template-name"]') as HTMLInputElement
    name.value = 'Salaries'
    name.dispatchEvent(new Event('input'))
    const recurs = inDialog('[name="recurs"]') as HTMLSelectElement
    recurs.value = 'two-weeks'
    recurs.dispatchEvent(new Event('change', { bubbles: true }))
    await flushPromises()
    await expectDialog()
    inDialog('form').dispatchEvent(new Event('submit', { cancelable: true }))
    await flushPromises()
    expect(bridge.batches.saveTemplate.mock.lastCall?.[0]).toEqual({
      id: 'b1',
      name: 'Salaries',
      recurrence: {
        every: 'two-weeks',
        from: '2026-11-24',
        onClosedDay: 'before',
        daysAhead: 3,
      },
      replaces: null,
    })
    await pressNamed('Prepare Payroll')
    expect(bridge.batches.useTemplate).toHaveBeenCalledWith({ id: 't1', version: 4 })
    expect(bridge.batches.openDraft).toHaveBeenCalledWith({ id: 'b2' })
    expect(bridge.orders.submit).not.toHaveBeenCalled()
  })

  it('that become several drafts link to all of them', async () => {
    bridge.batches.useTemplate.mockResolvedValue(ok({ id: 'b2', others: ['b3', 'b4'] }))
    const { page } = await mountCompose()
    await keys('t', { ctrlKey: true, altKey: true })
    await pressNamed('Prepare Payroll')
    expect(bridge.batches.openDraft).toHaveBeenCalledWith({ id: 'b2' })
    expect(textOf(page)).toContain('3 drafts created from Payroll')
    expect(anyButton('Show all drafts')).toBeTruthy()
  })

  it('report all created drafts when the first cannot be opened', async () => {
    bridge.batches.useTemplate.mockResolvedValue(ok({ id: 'b2', others: ['b3', 'b4'] }))
    bridge.batches.openDraft.mockResolvedValue(err({ code: 'not-maker' }))
    const { page } = await mountCompose()
    await keys('t', { ctrlKey: true, altKey: true })
    await pressNamed('Prepare Payroll')
    expect(textOf(page)).toContain('3 drafts created from Payroll')
    expect(textOf(page)).toContain('The first one could not be opened')
    expect(textOf(page)).not.toContain('The first one is open')
    expect(anyButton('Show all drafts')).toBeTruthy()
  })

  it('link to their only draft when it cannot be opened', async () => {
    bridge.batches.useTemplate.mockResolvedValue(ok({ id: 'b2', others: [] }))
    bridge.batches.openDraft.mockResolvedValue(err({ code: 'not-maker' }))
    const { page } = await mountCompose()
    await keys('t', { ctrlKey: true, altKey: true })
    await pressNamed('Prepare Payroll')
    expect(textOf(page)).toContain('1 draft created from Payroll')
    expect(textOf(page)).toContain('Find it under Drafts')
    expect(anyButton('Show all drafts')).toBeTruthy()
  })

  it('are shown at once where the inbox links to them', async () => {
    await mountCompose('/batches/new?templates')
    await expectDialog()
    expect(document.querySelector('[aria-label="Saved templates"]')?.textContent).toContain(
      'Payroll',
    )
  })

  it('report a missed date, and continue with the next one on request', async () => {
    const missed = { nextDate: '2026-11-20', preparedOn: '2026-11-17', goesOnWith: '2026-11-27' }
    const line = recurringTemplate(missed)
    bridge.batches.listTemplates.mockResolvedValue(ok({ items: [line], next: null, total: 1 }))
    await mountCompose()
    await keys('t', { ctrlKey: true, altKey: true })
    await expectDialog()
    expect(document.body.textContent).toContain('No draft was prepared for 2026-11-20')
    expect(document.body.textContent).not.toContain('next for 2026-11-20')
    await pressNamed('Continue with 2026-11-27: Payroll')
    const { recurrence } = line
    expect(bridge.batches.changeRecurrence).toHaveBeenCalledWith({
      id: 't1',
      version: 4,
      recurrence,
    })
    expect(document.body.textContent).toContain('Payroll continues with 2026-11-27.')
  })

  it('say that their owner can no longer create drafts, and continue for whoever says so', async () => {
    const line = recurringTemplate({ isOwnerGone: true })
    bridge.batches.listTemplates.mockResolvedValue(ok({ items: [line], next: null, total: 1 }))
    await mountCompose()
    await keys('t', { ctrlKey: true, altKey: true })
    await expectDialog()
    expect(document.body.textContent).toContain('Mara Ellison can no longer create drafts')
    await pressNamed('Continue with 2026-11-27: Payroll')
    expect(bridge.batches.changeRecurrence.mock.lastCall?.[0]).toMatchObject({ version: 4 })
    expect(document.body.textContent).toContain('Payroll continues with 2026-11-27.')
  })

  it('replace the one that is shown under the name, in whatever case, and read it again when refused', async () => {
    bridge.batches.saveTemplate.mockResolvedValue(err({ code: 'changed-meanwhile' }))
    const { page } = await mountCompose()
    await enter(page, whole)
    await keys('t', { ctrlKey: true, altKey: true })
    await flushPromises()
    const name = inDialog('[name="template-name"]') as HTMLInputElement
    name.value = 'PAYROLL'
    name.dispatchEvent(new Event('input'))
    await flushPromises()
    const reads = bridge.batches.listTemplates.mock.calls.length
    await pressButton('Replace')
    expect(bridge.batches.saveTemplate.mock.lastCall?.[0]).toMatchObject({ replaces: 4 })
    expect(document.body.textContent).toContain('Changed since it was shown')
    expect(bridge.batches.listTemplates.mock.calls.length).toBe(reads + 1)
  })

  it('are removed only by a second press', async () => {
    await mountCompose()
    await keys('t', { ctrlKey: true, altKey: true })
    await pressButton('Delete')
    expect(bridge.batches.removeTemplate).not.toHaveBeenCalled()
    await pressNamed('Confirm delete Payroll')
    expect(bridge.batches.removeTemplate).toHaveBeenCalledWith({ id: 't1', version: 4 })
  })
})

describe('the entry beside the grid', () => {
  async function opened() {
    const { page } = await mountCompose()
    await page.get('input[type="radio"][value="CTX"]').setValue(true)
    await enter(page, { ...whole, receiverName: 'Jos\u00e9 N\u00fa\u00f1ez' })
    const key = modelOf(page).rowAt(0)?.key ?? ''
    page.getComponent(EditGrid).vm.$emit('open', key)
    await flushPromises()
    return { page, key, panel: page.get('aside[aria-label="Entry"]') }
  }
  const press = async (
    panel: Awaited<ReturnType<typeof opened>>['panel'],
    expectedText: string,
  ) => {
    await panel
      .findAll('button')
      .find(
        (one) => one.text().includes(expectedText) || one.attributes('aria-label') === expectedText,
      )
      ?.trigger('click')
    await flushPromises()
  }

  it('shows the single routing number as the two fields of the bank, and names its bank', async () => {
    bridge.bankNames.find.mockResolvedValue(ok({ names: [bankName()], hasDirectory: true }))
    const { panel } = await opened()
    const text = panel.text().replace(/\s+/g, ' ')
    expect(text).toContain('MILL BANK')
    expect(text).toContain('RDFI number02100002')
    expect(text).toContain('Check digit1')
    // The bank's own name of a field is shown only on demand.
    expect(text).not.toMatch(/totalAmount|receivingDFIId|DFIAccountNumber/)
    expect(panel.find('[title="Sent as totalAmount"]').exists()).toBe(true)
  })

  it.each(secCodes)(
    'has hints of the %s grid in words, without the bank’s field names',
    (secCode) => {
      const hints = columnsOf(secCode).map(({ hint = '' }) => hint)
      expect(hints[0]).toBe(secCode === 'PPD' ? 'Name of the person' : 'Name of the company')
      expect(hints).toContain('Account type: C checking, S savings')
      expect(hints.join('\n')).not.toMatch(/[a-z][A-Z]/)
    },
  )

  it('offers the nearest ASCII text, and writes it only on request', async () => {
    const { page, panel } = await opened()
    expect(modelOf(page).rowAt(0)?.cells['receiverName']).toBe('Jos\u00e9 N\u00fa\u00f1ez')
    await press(panel, 'Write it \u201cJose Nunez\u201d')
    expect(modelOf(page).rowAt(0)?.cells['receiverName']).toBe('Jose Nunez')
  })

  it('counts the addenda, keeps their order, and restores a removed one', async () => {
    const { page, panel } = await opened()
    await press(panel, 'Add')
    await panel.get('[aria-label="Addenda 1"]').setValue('RMR*IV*1')
    await press(panel, 'Add')
    await panel.get('[aria-label="Addenda 2"]').setValue('RMR*IV*2')
    expect(panel.text()).toContain('2 addenda records: the count is computed')
    await press(panel, 'Move addenda 2 up')
    await pause()
    const saved = () => bridge.batches.saveEntries.mock.lastCall?.[0].put[0]?.entry.addenda
    expect(saved()).toEqual(['RMR*IV*2', 'RMR*IV*1'])
    await press(panel, 'Remove addenda 1')
    modelOf(page).undo()
    await pause()
    expect(saved()).toEqual(['RMR*IV*2', 'RMR*IV*1'])
  })

  it('uses a payee of the book only with the account of that payee', async () => {
    const known = payee()
    bridge.payees.list.mockResolvedValue(ok({ items: [known], next: null, total: 1 }))
    bridge.payees.reveal.mockResolvedValue(ok(known))
    const { page, key, panel } = await opened()
    await press(panel, 'Payee')
    document.querySelector<HTMLElement>('[role="dialog"] [role="option"]')?.click()
    await pause()
    const saved = () => bridge.batches.saveEntries.mock.lastCall?.[0].put[0]?.entry
    expect(saved()).toMatchObject({
      payeeId: known.id,
      accountNumber: known.approved?.accountNumber,
      routingNumber: known.approved?.bank.aba,
    })
    modelOf(page).write([{ index: modelOf(page).indexOf(key), cells: { accountNumber: '999' } }])
    await pause()
    expect(saved()).toMatchObject({ payeeId: null, accountNumber: '999' })
  })
})

describe('the check of account owners', () => {
  it('covers all or the selected entries, by the chosen age, and can be stopped', async () => {
    const { page } = await mountCompose()
    await enter(page, whole, whole)
    await pause()
    const [first, second] = modelOf(page).rows()
    const picked = [first?.key ?? '', second?.key ?? '']
    page.getComponent(EditGrid).vm.$emit('select', {
      key: picked[0],
      columnId: 'amount',
      keys: picked,
    })
    bridge.batches.checkOwnership.mockResolvedValue(
      ok({ id: 'b1', state: 'running', why: null, done: 1, of: 2, reused: 0, remaining: 0 }),
    )
    await keys('o', { ctrlKey: true, altKey: true })
    await expectDialog()
    await pressButton('Verify accounts of 2 selected entries')
    expect(bridge.batches.checkOwnership.mock.lastCall?.[0]).toEqual({
      id: 'b1',
      entryIds: picked,
      maxAgeHours: 720,
    })
    expect(documentText()).toContain('1 of 2')
    await pressButton('Stop')
    expect(bridge.batches.stopOwnership).toHaveBeenCalledWith({ id: 'b1' })
  })

  it('is continued only by a person after an interruption', async () => {
    const why = 'The program ended, or the profile was left, while it ran.'
    const counts = { done: 5, of: 80, reused: 0, remaining: 75 }
    bridge.batches.getOwnershipRun.mockResolvedValue(
      ok({ id: 'b1', state: 'interrupted', why, ...counts }),
    )
    const { page } = await mountCompose('/batches/new/b1')
    await enter(page, whole)
    await pause()
    await keys('o', { ctrlKey: true, altKey: true })
    await expectDialog()
    expect(documentText()).toContain(
      `Interrupted: 5 accounts of 80, 0 reused from earlier checks. ${why}`,
    )
    expect(bridge.batches.resumeOwnership).not.toHaveBeenCalled()
    await pressButton('Continue with 75 accounts')
    expect(bridge.batches.resumeOwnership).toHaveBeenCalledWith({ id: 'b1' })
    expect(bridge.batches.checkOwnership).not.toHaveBeenCalled()
  })

  it('waits through a pause of the bank, and shows how long', async () => {
    const { page } = await mountCompose()
    await enter(page, whole)
    await pause()
    const workstation = useWorkstation()
    const { connection } = workstation
    if (!connection) throw new Error('no connection')
    workstation.connection = {
      ...connection,
      budget: {
        ...connection.budget,
        pausedUntil: new Date(Date.now() + 119_000).toISOString(),
      },
    }
    await keys('o', { ctrlKey: true, altKey: true })
    expect(documentText()).toContain('Paused at the bank\u2019s request (429)')
  })
})

/** A dialog returns the focus to its old place. */
const focusDescriptiveDate = (page: Awaited<ReturnType<typeof mountCompose>>['page']): void =>
  (page.get('[name="companyDescriptiveDate"]').element as HTMLElement).focus()

describe('the link from the owners to an entry', () => {
  it('focuses its cell, and the closed dialog takes no focus back', async () => {
    const { page } = await mountCompose()
    await enter(page, whole, whole)
    await pause()
    focusDescriptiveDate(page)
    await keys('o', { ctrlKey: true, altKey: true })
    await expectDialog()
    await pressButton('Go to first')
    await pause()
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    expect(document.activeElement?.closest('[role="grid"]')?.ariaLabel).toBe('Entries')
    expect(document.activeElement?.closest('[data-row]')?.getAttribute('data-row')).toBe('0')
  })
})

describe('the confirmation before a batch is submitted', () => {
  it('links to the problem, and leaves the focus there', async () => {
    const { page } = await mountCompose()
    await enter(page, whole)
    await page.get('[name="companyEntryDescription"]').setValue('')
    focusDescriptiveDate(page)
    await keys('Enter', { ctrlKey: true })
    const ways = [...document.querySelectorAll<HTMLElement>('[aria-label="Problems to fix"] li')]
    ways
      .find((one) => one.textContent.includes('Entry description'))
      ?.querySelector('button')
      ?.click()
    await pause()
    expect(document.querySelector('[role="alertdialog"]')).toBeNull()
    expect(document.activeElement?.getAttribute('name')).toBe('companyEntryDescription')
  })
})

describe('the export of a batch', () => {
  it('writes the saved version, and warns that accounts are in full', async () => {
    const { page } = await mountCompose()
    await enter(page, whole)
    await complete(page)
    await keys('h', { ctrlKey: true, altKey: true })
    await flushPromises()
    expect(bridge.batches.saveEntries).toHaveBeenCalledOnce()
    expect(bridge.batches.exportFile).toHaveBeenCalledWith({ id: 'b1', as: 'nacha' })
    expect(textOf(page)).toContain('It contains full account numbers')
    expect(() => anyButton('Save again')).toThrow()
  })

  it('lists what a NACHA file lacks before it is written, and writes it on request', async () => {
    bridge.batches.listAccounts.mockResolvedValue(ok([{ ...account, companyId: '' }]))
    const { page } = await mountCompose()
    await enter(page, whole)
    await complete(page)
    await page.get('[name="effectiveDate"]').setValue('')
    await keys('h', { ctrlKey: true, altKey: true })
    await flushPromises()
    expect(bridge.batches.exportFile).not.toHaveBeenCalled()
    expect(documentText()).toContain(
      'Other programs refuse a NACHA file without a company identification and an effective date.',
    )
    const question = document.querySelector<HTMLElement>('[role="alertdialog"]')
    expect(question?.textContent).toContain('Company identification: an administrator enters it')
    expect(question?.querySelector('a')?.getAttribute('href')).toBe('/connection/accounts')
    await pressButton('Export it anyway')
    expect(bridge.batches.exportFile).toHaveBeenCalledWith({ id: 'b1', as: 'nacha' })
  })

  it('links from what the NACHA file lacks to the empty field', async () => {
    const { page } = await mountCompose()
    await enter(page, whole)
    await complete(page)
    await page.get('[name="companyEntryDescription"]').setValue('')
    focusDescriptiveDate(page)
    await keys('h', { ctrlKey: true, altKey: true })
    await flushPromises()
    await pressButton('Go there')
    await pause()
    expect(document.querySelector('[role="alertdialog"]')).toBeNull()
    expect(document.activeElement?.getAttribute('name')).toBe('companyEntryDescription')
    expect(bridge.batches.exportFile).not.toHaveBeenCalled()
  })

  it('requires the own account first where none is chosen', async () => {
    const { page } = await mountCompose()
    await enter(page, whole)
    await complete(page)
    await page.get('[name="accountId"]').setValue('')
    focusDescriptiveDate(page)
    await keys('h', { ctrlKey: true, altKey: true })
    await flushPromises()
    expect(documentText()).toContain('Company identification: choose the own account')
    await pressButton('Go there')
    await pause()
    expect(document.activeElement?.getAttribute('name')).toBe('accountId')
  })

  it('writes a table at once, even where a NACHA file would lack something', async () => {
    const { page } = await mountCompose()
    await enter(page, whole)
    await keys('c', { ctrlKey: true, altKey: true })
    await flushPromises()
    expect(bridge.batches.exportFile).toHaveBeenCalledWith({ id: 'b1', as: 'csv' })
  })

  async function complete(page: Awaited<ReturnType<typeof mountCompose>>['page']): Promise<void> {
    await page.get('[name="accountId"]').setValue('practice-1')
    await page.get('[name="effectiveDate"]').setValue('2026-11-24')
    await page.get('[name="companyEntryDescription"]').setValue('PAYROLL')
  }
})
