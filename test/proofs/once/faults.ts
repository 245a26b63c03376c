/** Causes each fault of a schedule: by a scenario of the bank if there is one, else on the line. */
import type {
  Scenario,
  ScenarioOrder,
  ScenarioTarget,
} from '../../../preload/contract/api/practice/practice.ts'
import type { Lane } from './lane.ts'
import type { BankLineFault } from '../harness/bank-line.ts'
import type { Fault, PlannedPayment, Schedule, Step } from './schedule.ts'

/** Prepares the fault of a payment for the next call that the bank or the line sees. */
export async function arm(lane: Lane, { fault, rejectedLater }: PlannedPayment): Promise<void> {
  if (rejectedLater) await lane.control.setScenario({ scenario: 'payment-rejected', times: 1 })
  const order = bankFault(fault)
  if (order) await lane.control.setScenario(order)
  const line = lineFault(lane, fault)
  if (line) await lane.workstation.bankLine.break(line)
  if (fault.point === 'way-cut') await lane.workstation.proxyLine?.cut(fault.step)
}

/** By what the bank's status inquiries omit. */
const missingBy = {
  work: null,
  'miss-unreported': 'unreported-found-late',
  'miss-all': 'found-late',
} as const

/**
 * The bank's behavior for a whole schedule. Without the two-person resend it accepts repeats; with
 * it, status inquiries may omit orders.
 */
export function permanentScenarios({
  resend,
  unknownUuid,
  rewritesCustomData,
  hidesUnreported,
}: Schedule): ScenarioOrder[] {
  const always = (scenario: Scenario, target: ScenarioTarget): ScenarioOrder => ({
    scenario,
    target,
    times: 'until-cleared',
  })
  const missing = missingBy[resend?.inquiries ?? 'work']
  return [
    ...(unknownUuid === 'rejected' ? [always('unknown-as-rejected', 'ach-origination')] : []),
    ...(rewritesCustomData
      ? [
          always('unreported-found-late', 'ach-origination'),
          always('custom-data-rewritten', 'ach-inquiry'),
        ]
      : []),
    ...(hidesUnreported
      ? [always('unreported-found-late', 'payments'), always('alerts-late', 'alerts')]
      : []),
    ...(resend === null ? [always('repeat-allowed', 'payments')] : []),
    ...(missing === null ? [] : [always(missing, 'api')]),
  ]
}

const once = (scenario: Scenario, target: 'money' | 'alerts' = 'money'): ScenarioOrder => ({
  scenario,
  target,
  times: 1,
})

function bankFault(fault: Fault): ScenarioOrder | null {
  switch (fault.point) {
    case 'after-commit':
      if (fault.how === 'cut') return null
      return once(fault.how === 'before-answer' ? 'dropped-before-answer' : 'dropped-mid-answer')
    case 'late-2xx':
    case 'alert-first':
      return { ...once('slow-answer'), delayMs: fault.delayMs }
    case 'route-missing':
      return once(fault.isTaken ? 'accepted-then-504' : 'gateway-timeout-504')
    case 'unknown-as-rejected':
      return once('gateway-timeout-504')
    case '5xx-after-commit':
    case 'custom-data-rewritten':
      return once('accepted-then-504')
    case 'garbage-2xx':
      return once('garbage-200')
    case 'answered-twice':
    case 'status-twice':
      return once(fault.point)
    case 'bare-401-after-commit':
    case 'hidden-after-401':
      return once('accepted-then-401')
    case 'refused-with-error':
      return once('service-not-authorized-401')
    case 'token':
      return once(fault.scenario)
    case 'duplicate-alert':
      return once(fault.scenario, 'alerts')
    default:
      return null
  }
}

function lineFault(lane: Lane, fault: Fault): BankLineFault | null {
  switch (fault.point) {
    case 'before-send':
      return fault.how === 'refused' ? { kind: 'refuse' } : null
    case 'mid-body':
      return { kind: 'cut-request', afterBytes: fault.afterBytes }
    case 'after-commit':
      return fault.how === 'cut' ? { kind: 'cut-answer', afterBytes: 0 } : null
    case 'own-socket-reset':
      if (fault.how === 'at-request') return { kind: 'cut-request', afterBytes: 0 }
      return { kind: 'cut-handshake', flight: fault.how === 'first-flight' ? 'first' : 'last' }
    case 'certificate':
      return fault.how === 'alert'
        ? { kind: 'alert' }
        : { kind: 'elsewhere', port: lane.refusing.port }
    case 'kill':
      return killOnLine(lane, fault)
    default:
      return null
  }
}

function killOnLine(
  { workstation: { program } }: Lane,
  { moment }: Extract<Fault, { point: 'kill' }>,
): BankLineFault | null {
  const then = (): void => void program.kill()
  if (moment.by === 'request') return { kind: 'on-request', passes: moment.passes, then }
  return moment.by === 'answer' ? { kind: 'on-answer', then } : null
}

/**
 * Returns how long after a step, in milliseconds, the program is killed; null if not because of
 * this step.
 */
export function killedAfter(fault: Fault, step: Step): number | null {
  if (fault.point === 'before-send' && step === 'release') return fault.how === 'killed' ? 0 : null
  if (fault.point === 'late-2xx' && step === 'release') return fault.killedAfterMs
  if (fault.point !== 'kill' || fault.moment.by !== 'step') return null
  return fault.moment.step === step ? fault.moment.afterMs : null
}
