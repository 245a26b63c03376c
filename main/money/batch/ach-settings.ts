/**
 * The ACH settings of one profile; every version that was in force is stored. Production is locked
 * until a pre-production profile of this workstation has confirmed the set amount unit, and again
 * after the bank showed another amount for an entry than was sent in that unit (bank note 81).
 */
import {
  achSettings as rules,
  defaultAchSettings,
  type AchSettings,
  type AchSettingsState,
  type UnitConfirmation,
} from '../../../preload/contract/domain/batches/batch-form.ts'
import { sql } from 'kysely'
import { canonicalJson } from '../../platform/json/canonical-json.ts'
import { SerialQueue } from '../../platform/serial.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { noUnitConfirmations, type UnitConfirmations } from '../../profile/unit-confirmations.ts'
import type { Store } from '../../store/store.ts'
import { otherAmountField } from './tracking/match-entry.ts'
import type { AchSettingsService } from '../order/types.ts'

/** Reads the settings of an open store; before the first change they are version 0. */
export async function openAchSettings(
  context: SessionContext,
  units: UnitConfirmations = noUnitConfirmations,
): Promise<AchSettingsService> {
  const { store, clock, environment, operatorName } = context
  const latest = await store.read
    .selectFrom('ach_settings')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  let newest: { settings: AchSettings; version: number; at: string | null; actor: string | null } =
    latest
      ? { ...latest, settings: rules.parse(JSON.parse(latest.settings)) }
      : { settings: defaultAchSettings, version: 0, at: null, actor: null }
  let differed = await amountsDiffered(store)
  const current = (): AchSettingsState => {
    const { settings, version, at, actor } = newest
    const confirmation = confirmationOf(settings, environment, units)
    const last = differed.get(settings.amountUnit)
    const isOpen = confirmation !== null && (last === undefined || last < confirmation.at)
    return {
      settings,
      version,
      at,
      confirmation,
      by: actor === null ? null : operatorName(actor),
      isLocked: environment === 'production' && !isOpen,
      ...(confirmation !== null && !isOpen && last !== undefined && { amountDifferedAt: last }),
    }
  }
  const changes = new SerialQueue()
  async function put(settings: AchSettings, actor: string): Promise<AchSettingsState> {
    if (canonicalJson(settings) === canonicalJson(newest.settings)) return current()
    const version = newest.version + 1
    const at = clock.now().toISOString()
    const detail = { version, settings: { ...settings } }
    const act = { actor, kind: 'ach.settings-changed', subject: `ach-${String(version)}`, detail }
    await store.record(act, (tx) =>
      tx
        .insertInto('ach_settings')
        .values({ version, settings: canonicalJson(settings), at, actor })
        .execute(),
    )
    newest = { settings, version, at, actor }
    return current()
  }
  return {
    current,
    async refresh() {
      differed = await amountsDiffered(store)
    },
    async storeConfirmation(confirmation) {
      await units.save(confirmation)
      return current()
    },
    change: (settings, actor) => changes.run(() => put(settings, actor)),
  }
}

/** Returns, by unit, when inquiry last showed another amount than was sent in it. */
async function amountsDiffered({
  read,
}: Pick<Store, 'read'>): Promise<ReadonlyMap<string, string>> {
  const rows = await read
    .selectFrom('batch_entry_events as v')
    .innerJoin('batch_entries as e', 'e.id', 'v.entry_id')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .select(sql<string>`o.form ->> '$.terms.amountUnit'`.as('unit'))
    .select((select) => select.fn.max<string>('v.at').as('at'))
    .where('v.word', '=', otherAmountField)
    .where('v.source', 'in', ['inquiry', 'detail'])
    .groupBy('unit')
    .execute()
  return new Map(rows.map(({ unit, at }) => [unit, at]))
}

/**
 * Returns the newest confirmation of the set unit: in production any of this workstation's,
 * elsewhere the profile's own.
 */
function confirmationOf(
  { amountUnit }: AchSettings,
  environment: SessionContext['environment'],
  units: UnitConfirmations,
): UnitConfirmation | null {
  const own = units.own()
  const known = environment === 'production' ? units.all() : own ? [own] : []
  const same = known.filter(({ unit }) => unit === amountUnit)
  return same.sort((one, other) => one.at.localeCompare(other.at)).at(-1) ?? null
}
