/** What is wrong with a mapping by itself, before any row is looked at. */
import type { ImportTarget } from '../../../../../preload/contract/api/bulk/import.ts'
import { targetLabels } from './text.ts'

type Targets = Readonly<Record<number, ImportTarget>>

/** The columns that mean the same as this one; `keep` may stand anywhere. */
export function twins(targets: Targets, column: number): readonly number[] {
  const target = targets[column]
  if (target === undefined || target === 'keep') return []
  return Object.entries(targets).flatMap(([other, its]) =>
    its === target && Number(other) !== column ? [Number(other)] : [],
  )
}

const needed = ['routingNumber', 'accountNumber'] as const
/** What no column means yet and every row needs. */
export const missingTargets = (targets: Targets): readonly string[] =>
  needed
    .filter((target) => !Object.values(targets).includes(target))
    .map((target) => targetLabels[target])
