/** Readings with a value in every field, and the text that a screen must show for each. */
import { meaningOf, familyOf } from '../../../../../preload/contract/bank/codes/index.ts'
import type {
  Reading,
  ScalarField,
  Shape,
} from '../../../../../preload/contract/bank/answers/shape.ts'

/** A filled field: its label, its value, and the meaning of a code. */
export interface Filled {
  readonly label: string
  readonly value: string
  readonly kind: ScalarField['kind'] | 'texts'
  readonly meaning: string | null
}

const letters = (count: number): string =>
  String(count)
    .split('')
    .map((digit) => 'abcdefghij'.charAt(Number(digit)))
    .join('')

/** Fills shapes with unique values, so that a shown value can only be that of its own field. */
export function filler() {
  const filled: Filled[] = []

  function scalar({ kind, label, family }: ScalarField): string {
    const count = filled.length + 1
    const code = family && kind === 'code' ? familyOf(family)?.entries[0]?.code : undefined
    const value = {
      amount: `${String(1000 + count)}.25`,
      account: `00${String(70_010_000 + count)}`,
      count: String(9000 + count),
      date: `2026-11-${String((count % 28) + 1).padStart(2, '0')}/${letters(count)}`,
    }[kind as string]
    const text = code ?? value ?? `${kind} ${letters(count)}.`
    const meaning = family && kind === 'code' ? (meaningOf(family, text)?.meaning ?? null) : null
    filled.push({ label, value: text, kind, meaning })
    return text
  }

  /** Returns one object of the shape; a list gets `rows` of them. */
  function fill<S extends Shape>(shape: S, rows = 1): Reading<S> {
    const fields = Object.entries(shape.fields).map(([name, field]): [string, unknown] => {
      if (field.kind === 'group') return [name, fill(field.shape, rows)]
      if (field.kind === 'list')
        return [name, Array.from({ length: rows }, () => fill(field.shape, rows))]
      if (field.kind === 'texts') return [name, []]
      return [name, scalar(field)]
    })
    const unlisted = `unlisted ${letters(filled.length + 1)}.`
    filled.push({ label: 'newField', value: unlisted, kind: 'text', meaning: null })
    const other = [{ path: 'newField', value: unlisted }]
    return Object.fromEntries([...fields, ['other', other]]) as Reading<S>
  }
  return { filled, fill }
}
