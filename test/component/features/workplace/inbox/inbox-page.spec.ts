import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { InboxItem } from '../../../../../preload/contract/api/inbox/inbox.ts'
import { shownItemOf } from '../../../../../preload/contract/api/inbox/inbox.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import InboxPage from '../../../../../renderer/features/workplace/inbox/InboxPage.vue'
import { openRecordActs } from '../../../../../renderer/ui/record-acts.ts'
import { useWorkstation } from '../../../../../renderer/state/stores/workstation.store.ts'
import { fakeBridge, workstationState } from '../../../support/fake-bridge.ts'
import { inboxItem, inboxRecord } from '../../../support/fake-inbox.ts'
import * as screen from '../../../support/orders-stage.ts'
import { mountPage } from '../../../support/page.ts'
import { allByRole, byRole, until } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
})
const open = (address = '/inbox') => mountPage(InboxPage, address, '/inbox/:id?')
const mainLists = (...items: InboxItem[]) =>
  bridge.inbox.list.mockResolvedValue(ok({ items, next: null, total: items.length }))
const mainHas = (part: Partial<InboxItem>) =>
  bridge.inbox.get.mockResolvedValue(ok(inboxRecord(part)))
const button = (name: string): HTMLElement => byRole('button', name)

describe('the inbox', () => {
  it('shows that nothing is open, and what would appear there', async () => {
    await open()
    expect(screen.pageText()).toContain('No items')
    await screen.expectAccessible()
  })

  it.each([
    [143, 'status', 'Disk of this computer: 143 MB free'],
    [0, 'alert', 'Disk of this computer: full'],
  ])('warns of a disk with %i MB', async (freeMegabytes, role, title) => {
    await open()
    expect(screen.pageText()).not.toContain('Disk of this computer')
    useWorkstation().state = { ...workstationState, lowDisk: { freeMegabytes } }
    await flushPromises()
    const notice = allByRole(role).find(({ textContent }) => textContent.includes(title))
    expect(notice?.textContent).toContain('On a full disk nothing is stored or sent')
    await screen.expectAccessible()
  })

  it('names the kind of an item once, and draws no column without text', async () => {
    mainLists(
      inboxItem({ kind: 'returned', title: 'Returned R01: Alder Roofing' }),
      inboxItem({ id: 'i2', kind: 'returned', title: 'Returned: ACH entry of a stranger' }),
    )
    await open()
    expect(screen.cells(0).join('|')).toContain('Returned|R01: Alder Roofing|')
    expect(screen.cells(1).join('|')).toContain('Returned|ACH entry of a stranger|')
    const headers = allByRole('columnheader').map(({ textContent }) => textContent.trim())
    expect(headers.filter((header) => /Deadline|Assigned|Note/.test(header))).toEqual([])
  })

  it('lists open items as text, with amounts and counts', async () => {
    mainLists(
      inboxItem(),
      inboxItem({
        id: 'i2',
        kind: 'unmatched',
        title: 'Outgoing wire alerts',
        amount: null,
        things: 12,
      }),
    )
    await open()
    expect(screen.cells(0).join(' ')).toContain('Not accepted')
    expect(screen.cells(0).join(' ')).toContain('USD 12,500.00')
    expect(screen.cells(1).join(' ')).toContain('Outgoing wire alerts (12)')
    expect(bridge.inbox.list).toHaveBeenLastCalledWith(
      expect.objectContaining({ state: 'open', whose: 'all', kind: 'all' }),
    )
    await screen.expectAccessible()
  })

  it('is filtered by main to own, unassigned and done items', async () => {
    await open()
    const queryOf = async (name: string) => {
      byRole('radio', name).click()
      await flushPromises()
      const { state, whose } = bridge.inbox.list.mock.lastCall?.[0] ?? {}
      return [state, whose]
    }
    expect(await queryOf('Mine')).toEqual(['open', 'mine'])
    expect(await queryOf('Unassigned')).toEqual(['open', 'unassigned'])
    expect(await queryOf('Done')).toEqual(['done', 'all'])
  })

  it('restores a saved view, and clears its filters one by one', async () => {
    const filter = { view: 'done', kind: 'returned', search: 'rent' }
    bridge.tables.getViews.mockResolvedValue(
      ok({ inbox: [{ name: 'Returns', filter, layout: null }] }),
    )
    await open()
    openRecordActs()
      .find(({ title }) => title === 'View: Returns')
      ?.run()
    const expectRequest = (part: object) =>
      until(() => expect(bridge.inbox.list).toHaveBeenLastCalledWith(expect.objectContaining(part)))
    await expectRequest({ state: 'done', kind: 'returned', search: 'rent' })
    button('Clear Search: rent').click()
    await until(() => expect(bridge.inbox.list.mock.lastCall?.[0]).not.toHaveProperty('search'))
    await expectRequest({ state: 'done', kind: 'returned' })
    allByRole('button')
      .find((one) => one.ariaLabel?.startsWith('Clear Kind'))
      ?.click()
    await expectRequest({ state: 'done', kind: 'all' })
  })

  it('starts with the filter in the address, and with all open items for an unknown one', async () => {
    const first = async (address: string) => {
      const { page } = await open(address)
      const { state, whose, kind } = bridge.inbox.list.mock.lastCall?.[0] ?? {}
      page.unmount()
      return [state, whose, kind]
    }
    expect(await first('/inbox?view=mine')).toEqual(['open', 'mine', 'all'])
    expect(await first('/inbox?kind=returned')).toEqual(['open', 'all', 'returned'])
    expect(await first('/inbox?kind=nothing&view=none')).toEqual(['open', 'all', 'all'])
  })

  it('updates its filter when another address is opened', async () => {
    const { router } = await open('/inbox?kind=returned')
    byRole('radio', 'Done').click()
    await flushPromises()
    await router.push('/inbox?kind=rejected')
    await flushPromises()
    expect(bridge.inbox.list).toHaveBeenLastCalledWith(
      expect.objectContaining({ state: 'open', whose: 'all', kind: 'rejected' }),
    )
  })

  it('opens the record of its first item by a key, or of the focused one', async () => {
    mainLists(inboxItem(), inboxItem({ id: 'i2', title: 'Another', address: '/orders/o2' }))
    const { router } = await open()
    const pushed = vi.spyOn(router, 'push').mockResolvedValue(undefined)
    const shown = button('Open first record')
    expect(shown.getAttribute('aria-keyshortcuts')).toBe('Control+Enter')
    shown.click()
    expect(pushed).toHaveBeenLastCalledWith('/orders/o1')
    document.querySelector<HTMLElement>('[data-row="1"]')?.focus()
    await screen.type('Enter', { ctrlKey: true })
    expect(pushed).toHaveBeenLastCalledWith('/orders/o2')
  })

  it('shows why main cannot list it', async () => {
    bridge.inbox.list.mockResolvedValue(err({ code: 'internal', reference: 'AB12CD34' }) as never)
    await open()
    expect(screen.pageText()).toContain('AB12CD34')
  })
})

describe('an item', () => {
  it('shows its subject, its reason and its history, and links to the record', async () => {
    mainLists(inboxItem())
    const { router } = await open('/inbox/i1')
    await until(() => expect(screen.beside()).toContain('The bank did not accept it'))
    expect(screen.beside()).toContain('Added to the inbox')
    await screen.expectAccessible()
    router.addRoute({ path: '/orders/:id', component: { template: '<i />' } })
    await screen.type('Enter', { ctrlKey: true })
    await until(() => expect(router.currentRoute.value.path).toBe('/orders/o1'))
  })

  it('can only be opened before it is open, and then draws the keys of the possible actions', async () => {
    mainLists(inboxItem())
    const { router } = await open()
    const acts = () => document.querySelector('[aria-label="Item actions"]')?.textContent.trim()
    expect(acts()).toMatch(/^Open first record/)
    await router.push('/inbox/i1')
    await until(() => expect(acts()).toMatch(/^Assign.*J.*Mark as done.*E$/))
    expect(allByRole('button', 'Reopen')).toEqual([])
    await screen.expectAccessible()
  })

  it('that closes automatically cannot be marked as done, and shows why', async () => {
    mainHas({ kind: 'unknown-outcome' })
    await open('/inbox/i1')
    await until(() => expect(screen.beside()).toContain('the outcome at the bank is unknown'))
    await screen.type('e')
    expect(bridge.inbox.markDone).not.toHaveBeenCalled()
    expect(allByRole('button', 'Mark as done')).toEqual([])
    expect(screen.beside()).toContain('automatically when resolved')
  })

  it('is marked as done and opened again by key', async () => {
    await open('/inbox/i1')
    await until(() => expect(screen.beside()).toContain('The bank did not'))
    await screen.type('e')
    expect(bridge.inbox.markDone).toHaveBeenCalledWith({ items: [shownItemOf(inboxItem())] })
    expect(screen.pageText()).toContain('1 item marked as done')
    mainHas({ done: { at: screen.at, by: screen.theo } })
    bridge.emit('inbox', 'changed', {})
    await flushPromises()
    await screen.type('u', { ctrlKey: true })
    expect(bridge.inbox.reopen).toHaveBeenCalledWith({ ids: ['i1'] })
  })

  it('says that it has changed since it was shown, and leaves it open', async () => {
    bridge.inbox.markDone.mockResolvedValue(
      ok({ changed: 0, refused: [{ id: 'i1', title: 'WIRE to A', why: 'changed', by: null }] }),
    )
    await open('/inbox/i1')
    await until(() => expect(screen.beside()).toContain('The bank did not'))
    await screen.click('Mark as done')
    expect(screen.pageText()).toContain('WIRE to A has changed since it was shown')
  })

  it('shows who marked it as done before', async () => {
    bridge.inbox.markDone.mockResolvedValue(
      ok({
        changed: 0,
        refused: [{ id: 'i1', title: 'WIRE to A', why: 'already-done', by: 'Theo Park' }],
      }),
    )
    await open('/inbox/i1')
    await until(() => expect(screen.beside()).toContain('The bank did not'))
    await screen.click('Mark as done')
    expect(screen.pageText()).toContain('WIRE to A was already done by Theo Park')
  })
})

describe('the note of an item', () => {
  const field = (): HTMLTextAreaElement =>
    document.querySelector('textarea') ?? expect.fail('there is no note')
  async function write(text: string): Promise<void> {
    field().value = text
    field().dispatchEvent(new Event('input', { bubbles: true }))
    await flushPromises()
  }

  it('is saved by key, for the version that was read', async () => {
    await open('/inbox/i1')
    await until(() => expect(screen.beside()).toContain('Note'))
    await write('Called the bank')
    await screen.type('s', { ctrlKey: true })
    expect(bridge.inbox.note).toHaveBeenCalledWith({
      id: 'i1',
      note: 'Called the bank',
      changedAt: '2026-11-23T14:00:00.000Z',
    })
    expect(button('Save note').getAttribute('aria-disabled')).toBe('true')
  })

  it('keeps the input when another person saved first, and while another item is shown', async () => {
    bridge.inbox.note.mockResolvedValue(err({ code: 'order-changed' }))
    const { router } = await open('/inbox/i1')
    await until(() => expect(screen.beside()).toContain('Note'))
    await write('Called the bank')
    await screen.click('Save note')
    expect(screen.beside()).toContain('It has changed since it was shown')
    expect(field().value).toBe('Called the bank')
    await router.push('/inbox/i2')
    await flushPromises()
    expect(field().value).toBe('')
    await router.push('/inbox/i1')
    await flushPromises()
    expect(field().value).toBe('Called the bank')
  })
})

describe('selected items', () => {
  it('are marked as done together, and deselected', async () => {
    mainLists(inboxItem(), inboxItem({ id: 'i2' }))
    await open()
    document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
    await flushPromises()
    await screen.type('a', { ctrlKey: true })
    await until(() => expect(screen.pageText()).toContain('2 items selected'))
    await screen.click('Mark as done')
    expect(bridge.inbox.markDone).toHaveBeenCalledWith({
      items: [shownItemOf(inboxItem()), shownItemOf(inboxItem({ id: 'i2' }))],
    })
    expect(screen.pageText()).toContain('2 items marked as done')
    expect(screen.pageText()).not.toContain('2 items selected')
  })

  it('are assigned to one of the operators, the current one first', async () => {
    const line = (id: string, name: string, disabled = false) => ({
      id,
      name,
      roles: ['maker' as const],
      disabled,
      addedAt: screen.at,
      setBy: null,
      mustChange: false,
      lastSignInAt: null,
      failedSignIns: 0,
    })
    bridge.operators.list.mockResolvedValue(
      ok([
        line(screen.theo.id, 'Theo Park'),
        line(screen.mara.id, 'Mara Ellison'),
        line('x', 'Gone', true),
      ]),
    )
    await open('/inbox/i1')
    await until(() => expect(screen.beside()).toContain('The bank did not'))
    expect(button('Assign').getAttribute('aria-haspopup')).toBe('menu')
    await screen.type('j', { ctrlKey: true })
    await until(() => expect(allByRole('menuitem').length).toBeGreaterThan(0))
    const names = [...document.querySelectorAll('[role^="menuitem"]')].map((one) =>
      one.textContent.trim(),
    )
    expect(names[0]).toContain('(you)')
    expect(names.join()).not.toContain('Gone')
    const other = [...document.querySelectorAll<HTMLElement>('[role^="menuitem"]')][1]
    other?.focus()
    other?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await until(() => expect(bridge.inbox.assign).toHaveBeenCalled())
    expect(bridge.inbox.assign.mock.lastCall?.[0].ids).toEqual(['i1'])
  })
})
