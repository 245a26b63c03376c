/** The profile around the listener: what it is called, what was agreed on alerts, and who may change it. */
import {
  computed,
  onBeforeUnmount,
  onMounted,
  shallowRef,
  type ComputedRef,
  type ShallowRef,
} from 'vue'
import type { ProfileDetails } from '../../../preload/contract/profile-details.ts'
import { bridge } from '../../lib/bridge.ts'
import { useAdministratorHindrance } from '../../lib/hindrance.ts'
import { useWorkstation } from '../../lib/workstation.store.ts'

/** What was subscribed to with the bank; undefined in practice, and until main has told it. */
export function useAgreedAlerts(): Readonly<ShallowRef<ProfileDetails['alerts'] | undefined>> {
  const agreed = shallowRef<ProfileDetails['alerts']>()
  let stop = (): void => undefined
  onMounted(async () => {
    stop = bridge().on('profiles', 'shownChanged', ({ details }) => {
      agreed.value = details.alerts
    })
    const answer = await bridge().profiles.getShown()
    if (answer.ok) agreed.value ??= answer.value.details.alerts
  })
  onBeforeUnmount(() => stop())
  return agreed
}

/** The profile as a confirming button names it. */
export function useProfileInFull(): ComputedRef<string> {
  const workstation = useWorkstation()
  return computed(() => {
    const { state } = workstation
    return state ? `${state.profileName} in ${state.environment}` : 'this profile'
  })
}

/** Why the listener cannot be changed, or its password not be carried out of here; empty where it can. */
export function useListenerHindrance(): {
  readonly ofChange: ComputedRef<string>
  readonly ofPassword: ComputedRef<string>
} {
  const workstation = useWorkstation()
  const ofPassword = useAdministratorHindrance()
  const ofChange = computed(() => {
    if (workstation.state?.environment === 'practice') return 'Practice makes its own at each start'
    if (workstation.state?.retired) return 'The profile is retired: it is read only'
    return ofPassword.value
  })
  return { ofChange, ofPassword }
}

const codeNames = {
  AL00906: 'AL00906: all ACH events',
  AL00901: 'AL00901: wire and RTP events',
} as const
const counted = (count: number | null, span: string): string =>
  count === null ? `not said for a ${span}` : `${count.toLocaleString('en-US')} a ${span}`

/** The agreed terms as the bank's form asks for them. */
export function agreedLines(agreed: ProfileDetails['alerts']) {
  const { codes, sameAccounts, expectedDaily, expectedMonthly, expectedYearly } = agreed
  const volumes = [expectedDaily, expectedMonthly, expectedYearly]
  return [
    {
      id: 'codes',
      label: 'Alert codes',
      value: codes.map((code) => codeNames[code]).join(', '),
      absent: 'none ticked yet',
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
      absent: 'not said',
    },
    {
      id: 'accounts',
      label: 'Watched accounts',
      value:
        sameAccounts === null
          ? ''
          : `${sameAccounts ? 'The same' : 'Different ones'} in pre-production and production`,
      absent: 'not said',
    },
  ]
}
