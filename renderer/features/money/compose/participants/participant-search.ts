/** The RTP participants as downloaded: searched locally, without a request. */
import type {
  Participant,
  ParticipantsState,
} from '../../../../../preload/contract/api/payment-inquiry/inquiry.ts'
import { bridge } from '../../../../state/bridge.ts'

/** A participant by the columns recognized as name and number; null: no such column. */
export interface FoundParticipant {
  readonly row: number
  readonly name: string | null
  readonly routing: string | null
}

/** The result of a search; `state` is null if the search failed. */
export interface ParticipantSearch {
  readonly state: ParticipantsState | null
  readonly found: readonly FoundParticipant[]
  readonly total: number
}

const cellOf = (
  { columns }: ParticipantsState,
  column: string | null,
  { cells }: Participant,
): string | null => (column === null ? null : (cells[columns.indexOf(column)] ?? null))

/** Searches the list by name, or by the start of the number. */
export async function searchParticipants(search: string, limit = 30): Promise<ParticipantSearch> {
  const state = await bridge().paymentInquiry.getParticipants()
  if (!state.ok) return { state: null, found: [], total: 0 }
  const request = { search, sort: null, cursor: null, limit }
  const page = await bridge().paymentInquiry.listParticipants(request)
  if (!page.ok) return { state: state.value, found: [], total: 0 }
  const found = page.value.items.map((one) => ({
    row: one.row,
    name: cellOf(state.value, state.value.nameColumn, one),
    routing: cellOf(state.value, state.value.routingColumn, one),
  }))
  return { state: state.value, found, total: page.value.total }
}
