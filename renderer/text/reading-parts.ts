/**
 * Splits a reading by its shape for display: fields with a value, fields without one, and nested
 * objects.
 */
import { maskedAccount, significantAccount } from '../../preload/contract/kernel/account-number.ts'
import type {
  GroupField,
  ListField,
  OtherField,
  ScalarField,
  Shape,
  TextsField,
} from '../../preload/contract/bank/answers/shape.ts'
import {
  maskedByName,
  maskedUnnamed,
  namesInPath,
} from '../../preload/contract/domain/personal-names.ts'

/** Any reading; its shape defines its fields. */
export interface AnyReading extends Readonly<Record<string, unknown>> {
  readonly other: readonly OtherField[]
}

/** A field with one value in the answer. */
export interface ShownField {
  readonly name: string
  readonly field: ScalarField | TextsField
  readonly values: readonly string[]
}
/** An object or a list of objects within the answer. */
export type ShownPart =
  | {
      readonly kind: 'group'
      readonly name: string
      readonly field: GroupField
      readonly reading: AnyReading
    }
  | {
      readonly kind: 'list'
      readonly name: string
      readonly field: ListField
      readonly rows: readonly AnyReading[]
    }

/** One object of an answer, split in the order of its shape. */
export interface ReadingParts {
  readonly fields: readonly ShownField[]
  readonly parts: readonly ShownPart[]
  /** The labels of fields that the answer did not contain. */
  readonly absent: readonly string[]
}

/** The texts of a field: none, one, or those of a list. */
export function textsIn(reading: AnyReading, name: string): readonly string[] {
  const value = reading[name]
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

export function partsOf(shape: Shape, reading: AnyReading): ReadingParts {
  const fields: ShownField[] = []
  const parts: ShownPart[] = []
  const absent: string[] = []
  for (const [name, field] of Object.entries(shape.fields)) {
    const value = reading[name]
    if (field.kind === 'group') {
      if (value) parts.push({ kind: 'group', name, field, reading: value as AnyReading })
      else absent.push(field.label)
    } else if (field.kind === 'list') {
      const rows = (value ?? []) as readonly AnyReading[]
      if (rows.length > 0) parts.push({ kind: 'list', name, field, rows })
      else absent.push(field.label)
    } else {
      const values = textsIn(reading, name)
      if (values.length > 0) fields.push({ name, field, values })
      else absent.push(field.label)
    }
  }
  return { fields, parts, absent }
}

/**
 * The columns of a list that can be shown as a table; null if its rows contain objects or lists.
 */
export function columnsOf(
  shape: Shape,
  rows: readonly AnyReading[],
): readonly { readonly name: string; readonly field: ScalarField | TextsField }[] | null {
  const columns: { name: string; field: ScalarField | TextsField }[] = []
  for (const [name, field] of Object.entries(shape.fields)) {
    const isFilled = rows.some(({ [name]: value }) =>
      Array.isArray(value) ? value.length > 0 : (value ?? null) !== null,
    )
    if (!isFilled) continue
    if (field.kind === 'group' || field.kind === 'list') return null
    columns.push({ name, field })
  }
  return columns
}

/** Returns every account number in a reading, at any depth. */
export function accountsIn(shape: Shape, reading: AnyReading): readonly string[] {
  const { fields, parts } = partsOf(shape, reading)
  return [
    ...fields.flatMap(({ field, values }) => (field.kind === 'account' ? values : [])),
    ...parts.flatMap((part) =>
      part.kind === 'group'
        ? accountsIn(part.field.shape, part.reading)
        : part.rows.flatMap((row) => accountsIn(part.field.shape, row)),
    ),
  ]
}

/** A shorter number is not certain to be an account, and every code would contain it. */
const minMaskedDigits = 5

/**
 * Returns a function that masks the known accounts in free text, with any number of leading zeros.
 */
export function accountMask(accounts: readonly string[]): (text: string) => string {
  const significant = new Set(
    accounts.map(significantAccount).filter((number) => number.length >= minMaskedDigits),
  )
  return (text) =>
    text.replace(/[A-Za-z0-9]+/g, (run) =>
      significant.has(significantAccount(run)) ? maskedAccount(run) : run,
    )
}

/** Fields of list rows that no shape knows, by the index of the row. */
export const othersInRows = (rows: readonly AnyReading[]): readonly OtherField[] =>
  rows.flatMap(({ other }, index) =>
    other.map(({ path, value }) => ({ path: `[${String(index)}].${path}`, value })),
  )

/**
 * Unlisted fields, masked by their names, by the known accounts, and by digits that may be an
 * account.
 */
export const maskedOthers = (
  others: readonly OtherField[],
  mask: (text: string) => string,
): readonly OtherField[] =>
  others.map(({ path, value }) => {
    const names = namesInPath(path)
    return {
      path,
      value: maskedByName(names, value) ?? maskedUnnamed(names.at(-1) ?? '', mask(value)),
    }
  })
