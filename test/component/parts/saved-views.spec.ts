import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { ListView } from '../../../preload/contract/api/tables.ts'
import FilterChips from '../../../renderer/parts/FilterChips.vue'
import SavedViews from '../../../renderer/parts/SavedViews.vue'
import { openRecordActs } from '../../../renderer/ui/record-acts.ts'
import { fakeBridge } from '../support/fake-bridge.ts'
import {
  allByRole,
  axeViolations,
  byRole,
  press,
  settle,
  show,
  until,
  useStage,
} from '../ui/stage.ts'

useStage()
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  setActivePinia(createPinia())
  bridge = fakeBridge()
})

const rent: ListView = {
  name: 'Rent',
  filter: { view: 'drafts', search: 'Ridgeway' },
  layout: { columns: [], sort: { column: 'updated', direction: 'ascending' } },
}
async function views(filter: ListView['filter'], saved: readonly ListView[] = [rent]) {
  bridge.tables.getViews.mockResolvedValue(ok({ orders: [...saved] }))
  const wrapper = show(SavedViews, { props: { table: 'orders', filter } })
  await settle()
  return wrapper
}
const act = async (title: string): Promise<void> => {
  openRecordActs()
    .find((one) => one.title === title)
    ?.run()
  await settle()
}
async function name(text: string): Promise<void> {
  const field = byRole('textbox') as HTMLInputElement
  field.value = text
  field.dispatchEvent(new Event('input'))
  await settle()
  byRole('button', 'Save view').click()
  await settle()
}

describe('saved views', () => {
  it('are in the palette, and apply the filter of the chosen view', async () => {
    const wrapper = await views({ view: 'all', search: '' })
    expect(openRecordActs().map(({ title }) => title)).toEqual([
      'View: Rent',
      'View: Save this view…',
      'View: Remove views…',
    ])
    await act('View: Rent')
    expect(wrapper.emitted('apply')).toEqual([[rent.filter]])
    expect(await axeViolations()).toEqual([])
  })

  const trigger = (): HTMLElement => {
    const found = document.querySelector<HTMLElement>('button[aria-haspopup="menu"]')
    if (!found) throw new Error('no button of the views')
    return found
  }
  const triggerText = (): string => trigger().textContent.replaceAll(/\s+/g, ' ').trim()
  const unsorted: ListView = { ...rent, layout: null }

  it('are named by the button while one is on, which has a tick in the menu', async () => {
    const wrapper = await views({ view: 'all', search: '' }, [unsorted])
    expect(triggerText()).toBe('Views')
    await act('View: Rent')
    await wrapper.setProps({ filter: unsorted.filter })
    expect(triggerText()).toBe('View: Rent')
    trigger().focus()
    press('Enter')
    await settle()
    const [first] = allByRole('menuitem')
    expect(first?.textContent).toContain('Rent')
    expect(first?.getAttribute('aria-current')).toBe('true')
    expect(await axeViolations()).toEqual([])
    await wrapper.setProps({ filter: { view: 'drafts', search: 'Ridge' } })
    expect(triggerText()).toBe('View: Rent changed')
  })

  it('are on also where the list is as one of them without a choice', async () => {
    await views({ ...unsorted.filter }, [unsorted])
    expect(triggerText()).toBe('View: Rent')
    expect(openRecordActs().map(({ title }) => title)).not.toContain('View: Save changes to Rent')
  })

  it('are saved again with their changes without their name being typed', async () => {
    const wrapper = await views({ view: 'all', search: '' }, [unsorted])
    await act('View: Rent')
    const filter = { view: 'drafts', search: 'Ridge' }
    await wrapper.setProps({ filter })
    const view = { name: 'Rent', filter, layout: null }
    bridge.tables.getViews.mockResolvedValue(ok({ orders: [view] }))
    await act('View: Save changes to Rent')
    expect(bridge.tables.saveView).toHaveBeenCalledExactlyOnceWith({ table: 'orders', view })
    expect(allByRole('dialog')).toEqual([])
    await until(() => expect(triggerText()).toBe('View: Rent'))
  })

  it('are not saved when the dialog is cancelled, and name the view that a name replaces', async () => {
    await views({ view: 'all', search: '' }, [unsorted])
    await act('View: Save this view…')
    expect(byRole('dialog').textContent).not.toContain('Replaces')
    const field = byRole('textbox') as HTMLInputElement
    field.value = 'Rent'
    field.dispatchEvent(new Event('input'))
    await settle()
    expect(byRole('dialog').textContent).toContain('Replaces the view of this name')
    byRole('button', 'Cancel').click()
    await settle()
    expect(allByRole('dialog')).toEqual([])
    expect(bridge.tables.saveView).not.toHaveBeenCalled()
  })

  it('are saved under a name with the current filter', async () => {
    await views({ view: 'ready', search: 'Alder' }, [])
    await act('View: Save this view…')
    expect(await axeViolations()).toEqual([])
    await name('Alder')
    const view = { name: 'Alder', filter: { view: 'ready', search: 'Alder' }, layout: null }
    await until(() =>
      expect(bridge.tables.saveView).toHaveBeenCalledWith({ table: 'orders', view }),
    )
  })

  it('leave out a search that may contain an account number, and report it', async () => {
    await views({ view: 'ready', search: '7200450011' }, [])
    await act('View: Save this view…')
    expect(byRole('dialog').textContent).toContain('Account numbers are not saved')
    await name('Account')
    const view = { name: 'Account', filter: { view: 'ready', search: '' }, layout: null }
    expect(bridge.tables.saveView).toHaveBeenCalledWith({ table: 'orders', view })
  })

  it('require a name, and are removed one by one', async () => {
    await views({ view: 'all' })
    await act('View: Save this view…')
    await name('  ')
    expect(bridge.tables.saveView).not.toHaveBeenCalled()
    expect(byRole('dialog').textContent).toContain('A name of 1 to 60 characters')
    byRole('button', 'Close').click()
    await settle()
    await act('View: Remove views…')
    byRole('button', 'Remove Rent').click()
    await settle()
    expect(bridge.tables.removeView).toHaveBeenCalledWith({ table: 'orders', name: 'Rent' })
  })
})

describe('filter chips', () => {
  it('show active filters only, and clear one or all', async () => {
    const chips = [
      { id: 'kind', label: 'Kind: Returned' },
      { id: 'mark', label: '' },
      { id: 'search', label: 'Search: Alder' },
    ]
    const wrapper = show(FilterChips, { props: { chips } })
    expect(allByRole('button').map((button) => button.textContent.trim())).toEqual([
      'Kind: Returned',
      'Search: Alder',
      'Clear all',
    ])
    byRole('button', 'Clear Search: Alder').click()
    byRole('button', 'Clear all').click()
    expect(wrapper.emitted()).toMatchObject({ clear: [['search']], clearAll: [[]] })
    expect(await axeViolations()).toEqual([])
    await wrapper.setProps({ chips: [] })
    expect(allByRole('button')).toEqual([])
  })
})
