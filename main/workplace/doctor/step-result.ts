/** What one step found. */
import type { DoctorFact, DoctorFinding } from '../../../preload/contract/api/doctor.ts'

/** A finding with the facts it rests on; no fact holds a secret. */
export interface StepResult {
  readonly state: 'passed' | 'attention' | 'failed' | 'not-run'
  readonly finding: DoctorFinding
  readonly facts: readonly DoctorFact[]
}

/** Nothing is wrong. */
export const fine = (facts: readonly DoctorFact[]): StepResult => ({
  state: 'passed',
  finding: 'fine',
  facts,
})
/** It works, and somebody should look at it. */
export const attention = (finding: DoctorFinding, facts: readonly DoctorFact[]): StepResult => ({
  state: 'attention',
  finding,
  facts,
})
/** It does not work. */
export const failed = (finding: DoctorFinding, facts: readonly DoctorFact[]): StepResult => ({
  state: 'failed',
  finding,
  facts,
})
/** It was not looked at, for a reason of its own. */
export const notRun = (
  finding: DoctorFinding = 'not-run',
  facts: readonly DoctorFact[] = [],
): StepResult => ({ state: 'not-run', finding, facts })

/** Facts of the label and text of each pair; a pair without text is left out. */
export const factsOf = (
  ...pairs: readonly (readonly [label: string, value: string | null | undefined])[]
): DoctorFact[] =>
  pairs.flatMap(([label, value]) =>
    value === null || value === undefined || value === '' ? [] : [{ label, value }],
  )
