/** Batch templates: list, save, prepare, delete. Each act names the template as it was shown. */
import { ref, shallowRef } from 'vue'
import type { Recurrence, TemplateLine } from '../../../preload/contract/domain/batches/drafts.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import { bridge, onEvent } from '../../state/bridge.ts'
import { everyPage } from '../../state/paged-list.ts'

/** The store folds the letters of ASCII alone. */
const lowerCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

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
    // After a refusal as well: somebody else may have changed what is shown.
    await read()
    return done.ok ? done.value : undefined
  }
  /** Returns the template that a batch of this name would replace, as main compares names. */
  const named = (name: string): TemplateLine | undefined =>
    items.value.find((one) => lowerCase(one.name) === lowerCase(name))
  onEvent('batches', 'templatesChanged', () => isShown() && void read())
  return {
    items,
    failure,
    busy,
    read,
    named,
    save: async (id: string, name: string, recurrence: Recurrence | null): Promise<boolean> => {
      const replaces = named(name)?.version ?? null
      const saving = bridge().batches.saveTemplate({ id, name, recurrence, replaces })
      return (await run(saving)) !== undefined
    },
    recur: ({ id, version }: TemplateLine, recurrence: Recurrence | null) =>
      run(bridge().batches.changeRecurrence({ id, version, recurrence })),
    /**
     * Creates new drafts from a template, several if one call carries fewer entries; returns their
     * ids.
     */
    take: async ({ id, version }: TemplateLine): Promise<readonly string[] | undefined> => {
      const created = await run(bridge().batches.useTemplate({ id, version }))
      return created && [created.id, ...created.others]
    },
    remove: async ({ id, version }: TemplateLine): Promise<boolean> => {
      const done = await bridge().batches.removeTemplate({ id, version })
      failure.value = done.ok ? undefined : done.error
      await read()
      return done.ok
    },
  }
}
