/** Which line of a list is chosen stands in the address, so that Back, a notification and a link lead to it. */
import { computed, type WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** The chosen one by its id; to choose another does not add to the history. `path`: the screen without one. */
export function useAddressed(path: string): WritableComputedRef<string | undefined> {
  const route = useRoute()
  const router = useRouter()
  return computed({
    get: () => {
      const { id } = route.params
      return typeof id === 'string' && id !== '' ? id : undefined
    },
    set: (id) => void router.replace(id === undefined ? path : `${path}/${id}`),
  })
}
