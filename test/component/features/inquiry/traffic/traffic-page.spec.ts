import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import type { TrafficLine } from '../../../../../preload/contract/api/traffic.ts'
import TrafficPage from '../../../../../renderer/features/inquiry/traffic/TrafficPage.vue'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { trafficCall, trafficLine } from '../../../support/fake-traffic.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { byRole, press, until } from '../../../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  // jsdom has no clipboard.
  Object.assign(document, { execCommand: vi.fn(() => true) })
})

const lists = (...items: TrafficLine[]): void => {
  bridge.traffic.list.mockResolvedValue(ok({ items, next: null, total: items.length }))
}
const cells = (row: number): string[] =>
  [...document.querySelectorAll(`[data-row="${String(row)}"] [data-cell]`)].map((cell) =>
    cell.textContent.trim(),
  )
const shown = (): string =>
  (document.querySelector('aside')?.textContent ?? '').replace(/\s+/g, ' ')
const pageText = (): string => document.body.textContent.replace(/\s+/g, ' ')
async function open(address = '/traffic') {
  const { page, router } = await mountPage(TrafficPage, address, '/traffic/:id?')
  return { page, router }
}
async function click(name: string, role = 'button'): Promise<void> {
  byRole(role, name).click()
  await flushPromises()
}
async function row(index: number): Promise<HTMLElement> {
  const found = document.querySelector<HTMLElement>(`[data-row="${String(index)}"]`)
  if (!found) throw new Error('no such line')
  found.focus()
  await flushPromises()
  return found
}
async function type(key: string, more: KeyboardEventInit = {}): Promise<void> {
  press(key, more)
  await flushPromises()
}

describe('the list of calls', () => {
  it('shows time, endpoint, wait and outcome of each call', async () => {
    const { page } = await open()
    expect(cells(0).slice(1)).toEqual([
      'Account validation',
      'POST /accounts/validations/v1/verifyAccount',
      'Interactive',
      '40 ms',
      '60 ms',
      '200 answered',
      '0b0f7f0e-2c52-4a0e-9d3c-0f6f4b6f8f11',
    ])
    expect(pageText()).toContain('1 call')
    await expectNoViolation(page)
  })

  it.each([
    [{ status: 299 }, '299 with warnings', 'warning'],
    [{ status: 404 }, '404 refused', 'bad'],
    [{ status: 429 }, '429 pause', 'warning'],
    [{ status: 502 }, '502 bank fault', 'bad'],
    [{ status: 302 }, '302 not foreseen', 'unknown'],
    [{ status: null, outcome: 'no-answer' }, 'no answer', 'unknown'],
    [{ status: null, outcome: 'not-sent' }, 'not sent', 'neutral'],
    [{ status: 200, outcome: 'no-answer' }, '200 cut off', 'unknown'],
    [{ status: 500, outcome: 'outcome-unknown' }, '500 not known', 'unknown'],
  ])('shows %o as %s, in text and tone', async (part, label, tone) => {
    lists(trafficLine(part))
    await open()
    expect(document.querySelector(`[data-row="0"] [data-tone="${tone}"]`)?.textContent).toBe(label)
  })

  it('says the lane, and whether it was the second attempt', async () => {
    lists(trafficLine({ attempt: 2 }))
    await open()
    expect(cells(0)[3]).toBe('Interactive, 2nd')
  })

  it('has main search and filter, and reports that nothing matches', async () => {
    const { page } = await open()
    lists()
    const input = byRole('textbox', 'Search the calls') as HTMLInputElement
    input.value = 'corr-9'
    input.dispatchEvent(new Event('input'))
    const searched = { search: 'corr-9', cursor: null, statusClass: null }
    await until(() =>
      expect(bridge.traffic.list).toHaveBeenLastCalledWith(expect.objectContaining(searched)),
    )
    await flushPromises()
    expect(pageText()).toContain('No matching calls')
    const status = byRole('combobox', 'Status') as HTMLSelectElement
    status.value = '5xx'
    status.dispatchEvent(new Event('change'))
    await flushPromises()
    expect(bridge.traffic.list).toHaveBeenLastCalledWith(
      expect.objectContaining({ search: 'corr-9', statusClass: '5xx' }),
    )
    await expectNoViolation(page)
    await click('Show all')
    const all = { search: '', statusClass: null }
    await until(() =>
      expect(bridge.traffic.list).toHaveBeenLastCalledWith(expect.objectContaining(all)),
    )
  })

  it('narrows to a typed time', async () => {
    await open()
    const period = byRole('combobox', 'Time') as HTMLSelectElement
    period.value = 'between'
    period.dispatchEvent(new Event('change'))
    await flushPromises()
    const from = document.querySelector<HTMLInputElement>('input[aria-label="From"]')
    if (!from) return expect.fail('no field')
    from.value = '2026-11-21T09:00:00'
    from.dispatchEvent(new Event('input'))
    await flushPromises()
    expect(bridge.traffic.list).toHaveBeenLastCalledWith(
      expect.objectContaining({ from: new Date('2026-11-21T09:00:00').toISOString(), to: null }),
    )
  })

  it('explains itself while there is no call, and shows why it cannot be read', async () => {
    lists()
    const { page } = await open()
    expect(pageText()).toContain('Calls that never started are not recorded.')
    await expectNoViolation(page)
    page.unmount()
    bridge.traffic.list.mockResolvedValue(err({ code: 'internal', reference: 'ABCD1234' }))
    await open()
    expect(pageText()).toContain('ABCD1234')
    lists(trafficLine())
    await click('Read again')
    expect(cells(0)).toHaveLength(8)
  })

  it('shows a new call at once', async () => {
    await open()
    lists(trafficLine({ id: 'new', status: 500 }), trafficLine())
    bridge.emit('traffic', 'changed', { latestId: 'new' })
    await flushPromises()
    expect(cells(0)[6]).toBe('500 bank fault')
    expect(pageText()).toContain('2 calls')
  })

  it('counts new calls, and moves no line away while a line has the focus', async () => {
    await open()
    await row(0)
    lists(trafficLine({ id: 'new', status: 500 }), trafficLine())
    bridge.emit('traffic', 'changed', { latestId: 'new' })
    await flushPromises()
    expect(document.querySelectorAll('[data-row]')).toHaveLength(1)
    await click('Show 1 new')
    expect(document.querySelectorAll('[data-row]')).toHaveLength(2)
  })
})

describe('a call', () => {
  it('opens beside the list with its times, bodies and headers', async () => {
    const { page } = await open()
    await row(0)
    for (const part of [
      'Waited in the queue40 ms',
      'Sending10 ms',
      'Waiting for the bank40 ms',
      'Reading the answer10 ms',
      'Total100 ms',
      '"amount": 1.10',
      'content-type: application/json',
      'first',
    ])
      expect(shown()).toContain(part)
    await expectNoViolation(page)
    await type('j', { ctrlKey: true })
    expect(shown()).toContain('{"amount":1.10')
    await type('Escape')
    expect(document.querySelector('aside')).toBeNull()
    expect((document.activeElement as HTMLElement).dataset['row']).toBe('0')
  })

  it('names the times that are not known', async () => {
    const times = { ...trafficCall().times, writtenAt: null, answeredAt: null }
    const call = { correlationId: null, status: null, response: null, times }
    bridge.traffic.get.mockResolvedValue(ok(trafficCall({ ...call, outcome: 'not-sent' })))
    await open('/traffic/call-1')
    for (const part of ['none came', 'never written', 'No answer received'])
      expect(shown()).toContain(part)
  })

  it('is shown in full on request, and masked again for another operator', async () => {
    await open('/traffic/call-1')
    await click('Show in full')
    expect(bridge.traffic.reveal).toHaveBeenCalledWith({ id: 'call-1' })
    const tab = byRole('tab', 'Request')
    tab.focus()
    tab.dispatchEvent(new MouseEvent('mousedown', { button: 0, bubbles: true }))
    await flushPromises()
    expect(shown()).toContain('12345678')
    await click('Mask again')
    expect(shown()).not.toContain('12345678')
  })

  it('shows why it cannot be shown in full', async () => {
    bridge.traffic.reveal.mockResolvedValue(err({ code: 'not-permitted', needs: ['maker'] }))
    await open('/traffic/call-1')
    await click('Show in full')
    expect(shown()).toContain('Not permitted')
  })

  it('is copied as cURL, masked as it is shown', async () => {
    await open('/traffic/call-1')
    await type('C', { ctrlKey: true, shiftKey: true })
    expect(bridge.traffic.curl).toHaveBeenCalledWith({ id: 'call-1', inFull: false })
    expect(shown()).toContain('placeholders for secrets and masked')
    await click('Show in full')
    await click('Copy as cURL')
    expect(bridge.traffic.curl).toHaveBeenLastCalledWith({ id: 'call-1', inFull: true })
  })

  it('explains that the cURL line of a call that moves money leaves its body out', async () => {
    bridge.traffic.get.mockResolvedValue(ok(trafficCall({ purpose: 'payment-initiate' })))
    await open('/traffic/call-1')
    await click('Copy as cURL, without the body')
    expect(shown()).toContain('without the body, because running it would send it again')
  })

  it('shows the first part of a long body, and more on request', async () => {
    const body = 'x'.repeat(450_000)
    const response = { headers: [], body, isBase64: false }
    bridge.traffic.get.mockResolvedValue(ok(trafficCall({ response })))
    await open('/traffic/call-1')
    const length = (): number => document.querySelector('aside pre')?.textContent.length ?? 0
    expect(length()).toBe(200_000)
    expect(shown()).toContain('The first 200 kB of 450 kB')
    await click('Show 200 kB more')
    await click('Show 200 kB more')
    expect(length()).toBe(450_000)
  })

  it('reports that the record is gone', async () => {
    bridge.traffic.get.mockResolvedValue(err({ code: 'not-found' }))
    await open('/traffic/none')
    expect(shown()).toContain('Not found')
  })
})

describe('a support bundle', () => {
  beforeEach(() => lists(trafficLine(), trafficLine({ id: 'call-2', status: 500 })))

  it('contains the lines selected by keyboard, is previewed, and is saved as previewed', async () => {
    const { page } = await open()
    await row(0)
    await type(' ')
    await type('ArrowDown')
    await type(' ')
    expect(pageText()).toContain('2 calls, 2 selected')
    await type('e', { ctrlKey: true })
    expect(bridge.traffic.previewBundle).toHaveBeenCalledWith({
      ids: ['call-1', 'call-2'],
      withAccounts: false,
    })
    expect(shown()).toContain('{"countersign":"support-bundle"}')
    expect(shown()).toContain('1 call, 1.3 kB')
    await expectNoViolation(page)
    await type('s', { ctrlKey: true })
    expect(bridge.traffic.saveBundle).toHaveBeenCalledWith({ draftId: 'b1' })
    expect(shown()).toContain('bundle.json')
    await type('Escape')
    expect(shown()).not.toContain('Support bundle')
  })

  it('contains the open call where none is selected', async () => {
    await open('/traffic/call-2')
    await click('Support bundle…')
    expect(bridge.traffic.previewBundle).toHaveBeenCalledWith({
      ids: ['call-2'],
      withAccounts: false,
    })
  })

  it('is disabled without a call, and its button shows why', async () => {
    await open()
    await click('Support bundle…')
    expect(bridge.traffic.previewBundle).not.toHaveBeenCalled()
  })

  it('reports no file where the dialog was canceled', async () => {
    bridge.traffic.saveBundle.mockResolvedValue(ok(null))
    await open('/traffic/call-2')
    await click('Support bundle…')
    await type('s', { ctrlKey: true })
    expect(shown()).not.toContain('Saved')
  })

  it('is created again where it has expired', async () => {
    bridge.traffic.saveBundle.mockResolvedValue(err({ code: 'draft-gone' }))
    await open('/traffic/call-2')
    await click('Support bundle…')
    await type('s', { ctrlKey: true })
    expect(shown()).toContain('Bundle expired')
    await click('Create again')
    expect(bridge.traffic.previewBundle).toHaveBeenCalledTimes(2)
  })

  it('selects a line by its box without opening it', async () => {
    await open()
    const box = document.querySelector('[data-row="0"] [data-pick]')
    box?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    box?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await flushPromises()
    expect(pageText()).toContain('1 selected')
    expect(document.querySelector('aside')).toBeNull()
  })
})
