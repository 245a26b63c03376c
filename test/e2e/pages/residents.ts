/** People of the practice town as an operator types them. */
import type { Typed } from './validation-desk.ts'

/** A person of the bank that most of the town banks with. */
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

/** The one of whom everything is known and matches. */
export const margaret = person('1000200031', 'Margaret', 'Alder')
