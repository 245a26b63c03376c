/** Problems of a mapping itself, before any row is read. */
import type { ImportTarget } from '../../../../../preload/contract/api/bulk/import.ts'
import { targetLabels } from './text.ts'

type Targets = Readonly<Record<number, ImportTarget>>

/** The columns with the same meaning as this one; `keep` may be used several times. */
export function twins(targets: Targets, column: number): readonly number[] {
  const target = targets[column]
  if (target === undefined || target === 'retain') return []
  return Object.entries(targets).flatMap(([other, its]) =>
    its === target && Number(other) !== column ? [Number(other)] : [],
  )
}

const needed = ['routingNumber', 'accountNumber'] as const
/** The required meanings that no column has yet. */
export const missingTargets = (targets: Targets): readonly string[] =>
  needed
    .filter((target) => !Object.values(targets).includes(target))
    .map((target) => targetLabels[target])
