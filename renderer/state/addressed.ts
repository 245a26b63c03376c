/**
 * The selected row of a list is part of the address, so that Back, a notification and a link lead
 * to it.
 */
import { computed, type WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/**
 * The id of the selected row. Selecting another one adds nothing to the history. `path`: the screen
 * without a row.
 */
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
