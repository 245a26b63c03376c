/** Batch templates: list, save, prepare, delete. */
import { onBeforeUnmount, onMounted, ref, shallowRef } from 'vue'
import type {
  Recurrence,
  TemplateLine,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { maxPage } from '../../../../preload/contract/kernel/paging.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { bridge } from '../../../state/bridge.ts'

/** Main's list, read when it is shown and after each change. */
export function useBatchTemplates(isShown: () => boolean) {
  const items = shallowRef<readonly TemplateLine[]>([])
  const failure = shallowRef<Failure>()
  const busy = ref(false)

  async function read(): Promise<void> {
    const all: TemplateLine[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<ReturnType<typeof bridge>['batches']['listTemplates']>> =
        await bridge().batches.listTemplates({ cursor, limit: maxPage })
      if (!page.ok) {
        failure.value = page.error
        return
      }
      all.push(...page.value.items)
      cursor = page.value.next
    } while (cursor !== null)
    items.value = all
  }
  async function run<T>(asking: Promise<Result<T, Failure>>): Promise<T | undefined> {
    busy.value = true
    const done = await asking
    busy.value = false
    failure.value = done.ok ? undefined : done.error
    if (done.ok) await read()
    return done.ok ? done.value : undefined
  }
  let stop = (): void => undefined
  onMounted(() => {
    stop = bridge().on('batches', 'templatesChanged', () => {
      if (isShown()) void read()
    })
  })
  onBeforeUnmount(() => stop())
  return {
    items,
    failure,
    busy,
    read,
    keep: async (id: string, name: string, recurrence: Recurrence | null): Promise<boolean> =>
      (await run(bridge().batches.saveTemplate({ id, name, recurrence }))) !== undefined,
    recur: async (id: string, recurrence: Recurrence | null): Promise<boolean> =>
      (await run(bridge().batches.changeRecurrence({ id, recurrence }))) !== undefined,
    /**
     * Creates new drafts from a template, several if one call carries fewer entries; returns their
     * ids.
     */
    take: async (id: string): Promise<readonly string[] | undefined> => {
      const made = await run(bridge().batches.useTemplate({ id }))
      return made && [made.id, ...made.others]
    },
    remove: async (id: string): Promise<boolean> => {
      const done = await bridge().batches.removeTemplate({ id })
      failure.value = done.ok ? undefined : done.error
      if (done.ok) await read()
      return done.ok
    },
  }
}
