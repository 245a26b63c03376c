/** Batch templates: list, save, prepare, delete. */
import { ref, shallowRef } from 'vue'
import type {
  Recurrence,
  TemplateLine,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'
import { everyPage } from '../../../state/paged-list.ts'

/** Main's list, read when it is shown and after each change. */
export function useBatchTemplates(isShown: () => boolean) {
  const items = shallowRef<readonly TemplateLine[]>([])
  const failure = shallowRef<Failure>()
  const busy = ref(false)

  async function read(): Promise<void> {
    const found = await everyPage((page) => bridge().batches.listTemplates(page))
    if (found?.ok === true) items.value = found.value
    else failure.value = found?.error
  }
  async function run<T>(request: Promise<Result<T, Failure>>): Promise<T | undefined> {
    busy.value = true
    const done = await request
    busy.value = false
    failure.value = done.ok ? undefined : done.error
    if (done.ok) await read()
    return done.ok ? done.value : undefined
  }
  onEvent('batches', 'templatesChanged', () => isShown() && void read())
  return {
    items,
    failure,
    busy,
    read,
    save: async (id: string, name: string, recurrence: Recurrence | null): Promise<boolean> =>
      (await run(bridge().batches.saveTemplate({ id, name, recurrence }))) !== undefined,
    recur: async (id: string, recurrence: Recurrence | null): Promise<boolean> =>
      (await run(bridge().batches.changeRecurrence({ id, recurrence }))) !== undefined,
    /**
     * Creates new drafts from a template, several if one call carries fewer entries; returns their
     * ids.
     */
    take: async (id: string): Promise<readonly string[] | undefined> => {
      const created = await run(bridge().batches.useTemplate({ id }))
      return created && [created.id, ...created.others]
    },
    remove: async (id: string): Promise<boolean> => {
      const done = await bridge().batches.removeTemplate({ id })
      failure.value = done.ok ? undefined : done.error
      if (done.ok) await read()
      return done.ok
    },
  }
}
