/** The state of the participant list and of its download, as main reports it. */
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type {
  Participant,
  ParticipantsState,
} from '../../../../preload/contract/api/payment-inquiry/inquiry.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'
import { usePagedList } from '../../../state/paged-list.ts'
import type { Sort } from '../../../ui/table/columns.ts'
import { sortOf } from './participant-columns.ts'

/** Mirrors the state while the screen is mounted. */
export function useParticipants() {
  const state = shallowRef<ParticipantsState>()
  const failure = shallowRef<Failure>()
  const search = ref('')
  const sort = shallowRef<Sort | null>(null)
  const list = usePagedList<Participant>((page) =>
    bridge().paymentInquiry.listParticipants({
      ...page,
      search: search.value,
      sort: sortOf(sort.value),
    }),
  )
  const isReading = computed(() => state.value?.download.kind === 'reading')

  function take(next: ParticipantsState): void {
    const before = state.value?.downloadedAt
    state.value = next
    if (before !== next.downloadedAt) void list.reload()
  }
  async function act(request: Promise<Result<ParticipantsState, Failure>>): Promise<void> {
    failure.value = undefined
    const result = await request
    if (result.ok) take(result.value)
    else failure.value = result.error
  }
  onEvent('paymentInquiry', 'participantsChanged', take)

  return {
    state,
    failure,
    search,
    sort,
    list,
    isReading,
    read: () => act(bridge().paymentInquiry.getParticipants()),
    download: () => act(bridge().paymentInquiry.downloadParticipants()),
    stop: () => act(bridge().paymentInquiry.stopDownload()),
  }
}
