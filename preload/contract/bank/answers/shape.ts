/**
 * What an answer of the bank holds, said once for reading, showing and crossing the border. A shape names
 * every documented field with one canonical name, its kind, its label and each spelling that the bank
 * uses for it (trap 48). A reading keeps every value as the bank wrote it: numbers as their digits, blank
 * and absent alike as null, and whatever the shape does not know under `other` (P6).
 */
import type { CodeFamilyId } from '../codes/index.ts'
import { z } from '../../kernel/zod.ts'

/** What a field holds, for whoever shows, sorts or masks it. The value itself is text, as it came. */
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

/** A field of one value. `within` names the members to look into where it comes as an object (trap 60). */
export interface ScalarField {
  readonly kind: ScalarKind
  readonly label: string
  readonly spellings: readonly string[]
  /** The family that explains a code. */
  readonly family?: CodeFamilyId
  readonly within?: readonly string[]
}
/** A field of several texts, such as address lines. One text alone is read as a list of one. */
export interface TextsField {
  readonly kind: 'texts'
  readonly label: string
  readonly spellings: readonly string[]
}
/** A field that is an object of its own. */
export interface GroupField<S extends Shape = Shape> {
  readonly kind: 'group'
  readonly label: string
  readonly spellings: readonly string[]
  readonly shape: S
}
/** A field that is a list of objects. One object alone is read as a list of one. */
export interface ListField<S extends Shape = Shape> {
  readonly kind: 'list'
  readonly label: string
  readonly spellings: readonly string[]
  readonly shape: S
}
export type ShapeField = ScalarField | TextsField | GroupField | ListField

/** One object of an answer. */
export interface Shape {
  readonly fields: Readonly<Record<string, ShapeField>>
  /** The bank's names of fields for internal use: they stay in the raw answer and are read nowhere. */
  readonly internal: readonly string[]
  /** Where it stands in the documents, such as `2-validation-and-ach-inquiry.md, ACH transaction detail`. */
  readonly source: string
}

/** Something that the bank sent and no shape knows, by its path in the answer. */
export const otherField = z.object({ path: z.string(), value: z.string() })
export type OtherField = z.infer<typeof otherField>

type ValueOf<F> = F extends { kind: 'group'; shape: infer S extends Shape }
  ? Reading<S> | null
  : F extends { kind: 'list'; shape: infer S extends Shape }
    ? readonly Reading<S>[]
    : F extends { kind: 'texts' }
      ? readonly string[]
      : string | null

/** What one object of an answer was read as, in canonical names. */
export type Reading<S extends Shape> = {
  readonly [K in keyof S['fields']]: ValueOf<S['fields'][K]>
} & { readonly other: readonly OtherField[] }

/** A shape as it is written down; `spelled` gives the bank's names where the canonical one is ours. */
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
 * The fields of a shape. Each takes its label and then the bank's spellings; without spellings the bank
 * writes the canonical name.
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
  /** A value that comes as text or as an object, in which it has one of the names `within`. */
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

/** The bank's names of a field, the preferred first. */
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

/** The schema of a shape's reading, for the border and the store. */
export function readingSchema<S extends Shape>(of: S): z.ZodType<Reading<S>> {
  const fields = Object.entries(of.fields).map(([name, one]) => [name, valueSchema(one)] as const)
  const all = z.object({ ...Object.fromEntries(fields), other: z.array(otherField) })
  return all as unknown as z.ZodType<Reading<S>>
}
