/** The settings of a profile, in memory as new as each transaction; each change is recorded. */
import type { Transaction } from 'kysely'
import { settings as schema, type Settings } from '../../preload/contract/api/workstation-state.ts'
import { guidanceThreshold } from '../../preload/contract/domain/validation-reading.ts'
import type { Clock } from '../platform/clock.ts'
import { SerialQueue } from '../platform/serial.ts'
import { err, ok } from '../../preload/contract/kernel/result.ts'
import { follow } from '../store/follow.ts'
import { recordUnlessRefused } from '../store/record-unless-refused.ts'
import type { Store, Tables } from '../store/store.ts'
import { withDetail } from '../store/with-detail.ts'

/** Defaults until an operator changes them. */
export const defaultSettings: Settings = {
  theme: 'system',
  scoreThreshold: guidanceThreshold,
  validationVersion: 'v1',
  validationV2Path: null,
  welcomeSeen: false,
  firstStepsDismissed: false,
}

/** The settings to change. A missing or undefined one stays. */
export type SettingsChange = { readonly [K in keyof Settings]?: Settings[K] | undefined }

export interface SettingsService {
  current(): Settings
  /** Stores the change with its audit act and returns the new settings. */
  change(part: SettingsChange, actor: string): Promise<Settings>
}

/**
 * A value that no longer parses falls back to its own default and does not affect other settings.
 */
function merged(rows: readonly { name: string; value: string }[]): Settings {
  const result: Record<string, unknown> = { ...defaultSettings }
  for (const { name, value } of rows) {
    const field = (
      schema.shape as Record<string, (typeof schema.shape)[keyof Settings] | undefined>
    )[name]
    const parsed = field?.safeParse(jsonOrUndefined(value))
    if (parsed?.success) result[name] = parsed.data
  }
  return schema.parse(result)
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the settings of a store. */
export async function openSettings(store: Store, clock: Clock): Promise<SettingsService> {
  const inForce = await follow(store, {
    isConcerned: (kind) => kind === 'settings.changed',
    read: async (reader) =>
      merged(await reader.selectFrom('settings').select(['name', 'value']).execute()),
  })
  /** One after another: a change is in force before the next is compared with it. */
  const changes = new SerialQueue()

  const write = async (part: SettingsChange, actor: string): Promise<Settings> => {
    const at = clock.now().toISOString()
    const act = { actor, kind: 'settings.changed', subject: 'settings', detail: {} }
    const written = await recordUnlessRefused(store, act, async (tx) => {
      const changed = Object.entries(part).flatMap(([name, value]) =>
        value === undefined || value === inForce.value[name as keyof Settings]
          ? []
          : [[name, value] as const],
      )
      if (changed.length === 0) return err('unchanged')
      for (const [name, value] of changed)
        await saveSetting(tx, { name, value: JSON.stringify(value), at, actor })
      const settings = Object.fromEntries(changed)
      return ok(withDetail(settings, settings))
    })
    if (written.ok) inForce.value = schema.parse({ ...inForce.value, ...written.value })
    return inForce.value
  }

  return {
    current: () => inForce.value,
    change: (part, actor) => changes.run(() => write(part, actor)),
  }
}

/** One setting: its value as JSON, when it was set and by whom. */
export interface SettingRow {
  readonly name: string
  readonly value: string
  readonly at: string
  readonly actor: string
}

/** Writes a setting in the act's own transaction, replacing any earlier value. */
export const saveSetting = async (tx: Transaction<Tables>, row: SettingRow): Promise<void> => {
  await tx
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}
