import type { Failure } from '../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import type { ProfilesService } from './profiles.service.ts'
import type { RealProfile } from '../profile/real-profile.ts'
import type { SessionServices } from './open-session.ts'
import type { Session } from './session.ts'
import type { SessionDrafts } from '../profile/certificate-drafts.ts'

/** A shown real profile that can be changed now. */
export interface EditableProfile {
  readonly real: RealProfile
  readonly services: SessionServices
  readonly drafts: SessionDrafts
  readonly session: Session
}
type SetUpFailure = Failure<'practice-only'> | Failure<'profile-retired'> | Failure<'profile-busy'>

/** Returns the shown profile, or why it cannot be changed; a retired one only with `retiredToo`. */
export function editableProfile(
  profiles: ProfilesService,
  retiredToo = false,
): Result<EditableProfile, SetUpFailure> {
  const session = profiles.shown()
  const { real, services, identity, drafts } = session
  if (profiles.state().openingId !== null) return err({ code: 'profile-busy' })
  if (!real || !services) return err({ code: 'practice-only' })
  if (identity.retired && !retiredToo) return err({ code: 'profile-retired' })
  return ok({ real, services, drafts, session })
}
