/** The filter of the chain. */
import { computed, reactive, toRefs } from 'vue'
import type { AuditRequest } from '../../../../preload/contract/api/audit/channels.ts'
import { spanOf } from '../../../text/periods.ts'

/** Returns the filter; empty fields do not filter. */
export function useAuditFilter() {
  const typed = reactive({
    search: '',
    actor: '',
    kind: '',
    subject: '',
    period: '',
    from: '',
    to: '',
  })

  /** Returns the filter for main as it is now. */
  function query(): Omit<AuditRequest, 'cursor' | 'limit'> {
    const { from, to } = spanOf(typed, new Date())
    return {
      ...(typed.search.trim() !== '' && { search: typed.search }),
      ...(typed.actor !== '' && { actor: typed.actor }),
      ...(typed.kind !== '' && { kind: typed.kind }),
      ...(typed.subject !== '' && { subject: typed.subject }),
      ...(from !== null && { from }),
      ...(to !== null && { to }),
    }
  }

  const isOn = computed(() => Object.values(typed).some((value) => value.trim() !== ''))
  function clear(): void {
    for (const name of Object.keys(typed) as (keyof typeof typed)[]) typed[name] = ''
  }
  return { typed, ...toRefs(typed), query, isOn, clear }
}
export type AuditFilter = ReturnType<typeof useAuditFilter>
