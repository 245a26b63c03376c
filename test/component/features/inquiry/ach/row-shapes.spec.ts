import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  achDetail,
  achListItem,
  achTransactionStatus,
  collectedTransaction,
  postedTransaction,
  returnTransaction,
} from '../../../../../preload/contract/bank/ach-inquiry/index.ts'
import type { AchRowRecord } from '../../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { ok } from '../../../../../preload/contract/kernel/result.ts'
import { amountAsWritten } from '../../../../../preload/contract/kernel/money.ts'
import { fakeBridge } from '../../../support/fake-bridge.ts'
import { achInquiry, achRow, achRowRecord } from '../../../support/fake-inquiry.ts'
import { expectNoViolation } from '../../../support/page.ts'
import { filler, type Filled } from './filled-reading.ts'
import { itemReading, mounted, trace } from './inquiry-stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
})

type Page = Awaited<ReturnType<typeof mounted>>['page']
async function shown(record: AchRowRecord): Promise<Page> {
  bridge.achInquiry.get.mockResolvedValue(ok(achInquiry()))
  bridge.achInquiry.getRow.mockResolvedValue(ok(record))
  const { page } = await mounted('/ach-inquiry/q1/0')
  await flushPromises()
  return page
}

const transaction = (page: Page): Element => page.get('section[aria-label="Transaction"]').element
const textOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim()

/** Every value of the transaction with its label: beside it in a list, above it in a table. */
function shownIn(page: Page): { label: string; reported: string }[] {
  const root = transaction(page)
  const beside = [...root.querySelectorAll('dd')].map((value) => ({
    label: textOf(value.previousElementSibling),
    reported: textOf(value),
  }))
  const inTables = [...root.querySelectorAll('tbody td')].map((cell) => {
    const heads = cell.closest('table')?.querySelectorAll('th')
    const label = textOf(heads?.[(cell as HTMLTableCellElement).cellIndex])
    const known = cell.querySelector('button')?.getAttribute('aria-label')
    return { label, reported: known ?? textOf(cell) }
  })
  return [...beside, ...inTables]
}

/** The meaning of a code outside of the lists, in the section of a return or of a change. */
const explainedApart = (page: Page, value: string, meaning: string): boolean =>
  [...transaction(page).querySelectorAll('section[aria-label]')].some(
    (section) =>
      section.querySelector(`button[aria-label="${value}: ${meaning}"]`) !== null &&
      textOf(section).includes(meaning),
  )
const changesIn = (page: Page): string =>
  textOf(transaction(page).querySelector('section[aria-label="Notifications of change"]'))

function isShown(page: Page, { label, value, kind, meaning }: Filled, inFull: boolean): boolean {
  if (label.startsWith('Change')) {
    return meaning === null
      ? changesIn(page).includes(`Bank message: “${value}”`)
      : explainedApart(page, value, meaning)
  }
  const written = kind === 'amount' ? amountAsWritten(value) : value
  const expected = kind === 'account' && !inFull ? `••••${value.slice(-4)}` : written
  return shownIn(page).some(
    (pair) =>
      (label === 'newField' ? pair.label.endsWith(label) : pair.label === label) &&
      pair.reported.includes(expected) &&
      (meaning === null || pair.reported.includes(meaning)),
  )
}
const unreported = (page: Page, filled: readonly Filled[], inFull = false): readonly string[] =>
  filled
    .filter((one) => !isShown(page, one, inFull))
    .map(({ label, value }) => `${label}: ${value}`)

/** The accounts that are shown in full although they must be masked. */
const laidBare = (page: Page, filled: readonly Filled[]): readonly string[] =>
  filled
    .filter(({ kind, value }) => kind === 'account' && textOf(transaction(page)).includes(value))
    .map(({ label }) => label)

const rowsOfEarlier = [
  ['a return', 'returned', returnTransaction],
  ['a collected transaction, with addenda of all three kinds', 'collected', collectedTransaction],
  ['a posted transaction', 'posted', postedTransaction],
  ['an item of the list', 'list-item', achListItem],
] as const

describe('one transaction in every documented shape', () => {
  it.each(rowsOfEarlier)(
    'shows each field of %s with its label, codes explained, accounts masked',
    async (_name, of, shape) => {
      const { filled, fill } = filler()
      const reading = { of, reading: fill(shape) } as AchRowRecord['reading']
      const page = await shown(achRowRecord({ reading }))
      expect(unreported(page, filled)).toEqual([])
      expect(laidBare(page, filled)).toEqual([])
      await expectNoViolation(page)
    },
  )

  it.each(rowsOfEarlier)(
    'shows each field of %s in full where main sent it in full',
    async (_name, of, shape) => {
      const { filled, fill } = filler()
      const reading = { of, reading: fill(shape) } as AchRowRecord['reading']
      const page = await shown(achRowRecord({ reading, isMasked: false }))
      expect(unreported(page, filled, true)).toEqual([])
    },
  )

  it('shows each field of a detail, its addenda and its notifications of change', async () => {
    const { filled, fill } = filler()
    const answer = {
      kind: 'answered',
      reading: fill(achDetail, 2),
      warnings: [],
      beside: [],
      trace,
    } as const
    const detail = { at: '2026-11-21T09:14:02.000Z', answer, raw: '{}', callId: 'c2' }
    const page = await shown(
      achRowRecord({ reading: { of: 'list-item', reading: itemReading({}) }, detail }),
    )
    expect(unreported(page, filled)).toEqual([])
    expect(laidBare(page, filled)).toEqual([])
    expect(page.get('section[aria-label="Addenda records"]').text()).toContain(
      'Addenda records (2)',
    )
    expect(page.findAll('section[aria-label="Notifications of change"] > ol > li')).toHaveLength(2)
    await expectNoViolation(page)
  })

  it.each(['collected', 'posted', 'returned'] as const)(
    'shows each field of a status whose result is %s, and reports the other results as absent',
    async (result) => {
      const { filled, fill } = filler()
      const { [result]: field, achStatus } = achTransactionStatus.fields
      const blank = { achStatus: null, collected: null, posted: null, returned: null, other: [] }
      const status = fill({ fields: { achStatus }, internal: [], source: 'the test' })
      const reading = { ...blank, ...status, [result]: fill(field.shape) }
      const page = await shown(achRowRecord({ reading: { of: 'status', reading } }))
      expect(unreported(page, filled)).toEqual([])
      expect(laidBare(page, filled)).toEqual([])
      expect(page.get(`[role="group"][aria-label="${field.label}"]`).text()).toContain(
        filled.find(({ label }) => label === 'Amount')?.value.slice(-6) ?? 'no amount',
      )
      expect(textOf(transaction(page))).toContain('2 fields not in the answer')
      expect(page.find('section[aria-label="Return"]').exists()).toBe(result === 'returned')
      await expectNoViolation(page)
    },
  )
})

describe('the addenda of a collected transaction', () => {
  const sections = {
    iatAddendum: 'International addenda',
    nonIatAddendum: 'Domestic addenda',
    nocAddendum: 'Notifications of change',
  } as const
  const information = collectedTransaction.fields.addendaInformation.shape

  it.each(Object.keys(sections) as (keyof typeof sections)[])(
    'are listed in a section of their kind, and missing kinds are named: %s',
    async (kind) => {
      const { fill, filled } = filler()
      const none = { iatAddendum: [], nonIatAddendum: [], nocAddendum: [], other: [] }
      const whole = fill({ fields: {}, internal: [], source: 'the test' })
      const all = fill(collectedTransaction)
      const before = filled.length
      const field = information.fields[kind]
      const addenda = [fill(field.shape), fill(field.shape)]
      const ofAddenda = filled.slice(before)
      const reading = { ...all, ...whole, addendaInformation: { ...none, [kind]: addenda } }
      const page = await shown(achRowRecord({ reading: { of: 'collected', reading } }))
      const section = page.get(`section[aria-label="${sections[kind]}"]`)
      expect(section.findAll(':scope > ol > li')).toHaveLength(2)
      expect(unreported(page, ofAddenda)).toEqual([])
      expect(laidBare(page, ofAddenda)).toEqual([])
      for (const [other, label] of Object.entries(sections)) {
        if (other === kind) continue
        expect(page.find(`section[aria-label="${label}"]`).exists()).toBe(false)
        const absent = /None in the answer: (.*)/.exec(textOf(transaction(page)))?.[1]
        expect(absent).toContain(label.toLowerCase())
      }
    },
  )

  it('are distinguished from addenda that were counted but not requested', async () => {
    const { fill } = filler()
    const reading = { ...fill(collectedTransaction), addendaInformation: null }
    const row = achRow({ notificationsOfChange: 2 })
    const page = await shown(achRowRecord({ row, reading: { of: 'collected', reading } }))
    expect(textOf(transaction(page))).toContain('2 notifications of change in the list')
    expect(textOf(transaction(page))).toContain(
      'None in the answer: international addenda, domestic addenda, notifications of change',
    )
  })
})
