/**
 * A second profile beside practice, with its own keys in the keychain: opened, viewed and left
 * again.
 */
import type { ProfilesState } from '../../../preload/contract/api/profiles/profile.ts'
import type { WorkstationState } from '../../../preload/contract/api/workstation-state.ts'
import type { SoakDesk } from './desk.ts'

const passphrase = 'harbour lantern quietly 41'

/**
 * Creates the profile with its first administrator, returns to practice, and returns the profile's
 * id.
 */
export async function makeOther(desk: SoakDesk): Promise<string> {
  const { shownId } = await desk.must<ProfilesState>('profiles.create', {
    name: 'Ridgeway',
    environment: 'pre-production',
    from: { kind: 'nothing' },
    confirmation: null,
  })
  await desk.must('operators.createFirst', { name: 'Ana Ruiz', passphrase })
  await desk.must('profiles.open', { id: 'practice', confirmation: null })
  return shownId
}

/** Opens the other profile and comes back. */
export async function visitOther(desk: SoakDesk, id: string): Promise<void> {
  await desk.must('profiles.open', { id, confirmation: null })
  const { operators } = await desk.must<WorkstationState>('workstation.getState')
  await desk.must('operators.signIn', { operatorId: operators[0]?.id, passphrase })
  await desk.must('profiles.getShown')
  await desk.pages('orders.list', { view: 'all' })
  await desk.must('profiles.open', { id: 'practice', confirmation: null })
}
