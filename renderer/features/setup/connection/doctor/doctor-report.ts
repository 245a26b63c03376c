/**
 * A doctor's report for reading: each step with its text and state, and the whole as text to pass
 * on.
 */
import { doctorText } from '../../../../text/doctor-text.ts'
import type { DoctorReport, DoctorStep } from '../../../../../preload/contract/api/doctor.ts'
import { localTime } from '../../../../text/times.ts'
import type { Tone } from '../../../../ui/tone.ts'

/** The state of a step, as a word and its tone. */
export const stateBadges: Readonly<Record<DoctorStep['state'], { tone: Tone; label: string }>> = {
  waiting: { tone: 'neutral', label: 'Waiting' },
  running: { tone: 'info', label: 'Running' },
  passed: { tone: 'good', label: 'Passed' },
  attention: { tone: 'warning', label: 'Attention' },
  failed: { tone: 'bad', label: 'Failed' },
  'not-run': { tone: 'unknown', label: 'Not run' },
}

const count = (report: DoctorReport, state: DoctorStep['state']): number =>
  report.steps.filter((step) => step.state === state).length

/** How many steps failed or need attention. */
export const problemsIn = (report: DoctorReport): number =>
  count(report, 'failed') + count(report, 'attention')

/** The report in one line: "8 passed, 1 attention, 1 failed". */
export const summaryOf = (report: DoctorReport): string =>
  (['passed', 'attention', 'failed', 'not-run'] as const)
    .filter((state) => count(report, state) > 0)
    .map((state) => `${count(report, state)} ${stateBadges[state].label.toLowerCase()}`)
    .join(', ')

/** The announcement during a run: the step that ended last, or the one in progress. */
export function latestOf(report: DoctorReport): string {
  const ended = report.steps.filter(({ state }) => state !== 'waiting' && state !== 'running')
  const last = ended.at(-1)
  return last ? `${doctorText(last).title}: ${stateBadges[last.state].label}` : 'Check in progress'
}

/** The duration of a step, as text; empty if not measured. */
export const durationText = ({ tookMs }: DoctorStep): string =>
  tookMs === null ? '' : `${Math.round(tookMs).toLocaleString('en-US')} ms`

function stepAsText(step: DoctorStep, index: number): string[] {
  const { title, text, next } = doctorText(step)
  const took = durationText(step)
  return [
    `${index + 1}. ${title}: ${stateBadges[step.state].label}${took && ` (${took})`}`,
    `   ${text}`,
    ...(next === null ? [] : [`   Next: ${next}`]),
    ...step.facts.map(({ label, value }) => `   ${label}: ${value}`),
  ]
}

/**
 * The report as plain text: only the content of the screen, so no token, key or credential.
 */
export function reportAsText(
  report: DoctorReport,
  about: { readonly profile: string; readonly environment: string },
): string {
  const fields = report.tokenFields.map(
    ({ name, value, remark }) => `   ${name}: ${value}${remark === null ? '' : ` (${remark})`}`,
  )
  return [
    `Connection of ${about.profile} (${about.environment}), checked ${localTime(report.startedAt)}`,
    summaryOf(report),
    '',
    ...report.steps.flatMap(stepAsText),
    '',
    `Address that the bank saw: ${report.clientIp ?? 'unknown'}`,
    ...(fields.length > 0 ? ['', 'Fields of the token answer, without tokens:', ...fields] : []),
    '',
  ].join('\n')
}
