/**
 * The health of the workstation itself: the connection to the bank, the sign-in certificate, and
 * the listener.
 */
import type { ListenerState } from '../../../../preload/contract/api/alerts/listener.ts'
import type { BackupsState } from '../../../../preload/contract/api/backups/backups.ts'
import type { Operator } from '../../../../preload/contract/domain/operators/roles.ts'
import type { KeychainState } from '../../../../preload/contract/api/keychain-problem.ts'
import type { Known } from '../../../../preload/contract/api/overview/overview.ts'
import type { OpenProfile } from '../../../../preload/contract/api/profiles/profile.ts'
import type {
  ConnectionState,
  TeamState,
} from '../../../../preload/contract/api/workstation-state.ts'
import { localDay } from '../../../../preload/contract/kernel/calendar.ts'
import { explainKeychain } from '../../../text/explain.ts'
import { stateNoticeOf } from '../../../text/listener-text.ts'
import { countdown, durationText, localMinute } from '../../../text/times.ts'
import { validityLeft } from '../../../text/validity.ts'
import type { Tone } from '../../../ui/tone.ts'
import { callLabels, countText } from './text.ts'

/** One line: its name, its state, and a link to more. */
export interface HealthLine {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly more: string
  readonly tone: Tone
  readonly to: string
}

/** The input of the lines; undefined: not known yet, and null: does not exist. */
export interface HealthFacts {
  readonly connection: ConnectionState | undefined
  readonly keychain: KeychainState | undefined
  readonly listener: ListenerState | undefined
  /** Null in practice, which has no such profile. */
  readonly profile: OpenProfile | null | undefined
  readonly calls: Known<'calls'> | undefined
  readonly coverage: Known<'coverage'> | undefined
  readonly backups: BackupsState | undefined
  readonly isPairPossible: boolean | undefined
  readonly team?: TeamState | undefined
  /** The people who can sign in. */
  readonly operators: readonly Operator[]
}

/** `isReachable`: false while the database by which a team shares the budget does not answer. */
function rateLine({ budget }: ConnectionState, isReachable: boolean, now: number): HealthLine {
  const left = budget.pausedUntil === null ? 0 : Date.parse(budget.pausedUntil) - now
  const many =
    budget.waiting === 1 ? '1 call waiting' : `${countText(budget.waiting)} calls waiting`
  const waiting = budget.waiting > 0 ? many : 'No calls waiting'
  const base = { id: 'rate', label: 'Rate budget', to: '/traffic' }
  if (budget.here && !isReachable)
    return {
      ...base,
      value: 'No calls',
      more: 'The database of the team does not answer',
      tone: 'bad',
    }
  return {
    ...base,
    value: `${String(budget.used)} of ${String(budget.limitPerSecond)} a second`,
    more: left > 0 ? `Paused for ${countdown(left)} at the bank’s request` : waiting,
    tone: left > 0 ? 'warning' : 'neutral',
  }
}

function callsLine(calls: Known<'calls'>): HealthLine {
  const all = calls.reduce((sum, { count }) => sum + count, 0)
  const isBad = calls.some(({ group }) => group !== 'answered')
  return {
    id: 'calls',
    label: 'Calls today',
    to: '/traffic',
    value: countText(all),
    more:
      calls.map(({ group, count }) => `${countText(count)} ${callLabels[group]}`).join(', ') ||
      'No calls yet',
    tone: isBad ? 'warning' : 'neutral',
  }
}

function tokenLine({ token }: ConnectionState, now: number): HealthLine {
  const base = { id: 'token', label: 'Token', to: '/connection' }
  if (token.state !== 'held')
    return {
      ...base,
      value: token.state === 'none' ? 'None' : 'Requesting',
      more: token.state === 'none' ? 'The next call fetches one' : '',
      tone: 'neutral',
    }
  const left = Date.parse(token.expiresAt) - now
  return {
    ...base,
    value: left > 0 ? `${durationText(now - Date.parse(token.obtainedAt))} old` : 'Expired',
    more: left > 0 ? `${durationText(left)} left` : 'The next call fetches another',
    tone: left > 0 ? 'good' : 'warning',
  }
}

function certificateLine(profile: OpenProfile | null, now: number): HealthLine {
  const base = { id: 'certificate', label: 'Certificate', to: '/connection' }
  if (profile === null)
    return {
      ...base,
      value: 'Created at each start',
      more: 'Not stored in practice',
      tone: 'neutral',
    }
  const leaf = profile.certificate?.chain[0]
  if (!leaf) return { ...base, value: 'None', more: 'No calls possible yet', tone: 'warning' }
  const { label, tone } = validityLeft(leaf.validTo, now)
  return { ...base, value: label, more: `Until ${leaf.validTo.slice(0, 10)}`, tone }
}

function credentialsLine(profile: OpenProfile, now: number): HealthLine {
  const base = { id: 'credentials', label: 'Credentials', to: '/connection' }
  const stored = Object.values(profile.credentials).filter((at) => at !== null)
  const oldest = [...stored].sort()[0]
  if (oldest === undefined) return { ...base, value: 'None', more: '', tone: 'warning' }
  return {
    ...base,
    value: `${durationText(now - Date.parse(oldest))} old`,
    more: `Entered ${localDay(oldest)}`,
    tone: 'neutral',
  }
}

function listenerLine(state: ListenerState, now: number): HealthLine {
  const { certificate, notStoring } = state
  const base = { id: 'listener', label: 'Listener', to: '/alerts' }
  if (notStoring)
    return { ...base, value: 'Not storing', more: 'The bank retries for 24 hours', tone: 'bad' }
  const { label, tone } = stateNoticeOf(state)
  const left = certificate ? validityLeft(certificate.validTo, now) : null
  const more = left === null ? '' : `Its certificate: ${left.label.toLowerCase()}`
  return { ...base, value: label, more, tone: left?.tone === 'bad' ? 'bad' : tone }
}

function keychainLine(keychain: KeychainState): HealthLine {
  const base = { id: 'keychain', label: 'Keychain', to: '/connection' }
  if (keychain.state === 'works') return { ...base, value: 'Works', more: '', tone: 'good' }
  if (keychain.state === 'not-checked')
    return { ...base, value: 'Not checked', more: 'Not needed in practice', tone: 'neutral' }
  return {
    ...base,
    value: 'Needs attention',
    tone: 'bad',
    more: explainKeychain(keychain.problem).title,
  }
}

function coverageLine(coverage: Known<'coverage'>): HealthLine {
  const { openGaps, toCheck, coveredTo, sweep } = coverage
  const parts = [
    ...(sweep ? [`querying the bank, ${String(sweep.partsDone)} of ${String(sweep.parts)}`] : []),
    ...(openGaps > 0 ? [`${countText(openGaps)} ${openGaps === 1 ? 'gap' : 'gaps'} open`] : []),
    ...(toCheck > 0 ? [`${countText(toCheck)} to check by hand`] : []),
  ]
  return {
    id: 'coverage',
    label: 'Alert coverage',
    to: '/coverage',
    value: coveredTo === null ? 'No coverage yet' : `To ${localMinute(coveredTo)}`,
    more: parts.join(', ') || 'No open gaps',
    tone: openGaps > 0 || toCheck > 0 ? 'warning' : coveredTo === null ? 'neutral' : 'good',
  }
}

const testIsOldMs = 92 * 86_400_000

function backupLine({ items, tested, problem }: BackupsState, now: number): HealthLine {
  const newest = items[0]
  const isOld = tested === null || now - Date.parse(tested.at) > testIsOldMs
  return {
    id: 'backups',
    label: 'Backups',
    to: '/settings',
    value: newest ? `Newest ${localMinute(newest.at)}` : 'None yet',
    more: tested
      ? `Restore tested ${durationText(Math.max(0, now - Date.parse(tested.at)))} ago`
      : 'Restore never tested',
    tone: problem !== null || isOld ? 'warning' : 'good',
  }
}

/**
 * A single administrator cannot be replaced. If no two people can confirm for each other, the
 * recovery file confirms: without either, no policy, role or account can be changed any more.
 */
function administratorsLine(
  { operators, isPairPossible }: HealthFacts,
  { recoveryFileAt }: OpenProfile,
): HealthLine {
  const count = operators.filter(({ roles }) => roles.includes('administrator')).length
  const isStuck = isPairPossible === false && recoveryFileAt === null
  return {
    id: 'administrators',
    label: 'Administrators',
    to: isStuck ? '/connection' : '/operators',
    value: String(count),
    more: confirmingText(count, isStuck, isPairPossible),
    tone: count === 1 || isPairPossible === false ? 'warning' : 'good',
  }
}

function confirmingText(count: number, isStuck: boolean, isPairPossible?: boolean): string {
  if (isStuck) return 'No one can confirm changes: write a recovery file'
  if (count === 1) return 'Only one: add a second'
  return isPairPossible === false ? 'Only the recovery file can confirm changes' : ''
}

/** Returns every line that is known now. */
export function healthLines(facts: HealthFacts, now: number): readonly HealthLine[] {
  const { connection, keychain, listener, profile, calls, coverage, backups } = facts
  return [
    ...(coverage ? [coverageLine(coverage)] : []),
    ...(listener ? [listenerLine(listener, now)] : []),
    ...(connection ? [rateLine(connection, facts.team?.isReachable !== false, now)] : []),
    ...(calls ? [callsLine(calls)] : []),
    ...(connection ? [tokenLine(connection, now)] : []),
    ...(profile === undefined ? [] : [certificateLine(profile, now)]),
    ...(profile ? [credentialsLine(profile, now)] : []),
    ...(keychain ? [keychainLine(keychain)] : []),
    ...(backups && !backups.isPractice && !backups.isInDatabase ? [backupLine(backups, now)] : []),
    ...(profile ? [administratorsLine(facts, profile)] : []),
  ]
}
