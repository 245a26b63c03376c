/** The saved queries: list, save, load into the form, delete. */
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { SavedLine } from '../../../../preload/contract/api/saved.ts'
import { savedQuestion } from '../../../../preload/contract/api/saved-questions.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'
import type { SavedReport } from './report.store.ts'

/** More names than anybody reads. */
const most = 500

/** Mirrors the list of main. */
export function useSavedReports() {
  const items = shallowRef<readonly SavedLine[]>([])
  const failure = shallowRef<Failure>()
  const busy = ref(false)

  async function read(): Promise<void> {
    const result = await bridge().saved.list({ kind: 'report', cursor: null, limit: most })
    failure.value = result.ok ? undefined : result.error
    if (result.ok) items.value = result.value.items
  }

  async function run(act: () => Promise<{ ok: true } | { ok: false; error: Failure }>) {
    busy.value = true
    const result = await act()
    busy.value = false
    if (!result.ok) failure.value = result.error
    else await read()
    return result.ok
  }
  const save = (
    name: string,
    { report, body, account, first, second }: SavedReport,
  ): Promise<boolean> =>
    run(() => {
      const request = JSON.stringify({ report, body, account, first, second })
      return bridge().saved.save({ kind: 'report', name, request })
    })
  /** Returns the whole query, which main records; undefined if it is missing or not readable. */
  async function take(id: string): Promise<SavedReport | undefined> {
    const result = await bridge().saved.take({ id })
    failure.value = result.ok ? undefined : result.error
    return result.ok ? savedQuestion('report', result.value.request) : undefined
  }
  const remove = (id: string): Promise<boolean> => run(() => bridge().saved.remove({ id }))
  const names = computed(() => new Set(items.value.map(({ name }) => name)))

  onEvent('saved', 'changed', ({ kind }) => kind === 'report' && void read())
  return { items, names, failure, busy, read, save, take, remove }
}
