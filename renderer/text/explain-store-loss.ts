/** Turns the loss of the store, its disk or its database, into a message. */
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { LowDisk } from '../../preload/contract/api/workstation-state.ts'
import type { Explanation } from './explanation.ts'

export const unreachableTitle = 'The database of the team does not answer'

/** Returns the free space as text. */
export const freeSpaceText = ({ freeMegabytes }: NonNullable<LowDisk>): string =>
  freeMegabytes === 0 ? 'full' : `${String(freeMegabytes)} MB free`

/** The store of a team is on the disk of its database; what was sent is also recorded here. */
export const lowDiskReason = (isShared: boolean): string =>
  isShared
    ? 'On a full disk nothing is sent from this computer.'
    : 'On a full disk nothing is stored or sent, and no alert is accepted.'
export const lowDiskNext = 'Free space on this computer\u2019s disk.'

const nothingDone = 'Nothing was stored and nothing was sent.'
const partDone = 'Part of it was stored or sent before.'

const openingTexts: Readonly<
  Record<string, Readonly<Partial<Record<'by hand' | 'by itself', string>>>>
> = {
  'store-full': {
    'by hand': 'Free space on the disk, then open the profile again.',
    'by itself': 'Free space on the disk. The store then opens by itself.',
  },
  'store-earlier': {
    'by hand': 'The store was not changed. Practice data can be started again.',
  },
  'store-away': {
    'by hand': 'Open the profile again when it answers.',
    'by itself': 'The store opens by itself when it answers.',
  },
}

/** Returns what opens a store later that was refused for such a loss; undefined: another reason. */
export const openingAgain = (reason: string, how: 'by hand' | 'by itself'): string | undefined =>
  openingTexts[reason]?.[how]

/** Explains a store without room for more. */
export function explainFullDisk({ disk, done }: Failure<'store-full'>): Explanation {
  const isHere = disk === 'this-computer'
  const again = done === 'nothing' ? 'try again' : 'check what was done before you repeat it'
  return {
    title: isHere ? 'The disk is full' : 'The disk of the database is full',
    reason: done === 'nothing' ? nothingDone : partDone,
    next: isHere
      ? `Free space on this computer\u2019s disk, then ${again}.`
      : `Tell whoever runs the database, then ${again}.`,
  }
}

/** Explains the loss of a team's database. */
export function explainStoreAway({ done }: Failure<'store-away'>): Explanation {
  switch (done) {
    case 'unknown':
      return {
        title: 'Not known whether this was stored',
        reason: 'The database of the team did not confirm it. It may still take effect.',
        next: 'Check whether it took effect before you repeat it.',
      }
    case 'part':
      return {
        title: unreachableTitle,
        reason: partDone,
        next: 'When it answers, check what was done before you repeat it.',
      }
    case 'nothing':
      return { title: unreachableTitle, reason: nothingDone, next: 'Try again when it answers.' }
  }
}
