/** Moves the focus to a field of the form by its path. */

import type { PaymentForm } from '../../../../preload/contract/domain/orders/payment-form.ts'

/** Focuses the field that is filled first once the payee is known. */
export const focusNext = ({ debitAccountId }: PaymentForm): void =>
  focusField(debitAccountId === null ? 'debitAccountId' : 'amount')

/** Focuses the field; for a path of several fields, the first one. */
export function focusField(path: string): void {
  const named = (name: string) => document.querySelector<HTMLElement>(`[name="${name}"]`)
  const [section = ''] = path.split('.')
  const inSection = document.querySelector<HTMLElement>(
    `[data-section="${section === 'type' ? 'service' : section}"] :is(input, select, textarea)`,
  )
  const field = named(path) ?? named(`${path}.0`) ?? inSection
  const fold = field?.closest('details')
  if (fold) fold.open = true
  field?.focus()
}
