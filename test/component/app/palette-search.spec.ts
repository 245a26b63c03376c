/**
 * Search in the palette: screens, commands and codes at once; records after main has answered,
 * below and never in between.
 */
import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok, err } from '../../../preload/contract/kernel/result.ts'
import type { Found, SearchAnswer } from '../../../preload/contract/api/search/search.ts'
import App from '../../../renderer/app/App.vue'
import { localMinute } from '../../../renderer/text/times.ts'
import { fakeBridge, realWorkstation } from '../support/fake-bridge.ts'
import { mountPage } from '../support/page.ts'
import { allByRole, axeViolations, byRole, press, until } from '../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
/** Requests that main has not answered yet. */
let requested: { text: string; answer: (found: SearchAnswer) => void }[] = []
beforeEach(() => {
  bridge = fakeBridge()
  requested = []
  bridge.workstation.getState.mockResolvedValue(ok(realWorkstation()))
  bridge.search.find.mockImplementation(
    ({ text }) =>
      new Promise((resolve) => {
        requested.push({ text, answer: (found) => resolve(ok(found)) })
      }),
  )
})

const thing = (part: Partial<Found> = {}): Found => ({
  kind: 'payment',
  id: 'o1',
  title: 'Ridgeway Supply \u00b7 USD 12,500.00',
  detail: 'WIRE \u00b7 CS1 \u00b7 \u2022\u2022\u2022\u20220077',
  at: '2026-11-23T14:00:00.000Z',
  address: '/validation/history/o1',
  ...part,
})
async function type(text: string): Promise<void> {
  const input = byRole('combobox', 'Search or run a command') as HTMLInputElement
  input.value = text
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await flushPromises()
}
const openPalette = async () => {
  const mounted = await mountPage(App)
  press('k', { ctrlKey: true })
  await until(() => byRole('option', 'New profile'))
  return mounted
}
const highlighted = (): string =>
  document.querySelector('[role="option"][data-highlighted]')?.textContent.trim() ?? ''
const lines = (): string[] => allByRole('option').map((line) => line.textContent.trim())
const isRequested = (text: string) => until(() => expect(requested.at(-1)?.text).toBe(text))

describe('the palette', () => {
  it('breaks no date of a result: each part of its details is one piece, and its minute stands beside the title', async () => {
    await openPalette()
    await type('rid')
    await isRequested('rid')
    requested.at(-1)?.answer({ found: [thing()], more: [] })
    await flushPromises()
    const line = allByRole('option').find(({ textContent }) => textContent.includes('Ridgeway'))
    const parts = [...(line?.querySelectorAll('.inline-block') ?? [])]
    expect(parts.map(({ textContent }) => textContent)).toEqual([
      'WIRE',
      'CS1',
      '\u2022\u2022\u2022\u20220077',
    ])
    expect(line?.textContent).toContain(localMinute('2026-11-23T14:00:00.000Z'))
  })

  it('searches once typing pauses, and shows only the answer to the latest search', async () => {
    await openPalette()
    await type('r')
    await type('ri')
    await isRequested('ri')
    await type('ridge')
    await isRequested('ridge')
    expect(requested.map(({ text }) => text)).toEqual(['ri', 'ridge'])
    requested[1]?.answer({ found: [thing()], more: [] })
    await until(() => expect(lines().join()).toContain('Ridgeway Supply'))
    requested[0]?.answer({ found: [thing({ id: 'o2', title: 'Rivermark' })], more: [] })
    await flushPromises()
    expect(lines().join()).not.toContain('Rivermark')
    expect(await axeViolations()).toEqual([])
  })

  it('shows that it searches, and then that nothing was found', async () => {
    await openPalette()
    await type('zzzz')
    const status = () => byRole('dialog').querySelector('[role="status"]')?.textContent.trim()
    expect(status()).toBe('Searching\u2026')
    await isRequested('zzzz')
    requested[0]?.answer({ found: [], more: [] })
    await until(() => expect(status()).toBe('Nothing is found for \u201czzzz\u201d.'))
  })

  it('shows why the search is not available', async () => {
    bridge.search.find.mockResolvedValue(err({ code: 'internal', reference: 'r-1' }))
    await openPalette()
    await type('ridgeway')
    await until(() =>
      expect(byRole('dialog').querySelector('[role="status"]')?.textContent.trim()).not.toBe(
        'Searching\u2026',
      ),
    )
    expect(byRole('dialog').querySelector('[role="status"]')?.textContent).not.toContain(
      'Nothing is',
    )
  })

  it('keeps the selected line when results arrive, and adds them below', async () => {
    await openPalette()
    await type('settings')
    await until(() => expect(highlighted()).toContain('Settings'))
    await isRequested('settings')
    requested[0]?.answer({ found: [thing({ title: 'Settings Limited' })], more: [] })
    await until(() => expect(lines().at(-1)).toContain('Settings Limited'))
    expect(highlighted()).not.toContain('Limited')
    expect(lines()[0]).toContain('Settings')
    press('ArrowDown')
    press('ArrowUp')
    expect(highlighted()).toBe(lines()[0])
  })

  it('opens the first result by Enter where nothing else was found', async () => {
    const { router } = await openPalette()
    await type('55501420077')
    await isRequested('55501420077')
    requested[0]?.answer({ found: [thing()], more: [] })
    await until(() => expect(highlighted()).toContain('Ridgeway Supply'))
    byRole('combobox').focus()
    press('Enter')
    await until(() => expect(router.currentRoute.value.path).toBe('/validation/history/o1'))
    expect(allByRole('option')).toHaveLength(0)
    expect(router.currentRoute.value.fullPath).not.toContain('55501420077')
  })

  it('finds codes by itself, and opens each in the code book', async () => {
    const { router } = await openPalette()
    await type('R01')
    const line = await until(() => {
      const found = allByRole('option').find((one) => one.textContent.includes('R01'))
      expect(found).toBeDefined()
      return found
    })
    line?.click()
    await until(() => expect(router.currentRoute.value.path).toContain('/code-book/'))
    expect(router.currentRoute.value.path).toContain('R01')
  })

  it('opens the list with all results, and starts empty the next time', async () => {
    const { router } = await openPalette()
    await type('ridgeway')
    await isRequested('ridgeway')
    requested[0]?.answer({
      found: [thing({ kind: 'validation', title: 'R\u2022\u2022\u2022' })],
      more: ['validation', 'entry'],
    })
    const line = await until(() => byRole('option', 'More in Validation history'))
    expect(lines().filter((one) => one.startsWith('More in'))).toHaveLength(1)
    line.click()
    await until(() => expect(router.currentRoute.value.path).toBe('/validation/history'))
    press('k', { ctrlKey: true })
    await until(() => byRole('option', 'New profile'))
    expect((byRole('combobox') as HTMLInputElement).value).toBe('')
    expect(lines().join()).not.toContain('More in')
  })

  it('does not search for one letter', async () => {
    await openPalette()
    await type('r')
    await type('')
    await type('ab')
    await isRequested('ab')
    expect(requested).toHaveLength(1)
  })
})
