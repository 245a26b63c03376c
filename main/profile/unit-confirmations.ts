/** Where the profiles of this workstation have confirmed the unit of ACH amounts: on their cards (trap 81). */
import type { UnitConfirmations } from '../money/batch/ach-settings.ts'
import type { ProfileShelf } from './profile-shelf.ts'

/** As the profile of this id knows and keeps it. What stands on the card of production confirms nothing. */
export function unitConfirmationsOf(
  shelf: Pick<ProfileShelf, 'cards' | 'change'>,
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
