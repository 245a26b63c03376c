/** The profile of the listener: its name, the agreed alerts, and who may change it. */
import { computed, type ComputedRef } from 'vue'
import type { ListenerState } from '../../../../preload/contract/api/alerts/listener.ts'
import {
  subscribedLabels,
  type ProfileDetails,
} from '../../../../preload/contract/api/profiles/profile-details.ts'
import { useAdministratorDisabledReason } from '../../../state/disabled-reason.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'

/** Whether the listener has an item; of a stopped listener main only reports missing ones. */
export type Storage = 'held' | 'none' | 'unknown'

const storage = (
  isStored: boolean,
  { running }: ListenerState,
  lack: 'no-credentials' | 'no-certificate',
): Storage => {
  if (isStored) return 'held'
  return running.state === 'off' && running.why !== lack ? 'unknown' : 'none'
}
/** Whether the listener has a user name and a password. */
export const credentialsStorage = (listener: ListenerState): Storage =>
  storage(listener.userName !== null, listener, 'no-credentials')
/** Whether the listener has a certificate. */
export const certificateStorage = (listener: ListenerState): Storage =>
  storage(listener.certificate !== null, listener, 'no-certificate')

/** The text for facts that main does not report while the listener is off. */
export const onceItRuns = 'Shown once the listener runs'

/** The name of the profile on a confirming button. */
export function useProfileInFull(): ComputedRef<string> {
  const workstation = useWorkstation()
  return computed(() => {
    const { state } = workstation
    return state ? `${state.profileName} in ${state.environment}` : 'this profile'
  })
}

/** Why the listener cannot be changed, or its password cannot be exported; empty if it can. */
export function useListenerDisabledReason(): {
  readonly ofChange: ComputedRef<string>
  readonly ofPassword: ComputedRef<string>
} {
  const workstation = useWorkstation()
  const ofPassword = useAdministratorDisabledReason()
  const ofChange = computed(() => {
    if (workstation.state?.environment === 'practice')
      return 'Practice creates its own at each start'
    if (workstation.state?.retired) return 'The profile is retired: it is read only'
    return ofPassword.value
  })
  return { ofChange, ofPassword }
}

const counted = (count: number | null, span: string): string =>
  count === null ? `not set per ${span}` : `${count.toLocaleString('en-US')} per ${span}`

/** The agreed terms in the order of the bank's form. */
export function agreedLines(agreed: ProfileDetails['alerts']) {
  const { codes, sameAccounts, expectedDaily, expectedMonthly, expectedYearly } = agreed
  const volumes = [expectedDaily, expectedMonthly, expectedYearly]
  return [
    {
      id: 'codes',
      label: 'Alert codes',
      value: codes.map((code) => `${code}: ${subscribedLabels[code]}`).join(', '),
      absent: 'none selected yet',
    },
    {
      id: 'volumes',
      label: 'Expected alerts',
      value: volumes.every((volume) => volume === null)
        ? ''
        : [
            counted(expectedDaily, 'day'),
            counted(expectedMonthly, 'month'),
            counted(expectedYearly, 'year'),
          ].join(', '),
      absent: 'not entered',
    },
    {
      id: 'accounts',
      label: 'Watched accounts',
      value:
        sameAccounts === null
          ? ''
          : `${sameAccounts ? 'The same' : 'Different ones'} in pre-production and production`,
      absent: 'not entered',
    },
  ]
}
