/** Permissions of status inquiries, through handlers with a made-up profile. */
import { describe, expect, it } from 'vitest'
import { paymentInquiryHandlers } from '../../../../main/session/api/payment-inquiry.handlers.ts'
import type { ProfilesService } from '../../../../main/session/profiles.service.ts'
import type { Product } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import { paymentStatusInquiry } from '../../../component/support/fake-payment-inquiry.ts'

const context = { operator: { id: 'mara', name: 'Mara Ellison', roles: [] } }
const question = { by: 'transaction-id', transactionId: 'T1' } as const

function handlersOf(agreed: readonly Product[], partnerClientId: string | null = 'P'.repeat(32)) {
  const requested: unknown[] = []
  const statusInquiries = {
    inquire: (what: unknown) => {
      requested.push(what)
      return Promise.resolve(ok(paymentStatusInquiry()))
    },
  }
  const shown = {
    services: { payments: { statusInquiries } },
    real: { details: () => ({ partnerClientId }) },
  }
  const { paymentInquiry } = paymentInquiryHandlers({
    profiles: { shown: () => shown } as unknown as ProfilesService,
    callBlockFor: (product) =>
      agreed.includes(product) ? undefined : err({ code: 'product-not-agreed', product }),
  })
  return { paymentInquiry, requested }
}

describe('permission for the status of payments', () => {
  it.each([[['wire']], [['rtp']], [['wire', 'rtp']]] as const)(
    'bank note 77: is given by %j, since one API serves both',
    async (agreed) => {
      const { paymentInquiry, requested } = handlersOf(agreed)
      expect(await paymentInquiry.inquire(question, context)).toMatchObject({ ok: true })
      expect(requested).toEqual([question])
    },
  )

  it('bank note 77: is not given without both, and the refusal names the product', async () => {
    const { paymentInquiry, requested } = handlersOf(['wire-inquiry', 'ach-inquiry'])
    const refused = { ok: false, error: { code: 'product-not-agreed', product: 'wire' } }
    expect(await paymentInquiry.inquire(question, context)).toEqual(refused)
    expect(await paymentInquiry.inquireAgain({ id: 'l1' }, context)).toEqual(refused)
    expect(await paymentInquiry.downloadParticipants(undefined, context)).toEqual(refused)
    expect(requested).toEqual([])
  })

  it('bank note 11: needs a PartnerClientId, which the refusal names', async () => {
    const { paymentInquiry, requested } = handlersOf(['wire'], null)
    const refused = {
      ok: false,
      error: { code: 'profile-incomplete', missing: ['Partner client id'] },
    }
    expect(await paymentInquiry.inquire(question, context)).toEqual(refused)
    expect(await paymentInquiry.downloadParticipants(undefined, context)).toEqual(refused)
    expect(requested).toEqual([])
  })
})
