/** The team in the status bar: who is on, or that the team's database does not answer. */
import type { TeamState, TeamWorkstation } from '../../preload/contract/api/workstation-state.ts'
import { unreachableTitle } from '../text/explain-store-loss.ts'
import { localMinute } from '../text/times.ts'
import type { StatusItem } from './shell/status.ts'

/** What the operator should know while the database does not answer. */
export const unreachableTeam = {
  title: unreachableTitle,
  reason:
    'Nothing is approved, released or sent from here until it answers, and what is shown may be older. ' +
    'Work goes on by itself then. If it does not answer soon, tell whoever runs the database.',
} as const

const clockOff =
  'The clocks of this computer and the team’s database differ by more than 30 seconds. ' +
  'Set this computer to network time; if it already is, inform whoever runs the database. ' +
  'Waits and limits go by the database.'

/** Returns the item. */
export function teamItem({
  isReachable,
  isClockOff,
  workstations,
}: NonNullable<TeamState>): StatusItem {
  const here = workstations.filter(({ isHere }) => isHere).length
  const all = workstations.length
  return {
    id: 'team',
    label: 'Team',
    value: isReachable ? `${String(here)} of ${String(all)} on` : 'database does not answer',
    tone: isReachable ? (here === all && !isClockOff ? 'good' : 'warning') : 'bad',
    ...(isClockOff && { notice: 'clock off' }),
    detail: [
      ...workstations.toSorted(byName).map((one) => ({
        label: one.isThis ? `${one.name} (this one)` : one.name,
        value: presence(one),
      })),
      ...(isClockOff
        ? [{ label: 'Clock of this computer', value: 'off by more than 30 seconds' }]
        : []),
    ],
    note: [
      isReachable
        ? 'All workstations share this profile and its limit of calls to the bank.'
        : unreachableTeam.reason,
      ...(isClockOff ? [clockOff] : []),
    ].join(' '),
    end: true,
  }
}

const byName = (one: TeamWorkstation, other: TeamWorkstation): number =>
  one.name.localeCompare(other.name, undefined, { numeric: true })

function presence({ isHere, heardAt, operator, operatorSince }: TeamWorkstation): string {
  if (!isHere) return heardAt === null ? 'not on' : `left, last heard ${localMinute(heardAt)}`
  if (operator === null) return 'on, nobody signed in'
  return operatorSince === null ? operator : `${operator} since ${localMinute(operatorSince)}`
}
