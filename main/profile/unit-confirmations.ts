/** Where the profiles of this workstation have confirmed the unit of ACH amounts: on their cards (trap 81). */
import type { UnitConfirmation } from '../../preload/contract/domain/batches/batch-form.ts'
import type { ProfileRegistry } from './profile-registry.ts'

/** A confirmation without the profile whose it is. */
export type SeenUnit = Omit<UnitConfirmation, 'profile'>

/** Where the unit of amounts was seen to be right, as the profiles of this workstation keep it. */
export interface UnitConfirmations {
  /** This profile's own; undefined: none. */
  own(): UnitConfirmation | undefined
  /** Of every pre-production profile. */
  all(): readonly UnitConfirmation[]
  /** Keeps this profile's; on the disk when it resolves. */
  keep(confirmation: SeenUnit): Promise<void>
}

/** Of practice, which confirms nothing. */
export const noUnitConfirmations: UnitConfirmations = {
  own: () => undefined,
  all: () => [],
  keep: () => Promise.reject(new Error('practice confirms no unit')),
}

/** As the profile of this id knows and keeps it. What stands on the card of production confirms nothing. */
export function unitConfirmationsOf(
  shelf: Pick<ProfileRegistry, 'cards' | 'change'>,
  id: string,
): UnitConfirmations {
  const cardOf = () => shelf.cards().find((card) => card.id === id)
  return {
    own: () => cardOf()?.unitConfirmation,
    all: () =>
      shelf
        .cards()
        .filter(({ environment }) => environment === 'pre-production')
        .flatMap((card) => card.unitConfirmation ?? []),
    async keep(seen) {
      const profile = cardOf()?.name ?? ''
      await shelf.change(id, { unitConfirmation: { ...seen, profile } })
    },
  }
}
