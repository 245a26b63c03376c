/** The address step: what the health answers told, or what is left to say when they were forbidden. */
import type { CheckedHealth } from '../../bank/client/health-check.ts'
import { attention, factsOf, failed, fine, notRun, type StepResult } from './step-result.ts'
import { addressIn, isRegistered, type Whereabouts } from './registered-address.ts'

/** What the address is judged by. */
export interface AddressQuestion extends Whereabouts {
  readonly answers: readonly CheckedHealth[]
  /** Whether the token call or a health check was answered 403. */
  readonly forbidden: boolean
}

/** The first value of this name that a health answer told, as it came; null: none did. */
export const toldIn = (answers: readonly CheckedHealth[], name: string): string | null =>
  answers
    .flatMap(({ fields }) => fields)
    .find((field) => field.name.toLowerCase() === name.toLowerCase())?.value ?? null

/** Compares the address that the bank sees with the registered ones. */
export function examineAddress(question: AddressQuestion): StepResult {
  const { answers, forbidden, lastClientIp, registeredAddresses } = question
  if (!forbidden && answers.every(({ status }) => status === null)) return notRun()
  const told = toldIn(answers, 'ClientIp')
  const seen = told ?? lastClientIp
  const address = seen === null ? null : addressIn(seen)
  const facts = factsOf(
    [told === null ? 'Last seen by the bank, earlier' : 'ClientIp', seen],
    ['X-Forwarded-For', toldIn(answers, 'X-Forwarded-For')],
    ['Registered', registeredAddresses.join(', ') || 'none'],
  )
  if (address === null) return attention('address-not-told', facts)
  if (registeredAddresses.length === 0) return attention('no-address-registered', facts)
  if (!isRegistered(address, registeredAddresses)) {
    // A bank that answers all the same may not look at addresses, or knows more of them than the profile.
    return (forbidden ? failed : attention)('address-not-registered', facts)
  }
  return told === null ? attention('address-not-told', facts) : fine(facts)
}
