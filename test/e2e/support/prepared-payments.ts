/** Payments that wait for approval with good evidence, written through the API as a maker. */
import type { Page } from 'playwright/test'
import { practicePayees } from '../../../main/session/practice/practice-payees.ts'
import { emptyForm, emptyParty } from '../../../preload/contract/domain/orders/payment-form.ts'
import { today } from '../pages/compose-screen.ts'

interface Answer {
  readonly ok: boolean
  readonly value?: {
    readonly id: string
    readonly items: readonly { readonly id: string; readonly name: string }[]
  }
  readonly error?: unknown
}
type Call = (channel: string, input: unknown) => Promise<NonNullable<Answer['value']>>

const callFrom =
  (page: Page): Call =>
  async (channel, input) => {
    const answer = (await page.evaluate(
      ([name, sent]) => window.countersign.invoke(name as string, sent),
      [channel, input],
    )) as Answer
    if (!answer.ok || answer.value === undefined)
      throw new Error(`${channel}: ${JSON.stringify(answer.error)}`)
    return answer.value
  }

/**
 * Submits a payment of each amount to a payee of the practice book whose owner matches. The
 * signed-in operator is a maker.
 */
export async function submitPayments(page: Page, amounts: readonly string[]): Promise<void> {
  const call = callFrom(page)
  const [payee] = practicePayees
  if (!payee?.name) throw new Error('The practice book has no payee')
  const listed = await call('payees.list', { cursor: null, limit: 100, view: 'usable' })
  const payeeId = listed.items.find(({ name }) => name === payee.name)?.id ?? null
  const validation = await call('validation.submit', {
    apiVersion: 'v1',
    routingNumber: payee.bank.aba,
    accountNumber: payee.accountNumber,
    ownerKind: 'business',
    owner: { businessName: payee.name },
  })
  const form = {
    ...emptyForm,
    service: 'RTP',
    payeeId,
    debitAccountId: 'practice-1',
    valueDate: today(),
    creditPartyBank: { ...emptyParty, name: payee.bank.name, aba: payee.bank.aba },
    creditParty: {
      ...emptyParty,
      name: payee.name,
      accountNumber: payee.accountNumber,
      address: [...payee.address],
    },
  }
  for (const amount of amounts) {
    const { id } = await call('orders.saveDraft', { id: null, form: { ...form, amount } })
    await call('orders.attachOwnership', { id, validationId: validation.id })
    await call('orders.submit', { id })
  }
}
