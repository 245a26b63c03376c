/** The recorded calls of one store: listed, shown, copied, and bundled for the bank's support. */
import { createHash } from 'node:crypto'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type {
  BundleDraft,
  TrafficCall,
  TrafficLine,
  TrafficListRequest,
} from '../../../preload/contract/api/traffic.ts'
import type { Clock } from '../../platform/clock.ts'
import { createDraft } from '../../platform/draft.ts'
import type { Store } from '../../store/store.ts'
import { writeBundle, type BundleOrigin } from './bundle.ts'
import { shownCall, shownLine } from './call-view.ts'
import { curlOf } from './curl.ts'
import { findCall, findCalls, listCalls, listPurposes, sizeOfCalls } from './traffic.records.ts'

export interface TrafficDeps {
  readonly store: Store
  readonly operatorName: (id: string) => string
  /** The bank's current base URL; null while there is none. */
  readonly address: () => string | null
  readonly clock: Clock
  readonly newId: () => string
}

type NotFound = Failure<'not-found'>

export interface TrafficService {
  /**
   * Returns one page of the calls. A search looks at stored, unmasked values, so it may reveal
   * masked ones: a search with four or more digits is recorded first, without its text, and not
   * again while it stays the same.
   */
  list(
    request: TrafficListRequest,
    operator: Operator,
  ): Promise<{ items: TrafficLine[]; next: string | null; total: number }>
  purposes(): Promise<string[]>
  /** Returns the call with accounts and parties masked. */
  get(id: string): Promise<Result<TrafficCall, NotFound>>
  /** Returns the unmasked call; the operator who looked is recorded. */
  reveal(id: string, operator: Operator): Promise<Result<TrafficCall, NotFound>>
  /** Returns the call as a shell command; an unmasked one is recorded with the operator. */
  curl(id: string, inFull: boolean, operator: Operator): Promise<Result<{ text: string }, NotFound>>
  /**
   * Writes a bundle and holds it for 15 minutes, or until the next one. Its times are those of now.
   */
  previewBundle(
    ids: readonly string[],
    origin: Omit<BundleOrigin, 'writtenAt'>,
  ): Promise<Result<BundleDraft, NotFound | Failure<'bundle-too-large'>>>
  /**
   * Returns the text of the bundle for saving, and records the request first. Undefined if the
   * bundle is no longer held.
   */
  takeBundle(draftId: string, operator: Operator): Promise<string | undefined>
}

/** Most bytes shown and written at once. */
const mostBytes = 8 * 1024 * 1024
const megabytes = (bytes: number): number => bytes / 1024 / 1024

/** A search with this many digits can reveal a masked account. */
const minAuditedDigits = 4

export function createTrafficService(deps: TrafficDeps): TrafficService {
  const { store, clock } = deps
  const bundles = createDraft<{ text: string; calls: number }>(deps)

  const shown = async (id: string, inFull: boolean): Promise<TrafficCall | undefined> => {
    const row = await findCall(store, id)
    return row && shownCall(row, deps.operatorName(row.actor), inFull)
  }
  const noteReveal = (id: string, { id: actor }: Operator, detail: { as: string }): Promise<void> =>
    store.note({ actor, kind: 'traffic.revealed', subject: id, detail })

  let lastNoted = ''
  const noteSearch = async (search: string, { id: actor }: Operator): Promise<void> => {
    const digits = search.replace(/\D/g, '').length
    const key = JSON.stringify([actor, search])
    if (digits < minAuditedDigits || key === lastNoted) return
    await store.note({ actor, kind: 'traffic.searched', subject: 'traffic', detail: { digits } })
    lastNoted = key
  }

  return {
    async list(request, operator) {
      await noteSearch(request.search, operator)
      const { rows, next, total } = await listCalls(store, request)
      return {
        items: rows.map((row) => shownLine(row, deps.operatorName(row.actor))),
        next,
        total,
      }
    },

    purposes: () => listPurposes(store),

    async get(id) {
      const call = await shown(id, false)
      return call ? ok(call) : err({ code: 'not-found' })
    },

    async reveal(id, operator) {
      const call = await shown(id, true)
      if (!call) return err({ code: 'not-found' })
      await noteReveal(id, operator, { as: 'screen' })
      return ok(call)
    },

    async curl(id, inFull, operator) {
      const call = await shown(id, inFull)
      if (!call) return err({ code: 'not-found' })
      if (inFull) await noteReveal(id, operator, { as: 'curl' })
      return ok({ text: curlOf(call, deps.address()) })
    },

    async previewBundle(ids, origin) {
      const tooLarge = (bytes: number) =>
        err({
          code: 'bundle-too-large',
          megabytes: megabytes(bytes),
          atMost: megabytes(mostBytes),
        } as const)
      const size = await sizeOfCalls(store, ids)
      if (size > mostBytes) return tooLarge(size)
      const rows = await findCalls(store, ids)
      if (rows.length < new Set(ids).size) return err({ code: 'not-found' })
      const calls = rows.map((row) => shownCall(row, deps.operatorName(row.actor), false))
      const text = writeBundle(calls, { ...origin, writtenAt: clock.now() })
      const bytes = Buffer.byteLength(text)
      if (bytes > mostBytes * 2) return tooLarge(bytes)
      const draftId = bundles.put({ text, calls: calls.length })
      return ok({ draftId, text, bytes, calls: calls.length })
    },

    async takeBundle(draftId, { id: actor }) {
      const draft = bundles.get(draftId)
      if (!draft) return undefined
      const sha256 = createHash('sha256').update(draft.text).digest('hex')
      // Recorded before the dialog opens: a bundle without a record must not exist.
      const detail = { calls: draft.calls, sha256 }
      await store.note({ actor, kind: 'traffic.bundle-saved', subject: 'bundle', detail })
      return draft.text
    },
  }
}
