/** The items of the status bar, from the last state of main. */
import type { ListenerState } from '../../preload/contract/api/alerts/listener.ts'
import type { CertificateWarning } from '../../preload/contract/api/certificates/warnings.ts'
import type { KeychainState } from '../../preload/contract/api/keychain-problem.ts'
import type {
  ConnectionState,
  LowDisk,
  StoreState,
  TeamState,
} from '../../preload/contract/api/workstation-state.ts'
import { explainCall, explainKeychain, explainStore } from '../text/explain.ts'
import { freeSpaceText, lowDiskNext, lowDiskReason } from '../text/explain-store-loss.ts'
import { waitingText } from '../text/lanes.ts'
import { clockName, countdown, durationText, localTime } from '../text/times.ts'
import { certificateItem } from './certificate-item.ts'
import { listenerItem } from './listener-item.ts'
import { teamItem } from './team-item.ts'
import type { StatusItem } from './shell/status.ts'

function bankItem({ bank, address, forbiddenHint }: ConnectionState): StatusItem {
  const base = { id: 'bank', label: 'Bank' }
  const where = { label: 'Address', value: address ?? 'not known yet' }
  switch (bank.state) {
    case 'starting':
      return { ...base, value: 'starting', tone: 'neutral', detail: [where] }
    case 'not-running':
      return {
        ...base,
        value: 'not running',
        tone: 'bad',
        note: 'Not started. Restart Countersign; the reason is in the log.',
      }
    case 'not-set-up':
      return {
        ...base,
        value: 'not set up',
        tone: 'warning',
        detail: bank.missing.map((part, index) => ({
          label: index === 0 ? 'Missing' : '',
          value: part,
        })),
        note: 'No calls until the profile is complete. See Connection.',
      }
    case 'retired':
      return {
        ...base,
        value: 'not called',
        tone: 'neutral',
        notice: 'retired',
        detail: [where],
        note: 'The profile is retired: what is stored can be read, and no call is made.',
      }
    case 'never-tried':
      return {
        ...base,
        value: 'not checked yet',
        tone: 'neutral',
        detail: [where],
        note: 'Nothing has been sent since the start. The first call fetches a token.',
      }
    case 'reachable':
      return {
        ...base,
        value: 'reachable',
        tone: 'good',
        detail: [where, { label: 'Since', value: localTime(bank.since) }],
      }
    case 'unreachable': {
      const { title, reason, next } = explainCall(bank.reason)
      return {
        ...base,
        value: 'not reachable',
        tone: 'bad',
        detail: [
          where,
          { label: 'Since', value: localTime(bank.since) },
          { label: title, value: reason },
        ],
        note: next,
      }
    }
    case 'refused':
      return {
        ...base,
        value: `refused (${String(bank.status)})`,
        tone: 'warning',
        detail: [where, { label: 'Since', value: localTime(bank.since) }],
        ...(bank.status === 403 && forbiddenHint !== null && { note: forbiddenHint }),
      }
  }
}

function tokenItem({ token }: ConnectionState, now: number): StatusItem {
  const base = { id: 'token', label: 'Token' }
  if (token.state === 'none') {
    return { ...base, value: 'none', tone: 'neutral', note: 'The next call fetches one.' }
  }
  if (token.state === 'fetching') return { ...base, value: 'requesting', tone: 'info' }
  const left = Date.parse(token.expiresAt) - now
  return {
    ...base,
    value: left > 0 ? `${durationText(now - Date.parse(token.obtainedAt))} old` : 'expired',
    tone: left > 0 ? 'good' : 'warning',
    detail: [
      { label: 'Obtained', value: localTime(token.obtainedAt) },
      { label: 'Valid until', value: localTime(token.expiresAt) },
    ],
  }
}

/** `isReachable`: false while the database by which a team shares the budget does not answer. */
function budgetItem({ budget }: ConnectionState, isReachable: boolean, now: number): StatusItem {
  const { limitPerSecond, used, waiting, waitingByLane, here, pausedUntil, statedUntil } = budget
  const left = pausedUntil === null ? 0 : Date.parse(pausedUntil) - now
  const pause =
    pausedUntil !== null && left > 0
      ? [
          { label: 'Paused until', value: localTime(pausedUntil) },
          ...(statedUntil === null
            ? []
            : [{ label: 'The bank asks to wait until', value: localTime(statedUntil) }]),
        ]
      : []
  const noticed = (queue: string): Pick<StatusItem, 'notice'> => {
    const notice = [left > 0 ? `pause ${countdown(left)}` : '', queue].filter((part) => part !== '')
    return notice.length === 0 ? {} : { notice: notice.join(', ') }
  }
  const base = { id: 'budget', label: 'Rate' }
  if (here && !isReachable)
    return {
      ...base,
      value: 'no calls',
      tone: 'bad',
      ...noticed(here.waiting > 0 ? `${String(here.waiting)} waiting here` : ''),
      detail: [{ label: 'Waiting here', value: String(here.waiting) }, ...pause],
      note: 'This workstation calls the bank again when the database of the team answers.',
    }
  return {
    ...base,
    value: `${String(used)} of ${String(limitPerSecond)} a second`,
    tone: left > 0 ? 'warning' : 'neutral',
    meter: { value: used, max: limitPerSecond },
    ...noticed(waiting > 0 ? `${String(waiting)} waiting` : ''),
    detail: [
      {
        label: 'Limit',
        value: `${String(limitPerSecond)} calls in any second, over all APIs${here ? ' and workstations' : ''}`,
      },
      { label: 'Waiting', value: waitingText(waitingByLane) },
      ...(here
        ? [
            {
              label: 'This workstation',
              value: `${String(here.used)} in use, ${String(here.waiting)} waiting`,
            },
          ]
        : []),
      { label: 'Transit bound', value: transitText(budget) },
      ...pause,
    ],
    ...(left > 0 && { note: pauseNote(here !== null, statedUntil) }),
  }
}

function pauseNote(isTeam: boolean, statedUntil: string | null): string {
  const who = isTeam ? 'No workstation of the team calls' : 'No call is made'
  const longer = 'The bank asks for more than 24 hours: then it is called again.'
  return `The bank answered 429. ${who} for at least two minutes.${statedUntil === null ? '' : ` ${longer}`}`
}

const transitText = ({ transitAllowanceMs }: ConnectionState['budget']): string =>
  transitAllowanceMs === null
    ? 'unknown yet: only answers free a slot'
    : `${String(Math.ceil(transitAllowanceMs))} ms`

const diskItem = (disk: NonNullable<LowDisk>, isShared: boolean): StatusItem => ({
  id: 'disk',
  label: 'Disk',
  value: freeSpaceText(disk),
  tone: disk.freeMegabytes === 0 ? 'bad' : 'warning',
  note: `${lowDiskReason(isShared)} ${lowDiskNext}`,
  end: true,
})

function storeItem(store: StoreState, team: TeamState): StatusItem {
  const base = { id: 'store', label: 'Store', end: true }
  switch (store.state) {
    case 'opening':
      return { ...base, value: 'opening', tone: 'neutral' }
    case 'open':
      if (team?.isReachable === false)
        return {
          ...base,
          value: 'no answer',
          tone: 'bad',
          note: 'In the database of the team, which does not answer.',
        }
      return {
        ...base,
        value: 'open',
        tone: 'good',
        note: team
          ? 'In the database of the team; every write is on its disk before it counts.'
          : 'Encrypted; every write reaches the disk before it counts.',
      }
    case 'refused':
      return { ...base, value: 'closed', tone: 'bad', note: explainStore(store.reason) }
  }
}

function keychainItem(keychain: KeychainState): StatusItem {
  const base = { id: 'keychain', label: 'Keychain', end: true }
  switch (keychain.state) {
    case 'not-checked':
      return {
        ...base,
        value: 'not checked',
        tone: 'neutral',
        note: 'Not needed in practice. Bank profiles use it when they open.',
      }
    case 'works':
      return {
        ...base,
        value: 'works',
        tone: 'good',
        note: 'Keys, certificates and credentials are stored only in the keychain of this computer.',
      }
    case 'problem': {
      const { title, reason, next } = explainKeychain(keychain.problem)
      return {
        ...base,
        value: 'needs attention',
        tone: 'bad',
        detail: [{ label: title, value: reason }],
        note: next,
      }
    }
  }
}

/** The input of the status bar: the state of main, as far as it is known. */
interface StatusParts {
  readonly connection: ConnectionState | undefined
  readonly store: StoreState | undefined
  readonly keychain: KeychainState | undefined
  readonly listener: ListenerState | undefined
  readonly certificates?: readonly CertificateWarning[] | undefined
  readonly team?: TeamState | undefined
  readonly lowDisk?: LowDisk | undefined
}

/** Returns all items of the status bar for a moment. */
export function statusItems(
  {
    connection,
    store,
    keychain,
    listener,
    certificates = [],
    team = null,
    lowDisk = null,
  }: StatusParts,
  now: number,
): readonly StatusItem[] {
  const bank = connection
    ? [
        bankItem(connection),
        tokenItem(connection, now),
        budgetItem(connection, team?.isReachable !== false, now),
      ]
    : []
  const certificate = certificateItem(certificates)
  return [
    ...bank,
    ...(certificate ? [certificate] : []),
    ...(listener ? [listenerItem(listener)] : []),
    ...(keychain ? [keychainItem(keychain)] : []),
    ...(team ? [teamItem(team)] : []),
    ...(lowDisk ? [diskItem(lowDisk, team !== null)] : []),
    ...(store ? [storeItem(store, team)] : []),
    { id: 'clock', label: 'Times', value: clockName(), end: true },
  ]
}
