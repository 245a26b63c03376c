/** The ACH inquiry screen for tests: mounted at an address, filled in and read. */
import { flushPromises } from '@vue/test-utils'
import { achDetail, achListItem } from '../../../../../preload/contract/bank/ach-inquiry/index.ts'
import type { InquiryAccounts } from '../../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import type { AnswerTrace } from '../../../../../preload/contract/bank/answers/bank-answer.ts'
import type { Reading, Shape } from '../../../../../preload/contract/bank/answers/shape.ts'
import InquiryPage from '../../../../../renderer/features/inquiry/ach/InquiryPage.vue'
import { mountPage, type MountedPage } from '../../../support/page.ts'

export const mounted = (address = '/ach-inquiry'): Promise<MountedPage> =>
  mountPage(InquiryPage, address, '/ach-inquiry/:id?/:row?')
type Page = MountedPage['page']

export const buttonOf = (page: Page, name: string) => {
  const found = page.findAll('button').find((one) => one.text().startsWith(name))
  if (!found) throw new Error(`no button ${name}`)
  return found
}
export async function press(page: Page, name: string): Promise<void> {
  await buttonOf(page, name).trigger('click')
  await flushPromises()
}
export async function choose(page: Page, label: string): Promise<void> {
  const found = page.findAll('label').find((one) => one.text() === label)
  await found?.get('input').setValue(true)
  await flushPromises()
}
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await page.get(`[name="${name}"]`).setValue(value)
  await flushPromises()
}
export async function request(page: Page): Promise<void> {
  await page.get('form').trigger('submit')
  await flushPromises()
}
/** Returns the message below a field. */
export const textOfField = (page: Page, name: string): string =>
  page.get(`[name="${name}"]`).element.closest('div.min-w-0')?.textContent ?? ''

export const account = (
  part: Partial<InquiryAccounts['accounts'][number]> = {},
): InquiryAccounts['accounts'][number] => ({
  id: 'own-1',
  account: '••••0011',
  listable: true,
  bankNumber: '0075',
  routingNumber: '550060066',
  name: 'Alder Falls Operating',
  currency: 'USD',
  use: 'both',
  companyId: '',
  legalName: '',
  address: '',
  ...part,
})
export const trace: AnswerTrace = {
  status: 200,
  transactionId: 'T1',
  namesPayment: false,
  correlationId: 'C1',
  transactionTime: null,
}

function blank<S extends Shape>(shape: S): Reading<S> {
  const fields: unknown = Object.fromEntries([
    ...Object.entries(shape.fields).map(([name, { kind }]) => [
      name,
      kind === 'list' || kind === 'texts' ? [] : null,
    ]),
    ['other', []],
  ])
  return fields as Reading<S>
}

/** Readings of a list item and a detail with these fields. */
export const itemReading = (part: Partial<Reading<typeof achListItem>>) => ({
  ...blank(achListItem),
  ...part,
})
export const detailReading = (part: Partial<Reading<typeof achDetail>>) => ({
  ...blank(achDetail),
  ...part,
})
