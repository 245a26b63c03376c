/**
 * Entries whose trace number is not known, as after a batch that was found again: asked for by their own ids at the
 * status of addenda, then among the rows of the account by the batch's customData in the detail (traps 59, 82 and
 * 86). An amount alone names nobody.
 */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { sameAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type { Reading } from '../../../../preload/contract/bank/answers/shape.ts'
import type { achDetail } from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import { amountFromAnswer } from '../../../../preload/contract/kernel/money.ts'
import type { Store } from '../../../store/store.ts'
import { entryWordIn } from './batch-inquiry-addenda.ts'
import { batchNamedBy } from './batch-inquiry-rows.ts'
import { contradictionByAddenda } from './entry-verdict.ts'
import { saidInDetail, type Pass } from './fetch-entry-status.ts'
import type { ListRow } from '../types.ts'

/** So many in one pass: the rest is asked for in the next ones. */
const [mostByAddenda, mostByDetail] = [50, 100]

/** Begun somewhere else each time: what the bank says nothing of keeps no other from being asked about. */
function someOf<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all
  const from = randomInt(all.length)
  return [...all.slice(from), ...all.slice(0, from)].slice(0, most)
}

const bare = (uuid: string | null): string => (uuid ?? '').replaceAll('-', '').toLowerCase()

/**
 * Asks the status of addenda by the entry’s own id: its trace number counts where the answer repeats that id, and so does
 * a rejection of what was accepted before.
 */
export async function tracesByAddenda({ api, tracker, manner, clock }: Pass): Promise<void> {
  const without = tracker.all().filter(({ entry }) => entry.trace_number === null)
  for (const { entry } of someOf(without, mostByAddenda)) {
    if (manner.signal.aborted) return
    const asked = await api.origination.addendaStatus({ uuid: entry.id, pageSize: '1' }, manner)
    const { answer, callId } = asked
    if (answer.kind === 'not-sent' || answer.kind === 'no-answer') return
    if (answer.kind !== 'answered' || bare(answer.reading.uuid) !== entry.id) continue
    const trace = answer.reading.traceNumber?.trim() ?? ''
    if (trace !== '') tracker.trace(entry.id, trace)
    const word = entryWordIn(asked, entry.id)
    const contradiction = word === 'rejected' ? contradictionByAddenda(entry, word, callId) : null
    if (contradiction) tracker.apply(entry.id, contradiction, clock.now().toISOString())
  }
}

interface Wanted {
  readonly id: string
  readonly amount: number | null
  readonly account: string
}

/** Reads the details of rows that might be entries of the batch, and knows them by its customData. */
export async function tracesByCustomData(
  store: Pick<Store, 'read'>,
  { api, tracker, manner, uuid, clock }: Pass,
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
    if (manner.signal.aborted || row.parNumber === null) return
    const { answer, callId } = await api.inquiry.detail(row.parNumber, manner)
    if (answer.kind === 'not-sent' || answer.kind === 'no-answer') return
    if (answer.kind !== 'answered') continue
    const id = entryOf(answer.reading, uuid, wanted, without)
    const trace = answer.reading.traceNumber?.trim() ?? ''
    if (id === undefined || trace === '') continue
    tracker.trace(id, trace)
    tracker.apply(id, saidInDetail(answer.reading, callId), clock.now().toISOString())
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

/** The one entry of this batch, account and amount; of several that are alike none is chosen. */
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
