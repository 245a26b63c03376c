/**
 * A payment that is made again and again, kept under a name (noun `saved`): its form without what belongs to one
 * payment alone, which is its references and its date.
 */
import type { z } from '../../kernel/zod.ts'
import { emptyForm, orderForm, type OrderForm } from './order-form.ts'

/** What is kept of the form. */
export const paymentTemplate = orderForm.omit({
  valueDate: true,
  requestReference: true,
  sendersReference: true,
  originatorReference: true,
  receiversReference: true,
})
export type PaymentTemplate = z.infer<typeof paymentTemplate>

/** The template of a form, whole or not. */
export function templateOf(form: OrderForm): PaymentTemplate {
  const {
    valueDate: _valueDate,
    requestReference: _requestReference,
    sendersReference: _sendersReference,
    originatorReference: _originatorReference,
    receiversReference: _receiversReference,
    ...template
  } = form
  return template
}

/** A new form filled from a template: its references and its date are still to come. */
export const formOfTemplate = (template: PaymentTemplate): OrderForm => ({
  ...emptyForm,
  ...template,
})
