/** Chooses the proofs to run, and lists their results. */
import type { SuiteResult } from './results.ts'
import type { ProofRow } from './tables.ts'

/** The unit tests at full size: each file alone, in random order, every program from its source. */
export const units = 'units'

/** Names separated by commas. */
export interface ProofChoice {
  readonly only?: string | undefined
  readonly except?: string | undefined
}

/** Returns the chosen names in order. Throws if a name is unknown, or nothing is left. */
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

/** Returns a row for each of these proofs. A proof without a time in the report did not run. */
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
