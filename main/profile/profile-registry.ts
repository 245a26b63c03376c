/**
 * The profiles of this computer, as they can be known without opening one: a small plain file for each in
 * a folder of its own, beside its store and its keychain marker. Nothing in it is a secret.
 */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { unitConfirmation } from '../../preload/contract/domain/batches/batch-form.ts'
import { realEnvironment } from '../../preload/contract/domain/environment.ts'
import { profileCard, profileName } from '../../preload/contract/api/profiles/profile.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import { readIfThere } from '../platform/files/read-if-there.ts'
import { writeDurably } from '../platform/files/write-durably.ts'

const card = profileCard.extend({
  id: z.string().regex(/^[a-z0-9]{12}$/),
  name: profileName,
  environment: realEnvironment,
  createdAt: z.iso.datetime(),
  /** Whether its listener is enabled, which else only the encrypted store knows: it is opened at the start. */
  listens: z.boolean().default(false),
  /** Where its bank is: no profile of another environment takes the same address. */
  bankAddress: z.string().max(300).nullable().default(null),
  /**
   * Pre-production alone: where the unit of ACH amounts was seen to be right (trap 81). Production reads it here, since
   * no profile opens another's store; what cannot be read confirms nothing and hides no profile.
   */
  unitConfirmation: unitConfirmation.optional().catch(undefined),
})
/** The card of a real profile. */
export type RealCard = z.infer<typeof card>
const cardFile = card.extend({ format: z.literal(1) })

/** Where a profile keeps what. Every path is inside its own folder (design P7). */
export interface ProfilePlaces {
  readonly folder: string
  readonly store: string
  /** What was sent from here: beside the store, so that an older copy of the store is known as one. */
  readonly sent: string
  /** Says without a secret that the keychain holds something of this profile. */
  readonly keychainMarker: string
}

/** The shelf of one data folder. */
export interface ProfileRegistry {
  /**
   * Reads the folder. A card that cannot be read is reported, left where it is, and takes no other
   * profile with it.
   */
  read(report: (where: string, problem: unknown) => void): Promise<void>
  /** The cards that could be read, oldest first. */
  cards(): readonly RealCard[]
  places(id: string): ProfilePlaces
  /** Makes the folder of a profile that is being made; it has no card yet and is not listed. */
  makeRoom(id: string): Promise<ProfilePlaces>
  /** Puts a card in, new or changed; on the disk when it resolves. */
  put(card: RealCard): Promise<void>
  /** Changes a part of a card, one change after the other; undefined when there is no such card. */
  change(id: string, part: Partial<Omit<RealCard, 'id'>>): Promise<RealCard | undefined>
}

/** The shelf of a data folder; empty until it is read. */
export function createProfileRegistry(dataFolder: string): ProfileRegistry {
  const shelf = join(dataFolder, 'profiles')
  const cards = new Map<string, RealCard>()
  let last: Promise<unknown> = Promise.resolve()
  const places = (id: string): ProfilePlaces => {
    const folder = join(shelf, id)
    return {
      folder,
      store: join(folder, 'store.countersign'),
      sent: join(folder, 'sent-references'),
      keychainMarker: join(folder, 'keychain.json'),
    }
  }
  const put = async (given: RealCard): Promise<void> => {
    const parsed = card.parse(given)
    const text = `${JSON.stringify({ format: 1, ...parsed }, null, 2)}\n`
    await writeDurably(join(shelf, parsed.id, 'profile.json'), text)
    cards.set(parsed.id, parsed)
  }
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const changing = last.then(change, change)
    last = changing
    return changing
  }
  return {
    async read(report) {
      for (const id of await foldersIn(shelf)) {
        try {
          const found = await readCard(join(shelf, id, 'profile.json'))
          if (found?.id === id) cards.set(id, found)
        } catch (problem) {
          report(`profiles.${id}`, problem)
        }
      }
    },
    cards: () => [...cards.values()].sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
    places,
    async makeRoom(id) {
      await mkdir(join(shelf, id), { recursive: true, mode: 0o700 })
      return places(id)
    },
    put: (given) => inTurn(() => put(given)),
    change: (id, part) =>
      inTurn(async () => {
        const known = cards.get(id)
        if (!known) return undefined
        const next = { ...known, ...part }
        if (JSON.stringify(next) !== JSON.stringify(known)) await put(next)
        return next
      }),
  }
}

async function foldersIn(shelf: string): Promise<string[]> {
  const entries = await readdir(shelf, { withFileTypes: true }).catch((problem: unknown) => {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw problem
  })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

/** Undefined for a folder without a card: a profile whose making was cut short. */
async function readCard(file: string): Promise<RealCard | undefined> {
  const text = await readIfThere(file)
  if (text === undefined) return undefined
  const { format: _format, ...read } = cardFile.parse(JSON.parse(text))
  return read
}
