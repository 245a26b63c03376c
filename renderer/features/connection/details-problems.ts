/** What a schema says of the details, in the words and at the field of the form. */
import type { Product } from '../../../preload/contract/profile-details.ts'
import { sourceOfIssue } from '../../../preload/contract/rule-source.ts'
import type { z } from '../../../preload/contract/zod.ts'
import { permittedIn, type DetailsDraft, type TextField } from './details-draft.ts'

/** A field of the form: a typed one, or a part of a product's terms. */
export type DetailField = TextField | `${Product} ${'hours' | 'calls'}`

/** What stands below a field. */
export interface FieldNote {
  readonly text: string
  readonly source: string
}

/** The sections of the form, with the fields that each holds. */
export const sectionOfField = (field: DetailField): 'addresses' | 'products' | 'alerts' => {
  if (field.includes(' ')) return 'products'
  return field.startsWith('expected') ? 'alerts' : 'addresses'
}

const onboarding = '1-platform.md, What the service does'
/** Where each field's rule stands when its schema does not say. */
const sources: Readonly<Record<TextField, string>> = {
  baseUrl: '1-platform.md, Endpoints',
  listenerHost: '1-platform.md, Events',
  listenerPort: '1-platform.md, Events',
  listenerPublicUrl: '1-platform.md, Events; trap 104',
  listenerPermitted: '1-platform.md, Authentication 7; trap 98',
  partnerClientId: '1-platform.md, Authentication 6; trap 11',
  secondaryId: '1-platform.md, Authentication 6',
  additionalId: '2-validation-and-ach-inquiry.md, Account validation request',
  registeredAddresses: '1-platform.md, Authentication 3; trap 8',
  callsPerSecond: '1-platform.md, Limits',
  expectedDaily: '1-platform.md, Events',
  expectedMonthly: '1-platform.md, Events',
  expectedYearly: '1-platform.md, Events',
}
/** Said where the schema has only its library's words for a shape. */
const shapes: Readonly<Partial<Record<TextField, string>>> = {
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
const isLibraryWords = (message: string): boolean =>
  /^(Invalid input|Too (big|small))/.test(message)

type Path = readonly PropertyKey[]

const listenerFields: Readonly<Record<string, TextField>> = {
  port: 'listenerPort',
  publicUrl: 'listenerPublicUrl',
  permitted: 'listenerPermitted',
}

function fieldOf(path: Path, draft: DetailsDraft): DetailField | undefined {
  const [first, second, third] = path
  switch (first) {
    case 'listener':
      return listenerFields[String(second)] ?? 'listenerHost'
    case 'alerts':
      return second as TextField
    case 'products': {
      const product = permittedIn(draft)[Number(second)]
      return product && `${product} ${third === 'calls' ? 'calls' : 'hours'}`
    }
    default:
      return first as TextField | undefined
  }
}

function noteOf(field: DetailField, path: Path, message: string, source: string | null): FieldNote {
  if (field.includes(' ')) {
    const text = field.endsWith('calls') ? 'A whole number from 1 to 100,000' : message
    return { text, source: source ?? onboarding }
  }
  const text = field as TextField
  const words = isLibraryWords(message) ? (shapes[text] ?? message) : message
  return { text: ofOneLine(text, path) ?? words, source: source ?? sources[text] }
}

/** What is said of one line of several; undefined where it is not about one. */
function ofOneLine(field: TextField, path: Path): string | undefined {
  const [, second, third] = path
  if (field === 'registeredAddresses' && second !== undefined)
    return `Address ${Number(second) + 1} is neither IPv4 nor IPv6`
  if (field === 'listenerPermitted' && third !== undefined)
    return `Entry ${Number(third) + 1} is no address and no range such as 192.0.2.0/24`
  return undefined
}

/** The first note of each field. */
function collect(
  found: readonly { path: Path; message: string; source: string | null }[],
  draft: DetailsDraft,
): Map<DetailField, FieldNote> {
  const notes = new Map<DetailField, FieldNote>()
  for (const { path, message, source } of found) {
    const field = fieldOf(path, draft)
    if (field && !notes.has(field)) notes.set(field, noteOf(field, path, message, source))
  }
  return notes
}

/** The notes of a refused parse. */
export const notesOfIssues = (
  issues: readonly z.core.$ZodIssue[],
  draft: DetailsDraft,
): Map<DetailField, FieldNote> =>
  collect(
    issues.map((issue) => ({
      path: issue.path,
      message: issue.message,
      source: sourceOfIssue(issue),
    })),
    draft,
  )

/** The notes of main's refusal. */
export const notesOfRefusal = (
  fields: readonly { path: string; message: string; source: string | null }[],
  draft: DetailsDraft,
): Map<DetailField, FieldNote> =>
  collect(
    fields.map(({ path, ...note }) => ({ path: path.split('.'), ...note })),
    draft,
  )
