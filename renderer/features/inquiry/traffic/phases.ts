/** The phases of a call, in order of time. */
import type { TrafficCall } from '../../../../preload/contract/api/traffic.ts'

/** One phase; null: unknown, or not reached. */
export interface Phase {
  readonly id: 'waited' | 'connected' | 'bank' | 'read'
  readonly label: string
  readonly ms: number | null
  /** Why there is no time. */
  readonly absent: string
}

const span = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from))

/** Returns the phases. A phase that was cut short lasts until the end of the call. */
export function phasesOf({ times, waitedMs, response }: TrafficCall): Phase[] {
  const { startedAt, writtenAt, answeredAt, finishedAt } = times
  return [
    { id: 'waited', label: 'Waited in the queue', ms: waitedMs, absent: '' },
    {
      id: 'connected',
      label: 'Sending',
      ms: span(startedAt, writtenAt ?? finishedAt),
      absent: '',
    },
    {
      id: 'bank',
      label: answeredAt === null ? 'Waited for an answer' : 'Waiting for the bank',
      ms: span(writtenAt, answeredAt ?? finishedAt),
      absent: 'never written',
    },
    {
      id: 'read',
      label: 'Reading the answer',
      ms: span(answeredAt, finishedAt),
      absent: response === null ? 'no answer' : 'not recorded',
    },
  ]
}
