import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { largestImportBytes } from '../../../../../../preload/contract/api/bulk/import.ts'
import { err, ok } from '../../../../../../preload/contract/kernel/result.ts'
import { bulkRun, importDraft } from '../../../../support/fake-bulk.ts'
import { fakeBridge } from '../../../../support/fake-bridge.ts'
import { expectNoViolation } from '../../../../support/page.ts'
import { allByRole, byRole, until } from '../../../../ui/stage.ts'
import { click, drop, openBulk, pageText, type } from './stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})
const none = () => bridge.bulk.list.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
const csv = (name = 'vendors.csv', text = 'a,b\n1,2\n') => new File([text], name)

describe('the runs', () => {
  it('show their name, state and progress', async () => {
    const { page } = await openBulk()
    for (const part of ['Vendors', 'vendors.csv', 'Running', '1 of 1', 'Mara Ellison', '1 run'])
      expect(pageText()).toContain(part)
    await expectNoViolation(page)
  })

  it('update in place when main reports a change, and add new runs', async () => {
    await openBulk()
    bridge.emit('bulk', 'changed', bulkRun({ state: 'paused' }))
    await flushPromises()
    expect(pageText()).toContain('Paused')
    expect(bridge.bulk.list).toHaveBeenCalledTimes(1)
    bridge.emit('bulk', 'changed', bulkRun({ id: 'run2' }))
    await flushPromises()
    expect(bridge.bulk.list).toHaveBeenCalledTimes(2)
  })

  it('open by Enter, and Escape returns to their line', async () => {
    const { router } = await openBulk()
    document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
    await type('Enter')
    await until(() => expect(router.currentRoute.value.path).toBe('/validation/bulk/run1'))
    await until(() => expect(document.activeElement?.hasAttribute('data-run-title')).toBe(true))
    await type('Escape')
    await until(() => expect(router.currentRoute.value.path).toBe('/validation/bulk'))
    await until(() => expect(document.activeElement?.getAttribute('data-row')).toBe('0'))
  })

  it('explain themselves while there is none, and offer the first step', async () => {
    none()
    const { page } = await openBulk()
    expect(pageText()).toContain('No bulk validations yet')
    expect(allByRole('group', 'Runs')).toEqual([])
    expect(byRole('button', 'Choose a file').getAttribute('aria-keyshortcuts')).toBe('Control+O')
    await expectNoViolation(page)
  })

  it('show why they cannot be read', async () => {
    bridge.bulk.list.mockResolvedValue(err({ code: 'store-opening' }))
    await openBulk()
    expect(pageText()).toContain('The store is still opening')
  })
})

describe('a file', () => {
  it('is chosen by Ctrl+O and shown with the focus on its name', async () => {
    none()
    const { router } = await openBulk()
    await type('o', { ctrlKey: true })
    expect(bridge.bulk.selectFile).toHaveBeenCalledOnce()
    await until(() => expect(router.currentRoute.value.path).toBe('/validation/bulk/import'))
    await until(() => expect(document.activeElement?.hasAttribute('data-import-title')).toBe(true))
  })

  it('changes nothing when the choice is canceled', async () => {
    bridge.bulk.selectFile.mockResolvedValue(ok(null))
    const { router } = await openBulk()
    await click('Choose a file')
    expect(router.currentRoute.value.path).toBe('/validation/bulk')
    expect(bridge.bulk.check).not.toHaveBeenCalled()
  })

  it('is accepted by drag and drop, byte for byte', async () => {
    const { router } = await openBulk()
    await drop(csv('vendors.csv', 'Rou\u00e9,1\n'))
    await until(() => expect(bridge.bulk.takeFile).toHaveBeenCalledOnce())
    const [taken] = bridge.bulk.takeFile.mock.calls[0] ?? []
    expect(taken?.name).toBe('vendors.csv')
    const bytes = Uint8Array.from(atob(taken?.base64 ?? ''), (byte) => byte.charCodeAt(0))
    expect(new TextDecoder().decode(bytes)).toBe('Rou\u00e9,1\n')
    await until(() => expect(router.currentRoute.value.path).toBe('/validation/bulk/import'))
  })

  it.each([
    ['two files', [csv('a.csv'), csv('b.csv')], '2 files were dropped'],
    ['a PDF', [csv('a.pdf')], 'a.pdf is no CSV and no XLSX file'],
    ['a folder', [csv('folder')], 'folder is no CSV and no XLSX file'],
  ])(
    'dropped as %s is refused with a message, and main receives nothing',
    async (_what, files, expectedText) => {
      await openBulk()
      await drop(...files)
      expect(pageText()).toContain(expectedText)
      expect(bridge.bulk.takeFile).not.toHaveBeenCalled()
    },
  )

  // The name decides nothing: a web page, a text table and an old workbook can all have it.
  it.each(['a.xls', 'a.xlsb', 'a.ods'])(
    'called %s is sent to main, which inspects it',
    async (name) => {
      await openBulk()
      await drop(csv(name))
      await until(() => expect(bridge.bulk.takeFile.mock.lastCall?.[0].name).toBe(name))
    },
  )

  it('that is too large is refused with its size and the maximum', async () => {
    await openBulk()
    const large = csv('large.csv')
    Object.defineProperty(large, 'size', { value: largestImportBytes + 1024 * 1024 })
    await drop(large)
    expect(pageText()).toContain('large.csv is too large')
    expect(pageText()).toContain('The file has 33.0 MB; the maximum is 32.0 MB')
    expect(bridge.bulk.takeFile).not.toHaveBeenCalled()
  })

  it('that main cannot read is refused with the fault', async () => {
    bridge.bulk.takeFile.mockResolvedValue(
      err({ code: 'file-not-understood', file: 'vendors.csv', detail: 'No header row' }),
    )
    await openBulk()
    await drop(csv())
    await until(() => expect(pageText()).toContain('vendors.csv: No header row'))
  })

  it('replaces another one only after a confirmation', async () => {
    await openBulk()
    await click('Choose a file')
    await until(() => byRole('button', 'Another file…'))
    bridge.bulk.takeFile.mockResolvedValue(
      ok(importDraft({ draftId: 'd2', file: 'other.csv', headers: ['X'] })),
    )
    await drop(csv('other.csv'))
    await until(() => expect(pageText()).toContain('Replace the file?'))
    expect(bridge.bulk.takeFile).not.toHaveBeenCalled()
    await click('Keep this file')
    expect(pageText()).not.toContain('other.csv')
    await drop(csv('other.csv'))
    await until(() => byRole('button', 'Replace file'))
    await click('Replace file')
    await until(() => expect(byRole('heading', 'other.csv')))
    expect(bridge.bulk.discard).toHaveBeenCalledWith({ draftId: 'd1' })
  })

  it('that is refused leaves the current one unchanged', async () => {
    await openBulk()
    await click('Choose a file')
    await until(() => byRole('combobox', 'What “Vendor” means'))
    await drop(csv('a.pdf'))
    expect(pageText()).toContain('a.pdf is no CSV and no XLSX file')
    byRole('combobox', 'What “Vendor” means')
    expect(bridge.bulk.discard).not.toHaveBeenCalled()
  })
})
