/**
 * Shapes of the bank's answers, defined once for parsing, display and the border. A shape gives
 * every documented field one canonical name, its kind, its label and each spelling that the bank
 * uses (bank note 48). A reading keeps every value as the bank wrote it: numbers as their digits,
 * blank and absent both as null, and unknown content under `other` (Promise P6).
 */
import type { CodeFamilyId } from '../codes/index.ts'
import { z } from '../../kernel/zod.ts'

/** Kind of a field, for display, sorting and masking. The value itself is the exact text. */
export const scalarKinds = [
  'text',
  'code',
  'amount',
  'date',
  'time',
  'timestamp',
  'count',
  'flag',
  'account',
  'routing',
  'identifier',
] as const
export type ScalarKind = (typeof scalarKinds)[number]

/**
 * A field of one value. `within` names the members to look into if it comes as an object (bank note
 * 60).
 */
export interface ScalarField {
  readonly kind: ScalarKind
  readonly label: string
  readonly spellings: readonly string[]
  /** Family that explains its codes. */
  readonly family?: CodeFamilyId
  readonly within?: readonly string[]
}
/** A field of several texts, such as address lines. A single text is read as a list of one. */
export interface TextsField {
  readonly kind: 'texts'
  readonly label: string
  readonly spellings: readonly string[]
}
export interface GroupField<S extends Shape = Shape> {
  readonly kind: 'group'
  readonly label: string
  readonly spellings: readonly string[]
  readonly shape: S
}
/** A field that is a list of objects. A single object is read as a list of one. */
export interface ListField<S extends Shape = Shape> {
  readonly kind: 'list'
  readonly label: string
  readonly spellings: readonly string[]
  readonly shape: S
}
export type ShapeField = ScalarField | TextsField | GroupField | ListField

export interface Shape {
  readonly fields: Readonly<Record<string, ShapeField>>
  /** Names of fields for the bank's internal use: present in the raw answer, never parsed. */
  readonly internal: readonly string[]
  /** Source in the documents, with document and section. */
  readonly source: string
}

/** Content that no shape knows, by its path in the answer. */
export const otherField = z.object({ path: z.string(), value: z.string() })
export type OtherField = z.infer<typeof otherField>

type ValueOf<F> = F extends { kind: 'group'; shape: infer S extends Shape }
  ? Reading<S> | null
  : F extends { kind: 'list'; shape: infer S extends Shape }
    ? readonly Reading<S>[]
    : F extends { kind: 'texts' }
      ? readonly string[]
      : string | null

/** Parsed form of one object, in canonical names. */
export type Reading<S extends Shape> = {
  readonly [K in keyof S['fields']]: ValueOf<S['fields'][K]>
} & { readonly other: readonly OtherField[] }

/** Declares a shape; `spelled` gives the bank's names where the canonical name is ours. */
export function shape<const F extends Readonly<Record<string, ShapeField>>>(
  source: string,
  fields: F,
  internal: readonly string[] = [],
): { readonly fields: F; readonly internal: readonly string[]; readonly source: string } {
  return { fields, internal, source }
}

type Spelled = readonly string[]
const scalar =
  (kind: ScalarKind) =>
  (label: string, ...spellings: Spelled): ScalarField => ({ kind, label, spellings })

/**
 * Field constructors. Each takes a label and the bank's spellings; without spellings, the bank's
 * name is the canonical one.
 */
export const field = {
  text: scalar('text'),
  amount: scalar('amount'),
  date: scalar('date'),
  time: scalar('time'),
  timestamp: scalar('timestamp'),
  count: scalar('count'),
  flag: scalar('flag'),
  account: scalar('account'),
  routing: scalar('routing'),
  identifier: scalar('identifier'),
  code: (label: string, family: CodeFamilyId, ...spellings: Spelled): ScalarField => ({
    kind: 'code',
    label,
    family,
    spellings,
  }),
  /** A value that comes as text, or as an object with the text under one of the names `within`. */
  either: (of: ScalarField, ...within: Spelled): ScalarField => ({ ...of, within }),
  texts: (label: string, ...spellings: Spelled): TextsField => ({
    kind: 'texts',
    label,
    spellings,
  }),
  group: <S extends Shape>(label: string, of: S, ...spellings: Spelled): GroupField<S> => ({
    kind: 'group',
    label,
    shape: of,
    spellings,
  }),
  list: <S extends Shape>(label: string, of: S, ...spellings: Spelled): ListField<S> => ({
    kind: 'list',
    label,
    shape: of,
    spellings,
  }),
}

/** Returns the bank's names of a field, the preferred one first. */
export const spellingsOf = (name: string, { spellings }: ShapeField): readonly string[] =>
  spellings.length > 0 ? spellings : [name]

function valueSchema(of: ShapeField): z.ZodType {
  switch (of.kind) {
    case 'group':
      return readingSchema(of.shape).nullable()
    case 'list':
      return z.array(readingSchema(of.shape))
    case 'texts':
      return z.array(z.string())
    default:
      return z.string().nullable()
  }
}

/** Returns the schema of a shape's reading, for the border and the store. */
export function readingSchema<S extends Shape>(of: S): z.ZodType<Reading<S>> {
  const fields = Object.entries(of.fields).map(([name, one]) => [name, valueSchema(one)] as const)
  const all = z.object({ ...Object.fromEntries(fields), other: z.array(otherField) })
  return all as unknown as z.ZodType<Reading<S>>
}
