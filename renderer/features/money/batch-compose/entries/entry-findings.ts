/** Findings about the entries beside the input: the owners of the accounts, and similar entries. */
import { computed, onScopeDispose, shallowRef } from 'vue'
import type {
  PossibleDuplicate,
  EntryOwnership,
  EntryPayee,
  OwnershipRun,
} from '../../../../../preload/contract/domain/batches/drafts.ts'
import type { AmountOutlier } from '../../../../../preload/contract/domain/batches/batch.ts'
import { centsIn } from '../../../../../preload/contract/domain/batches/read-batch.ts'
import type { TypedEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import { bridge } from '../../../../state/bridge.ts'
import { everyPage } from '../../../../state/paged-list.ts'
import { useKnownPayees } from './known-payees.ts'

/** The findings about one entry. */
export interface EntryFindings {
  readonly ownership: EntryOwnership | undefined
  readonly possibleDuplicates: readonly PossibleDuplicate[]
  readonly outliers: readonly AmountOutlier[]
  /** Undefined: the account belongs to no payee. */
  readonly payee: EntryPayee | undefined
}

/**
 * The subject of a check; the payee is a person or a business. After a change of one of these, the
 * check no longer applies to the entry.
 */
const checkedCells = ['routingNumber', 'accountNumber', 'receiverName', 'payeeId'] as const

/** A check with the entry that it was read for. */
interface ReadOwnership {
  readonly ownership: EntryOwnership
  readonly about: TypedEntry
  /** When it was read: its age counts from then. */
  readonly readAt: number
}

interface FindingsContext {
  /** The open draft; null: not saved yet, so there are no findings. */
  readonly draft: () => string | null
  readonly entryAt: (entryId: string) => TypedEntry | undefined
  /** Edited and not saved yet: main's findings are about the earlier values. */
  readonly isUnsaved: (entryId: string) => boolean
  readonly now: () => number
}

/** During an ownership run, answers are read at this interval. */
const readEveryMs = 2_000
const hourMs = 3_600_000
const minuteMs = 60_000

/** Reads the findings of the open draft and updates them. */
export function useEntryFindings({ draft, entryAt, isUnsaved, now }: FindingsContext) {
  const checks = shallowRef<ReadonlyMap<string, ReadOwnership>>(new Map())
  const minute = computed(() => Math.floor(now() / minuteMs) * minuteMs)
  const possibleDuplicates = shallowRef<ReadonlyMap<string, readonly PossibleDuplicate[]>>(
    new Map(),
  )
  const outliers = shallowRef<ReadonlyMap<string, readonly AmountOutlier[]>>(new Map())
  const run = shallowRef<OwnershipRun | null>(null)
  const failure = shallowRef<Failure>()
  /** The current reading of each list: an older one is dropped. */
  const rounds = { ownership: 0, possibleDuplicates: 0, outliers: 0 }
  const known = useKnownPayees({ draft, entryAt, isUnsaved })

  function forget(): void {
    checks.value = new Map()
    possibleDuplicates.value = new Map()
    outliers.value = new Map()
    known.forgetPayees()
    run.value = null
    stopReading()
    failure.value = undefined
  }
  async function readOwnership(): Promise<void> {
    const id = draft()
    if (id === null) return
    const mine = (rounds.ownership += 1)
    const read = await everyPage(
      (page) => bridge().batches.listOwnership({ id, ...page }),
      () => draft() === id && mine === rounds.ownership,
    )
    if (!read?.ok) return
    const readAt = Date.now()
    const next = new Map<string, ReadOwnership>()
    for (const ownership of read.value) {
      const { entryId } = ownership
      const about = entryAt(entryId)
      const before = checks.value.get(entryId)
      if (!isUnsaved(entryId) && about) next.set(entryId, { ownership, about, readAt })
      else if (before) next.set(entryId, before)
    }
    checks.value = next
  }
  let reading: ReturnType<typeof setTimeout> | undefined
  function stopReading(): void {
    clearTimeout(reading)
    reading = undefined
  }
  onScopeDispose(stopReading)
  /** At intervals: a run of thousands answers many times a second. */
  function readNowAndThen(): void {
    reading ??= setTimeout(() => void readOwnership().finally(stopReading), readEveryMs)
  }
  async function readDuplicates(): Promise<void> {
    const id = draft()
    if (id === null) return
    const mine = (rounds.possibleDuplicates += 1)
    const read = await everyPage(
      (page) => bridge().batches.findDuplicates({ id, ...page }),
      () => draft() === id && mine === rounds.possibleDuplicates,
    )
    if (!read?.ok) return
    const found = new Map<string, PossibleDuplicate[]>()
    for (const one of read.value) found.set(one.entryId, [...(found.get(one.entryId) ?? []), one])
    possibleDuplicates.value = found
  }
  async function readOutliers(): Promise<void> {
    const id = draft()
    if (id === null) return
    const mine = (rounds.outliers += 1)
    const read = await everyPage(
      (page) => bridge().batches.findOutliers({ id, ...page }),
      () => draft() === id && mine === rounds.outliers,
    )
    if (read?.ok) outliers.value = Map.groupBy(read.value, ({ entryId }) => entryId)
  }
  async function readRun(): Promise<void> {
    const id = draft()
    if (id === null) return
    const read = await bridge().batches.getOwnershipRun({ id })
    if (read.ok && draft() === id) run.value = read.value
  }
  async function readAll(): Promise<void> {
    await Promise.all([
      readOwnership(),
      readDuplicates(),
      readOutliers(),
      known.readPayees(),
      readRun(),
    ])
  }

  /** Queries the account owners; a check younger than the given age is not repeated. */
  async function check(entryIds: string[] | null, maxAgeHours: number): Promise<boolean> {
    const id = draft()
    if (id === null) return false
    const begun = await bridge().batches.checkOwnership({ id, entryIds, maxAgeHours })
    failure.value = begun.ok ? undefined : begun.error
    if (begun.ok) showRun(begun.value)
    return begun.ok
  }
  /** Resumes an interrupted run. */
  async function resume(): Promise<void> {
    const id = draft()
    if (id === null) return
    const begun = await bridge().batches.resumeOwnership({ id })
    failure.value = begun.ok ? undefined : begun.error
    if (begun.ok) showRun(begun.value)
  }
  async function stop(): Promise<void> {
    const id = draft()
    if (id === null) return
    const stopped = await bridge().batches.stopOwnership({ id })
    failure.value = stopped.ok ? undefined : stopped.error
    if (stopped.ok) showRun(stopped.value)
  }
  function showRun(next: OwnershipRun): void {
    if (next.id !== draft()) return
    run.value = next
    if (next.state === 'running') {
      readNowAndThen()
      return
    }
    stopReading()
    void readOwnership()
  }
  /** Returns the newest check of this account under this name, with its present age. */
  function ownershipOf(entry: TypedEntry): EntryOwnership | undefined {
    const read = checks.value.get(entry.id)
    if (!read || checkedCells.some((cell) => read.about[cell] !== entry[cell])) return undefined
    const { ownership, readAt } = read
    const ageHours = ownership.ageHours + Math.max(0, minute.value - readAt) / hourMs
    return { ...ownership, ageHours }
  }
  /** Returns what stands out about the present amount: an edited one is compared once saved. */
  function outliersOf(entry: TypedEntry): readonly AmountOutlier[] {
    const found = outliers.value.get(entry.id) ?? []
    const amount = found.length === 0 ? null : centsIn(entry.amount)
    return found.filter((one) => one.amount === amount)
  }
  function of(entryId: string): EntryFindings {
    const entry = entryAt(entryId)
    return {
      ownership: entry && ownershipOf(entry),
      possibleDuplicates: possibleDuplicates.value.get(entryId) ?? [],
      outliers: entry ? outliersOf(entry) : [],
      payee: entry && known.payeeOf(entry),
    }
  }
  return {
    ...known,
    checks,
    possibleDuplicates,
    outliers,
    run,
    failure,
    of,
    ownershipOf,
    forget,
    readAll,
    readDuplicates,
    readOutliers,
    outliersOf,
    readOwnership,
    check,
    resume,
    stop,
    showRun,
  }
}
export type BatchFindings = ReturnType<typeof useEntryFindings>
