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
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { SerialQueue } from '../../platform/serial.ts'
import { follow } from '../../store/follow.ts'
import { recordUnlessRefused } from '../../store/record-unless-refused.ts'
import type { Reader } from '../../store/tables.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { noUnitConfirmations, type UnitConfirmations } from '../../profile/unit-confirmations.ts'
import { otherAmountField } from './tracking/match-entry.ts'
import type { AchSettingsService } from '../order/types.ts'

/** Reads the settings of an open store; before the first change they are version 0. */
export async function openAchSettings(
  context: SessionContext,
  units: UnitConfirmations = noUnitConfirmations,
): Promise<AchSettingsService> {
  const { store, clock, environment, operatorName } = context
  let differed: AmountsDiffered = new Map()
  store.others.onActs(async (acts, reader) => {
    const batches = acts.filter(({ kind }) => showsAmounts.includes(kind))
    if (batches.length === 0) return
    const ids = batches.map(({ subject }) => subject)
    differed = laterOf(differed, await amountsDiffered(reader, ids))
  })
  differed = laterOf(differed, await amountsDiffered(store.read))
  const inForce = await follow(store, {
    isConcerned: (kind) => kind === 'ach.settings-changed',
    read: newestSettings,
  })
  const current = (): AchSettingsState => {
    const { settings, version, at, actor } = inForce.value
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
  async function put(
    settings: AchSettings,
    actor: string,
    seen: number,
  ): Promise<Result<AchSettingsState, Failure<'changed-meanwhile'>>> {
    const before = inForce.value
    if (before.version === seen && canonicalJson(settings) === canonicalJson(before.settings))
      return ok(current())
    const version = seen + 1
    const at = clock.now().toISOString()
    const detail = { version, settings: { ...settings } }
    const act = { actor, kind: 'ach.settings-changed', subject: `ach-${String(version)}`, detail }
    const changed = await recordUnlessRefused(store, act, async (tx) => {
      if (inForce.value.version !== seen) return err({ code: 'changed-meanwhile' } as const)
      await tx
        .insertInto('ach_settings')
        .values({ version, settings: canonicalJson(settings), at, actor })
        .execute()
      return ok(undefined)
    })
    if (!changed.ok) return changed
    inForce.value = { settings, version, at, actor }
    return ok(current())
  }
  return {
    current,
    async refresh() {
      differed = await amountsDiffered(store.read)
    },
    async storeConfirmation(confirmation) {
      await units.save(confirmation)
      return current()
    },
    change: (settings, actor, seen) => changes.run(() => put(settings, actor, seen)),
  }
}

interface StoredAchSettings {
  readonly settings: AchSettings
  readonly version: number
  readonly at: string | null
  readonly actor: string | null
}

async function newestSettings(reader: Reader): Promise<StoredAchSettings> {
  const newest = await reader
    .selectFrom('ach_settings')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest
    ? { ...newest, settings: rules.parse(JSON.parse(newest.settings)) }
    : { settings: defaultAchSettings, version: 0, at: null, actor: null }
}

/** By unit, when inquiry last showed another amount than was sent in it. */
type AmountsDiffered = ReadonlyMap<string, string>

/** Acts with what an inquiry showed of a batch, their subject. */
const showsAmounts = ['batch.polled', 'batch.swept']

const laterOf = (one: AmountsDiffered, other: AmountsDiffered): AmountsDiffered =>
  new Map([...one, ...[...other].filter(([unit, at]) => at > (one.get(unit) ?? ''))])

/** Reads where the amounts of batches differed: of these, or of all. */
async function amountsDiffered(
  reader: Reader,
  batches?: readonly string[],
): Promise<AmountsDiffered> {
  const rows = await reader
    .selectFrom('batch_entry_status_events as v')
    .innerJoin('batch_entries as e', 'e.id', 'v.entry_id')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .select(sql<string>`o.form ->> '$.terms.amountUnit'`.as('unit'))
    .select((select) => select.fn.max<string>('v.at').as('at'))
    .where('v.text', '=', otherAmountField)
    .where('v.source', 'in', ['inquiry', 'detail'])
    .$if(batches !== undefined, (all) => all.where('e.order_id', 'in', batches ?? []))
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
