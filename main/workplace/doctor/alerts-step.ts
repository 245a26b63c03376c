/** Delivery of the bank's alerts: the address that it was given, and who answers there. */
import { alertAddress, type ListenerState } from '../../../preload/contract/api/alerts/listener.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import { attention, factsOf, failed, fine, notRun, type StepResult } from './step-result.ts'

/** The listener of the profile, here or on another workstation of its team. */
export interface ExaminedListener {
  state(): Pick<ListenerState, 'running' | 'publicUrl' | 'reach' | 'team'>
  /** Calls the address that the bank has. */
  probe(): Promise<Result<void, Failure<'listener-off'> | Failure<'no-public-address'>>>
}

/** Calls the address as the bank would; nothing is called while nobody listens. */
export async function examineAlerts(listener: ExaminedListener): Promise<StepResult> {
  const { running, team } = listener.state()
  if (running.state === 'failed' && team?.state !== 'other' && team?.state !== 'this')
    return failed('listener-failed', factsOf(['System message', running.detail]))
  if (running.state === 'off' && team?.state !== 'other') return notRun('listener-off')
  if (team?.state === 'nobody') return failed('nobody-listens', factsOf(['Since', team.since]))
  if (team?.state === 'unknown') return attention('listener-unknown', [])
  const probed = await listener.probe()
  if (!probed.ok) return notRun(probed.error.code)
  return readReach(listener.state())
}

function readReach({ reach, publicUrl, team }: ReturnType<ExaminedListener['state']>): StepResult {
  const called = alertAddress({ publicUrl, team }) ?? ''
  const url = URL.parse(called)
  const facts = factsOf(
    ['Address', called],
    ['Port', url && (url.port || '443')],
    ['Answered by', reach.answeredBy],
    ['System message', reach.detail],
  )
  switch (reach.finding) {
    case 'reachable':
      return fine(facts)
    case 'own-certificate':
      return attention('alerts-not-trusted', facts)
    default:
      return failed('alerts-not-reached', facts)
  }
}
