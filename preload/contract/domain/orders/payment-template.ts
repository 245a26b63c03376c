/**
 * A recurring payment saved under a name (noun `saved`): its form without references and date,
 * which belong to one payment only.
 */
import type { z } from '../../kernel/zod.ts'
import { emptyForm, paymentFormSchema, type PaymentForm } from './payment-form.ts'

/** The saved part of the form. */
export const paymentTemplate = paymentFormSchema.omit({
  valueDate: true,
  requestReference: true,
  sendersReference: true,
  originatorReference: true,
  receiversReference: true,
})
export type PaymentTemplate = z.infer<typeof paymentTemplate>

/** Returns the template of a form, complete or not. */
export function templateOf(form: PaymentForm): PaymentTemplate {
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

/** Returns a new form filled from a template; references and date are still blank. */
export const formOfTemplate = (template: PaymentTemplate): PaymentForm => ({
  ...emptyForm,
  ...template,
})
