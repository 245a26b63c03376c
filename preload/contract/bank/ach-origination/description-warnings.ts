/**
 * Network rules about the entry description alone (Nacha: PAYROLL, PURCHASE, REVERSAL and RETRY
 * PYMT). Warnings only; none blocks.
 */
import type { RequestWarning } from '../../kernel/request-warning.ts'

/** Description of a reversal, and of an entry presented again after R01 or R09. */
export const reversalDescription = 'REVERSAL'
export const retryDescription = 'RETRY PYMT'
/** Description of wages. */
export const payrollDescription = 'PAYROLL'
const purchaseDescription = 'PURCHASE'
const meant = [reversalDescription, retryDescription, payrollDescription, purchaseDescription]

const reversals = 'Nacha, Reversals and Enforcement'
const descriptions = 'Nacha, Company Entry Description, since 2026-03-20'
const retries = 'Nacha, reinitiation of returned entries'

const warning = (message: string, where: string): RequestWarning => ({
  path: 'companyEntryDescription',
  message,
  source: 'network',
  where,
})

/**
 * Returns the warnings about an entry description as it would be sent. `isReversal`: the batch
 * names another one that it reverses.
 */
export function descriptionWarnings(typed: string, isReversal: boolean): RequestWarning[] {
  const description = typed.trim()
  const upper = description.toUpperCase()
  const inCapitals =
    description !== upper && meant.includes(upper)
      ? [warning(`The network writes it in capitals: ${upper}`, descriptions)]
      : []
  return [...inCapitals, ...meaning(upper, isReversal)]
}

function meaning(description: string, isReversal: boolean): RequestWarning[] {
  if (isReversal) {
    return description === reversalDescription
      ? [
          warning(
            'A reversal must go out within 5 banking days of the settlement, and only for a duplicate, a wrong receiver, a wrong amount or a wrong date',
            reversals,
          ),
        ]
      : [warning(`A reversal is described as ${reversalDescription}`, reversals)]
  }
  if (description === reversalDescription) {
    return [warning('Described as a reversal, but names no batch to reverse', reversals)]
  }
  if (description === retryDescription) {
    return [
      warning(
        'For entries returned as R01 or R09, at most twice and within 180 days of the first',
        retries,
      ),
    ]
  }
  return description === purchaseDescription
    ? [
        warning(
          'For purchases over the internet (WEB), which are not originated here',
          descriptions,
        ),
      ]
    : []
}
