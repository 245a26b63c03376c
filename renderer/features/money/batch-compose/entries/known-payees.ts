/** The payees of the entries' accounts, read for the open draft. */
import { shallowRef } from 'vue'
import type { EntryPayee } from '../../../../../preload/contract/domain/batches/drafts.ts'
import type { TypedEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import { bridge } from '../../../../state/bridge.ts'
import { everyPage } from '../../../../state/paged-list.ts'

interface PayeesContext {
  /** The open draft; null: not saved yet, so there are no findings. */
  readonly draft: () => string | null
  readonly entryAt: (entryId: string) => TypedEntry | undefined
  /** Edited and not saved yet: main's findings are about the earlier values. */
  readonly isUnsaved: (entryId: string) => boolean
}

/** A payee was found by these cells. */
const aboutCells = ['routingNumber', 'accountNumber', 'receiverName', 'payeeId'] as const

/** A payee with the entry that it was read for. */
interface ReadPayee {
  readonly payee: EntryPayee
  readonly about: TypedEntry
}

/** Mirrors the payees: one reading for all entries. */
export function useKnownPayees({ draft, entryAt, isUnsaved }: PayeesContext) {
  const payees = shallowRef<ReadonlyMap<string, ReadPayee>>(new Map())

  /** The current reading: an older one is dropped. */
  let round = 0

  async function readPayees(): Promise<void> {
    const id = draft()
    if (id === null) return
    const mine = (round += 1)
    const read = await everyPage(
      (page) => bridge().batches.listPayees({ id, ...page }),
      () => draft() === id && mine === round,
    )
    if (!read?.ok) return
    const next = new Map<string, ReadPayee>()
    for (const payee of read.value) {
      const about = entryAt(payee.entryId)
      if (about && !isUnsaved(payee.entryId)) next.set(payee.entryId, { payee, about })
    }
    payees.value = next
  }
  /** Returns nothing for an account that was edited since. */
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
