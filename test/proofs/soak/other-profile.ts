/** A second profile beside practice, with keys of its own in the keychain: opened, looked at, left again. */
import type { ProfilesState } from '../../../preload/contract/api/profiles/profile.ts'
import type { WorkstationState } from '../../../preload/contract/api/workstation-state.ts'
import type { SoakDesk } from './desk.ts'

const passphrase = 'harbour lantern quietly 41'

/** Makes it, with its first administrator, and goes back to practice; answers its id. */
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

/** Goes there and back. */
export async function visitOther(desk: SoakDesk, id: string): Promise<void> {
  await desk.must('profiles.open', { id, confirmation: null })
  const { operators } = await desk.must<WorkstationState>('workstation.getState')
  await desk.must('operators.signIn', { operatorId: operators[0]?.id, passphrase })
  await desk.must('profiles.getShown')
  await desk.pages('orders.list', { view: 'all' })
  await desk.must('profiles.open', { id: 'practice', confirmation: null })
}
