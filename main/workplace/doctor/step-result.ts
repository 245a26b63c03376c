import type { DoctorFact, DoctorFinding } from '../../../preload/contract/api/doctor.ts'

/** A finding with its facts; no fact holds a secret. */
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
/** Works, but somebody should look at it. */
export const attention = (finding: DoctorFinding, facts: readonly DoctorFact[]): StepResult => ({
  state: 'attention',
  finding,
  facts,
})
/** Does not work. */
export const failed = (finding: DoctorFinding, facts: readonly DoctorFact[]): StepResult => ({
  state: 'failed',
  finding,
  facts,
})
/** Not examined, for the reason in the finding. */
export const notRun = (
  finding: DoctorFinding = 'not-run',
  facts: readonly DoctorFact[] = [],
): StepResult => ({ state: 'not-run', finding, facts })

/** Returns the facts of label and text pairs; pairs without text are left out. */
export const factsOf = (
  ...pairs: readonly (readonly [label: string, value: string | null | undefined])[]
): DoctorFact[] =>
  pairs.flatMap(([label, value]) =>
    value === null || value === undefined || value === '' ? [] : [{ label, value }],
  )
