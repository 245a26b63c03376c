/** The address step: what the health answers report, or the hint that remains after a 403. */
import type { CheckedHealth } from '../../bank/health-check.ts'
import { attention, factsOf, failed, fine, notRun, type StepResult } from './step-result.ts'
import { addressIn, isRegistered, type Whereabouts } from './registered-address.ts'

/** The facts that the address is judged by. */
export interface AddressQuestion extends Whereabouts {
  readonly answers: readonly CheckedHealth[]
  /** Whether the token call or a health check was answered 403. */
  readonly forbidden: boolean
}

/**
 * Returns the first value of this field in the health answers, unchanged; null if there is none.
 */
export const clientAddressIn = (answers: readonly CheckedHealth[], name: string): string | null =>
  answers
    .flatMap(({ fields }) => fields)
    .find((field) => field.name.toLowerCase() === name.toLowerCase())?.value ?? null

/** Compares the address that the bank sees with the registered ones. */
export function examineAddress(question: AddressQuestion): StepResult {
  const { answers, forbidden, lastClientIp, registeredAddresses } = question
  if (!forbidden && answers.every(({ status }) => status === null)) return notRun()
  const seenAddress = clientAddressIn(answers, 'ClientIp')
  const seen = seenAddress ?? lastClientIp
  const address = seen === null ? null : addressIn(seen)
  const facts = factsOf(
    [seenAddress === null ? 'Last seen by the bank, earlier' : 'Address seen by the bank', seen],
    ['Forwarded for', clientAddressIn(answers, 'X-Forwarded-For')],
    ['Registered', registeredAddresses.join(', ') || 'none'],
  )
  if (address === null) return attention('address-not-reported', facts)
  if (registeredAddresses.length === 0) return attention('no-address-registered', facts)
  if (!isRegistered(address, registeredAddresses)) {
    // A bank that answers may not check addresses, or may have more of them registered than the
    // profile.
    return (forbidden ? failed : attention)('address-not-registered', facts)
  }
  return seenAddress === null ? attention('address-not-reported', facts) : fine(facts)
}
