/**
 * The chain as the table reads it: newest first or sorted, and live while the operator is not on an
 * entry.
 */
import { shallowRef } from 'vue'
import type { AuditEntry, AuditRequest } from '../../../../preload/contract/api/audit/channels.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'
import { useLiveList } from '../../../state/live-list.ts'
import type { PageRequest } from '../../../state/paged-list.ts'
import type { Sort } from '../../../ui/table/columns.ts'
import type { AuditFilter } from './audit-filter.ts'

/** An entry with the id that lists need. */
export type AuditLine = AuditEntry & { readonly id: string }

const lineOf = (entry: AuditEntry): AuditLine => ({ ...entry, id: String(entry.seq) })

/** `isPaused`: the operator is on an entry, so that no new one may move it. */
export function useAuditList(filter: AuditFilter, isPaused: () => boolean) {
  const sort = shallowRef<Sort | null>(null)
  const kinds = shallowRef<readonly string[]>([])
  const actors = shallowRef<readonly { readonly id: string; readonly name: string }[]>([])
  async function readFacets(): Promise<void> {
    const known = await bridge().audit.getFacets()
    if (!known.ok) return
    kinds.value = known.value.kinds
    actors.value = known.value.actors
  }
  async function fetchPage(page: PageRequest) {
    const answer = await bridge().audit.list({
      ...page,
      ...filter.query(),
      // The columns of the table are the ones main sorts by; main parses the value again.
      sort: sort.value as AuditRequest['sort'],
    })
    if (!answer.ok) return answer
    if (answer.value.items.some(({ kind }) => !kinds.value.includes(kind))) void readFacets()
    return { ...answer, value: { ...answer.value, items: answer.value.items.map(lineOf) } }
  }
  const list = useLiveList<AuditLine>({
    fetchPage,
    isSorted: () => sort.value !== null,
    isPaused,
    typed: () => filter.typed.search + filter.typed.subject,
    chosen: () => JSON.stringify([{ ...filter.typed, search: '', subject: '' }, sort.value]),
  })
  onEvent('audit', 'changed', list.update)

  /** Returns an entry by its number, wherever it is in the list; undefined if there is none. */
  async function find(seq: string): Promise<AuditLine | undefined> {
    for (let at = 0; at < list.rows.value.count; at += 1) {
      const line = list.rows.value.rowAt(at)
      if (!line) break
      if (line.id === seq) return line
    }
    const found = await bridge().audit.list({ cursor: null, limit: 100, search: seq })
    const entry = found.ok && found.value.items.find((one) => String(one.seq) === seq)
    return entry ? lineOf(entry) : undefined
  }
  return { ...list, sort, kinds, actors, find }
}
export type AuditList = ReturnType<typeof useAuditList>
