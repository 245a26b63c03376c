/**
 * Confirmations of the unit of ACH amounts, stored on the cards of this workstation's profiles
 * (bank note 81).
 */
import type { UnitConfirmation } from '../../preload/contract/domain/batches/batch-form.ts'
import type { ProfileRegistry } from './profile-registry.ts'

/** A confirmation without its profile. */
export type SeenUnit = Omit<UnitConfirmation, 'profile'>

export interface UnitConfirmations {
  /** This profile's own; undefined when there is none. */
  own(): UnitConfirmation | undefined
  /** The confirmations of every pre-production profile. */
  all(): readonly UnitConfirmation[]
  /** Stores this profile's confirmation, on disk when it resolves. */
  save(confirmation: SeenUnit): Promise<void>
}

/** For practice, which confirms nothing. */
export const noUnitConfirmations: UnitConfirmations = {
  own: () => undefined,
  all: () => [],
  save: () => Promise.reject(new Error('practice confirms no unit')),
}

/**
 * Returns the confirmations as seen and stored by the profile of this id. A confirmation on a
 * production card does not count.
 */
export function unitConfirmationsOf(
  profileRegistry: Pick<ProfileRegistry, 'cards' | 'change'>,
  id: string,
): UnitConfirmations {
  const cardOf = () => profileRegistry.cards().find((card) => card.id === id)
  return {
    own: () => cardOf()?.unitConfirmation,
    all: () =>
      profileRegistry
        .cards()
        .filter(({ environment }) => environment === 'pre-production')
        .flatMap((card) => card.unitConfirmation ?? []),
    async save(seen) {
      const profile = cardOf()?.name ?? ''
      await profileRegistry.change(id, { unitConfirmation: { ...seen, profile } })
    },
  }
}
