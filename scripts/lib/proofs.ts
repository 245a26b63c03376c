/** Which proofs run, and how each of them came out. */
import type { SuiteResult } from './results.ts'
import type { ProofRow } from './tables.ts'

/** The run of the unit tests that belongs to the full sizes: each file alone, in any order, every program from its source. */
export const units = 'units'

/** Names apart by commas. */
export interface ProofChoice {
  readonly only?: string | undefined
  readonly except?: string | undefined
}

/** The names that are chosen of these, in their order. Throws where a name is unknown, or nothing is left. */
export function chosenProofs(
  names: readonly string[],
  { only, except }: ProofChoice,
): readonly string[] {
  const [wanted, unwanted] = [only, except].map((text) => text?.split(','))
  const unknown = [...(wanted ?? []), ...(unwanted ?? [])].filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new Error(`unknown: ${unknown.join(', ')}; there are ${names.join(', ')}`)
  const chosen = names.filter(
    (name) => (wanted?.includes(name) ?? true) && !(unwanted?.includes(name) ?? false),
  )
  if (chosen.length === 0) throw new Error('no proof is left')
  return chosen
}

export const fileOfProof = (name: string): string => `test/proofs/${name}.spec.ts`

/** A row for each of these proofs. One that left no time in the report did not run. */
export const proofRows = (
  names: readonly string[],
  size: string,
  { times, failures }: SuiteResult,
): readonly ProofRow[] =>
  names.map((name) => {
    const file = fileOfProof(name)
    const time = times.find((one) => one.file === file)
    const failed = failures.filter((one) => one.file === file).length
    const whole = time === undefined ? 'did not run' : 'passed'
    return {
      name,
      size,
      seconds: time?.seconds ?? 0,
      outcome: failed > 0 ? `${failed} failed` : whole,
    }
  })
