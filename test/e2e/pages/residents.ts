/** Residents of the practice bank as an operator types them. */
import type { Typed } from './validation-screen.ts'

/** A customer of the bank that most residents use. */
export const person = (
  account: string,
  first: string,
  last: string,
  routing = '550010016',
): Typed => ({
  'Routing number': routing,
  'Account number': account,
  'First name': first,
  'Last name': last,
})

/** The resident with a full match. */
export const margaret = person('1000200031', 'Margaret', 'Alder')
