/**
 * Confirms the unit of amounts at the bank, which no document shows (bank note 81): in
 * pre-production, by an entry of an accepted batch for which inquiry shows exactly the intended
 * amount. Nothing is guessed.
 */
import { orderKindOf } from '../../../preload/contract/domain/orders/order.ts'
import type {
  AchSettingsState,
  AmountUnit,
} from '../../../preload/contract/domain/batches/batch-form.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { amountFromAnswer } from '../../../preload/contract/kernel/money.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Store } from '../../store/store.ts'
import type { BatchContext } from './types.ts'
import { batchFormIn } from './batch-records.ts'
import { findNumbered } from './entries/entry-list.ts'
import { otherAmountField } from './tracking/match-entry.ts'
import { findSummary } from '../order/order-records.ts'

type Why = Failure<'unit-not-confirmed'>['why']
type Refusal = Failure<'not-found'> | Failure<'unit-not-confirmed'> | Failure<'practice-only'>

/** The evidence of the confirmation. */
interface Seen {
  readonly uuid: string
  readonly entry: { readonly id: string; readonly number: number }
  readonly sent: number
  readonly shown: string
}

/**
 * Returns the amount as the bank wrote it, from its JSON text: a number with its digits, or text.
 */
export function writtenIn(shown: string): string {
  if (!shown.startsWith('"')) return shown
  try {
    return String(JSON.parse(shown))
  } catch {
    return shown
  }
}

/**
 * Returns why the shown amount does not confirm the unit; null if it equals the sent one, both in
 * cents. An amount of zero is the same in every unit and shows nothing.
 */
export function whyUnitNotShown(sent: number | null, shown: string | null): Why | null {
  if (sent === null || sent === 0 || shown === null) return 'nothing-shown'
  const read = amountFromAnswer(writtenIn(shown))
  return 'minor' in read && read.minor === sent ? null : 'amount-differs'
}

/**
 * Returns whether any report about it named another amount than was sent, whatever is shown now.
 */
const wasOther = async (store: Store, entryId: string): Promise<boolean> =>
  (await store.read
    .selectFrom('batch_entry_status_events')
    .select('seq')
    .where('entry_id', '=', entryId)
    .where('text', '=', otherAmountField)
    .limit(1)
    .executeTakeFirst()) !== undefined

async function seenOf(
  { store, ach }: Pick<BatchContext, 'store' | 'ach'>,
  { id, entryId }: { readonly id: string; readonly entryId: string },
  unit: AmountUnit,
): Promise<Result<Seen, Failure<'not-found'> | Failure<'unit-not-confirmed'>>> {
  const row = await findSummary(store.read, id)
  const entry =
    row && orderKindOf(row.service) === 'batch' ? await findNumbered(store, id, entryId) : undefined
  if (!row || !entry) return err({ code: 'not-found' })
  const refused = (why: Why) => err({ code: 'unit-not-confirmed', unit, why } as const)
  if (row.state !== 'accepted') return refused('nothing-shown')
  const { terms } = batchFormIn(row)
  if (terms?.amountUnit !== ach.current().settings.amountUnit) return refused('another-unit')
  const why = (await wasOther(store, entryId))
    ? 'amount-differs'
    : whyUnitNotShown(entry.amount, entry.shown_amount)
  if (why !== null) return refused(why)
  const shown = writtenIn(entry.shown_amount ?? '')
  const { number } = entry
  return ok({ uuid: row.reference, entry: { id: entryId, number }, sent: entry.amount ?? 0, shown })
}

/**
 * Confirms the set unit by one entry. Refused in practice, whose bank is not a real bank, and in
 * production, where the unit must be known before the first batch.
 */
export async function confirmUnit(
  context: Pick<BatchContext, 'store' | 'ach' | 'clock' | 'environment' | 'operatorName'>,
  input: { readonly id: string; readonly entryId: string },
  actor: string,
): Promise<Result<AchSettingsState, Refusal>> {
  const { store, ach, clock, environment, operatorName } = context
  if (environment === 'practice') return err({ code: 'practice-only' })
  const unit = ach.current().settings.amountUnit
  if (environment !== 'pre-production') {
    return err({ code: 'unit-not-confirmed', unit, why: 'never' })
  }
  const seen = await seenOf(context, input, unit)
  if (!seen.ok) return seen
  const { uuid, entry, sent, shown } = seen.value
  const at = clock.now().toISOString()
  const detail = { unit, batch: input.id, batchUuid: uuid, entry: entry.number, sent, shown }
  await store.note({ actor, kind: 'ach.unit-confirmed', subject: input.entryId, detail })
  const by = operatorName(actor)
  return ok(await ach.storeConfirmation({ unit, at, by, batchUuid: uuid, entry, sent, shown }))
}
