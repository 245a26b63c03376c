/**
 * The list of this computer's profiles that can be read without opening one. Each profile has a
 * folder with a small plain file (its card), its store and its keychain marker. A card contains no
 * secret.
 */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { unitConfirmation } from '../../preload/contract/domain/batches/batch-form.ts'
import { realEnvironment } from '../../preload/contract/domain/environment.ts'
import { profileCard, profileName } from '../../preload/contract/api/profiles/profile.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import { readIfThere } from '../platform/files/read-if-there.ts'
import { writeDurably } from '../platform/files/write-durably.ts'
import { SerialQueue } from '../platform/serial.ts'

const card = profileCard.extend({
  id: z.string().regex(/^[a-z0-9]{12}$/),
  name: profileName,
  environment: realEnvironment,
  createdAt: z.iso.datetime(),
  /**
   * Whether the listener is enabled. Also in the encrypted store; the card has it so that the
   * listener can start with the program.
   */
  listens: z.boolean(),
  /** The bank's address. No profile of another environment may use the same one. */
  bankAddress: z.string().max(300).nullable(),
  /**
   * Pre-production only: where an operator confirmed the unit of ACH amounts (bank note 81).
   * Production reads it here, because no profile opens another's store. An unreadable value
   * confirms nothing and does not hide the profile.
   */
  unitConfirmation: unitConfirmation.optional().catch(undefined),
})
/** The card of a real profile. */
export type RealCard = z.infer<typeof card>
const cardFile = card.extend({ format: z.literal(1) })

/** The file paths of a profile. Every path is inside its own folder (Promise P7). */
export interface ProfilePlaces {
  readonly folder: string
  readonly store: string
  /**
   * Record of requests sent from here. Stored beside the store, so that an older copy of the store
   * is recognized as older.
   */
  readonly sent: string
  /** Records, without a secret, that the keychain holds something of this profile. */
  readonly keychainMarker: string
}

export interface ProfileRegistry {
  /**
   * Reads the folder. An unreadable card is reported and left in place, and does not affect other
   * profiles.
   */
  read(report: (where: string, problem: unknown) => void): Promise<void>
  /** The cards that could be read, oldest first. */
  cards(): readonly RealCard[]
  places(id: string): ProfilePlaces
  /**
   * Creates the folder of a profile that is being created. Without a card, the profile is not
   * listed.
   */
  makeRoom(id: string): Promise<ProfilePlaces>
  /** Writes a new or changed card. The file is on disk when this resolves. */
  put(card: RealCard): Promise<void>
  /** Changes a part of a card, one change after the other. Undefined when there is no such card. */
  change(id: string, part: Partial<Omit<RealCard, 'id'>>): Promise<RealCard | undefined>
}

/** Creates the profile registry of a data folder; empty until `read`. */
export function createProfileRegistry(dataFolder: string): ProfileRegistry {
  const profileRegistry = join(dataFolder, 'profiles')
  const cards = new Map<string, RealCard>()
  const changes = new SerialQueue()
  const places = (id: string): ProfilePlaces => {
    const folder = join(profileRegistry, id)
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
    await writeDurably(join(profileRegistry, parsed.id, 'profile.json'), text)
    cards.set(parsed.id, parsed)
  }
  return {
    async read(report) {
      for (const id of await foldersIn(profileRegistry)) {
        try {
          const found = await readCard(join(profileRegistry, id, 'profile.json'))
          if (found?.id === id) cards.set(id, found)
        } catch (problem) {
          report(`profiles.${id}`, problem)
        }
      }
    },
    cards: () => [...cards.values()].sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
    places,
    async makeRoom(id) {
      await mkdir(join(profileRegistry, id), { recursive: true, mode: 0o700 })
      return places(id)
    },
    put: (given) => changes.run(() => put(given)),
    change: (id, part) =>
      changes.run(async () => {
        const known = cards.get(id)
        if (!known) return undefined
        const next = { ...known, ...part }
        if (JSON.stringify(next) !== JSON.stringify(known)) await put(next)
        return next
      }),
  }
}

async function foldersIn(profileRegistry: string): Promise<string[]> {
  const entries = await readdir(profileRegistry, { withFileTypes: true }).catch(
    (problem: unknown) => {
      if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw problem
    },
  )
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

/** Undefined for a folder without a card: a profile whose creation was interrupted. */
async function readCard(file: string): Promise<RealCard | undefined> {
  const text = await readIfThere(file)
  if (text === undefined) return undefined
  const { format: _format, ...read } = cardFile.parse(JSON.parse(text))
  return read
}
