/**
 * A second profile beside practice, with its own keys in the keychain: opened, viewed and left
 * again.
 */
import type { ProfilesState } from '../../../preload/contract/api/profiles/profile.ts'
import type { WorkstationState } from '../../../preload/contract/api/workstation-state.ts'
import type { SoakWorkstation } from './workstation.ts'

const passphrase = 'harbour lantern quietly 41'

/**
 * Creates the profile with its first administrator, returns to practice, and returns the profile's
 * id.
 */
export async function makeOther(workstation: SoakWorkstation): Promise<string> {
  const { shownId } = await workstation.must<ProfilesState>('profiles.create', {
    name: 'Ridgeway',
    environment: 'pre-production',
    from: { kind: 'nothing' },
    confirmation: null,
  })
  await workstation.must('operators.createFirst', { name: 'Ana Ruiz', passphrase })
  await workstation.must('profiles.open', { id: 'practice', confirmation: null })
  return shownId
}

/** Opens the other profile and comes back. */
export async function visitOther(workstation: SoakWorkstation, id: string): Promise<void> {
  await workstation.must('profiles.open', { id, confirmation: null })
  const { operators } = await workstation.must<WorkstationState>('workstation.getState')
  await workstation.must('operators.signIn', { operatorId: operators[0]?.id, passphrase })
  await workstation.must('profiles.getShown')
  await workstation.pages('orders.list', { view: 'all' })
  await workstation.must('profiles.open', { id: 'practice', confirmation: null })
}
