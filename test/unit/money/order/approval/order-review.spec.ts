/** The changes since the last review that an approver is shown. */
import { beforeEach, describe, expect, it } from 'vitest'
import { significantAccount } from '../../../../../preload/contract/kernel/account-number.ts'
import type { PaymentForm } from '../../../../../preload/contract/domain/orders/payment-form.ts'
import type { OrderReview } from '../../../../../preload/contract/domain/orders/order.ts'
import type { OrderRow } from '../../../../../main/money/order/types.ts'
import { openOrderTracking, people, type OrderTrackingSession } from '../support/order-tracking.ts'
import {
  actsAbout,
  changeStored,
  orderRow,
  storedOrder,
  wireForm,
} from '../support/stored-orders.ts'

let session: OrderTrackingSession
beforeEach(async () => {
  session = await openOrderTracking()
  await storedOrder(session.store, { state: 'awaiting-approval' })
})
const review = async (who: keyof typeof people = 'theo'): Promise<OrderReview> => {
  const answer = await session.reading.handlers.review({ id: 'o1' }, { operator: people[who] })
  return answer.ok ? answer.value : expect.fail(answer.error.code)
}
/** Writes the order again, text and columns, as the program does. */
const become = (form: PaymentForm, part: Partial<OrderRow> = {}) => {
  const { id, state, debit_account: from, body, body_sha256, ...created } = orderRow({}, form)
  const debit_account = part.debit_account ?? from
  const debit_significant = significantAccount(debit_account)
  const text = body?.replace(`"${from}"`, `"${debit_account}"`) ?? null
  const columns = { ...created, body: text, body_sha256, debit_account, debit_significant }
  expect([id, state]).toEqual(['o1', 'accepted'])
  return changeStored(session.store, 'o1', { ...columns, ...part })
}

describe('a review', () => {
  it('is the first one of this operator, and is recorded', async () => {
    expect(await review()).toMatchObject({ seenAt: null, changes: [], order: { id: 'o1' } })
    expect(await actsAbout(session.store)).toContain('order.viewed')
  })

  it('reports in the first review already that the form is not what would be sent', async () => {
    const shown = { ...wireForm.creditParty, name: 'Honest Supplier' }
    await changeStored(session.store, 'o1', {
      form: JSON.stringify({ ...wireForm, creditParty: shown }),
      beneficiary: 'Honest Supplier',
    })
    for (const [seenAt, changes] of [
      [null, 1],
      [session.time.now, 1],
    ] as const) {
      const reviewed = await review()
      expect(reviewed.seenAt).toBe(seenAt)
      expect(reviewed.changes).toHaveLength(changes)
      expect(reviewed.changes[0]?.after).toContain('changed from outside')
    }
  })

  it('reports field by field what changed since this operator looked, whoever else looked meanwhile', async () => {
    await review()
    const seenAt = session.time.now
    session.time.ms += 60_000
    await become({ ...wireForm, amount: '13,500.00', originatorReference: 'PO 12' })
    await review('cleo')
    const { seenAt: at, changes } = await review()
    expect(at).toBe(seenAt)
    expect(changes).toEqual([
      { field: 'Amount', before: '12,500.00', after: '13,500.00' },
      { field: 'Originator reference', before: '', after: 'PO 12' },
    ])
    expect((await review()).changes).toEqual([])
  })

  it('shows accounts masked, and reports a changed one that looks the same', async () => {
    await review()
    const { creditParty } = wireForm
    const account = { ...creditParty, accountNumber: '99901420077' }
    await become({ ...wireForm, creditParty: account })
    const { changes } = await review()
    const shown = '\u2022\u2022\u2022\u20220077'
    expect(changes).toEqual([
      {
        field: 'Beneficiary: account number',
        before: shown,
        after: `${shown} (another number)`,
      },
    ])
    expect(JSON.stringify(changes)).not.toMatch(/0142/)
  })

  it('bank note 66: reports leading zeros that were added', async () => {
    await review()
    const account = { ...wireForm.creditParty, accountNumber: '0055501420077' }
    await become({ ...wireForm, creditParty: account })
    expect((await review()).changes).toMatchObject([
      { after: '\u2022\u2022\u2022\u20220077 (spelled differently)' },
    ])
  })

  it('reports another debit account, bank, address, and other evidence', async () => {
    await review()
    const bank = { ...wireForm.creditPartyBank, aba: '550020025' }
    const creditParty = { ...wireForm.creditParty, address: ['2 Quay Road'] }
    await become(
      { ...wireForm, creditPartyBank: bank, creditParty },
      {
        debit_account: '7200450011',
        debit_label: 'Alder Falls Operating \u2022\u2022\u2022\u20220011',
        validate_call_id: 'v2',
        validate_kind: 'answered',
        payee_version: 3,
      },
    )
    const { changes } = await review()
    expect(changes.map(({ field }) => field)).toEqual([
      'Debit account',
      'Beneficiary\u2019s bank: ABA number',
      'Beneficiary: address',
      'Bank pre-check',
      'Version in the payee book',
    ])
    expect(changes).toMatchObject([
      { after: 'Alder Falls Operating \u2022\u2022\u2022\u20220011' },
      { before: '550010014', after: '550020025' },
      { before: '1 Quay Road, Portland', after: '2 Quay Road' },
      { before: 'none', after: 'attached' },
      { before: 'none', after: '3' },
    ])
  })
})
