/** The draft in hand follows the address, and the address the draft. */
import { computed, onMounted, watch } from 'vue'
import { onBeforeRouteLeave, useRoute, useRouter } from 'vue-router'
import { useBatchForm } from './batch-form.store.ts'

const base = '/batches/new'

/** Opens what the address names, and keeps what is typed before another screen is shown. */
export function useBatchRoute(): void {
  const desk = useBatchForm()
  const route = useRoute()
  const router = useRouter()
  const address = (id: string | null): string => (id === null ? base : `${base}/${id}`)
  const isHere = (): boolean => route.path.startsWith(base)
  const wanted = computed(() => {
    const { id } = route.params
    return isHere() && typeof id === 'string' && id !== '' ? id : null
  })
  async function follow(id: string | null): Promise<void> {
    if (!isHere() || id === desk.id) return
    // Whoever asks for a new batch gets one: the draft that was open is saved and stays among the drafts.
    if (await (id === null ? desk.begin() : desk.open(id))) return
    await router.replace(address(desk.id))
  }
  onMounted(() => void follow(wanted.value))
  watch(wanted, (id) => void follow(id))
  let isLeaving = false
  onBeforeRouteLeave(() => {
    isLeaving = true
    // What cannot be saved now stays in hand, and is tried again.
    if (desk.isMaker && desk.isDirty) void desk.save()
  })
  watch(
    () => desk.id,
    (id) => {
      if (!isLeaving && isHere()) void router.replace(address(id))
    },
  )
}
