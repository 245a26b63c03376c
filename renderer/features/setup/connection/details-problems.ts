/** Maps the findings of a schema to the text and the field of the form. */
import type { Product } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { isLibraryText, type FieldNote, type FormProblem } from '../../../state/use-form.ts'
import { permittedIn, type DetailsDraft, type TextField } from './details-draft.ts'

/** A field of the form: a text field, or a part of a product's terms. */
export type DetailField = TextField | `${Product} ${'hours' | 'calls' | 'volume'}`

/** Returns the section of a field. */
export const sectionOfField = (field: DetailField): 'addresses' | 'products' | 'alerts' => {
  if (field.includes(' ')) return 'products'
  return field.startsWith('expected') ? 'alerts' : 'addresses'
}

const countRules: Readonly<Record<string, string>> = {
  calls: 'Agreed calls: a whole number from 1 to 100,000',
  volume: 'Agreed volume: a whole number from 1 to 1,000,000,000',
}
const onboarding = 'Platform Specification, What the service does'
/** The source of each field's rule, if its schema does not name one. */
const sources: Readonly<Record<TextField, string>> = {
  baseUrl: 'Platform Specification, Endpoints',
  // No document of the bank knows the proxy.
  proxyHost: '',
  proxyPort: '',
  // Only this computer knows which address and port are right: no document does.
  listenerHost: '',
  listenerPort: '',
  listenerPublicUrl: 'Platform Specification, Events',
  listenerPermitted: '',
  partnerClientId: 'Platform Specification, Authentication 6',
  secondaryId: 'Platform Specification, Authentication 6',
  additionalId: 'Account Validation and ACH Inquiry Specification, Account validation request',
  registeredAddresses: 'Platform Specification, Authentication 3',
  callsPerSecond: 'Platform Specification, Limits',
  expectedDaily: 'Platform Specification, Events',
  expectedMonthly: 'Platform Specification, Events',
  expectedYearly: 'Platform Specification, Events',
}
/** The message if the schema only has its library's text for a shape. */
const shapes: Readonly<Partial<Record<TextField, string>>> = {
  proxyPort: 'A port from 1 to 65535',
  listenerPort: 'A port from 1 to 65535',
  listenerPublicUrl: 'At most 300 characters',
  listenerPermitted: 'IPv4 or IPv6 addresses or ranges, at most 50',
  secondaryId: 'At most 100 characters',
  additionalId: 'At most 100 characters',
  registeredAddresses: 'IPv4 or IPv6 addresses, at most 50',
  expectedDaily: 'A whole number up to 100,000,000',
  expectedMonthly: 'A whole number up to 1,000,000,000',
  expectedYearly: 'A whole number up to 1,000,000,000',
}
const listenerFields: Readonly<Record<string, TextField>> = {
  port: 'listenerPort',
  publicUrl: 'listenerPublicUrl',
  permitted: 'listenerPermitted',
}

/** Returns the field of a path in the details; undefined if the form shows none. */
export function fieldOf(path: string, draft: DetailsDraft): DetailField | undefined {
  const [first, second, third] = path.split('.')
  switch (first) {
    case 'listener':
      return listenerFields[second ?? ''] ?? 'listenerHost'
    case 'proxy':
      return second === 'port' ? 'proxyPort' : 'proxyHost'
    case 'alerts':
      return second as TextField
    case 'products': {
      const product = permittedIn(draft)[Number(second)]
      if (!product) return undefined
      return `${product} ${third === 'calls' || third === 'volume' ? third : 'hours'}`
    }
    default:
      return first as TextField | undefined
  }
}

/** Returns the message of a problem, found by the form or by main. */
export function noteOf(
  { path, message, source }: FormProblem,
  field: DetailField,
  draft: DetailsDraft,
): FieldNote {
  if (field.includes(' ')) {
    const text = countRules[field.split(' ')[1] ?? ''] ?? message
    return { text, source: source ?? onboarding }
  }
  const text = field as TextField
  const typed = draft.texts[text]
  const shown = isLibraryText(message) ? (shapes[text] ?? message) : message
  const problemText = ofOneLine(text, path) ?? ofPlace(text, typed) ?? shown
  return { text: problemText, source: source ?? sources[text] }
}

/**
 * Returns the message for a broken rule of the listener or the proxy; undefined if the text of the
 * schema or of main is enough.
 */
function ofPlace(field: TextField, typed: string): string | undefined {
  const text = typed.trim()
  switch (field) {
    case 'proxyHost':
      if (text === '') return 'Missing: the host of the proxy, such as proxy.example.com'
      return /^https?:/i.test(text) ? 'The host alone, without http:// and path' : undefined
    case 'listenerHost':
      if (text === '') return 'Missing: an address of this computer, such as 127.0.0.1'
      return /^https?:/i.test(text) ? 'The host alone, without https:// and path' : undefined
    case 'proxyPort':
    case 'listenerPort':
      if (text === '') return 'Missing: a port from 1 to 65535'
      if (!/^\d+$/.test(text)) return 'Digits only: a port from 1 to 65535'
      return Number(text) > 65_535 ? 'Port above 65535' : undefined
    case 'listenerPublicUrl':
      return /^https:\/\//i.test(text) ? undefined : 'Must start with https://'
    default:
      return undefined
  }
}

/** Returns the message for one line of several; undefined if the finding is not about one line. */
function ofOneLine(field: TextField, path: string): string | undefined {
  const [, second, third] = path.split('.')
  if (field === 'registeredAddresses' && second !== undefined)
    return `Address ${Number(second) + 1} is neither IPv4 nor IPv6`
  if (field === 'listenerPermitted' && third !== undefined)
    return `Entry ${Number(third) + 1} is no address and no range such as 192.0.2.0/24`
  return undefined
}
