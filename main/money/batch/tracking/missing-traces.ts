/**
 * Finds missing trace numbers, for example of a batch that was found again: by each entry's own id
 * at the addenda status, then among the account's rows by the batch's customData in the detail
 * (bank notes 59, 82 and 86). An amount alone identifies nobody.
 */
import { sql } from 'kysely'
import { sameAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type { Reading } from '../../../../preload/contract/bank/answers/shape.ts'
import type { achDetail } from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import { amountFromAnswer } from '../../../../preload/contract/kernel/money.ts'
import type { Store } from '../../../store/store.ts'
import { entryStatusIn } from './batch-inquiry-addenda.ts'
import { batchNamedBy } from './batch-inquiry-rows.ts'
import { contradictionByAddenda } from './entry-verdict.ts'
import { reportInDetail, someOf, type Pass } from './fetch-entry-status.ts'
import type { ListRow } from '../types.ts'

/** Limits of one pass; later passes query the rest. */
const [mostByAddenda, mostByDetail] = [50, 100]

const bare = (uuid: string | null): string => (uuid ?? '').replaceAll('-', '').toLowerCase()

/**
 * Queries the addenda status by the entry's own id. A trace number counts only if the answer
 * repeats that id; a rejection of an accepted entry counts too.
 */
export async function tracesByAddenda({ api, tracker, callOptions, clock }: Pass): Promise<void> {
  const without = tracker.all().filter(({ entry }) => entry.trace_number === null)
  for (const { entry } of someOf(without, mostByAddenda)) {
    if (callOptions.signal.aborted) return
    const result = await api.origination.addendaStatus(
      { uuid: entry.id, pageSize: '1' },
      callOptions,
    )
    const { answer, callId } = result
    if (answer.kind === 'not-sent' || answer.kind === 'no-answer') return
    if (answer.kind !== 'answered' || bare(answer.reading.uuid) !== entry.id) continue
    const trace = answer.reading.traceNumber?.trim() ?? ''
    if (trace !== '') tracker.trace(entry.id, trace)
    const statusText = entryStatusIn(result, entry.id)
    const contradiction =
      statusText === 'rejected' ? contradictionByAddenda(entry, statusText, callId) : null
    if (contradiction) tracker.apply(entry.id, contradiction, clock.now().toISOString())
  }
}

interface Wanted {
  readonly id: string
  readonly amount: number | null
  readonly account: string
}

/**
 * Reads the details of rows that might be entries of the batch, and identifies them by customData.
 */
export async function tracesByCustomData(
  store: Pick<Store, 'read'>,
  { api, tracker, callOptions, uuid, clock }: Pass,
  strangers: readonly ListRow[],
): Promise<void> {
  const without = new Set(
    tracker.all().flatMap(({ entry }) => (entry.trace_number === null ? entry.id : [])),
  )
  if (without.size === 0 || strangers.length === 0) return
  const ids = JSON.stringify([...without])
  const wanted = await wantedOf(store, ids)
  const amounts = new Set(wanted.map(({ amount }) => amount))
  const likely = strangers.filter((row) => amounts.has(centsOf(row.transactionAmount)))
  for (const row of someOf(likely, mostByDetail)) {
    if (callOptions.signal.aborted || row.parNumber === null) return
    const askedAt = clock.now().toISOString()
    const { answer, callId } = await api.inquiry.detail(row.parNumber, callOptions)
    if (answer.kind === 'not-sent' || answer.kind === 'no-answer') return
    if (answer.kind !== 'answered') continue
    const id = entryOf(answer.reading, uuid, wanted, without)
    const trace = answer.reading.traceNumber?.trim() ?? ''
    if (id === undefined || trace === '') continue
    tracker.trace(id, trace)
    tracker.apply(
      id,
      reportInDetail(answer.reading, { callId, askedAt }),
      clock.now().toISOString(),
    )
    without.delete(id)
  }
}

const wantedOf = async (store: Pick<Store, 'read'>, ids: string): Promise<Wanted[]> =>
  store.read
    .selectFrom('batch_entries')
    .select(['id', 'amount', 'account_significant as account'])
    .where(sql<boolean>`id IN (SELECT value FROM json_each(${ids}))`)
    .execute()

function centsOf(text: string | null): number | null {
  const read = text === null ? null : amountFromAnswer(text)
  return read && 'minor' in read ? read.minor : null
}

/** Returns the only entry with this batch, account and amount; undefined if several match. */
function entryOf(
  detail: Reading<typeof achDetail>,
  uuid: string,
  wanted: readonly Wanted[],
  without: ReadonlySet<string>,
): string | undefined {
  if (batchNamedBy(detail.customData, uuid) !== 'ours') return undefined
  const account = detail.receivingAccount?.accountNumber?.trim() ?? ''
  const amount = centsOf(detail.transactionAmount)
  const fitting = wanted.filter(
    (one) => without.has(one.id) && one.amount === amount && sameAccount(one.account, account),
  )
  return fitting.length === 1 ? fitting[0]?.id : undefined
}
