/** Whose accounts the entries go to by the payee book, read for the draft that is open. */
import { shallowRef } from 'vue'
import type { EntryPayee } from '../../../../../preload/contract/domain/batches/drafts.ts'
import type { TypedEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import { bridge } from '../../../../state/bridge.ts'
import { everyPage } from '../../../../state/every-page.ts'

interface PayeesHost {
  /** The draft that is open; null: it is not saved yet, and nothing is known of it. */
  readonly draft: () => string | null
  readonly entryAt: (entryId: string) => TypedEntry | undefined
  /** Typed, and not at main yet: what main knows is about what stood there before. */
  readonly isUnsaved: (entryId: string) => boolean
}

/** What is told of a payee is about these. */
const aboutCells = ['routingNumber', 'accountNumber', 'receiverName', 'payeeId'] as const

/** A payee with the entry that it was read for. */
interface ReadPayee {
  readonly payee: EntryPayee
  readonly about: TypedEntry
}

/** Follows it: all entries by one reading. */
export function useKnownPayees({ draft, entryAt, isUnsaved }: PayeesHost) {
  const payees = shallowRef<ReadonlyMap<string, ReadPayee>>(new Map())

  /** A reading that a later one has overtaken is given up. */
  let round = 0

  async function readPayees(): Promise<void> {
    const id = draft()
    if (id === null) return
    const mine = (round += 1)
    const read = await everyPage(
      (page) => bridge().batches.listPayees({ id, ...page }),
      () => draft() === id && mine === round,
    )
    if (!read) return
    const next = new Map<string, ReadPayee>()
    for (const payee of read) {
      const about = entryAt(payee.entryId)
      if (about && !isUnsaved(payee.entryId)) next.set(payee.entryId, { payee, about })
    }
    payees.value = next
  }
  /** Nothing is told of an account that was typed since. */
  function payeeOf(entry: TypedEntry): EntryPayee | undefined {
    const known = payees.value.get(entry.id)
    const isAbout = aboutCells.every((cell) => known?.about[cell] === entry[cell])
    return isAbout ? known?.payee : undefined
  }
  return {
    payees,
    readPayees,
    payeeOf,
    forgetPayees: (): void => void (payees.value = new Map()),
  }
}
