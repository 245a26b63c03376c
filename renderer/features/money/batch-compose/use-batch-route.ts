/** Keeps the current draft and the address in agreement. */
import { computed, onMounted, watch } from 'vue'
import { onBeforeRouteLeave, useRoute, useRouter } from 'vue-router'
import { useBatchForm } from './batch-form.store.ts'

const base = '/batches/new'

/** Opens the draft of the address, and saves the input before another screen is shown. */
export function useBatchRoute(): void {
  const batchForm = useBatchForm()
  const route = useRoute()
  const router = useRouter()
  const address = (id: string | null): string => (id === null ? base : `${base}/${id}`)
  const isHere = (): boolean => route.path.startsWith(base)
  const wanted = computed(() => {
    const { id } = route.params
    return isHere() && typeof id === 'string' && id !== '' ? id : null
  })
  async function openAddressed(id: string | null): Promise<void> {
    if (!isHere() || id === batchForm.id) return
    // A request for a new batch gets one: the open draft is saved and stays in the list.
    if (await (id === null ? batchForm.begin() : batchForm.open(id))) return
    await router.replace(address(batchForm.id))
  }
  onMounted(() => void openAddressed(wanted.value))
  watch(wanted, (id) => void openAddressed(id))
  let isLeaving = false
  onBeforeRouteLeave(() => {
    isLeaving = true
    // Input that cannot be saved now stays here and is tried again.
    if (batchForm.isMaker && batchForm.isDirty) void batchForm.save()
  })
  watch(
    () => batchForm.id,
    (id) => {
      if (!isLeaving && isHere()) void router.replace(address(id))
    },
  )
}
