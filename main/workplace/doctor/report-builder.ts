/**
 * The report of one examination in progress. Each published report is complete and never changes
 * afterwards.
 */
import {
  stepsOf,
  type DoctorReport,
  type DoctorStep,
  type DoctorStepId,
} from '../../../preload/contract/api/doctor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { StepResult } from './step-result.ts'

/** Writes the report and publishes each change. */
export class ReportBuilder {
  readonly #clock: Clock
  readonly #notify: (report: DoctorReport) => void
  #report: DoctorReport

  constructor(clock: Clock, hasProxy: boolean, notify: (report: DoctorReport) => void) {
    this.#clock = clock
    this.#notify = notify
    this.#report = {
      startedAt: clock.now().toISOString(),
      finishedAt: null,
      steps: stepsOf(hasProxy).map((id) => ({ id, ...unseen, state: 'waiting' })),
      tokenFields: [],
      clientIp: null,
    }
  }

  /** Runs one step and records its finding and duration. */
  async step<F extends StepResult>(id: DoctorStepId, run: () => Promise<F> | F): Promise<F> {
    this.#set(id, { ...unseen, state: 'running', finding: 'running' })
    const startedAtMs = this.#clock.monotonicMs()
    const found = await run()
    this.write(id, found, Math.round(this.#clock.monotonicMs() - startedAtMs))
    return found
  }

  /** Records the result of a step without running it. */
  write(
    id: DoctorStepId,
    { state, finding, facts }: StepResult,
    tookMs: number | null = null,
  ): void {
    this.#set(id, { state, finding, facts: [...facts], tookMs })
  }

  /** Records facts from the answers that belong to no step. */
  note(part: Partial<Pick<DoctorReport, 'tokenFields' | 'clientIp'>>): void {
    this.#change(part)
  }

  /** Finishes the report: steps still waiting are marked as not run. */
  finish(): DoctorReport {
    const steps = this.#report.steps.map((step) =>
      step.state === 'waiting' ? { ...step, state: 'not-run' as const } : step,
    )
    return this.#change({ steps, finishedAt: this.#clock.now().toISOString() })
  }

  #set(id: DoctorStepId, part: Omit<DoctorStep, 'id'>): void {
    const steps = this.#report.steps.map((step) => (step.id === id ? { id, ...part } : step))
    this.#change({ steps })
  }

  #change(part: Partial<DoctorReport>): DoctorReport {
    this.#report = { ...this.#report, ...part }
    this.#notify(this.#report)
    return this.#report
  }
}

const unseen: Omit<DoctorStep, 'id' | 'state'> = { finding: 'not-run', facts: [], tookMs: null }
