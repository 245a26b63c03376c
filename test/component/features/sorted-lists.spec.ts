/** Lists that main searches and sorts: typed text and pressed headers reach main. */
import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../preload/contract/kernel/result.ts'
import InquiryPage from '../../../renderer/features/inquiry/ach/InquiryPage.vue'
import PaymentInquiryPage from '../../../renderer/features/inquiry/payment-inquiry/PaymentInquiryPage.vue'
import ReportsPage from '../../../renderer/features/inquiry/reports/ReportsPage.vue'
import BulkPage from '../../../renderer/features/inquiry/validation/bulk/BulkPage.vue'
import { fakeBridge } from '../support/fake-bridge.ts'
import { achInquiry } from '../support/fake-inquiry.ts'
import { mountPage } from '../support/page.ts'
import { until } from '../ui/stage.ts'

enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  bridge.achInquiry.list.mockResolvedValue(ok({ items: [achInquiry()], next: null, total: 1 }))
})
const lists = [
  [
    InquiryPage,
    '/ach-inquiry',
    '/ach-inquiry/:id?/:row?',
    'inquiries',
    () => bridge.achInquiry.list,
  ],
  [
    PaymentInquiryPage,
    '/payment-status',
    '/payment-status/:part?/:id?',
    'status checks',
    () => bridge.paymentInquiry.listStatusInquiries,
  ],
  [ReportsPage, '/reports', '/reports/:id?', 'answers', () => bridge.reports.list],
  [BulkPage, '/validation/bulk', '/validation/bulk/:run?/:row?', 'runs', () => bridge.bulk.list],
] as const

describe('a list that main searches and sorts', () => {
  it.each(lists)(
    '%s is searched by the typed text, and reports when nothing matches',
    async (...of) => {
      const [Page, address, route, noun, list] = of
      const { page } = await mountPage(Page, address, route)
      const fetchPage = list()
      fetchPage.mockResolvedValue(ok({ items: [], next: null, total: 0 }))
      await page.get(`input[aria-label="Search the ${noun}"]`).setValue('alder')
      await until(() =>
        expect(fetchPage).toHaveBeenLastCalledWith(
          expect.objectContaining({ search: 'alder', sort: null, cursor: null }),
        ),
      )
      await flushPromises()
      expect(page.text()).toContain('fits the search')
    },
  )
})
