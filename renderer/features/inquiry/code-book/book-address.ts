/**
 * The address: `/code-book/:family?/:code?`, with `?list=all` if all families are listed around the
 * code.
 */
import { computed, type WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import {
  familyOf,
  type CodeFamily,
  type CodeFamilyId,
} from '../../../../preload/contract/bank/codes/index.ts'
import { codeAddress } from '../../../text/code-address.ts'
import { rowKey } from './search.ts'

type Family = CodeFamily<CodeFamilyId>

/** Reads and writes the address, the only place that stores filter and selection. */
export function useBookAddress() {
  const route = useRoute()
  const router = useRouter()

  const param = (name: string): string => {
    const value = route.params[name]
    return typeof value === 'string' ? value : ''
  }
  const family = computed(() => familyOf(param('family')))

  const list = (to: Family | undefined): void =>
    void router.replace(to === undefined ? '/code-book' : codeAddress(to.id))

  /** The family of the list; undefined lists all. */
  const listed = computed({
    get: () => (route.query['list'] === 'all' ? undefined : family.value),
    set: list,
  })

  /** The code of the address as written there, known to the documents or not. */
  const chosen = computed(() => {
    const code = param('code')
    return family.value === undefined || code === '' ? undefined : { family: family.value, code }
  })

  /** The line of the chosen code; another spelling has the same line. */
  const selected: WritableComputedRef<string | undefined> = computed({
    get: () => {
      if (chosen.value === undefined) return undefined
      const { family: of, code } = chosen.value
      return rowKey(of.id, of.find(code)?.code ?? code)
    },
    set: (key) => {
      if (key === undefined) {
        list(listed.value)
        return
      }
      const [id = '', ...rest] = key.split('/')
      const of = familyOf(id)
      if (!of) return
      const path = codeAddress(of.id, rest.join('/'))
      void router.replace({ path, query: listed.value === undefined ? { list: 'all' } : {} })
    },
  })

  return { listed, chosen, selected }
}
