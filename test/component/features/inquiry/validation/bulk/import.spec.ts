import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../../../../../preload/contract/kernel/result.ts'
import { checkedImport, draftRow, importDraft } from '../../../../support/fake-bulk.ts'
import { agreedVolume } from '../../../../support/fake-overview.ts'
import { connectionState, fakeBridge } from '../../../../support/fake-bridge.ts'
import { expectNoViolation } from '../../../../support/page.ts'
import { byRole, settle, until } from '../../../../ui/stage.ts'
import { choose, click, openBulk, pageText, type } from './stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  bridge.bulk.check.mockResolvedValue(ok(checkedImport({ rows: 490, sendable: 482, heldBack: 8 })))
})
const startButton = () => byRole('button', 'Validate 482 accounts of vendors.csv')

async function openImport(part: Parameters<typeof importDraft>[0] = {}) {
  bridge.bulk.selectFile.mockResolvedValue(ok(importDraft(part)))
  const mounted = await openBulk()
  await click('Choose a file')
  await until(() => byRole('grid', 'Rows of the file'))
  await until(() => expect(bridge.bulk.listDraftRows).toHaveBeenCalled())
  await flushPromises()
  return mounted
}
/** Waits for the check after a change. */
async function checkedAgain(before: number): Promise<void> {
  await until(() => expect(bridge.bulk.check.mock.calls.length).toBeGreaterThan(before))
  await flushPromises()
}
const checks = () => bridge.bulk.check.mock.calls.length
const lastCheck = () => bridge.bulk.check.mock.calls.at(-1)?.[0]

describe('an imported file', () => {
  it('shows what was read, the meaning of each column, and whether that was remembered', async () => {
    const { page } = await openImport()
    for (const part of ['CSV, 2 rows, 3 columns', 'Suggested', 'Ridgeway Supply', '021000021'])
      expect(pageText()).toContain(part)
    expect((byRole('combobox', 'What “Routing” means') as HTMLSelectElement).value).toBe(
      'routingNumber',
    )
    await expectNoViolation(page)
  })

  it('warns before it begins that it exceeds the agreed volume, and can begin all the same', async () => {
    bridge.overview.getAgreedVolumes.mockResolvedValue(ok([agreedVolume()]))
    const { page } = await openImport()
    expect(pageText()).toContain('Account validation: 482 more exceed the agreed volume')
    expect(pageText()).toContain('1,700 of 2,000 used this month')
    expect(pageText()).toContain('The month began 2026-11-01, New York time')
    await expectNoViolation(page)
    startButton().click()
    await until(() => expect(bridge.bulk.start).toHaveBeenCalledOnce())
  })

  it('is no reason to warn while enough of the agreed volume is left', async () => {
    const volumes = [agreedVolume({ used: 1000 }), agreedVolume({ product: 'wire', used: 9000 })]
    bridge.overview.getAgreedVolumes.mockResolvedValue(ok(volumes))
    await openImport()
    expect(bridge.overview.getAgreedVolumes).toHaveBeenCalled()
    expect(pageText()).not.toContain('agreed volume')
  })

  it('shows that a mapping was remembered', async () => {
    await openImport({ mappingFrom: 'remembered' })
    expect(pageText()).toContain('As set the last time')
  })

  it('checks again after a changed column meaning, and keeps all other input', async () => {
    await openImport()
    const name = byRole('textbox', 'Name of the run') as HTMLInputElement
    name.value = 'November'
    name.dispatchEvent(new Event('input'))
    const before = checks()
    await choose('What “Vendor” means', 'retain')
    await checkedAgain(before)
    expect(lastCheck()?.mapping).toEqual([
      { column: 0, target: 'retain' },
      { column: 1, target: 'routingNumber' },
      { column: 2, target: 'accountNumber' },
    ])
    expect((byRole('textbox', 'Name of the run') as HTMLInputElement).value).toBe('November')
  })

  it('names the columns with values that are neither sent nor stored, as they are mapped', async () => {
    await openImport({
      headers: ['Vendor', 'Routing', 'Account', 'Account type', 'Blank'],
      samples: [['A'], ['021000021'], ['1'], ['Savings'], ['']],
      filledColumns: [0, 1, 2, 3],
    })
    expect(pageText()).toContain('Columns not usedAccount type')
    const before = checks()
    await choose('What “Account type” means', 'retain')
    await checkedAgain(before)
    expect(pageText()).not.toContain('Columns not used')
  })

  it('names beside a column the other column with the same meaning', async () => {
    await openImport()
    const before = checks()
    await choose('What “Vendor” means', 'accountNumber')
    // A pending check would otherwise run in the next test.
    await checkedAgain(before)
    expect(pageText()).toContain('Also “Account”')
    expect(pageText()).toContain('Also “Vendor”')
  })

  it('cannot be started without an account column, and shows why', async () => {
    await openImport()
    await choose('What “Account” means', '')
    expect(pageText()).toContain('Not mapped yet: Account number')
    await type('Enter', { ctrlKey: true })
    byRole('button', 'Validate the accounts of vendors.csv').click()
    await flushPromises()
    expect(bridge.bulk.start).not.toHaveBeenCalled()
  })

  it('reports a missing column once, and checks the rows when it is mapped', async () => {
    bridge.bulk.selectFile.mockResolvedValue(
      ok(importDraft({ mapping: [{ column: 0, target: 'businessName' }] })),
    )
    const { page } = await openBulk()
    await click('Choose a file')
    await until(() => byRole('combobox', 'What “Vendor” means'))
    expect(pageText().split('Routing number, Account number')).toHaveLength(2)
    expect(pageText()).toContain('The rows are not checked yet')
    expect(pageText()).not.toContain('Nine digits')
    await expectNoViolation(page)
    await choose('What “Routing” means', 'routingNumber')
    expect(bridge.bulk.check).not.toHaveBeenCalled()
    await choose('What “Account” means', 'accountNumber')
    await until(() => expect(bridge.bulk.check).toHaveBeenCalledOnce())
    await until(() => expect(pageText()).toContain('Sendable 482'))
  })

  it('that has headers but no rows is reported, and another can be chosen', async () => {
    bridge.bulk.selectFile.mockResolvedValue(ok(importDraft({ rows: 0 })))
    bridge.bulk.check.mockResolvedValue(
      ok(checkedImport({ rows: 0, sendable: 0, heldBack: 0, reasons: [] })),
    )
    bridge.bulk.listDraftRows.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
    const { page } = await openBulk()
    await click('Choose a file')
    await until(() => expect(pageText()).toContain('The file has headers and no row'))
    await expectNoViolation(page)
    bridge.bulk.selectFile.mockResolvedValue(ok(importDraft({ draftId: 'd2', file: 'b.csv' })))
    await click('Choose another file')
    await until(() => byRole('heading', 'b.csv'))
  })

  it('links to the screen where the path of version 2 is entered', async () => {
    await openImport()
    const link = byRole('link', 'Connection, Addresses')
    expect(link.getAttribute('href')).toContain('/connection/addresses')
  })

  it('counts sendable rows and held-back rows, with the most frequent reasons', async () => {
    await openImport()
    for (const part of ['All 490', 'Sendable 482', 'Held back 8', 'Nine digits, leading zeros'])
      expect(pageText()).toContain(part)
  })

  it('shows field, rule and source of each problem of a row', async () => {
    bridge.bulk.listDraftRows.mockResolvedValue(
      ok({
        items: [
          draftRow({
            isSendable: false,
            problems: [
              {
                target: 'routingNumber',
                message: 'Nine digits, leading zeros included',
                source:
                  'Account Validation and ACH Inquiry Specification, Account validation request',
              },
            ],
          }),
        ],
        next: null,
        total: 1,
      }),
    )
    const { page } = await openImport()
    document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
    await flushPromises()
    expect(
      document.querySelector('section[aria-label="Row 2: why it is held back"]')?.textContent,
    ).toMatch(/Routing number.*Nine digits, leading zeros included.*Source: bank specification/)
    await expectNoViolation(page)
  })

  describe('with a problem in a row', () => {
    const problems = [{ target: 'routingNumber' as const, message: 'Nine digits', source: null }]
    async function openEditor() {
      bridge.bulk.listDraftRows.mockResolvedValue(
        ok({
          items: [draftRow({ row: 4, isSendable: false, problems })],
          next: null,
          total: 1,
        }),
      )
      const mounted = await openImport()
      document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
      await flushPromises()
      expect(bridge.bulk.revealDraftRow).not.toHaveBeenCalled()
      await type('F2')
      await settle()
      return mounted
    }
    const editor = () => document.querySelector('section[aria-label="Edit row 4"]')
    const field = (name: string) => byRole('textbox', name) as HTMLInputElement
    async function enter(name: string, value: string): Promise<void> {
      field(name).value = value
      field(name).dispatchEvent(new Event('input'))
      field(name).dispatchEvent(new Event('change'))
      await flushPromises()
    }

    it('is corrected cell by cell from the first wrong field, and checks at once', async () => {
      const { page } = await openEditor()
      expect(bridge.bulk.revealDraftRow).toHaveBeenCalledExactlyOnceWith({ draftId: 'd1', row: 4 })
      expect(document.activeElement).toBe(field('Routing number'))
      expect(field('Routing number').value).toBe('55001001')
      expect(pageText()).toContain('Nine digits')
      await expectNoViolation(page)
      bridge.bulk.listDraftRows.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
      bridge.bulk.editDraftRow.mockResolvedValue(
        ok({
          checked: checkedImport({ rows: 490, sendable: 483, heldBack: 7 }),
          row: draftRow({ row: 4 }),
        }),
      )
      await enter('Routing number', ' 550010016 ')
      expect(bridge.bulk.editDraftRow).toHaveBeenCalledExactlyOnceWith({
        draftId: 'd1',
        row: 4,
        target: 'routingNumber',
        value: '550010016',
        mapping: importDraft().mapping,
        options: importDraft().options,
      })
      // The row is in no list any more, and the editor stays with its result.
      expect(editor()?.textContent).toContain('Sendable')
      byRole('button', 'Validate 483 accounts of vendors.csv')
      await enter('Routing number', '550010016')
      expect(bridge.bulk.editDraftRow).toHaveBeenCalledOnce()
      field('Account number').focus()
      await type('Escape')
      expect(editor()).toBeNull()
      byRole('heading', 'vendors.csv')
    })

    it('asks before corrections are discarded with the file or for another sheet', async () => {
      bridge.bulk.selectFile.mockResolvedValue(ok(importDraft()))
      await openEditor()
      await enter('Routing number', '550010016')
      await type('Escape')
      await type('D', { ctrlKey: true, shiftKey: true })
      await settle()
      expect(pageText()).toContain('Discard vendors.csv?')
      expect(bridge.bulk.discard).not.toHaveBeenCalled()
    })

    it('closes the editor by Escape in the rows, and then returns to the runs', async () => {
      await openEditor()
      document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
      await type('Escape')
      expect(editor()).toBeNull()
      byRole('heading', 'vendors.csv')
      await type('Escape')
      expect(pageText()).toContain('vendors.csv is not started yet')
    })

    it('is opened by F2 before a row is chosen, the errors before the duplicates, and leads on', async () => {
      const duplicate = [{ target: null, message: 'Same request as row 2', source: null }]
      const held = [
        draftRow({ row: 3, isSendable: false, problems: duplicate }),
        draftRow({ row: 4, isSendable: false, problems }),
        draftRow({ row: 7, isSendable: false, problems }),
      ]
      bridge.bulk.listDraftRows.mockResolvedValue(ok({ items: held, next: null, total: 3 }))
      const opened = () =>
        [...document.querySelectorAll('section[aria-label^="Edit row"]')].map((one) =>
          one.getAttribute('aria-label'),
        )
      await openImport()
      await type('F2')
      await settle()
      expect(bridge.bulk.listDraftRows).toHaveBeenLastCalledWith(
        expect.objectContaining({ show: 'held-back', draftId: 'd1' }),
      )
      expect(opened()).toEqual(['Edit row 4'])
      // Still wrong: Enter stays in the field.
      await type('Enter')
      expect(opened()).toEqual(['Edit row 4'])
      bridge.bulk.listDraftRows.mockResolvedValue(
        ok({ items: [held[0], held[2]].flatMap((one) => one ?? []), next: null, total: 2 }),
      )
      field('Routing number').value = '550010016'
      field('Routing number').dispatchEvent(new Event('input'))
      await type('Enter')
      await settle()
      expect(bridge.bulk.editDraftRow).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ row: 4, value: '550010016' }),
      )
      expect(opened()).toEqual(['Edit row 7'])
      await type('F2')
      await settle()
      expect(opened()).toEqual(['Edit row 3'])
    })

    it('says that no row is held back', async () => {
      await openImport()
      bridge.bulk.listDraftRows.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
      await type('F2')
      expect(pageText()).toContain('No row is held back')
      expect(bridge.bulk.revealDraftRow).not.toHaveBeenCalled()
    })

    it('shows why its cells are not shown', async () => {
      bridge.bulk.revealDraftRow.mockResolvedValue(err({ code: 'draft-gone' }))
      await openEditor()
      expect(editor()?.querySelectorAll('[role=alert]')).toHaveLength(1)
      expect(editor()?.querySelectorAll('input')).toHaveLength(0)
    })
  })

  it('can show only the held-back rows', async () => {
    await openImport()
    const radio = document.querySelector<HTMLInputElement>('input[value="held-back"]')
    radio?.click()
    await flushPromises()
    expect(bridge.bulk.listDraftRows).toHaveBeenLastCalledWith(
      expect.objectContaining({ show: 'held-back', draftId: 'd1' }),
    )
  })

  it('checks again with the chosen options', async () => {
    bridge.bulk.check.mockResolvedValue(ok(checkedImport({ restored: 14 })))
    await openImport()
    const before = checks()
    byRole('checkbox', 'Restore leading zeros dropped by a spreadsheet').click()
    await checkedAgain(before)
    expect(lastCheck()?.options.restoreZeros).toBe(true)
    expect(pageText()).toContain('Leading zeros restored in 14 routing numbers')
  })

  it('counts unusual routing numbers, warns in each row, and holds these rows back only on request', async () => {
    bridge.bulk.check.mockResolvedValue(ok(checkedImport({ unusualRouting: 14 })))
    const where = 'ABA, check digit (weights 3, 7 and 1)'
    const unusual = { target: null, message: 'Unusual routing number: check it', source: where }
    bridge.bulk.listDraftRows.mockResolvedValue(
      ok({ items: [draftRow({ warnings: [unusual] })], next: null, total: 1 }),
    )
    const { page } = await openImport()
    expect(lastCheck()?.options.unusualRouting).toBe('send')
    const rows = byRole('grid', 'Rows of the file')
    expect(rows.textContent).toContain('Unusual routing number: check it')
    document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
    await flushPromises()
    const detail = document.querySelector('section[aria-label="Row 2: what to check"]')
    // Its heading names the row, so the remark does not.
    expect(detail?.textContent).toMatch(/^Row 2Unusual routing number: check it/)
    expect(detail?.textContent).toContain(`Source: ${where}`)
    const hold = byRole('checkbox', 'Hold back 14 rows with unusual routing numbers')
    expect((hold as HTMLInputElement).checked).toBe(false)
    expect(rows.compareDocumentPosition(hold)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    await expectNoViolation(page)
    const before = checks()
    hold.focus()
    hold.click()
    await checkedAgain(before)
    expect(lastCheck()?.options.unusualRouting).toBe('hold-back')
    expect(document.activeElement).toBe(hold)
    const again = checks()
    await type('h', { ctrlKey: true, shiftKey: true })
    await checkedAgain(again)
    expect(lastCheck()?.options.unusualRouting).toBe('send')
  })

  it('can show only the rows with unusual routing numbers', async () => {
    bridge.bulk.check.mockResolvedValue(ok(checkedImport({ unusualRouting: 14 })))
    await openImport()
    await click('Show them')
    await until(() =>
      expect(bridge.bulk.listDraftRows.mock.lastCall?.[0]).toMatchObject({
        show: 'all',
        search: 'Unusual routing number',
      }),
    )
  })

  it('shows nothing about routing numbers while all of them are usual', async () => {
    await openImport()
    expect(pageText()).not.toContain('unusual routing')
  })

  it('warns of a file that was run before, of unusual content, and of personal numbers', async () => {
    bridge.bulk.check.mockResolvedValue(ok(checkedImport({ withPersonalNumbers: 37 })))
    const { page } = await openImport({
      ranBefore: { at: '2026-11-20T09:14:02.000Z', operator: 'Theo Park', runId: 'run0' },
      oddities: ['Row 7 has more cells than headers'],
    })
    for (const part of [
      'This file was run before',
      'by Theo Park',
      'Row 7 has more cells than headers',
      '37 rows carry an SSN, a date of birth or an id number',
      'stay in memory only and are never stored',
    ])
      expect(pageText()).toContain(part)
    await expectNoViolation(page)
  })

  it('reads another sheet, and keeps the input where the headers are the same', async () => {
    await openImport({ format: 'xlsx', sheets: ['May', 'June'], sheet: 'May' })
    await choose('What “Vendor” means', 'retain')
    bridge.bulk.chooseSheet.mockResolvedValue(
      ok(importDraft({ sheets: ['May', 'June'], sheet: 'June' })),
    )
    await choose('Sheet', 'June')
    expect(bridge.bulk.chooseSheet).toHaveBeenCalledWith({ draftId: 'd1', sheet: 'June' })
    expect(lastCheck()?.mapping).toContainEqual({ column: 0, target: 'retain' })
  })
})

describe('the start', () => {
  it('confirms the number of accounts and the file, and opens the run', async () => {
    const { router } = await openImport()
    startButton()
    await type('Enter', { ctrlKey: true })
    expect(bridge.bulk.start).toHaveBeenCalledExactlyOnceWith({ draftId: 'd1', name: 'vendors' })
    await until(() => expect(router.currentRoute.value.path).toBe('/validation/bulk/run1'))
    await until(() => expect(document.activeElement?.hasAttribute('data-run-title')).toBe(true))
  })

  it('waits for the check of the latest change', async () => {
    await openImport()
    await choose('What “Vendor” means', 'retain')
    await type('Enter', { ctrlKey: true })
    expect(bridge.bulk.start).not.toHaveBeenCalled()
  })

  it('shows why it is refused, and keeps all input', async () => {
    bridge.bulk.start.mockResolvedValue(err({ code: 'run-under-way', name: 'October' }))
    await openImport()
    await type('Enter', { ctrlKey: true })
    expect(pageText()).toContain('“October” has not ended')
    startButton()
    expect(bridge.bulk.discard).not.toHaveBeenCalled()
  })

  it('is not offered offline, while all other steps are', async () => {
    bridge.connection.getState.mockResolvedValue(
      ok({ ...connectionState, bank: { state: 'not-running', reason: 'no' } as never }),
    )
    await openImport()
    expect(startButton().getAttribute('aria-disabled')).toBe('true')
    expect(pageText()).toContain('Sendable 482')
  })
})

describe('an unstarted file', () => {
  it('is saved with its input until it is discarded', async () => {
    const { router } = await openImport()
    await choose('What “Vendor” means', 'retain')
    await type('Escape')
    await until(() => expect(pageText()).toContain('vendors.csv is not started yet'))
    expect(bridge.bulk.discard).not.toHaveBeenCalled()
    await click('Continue with file')
    await until(() => expect(router.currentRoute.value.path).toBe('/validation/bulk/import'))
    await flushPromises()
    expect((byRole('combobox', 'What “Vendor” means') as HTMLSelectElement).value).toBe('retain')
    await click('Discard')
    await settle()
    expect(pageText()).toContain('Discard vendors.csv?')
    expect(bridge.bulk.discard).not.toHaveBeenCalled()
    await click('Keep file')
    expect((byRole('combobox', 'What “Vendor” means') as HTMLSelectElement).value).toBe('retain')
    await type('d', { ctrlKey: true, shiftKey: true })
    await settle()
    await click('Discard entries')
    expect(bridge.bulk.discard).toHaveBeenCalledExactlyOnceWith({ draftId: 'd1' })
    await until(() => expect(router.currentRoute.value.path).toBe('/validation/bulk'))
    await until(() => expect(document.activeElement?.getAttribute('data-row')).toBe('0'))
  })

  it('is discarded at once without input, and the focus moves to the runs', async () => {
    await openImport()
    await type('d', { ctrlKey: true, shiftKey: true })
    expect(bridge.bulk.discard).toHaveBeenCalledExactlyOnceWith({ draftId: 'd1' })
    await until(() => expect(document.activeElement?.getAttribute('data-row')).toBe('0'))
  })

  it('leaves the focus on the first step where there is no run', async () => {
    bridge.bulk.list.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
    await openImport()
    await type('d', { ctrlKey: true, shiftKey: true })
    await until(() => expect(document.activeElement?.hasAttribute('data-first-step')).toBe(true))
  })

  it('leaves the focus where somebody has gone before the runs came', async () => {
    await openImport()
    const runs = Promise.withResolvers<Awaited<ReturnType<typeof bridge.bulk.list>>>()
    bridge.bulk.list.mockReturnValue(runs.promise)
    await type('Escape')
    await until(() => byRole('button', 'Continue with file'))
    byRole('button', 'Continue with file').focus()
    runs.resolve(ok({ items: [], next: null, total: 0 }))
    await until(() => document.querySelector('[data-first-step]'))
    await settle()
    expect(document.activeElement).toBe(byRole('button', 'Continue with file'))
  })

  it('is discarded from the runs, and the focus stays on them', async () => {
    await openImport()
    await type('Escape')
    await until(() => byRole('button', 'Discard it'))
    await until(() => expect(document.activeElement?.getAttribute('data-row')).toBe('0'))
    byRole('button', 'Discard it').focus()
    await click('Discard it')
    expect(bridge.bulk.discard).toHaveBeenCalledExactlyOnceWith({ draftId: 'd1' })
    await until(() => expect(document.activeElement?.getAttribute('data-row')).toBe('0'))
  })

  it('is reported as expired by main, and can be chosen again', async () => {
    await openImport()
    bridge.bulk.check.mockResolvedValue(err({ code: 'draft-gone' }))
    const before = checks()
    await choose('What “Vendor” means', 'retain')
    await checkedAgain(before)
    expect(pageText()).toContain('The file or preview has expired')
    byRole('button', 'Choose the file again')
  })

  it('is discarded when another operator signs in', async () => {
    await openImport()
    const state = await bridge.workstation.getState()
    if (!state.ok) throw new Error('no state')
    bridge.emit('workstation', 'stateChanged', {
      ...state.value,
      operator: { id: 'practice-theo', name: 'Theo Park', roles: ['checker'] },
    })
    await flushPromises()
    expect(bridge.bulk.discard).toHaveBeenCalledWith({ draftId: 'd1' })
    await until(() => expect(pageText()).not.toContain('vendors.csv is not started yet'))
  })
})
