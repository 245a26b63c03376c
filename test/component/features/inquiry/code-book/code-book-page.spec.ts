import { createMemoryHistory, createRouter, RouterView, type Router } from 'vue-router'
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { codeFamilies } from '../../../../../preload/contract/bank/codes/index.ts'
import CodeBookPage from '../../../../../renderer/features/inquiry/code-book/CodeBookPage.vue'
import { searchBook } from '../../../../../renderer/features/inquiry/code-book/search.ts'
import { allByRole, axeViolations, byRole, press, useStage } from '../../../ui/stage.ts'

let page: VueWrapper | undefined
let router: Router

/** Opens the book at an address, as a link of another screen does. */
async function open(address = '/code-book'): Promise<void> {
  router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/code-book/:family?/:code?', component: CodeBookPage }],
  })
  await router.push(address)
  page = mount(RouterView, {
    attachTo: document.body,
    global: { plugins: [router] },
  })
  await flushPromises()
}

const searchBox = (): HTMLElement => byRole('textbox', 'Search the code book')
async function search(text: string): Promise<void> {
  const input = searchBox() as HTMLInputElement
  input.value = text
  input.dispatchEvent(new Event('input'))
  await flushPromises()
}
async function type(key: string): Promise<void> {
  press(key)
  await flushPromises()
}
const cells = (column: number): string[] =>
  [...document.querySelectorAll(`tbody [data-cell="${String(column)}"]`)].map((cell) =>
    cell.textContent.trim().replace(/\s+/g, ' '),
  )
const details = (): string =>
  (document.querySelector('aside')?.textContent ?? '').replace(/\s+/g, ' ')
const address = (): string => router.currentRoute.value.fullPath
const counted = (): string => byRole('status').textContent
const family = (name: RegExp): HTMLInputElement => {
  const found = allByRole('radio').find(({ parentElement }) =>
    name.test(parentElement?.textContent ?? ''),
  )
  if (!found) throw new Error(`no family ${String(name)}`)
  return found as HTMLInputElement
}
async function choose(name: RegExp): Promise<void> {
  family(name).click()
  await flushPromises()
}

describe('the search of the code book', () => {
  const total = codeFamilies.reduce((sum, { entries }) => sum + entries.length, 0)
  const first = (query: string): string => {
    const [row] = searchBook(query)
    return row ? `${row.family.id} ${row.entry.code}` : 'nothing'
  }

  it('lists every code before a search', () => {
    expect(searchBook('  ')).toHaveLength(total)
  })

  it.each([
    ['r03', 'return-reason R03'],
    ['uncollected', 'return-reason R09'],
    ['nocChangeCode C05', 'change-code C05'],
    ['account status 099', 'validation-status 099'],
    ['regulatoryfilter', 'payment-business-status Regulatory Filter'],
    ['ÍNSUFFICIENT fünds', 'return-reason R01'],
    ['savings debits prenotification', 'ach-transaction-code 38'],
    ['zzz', 'nothing'],
  ])('finds %s by code, meaning, field or family', (query, expected) => {
    expect(first(query)).toBe(expected)
  })

  it('lists the code itself before entries that mention it', () => {
    const codes = searchBook('001').map(({ entry }) => entry.code)
    expect(codes.slice(0, 2)).toEqual(['001', '001'])
    expect(codes).toContain('ECA-W-001')
  })
})

describe('the code book', () => {
  useStage()
  afterEach(() => page?.unmount())

  it('lists all codes with their families, and explains the empty details', async () => {
    await open()
    expect(counted()).toMatch(/^\d{3} codes$/)
    expect(cells(2)[0]).toBe('System error codes')
    expect(details()).toContain('No code chosen')
    expect(await axeViolations()).toEqual([])
  })

  it('narrows to a family, without its name in every line', async () => {
    await open()
    await choose(/^Change codes/)
    expect(address()).toBe('/code-book/change-code')
    expect(counted()).toBe('23 codes')
    expect(cells(0)[0]).toBe('C01')
    expect(cells(2)).toEqual([])
    expect(details()).toContain('corrected value comes with it')
  })

  it('searches while typing, and counts the results of each family', async () => {
    await open()
    await search('prenotification')
    expect(counted()).toBe('7 codes')
    expect(family(/^ACH transaction codes/).parentElement?.textContent).toMatch(/7\s*$/)
    expect(family(/^Change codes/).parentElement?.textContent).toMatch(/0\s*$/)
  })

  it('names who may use a code that banks send to one another', async () => {
    await open('/code-book/return-reason/R61')
    expect(details()).toContain('Misrouted return')
    expect(details()).toContain('Used byThe ODFI, to dishonor a return')
    expect(details()).toContain('Nacha, return reason codes')
  })

  it('marks codes that only the network defines', async () => {
    await open('/code-book/change-code')
    const codes = cells(0)
    expect(codes[codes.indexOf('C13') + 1]).toBe('C14 network')
    expect(codes.at(-1)).toBe('C69 network')
  })

  it('moves from the search into the list, the details and back by keyboard', async () => {
    await open()
    searchBox().focus()
    await search('R0')
    await type('ArrowDown')
    expect((document.activeElement as HTMLElement).dataset['row']).toBe('0')
    expect(address()).toBe('/code-book/return-reason/R01?list=all')
    await type('ArrowDown')
    expect(address()).toBe('/code-book/return-reason/R02?list=all')
    expect(details()).toContain('Account closed')
    await type('Enter')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Code R02')
    await type('Escape')
    expect(address()).toBe('/code-book')
    expect((document.activeElement as HTMLElement).dataset['row']).toBe('1')
    expect(details()).toContain('No code chosen')
  })

  it('focuses the search by its shortcut from anywhere', async () => {
    await open()
    press('f', { ctrlKey: true })
    expect(document.activeElement).toBe(searchBox())
  })

  it('opens at the code of a link, with source and notes beside it', async () => {
    await open('/code-book/payment-business-status/RegulatoryFilter')
    expect(counted()).toBe('21 codes')
    const text = details()
    for (const part of [
      'RegulatoryFilter',
      'Waiting for response of a fraud or sanctions check.',
      'bank',
      'In Review',
      'Regulatory Filter',
      'tranBusnStatusCode',
      'Platform Specification, States and transitions',
      'does no screening',
    ])
      expect(text).toContain(part)
    expect(document.querySelector('[aria-selected="true"]')?.textContent).toContain(
      'Regulatory Filter',
    )
    expect(await axeViolations()).toEqual([])
  })

  it('shows an undocumented code as received', async () => {
    await open('/code-book/return-reason/R99%2Fx')
    expect(details()).toContain('R99/x')
    expect(details()).toContain('not in the document')
    expect(details()).toContain('Ask the bank')
    expect(await axeViolations()).toEqual([])
    press('Escape')
    await flushPromises()
    expect(address()).toBe('/code-book/return-reason')
    expect(document.activeElement).toBe(searchBox())
  })

  it('lists everything for a link with an unknown family', async () => {
    await open('/code-book/no-such-family/R01')
    expect(counted()).toMatch(/^\d{3} codes$/)
    expect(details()).toContain('No code chosen')
  })

  it('distinguishes a search that matches elsewhere from one that matches nowhere', async () => {
    await open('/code-book/change-code')
    await search('insufficient')
    expect(page?.text()).toContain('No matching code in “Change codes”')
    byRole('button', 'Search all families').click()
    await flushPromises()
    expect(cells(0)).toEqual(['R01'])
    await search('zzz')
    expect(page?.text()).toContain('No matching code')
    expect(await axeViolations()).toEqual([])
    byRole('button', 'Show all codes').click()
    await flushPromises()
    expect(counted()).toMatch(/^\d{3} codes$/)
  })
})
