/** Builds the view of one entry. Masked unless an audited act reveals it in full. */
import { maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import {
  mostEntryProblems,
  type BatchEntry,
  type EntryEvent,
  type AcknowledgedMark,
} from '../../../../preload/contract/domain/batches/batch.ts'
import { maskedDigits } from '../../../../preload/contract/domain/personal-names.ts'
import type { RequestWarning } from '../../../../preload/contract/kernel/request-warning.ts'
import type { Store } from '../../../store/store.ts'
import { maskOfAccounts } from '../../../bank/privacy/mask-in-text.ts'
import type { BatchContext } from '../types.ts'
import { findBatch } from '../batch-records.ts'
import { typedIn } from '../../batch-facts.ts'
import { otherAccountOf } from '../tracking/debited-account.ts'
import { correctedFields } from './corrected-data.ts'
import { mostRetries, reentriesOf, retriedCodes } from './entry-chain.ts'
import { changeMark, returnMark, stateMark, verdictMark } from './entry-correction.ts'
import { entryEvidence } from './entry-evidence.ts'
import { entryLineOf, ownedEntry, type NumberedRow } from './entry-line.ts'
import { findNumbered } from './entry-list.ts'
import { ownershipOf } from '../ownership/entry-ownership.ts'
import { remarksOfEntries } from '../drafts/entry-problems.ts'
import { effectiveDateOf } from '../tracking/tracked-batch.ts'
import { writtenIn } from '../unit-confirmation.ts'
import { changeDeadline, returnPossibleUntil } from '../../network-deadlines.ts'
import { payeeOfEntry, proposalOf } from './entry-payee.ts'
import { openReturnOf, returnReplyOf } from './return-reply.ts'
import { findSummary } from '../../order/order-records.ts'

/** Reads the entry; undefined if there is none. */
export async function readEntry(
  context: BatchContext,
  orderId: string,
  entryId: string,
  inFull: boolean,
): Promise<BatchEntry | undefined> {
  const { store } = context
  const row = await findNumbered(store, orderId, entryId)
  if (!row) return undefined
  const typed = typedIn(row)
  const owned = await ownershipOf(context, [ownedEntry(row)])
  const remarks = (await remarksOfEntries(context, orderId, [row]))(row.id)
  const secrets = [typed.accountNumber.trim(), ...changedAccount(row)].filter((one) => one !== '')
  const known = maskOfAccounts([...new Set(secrets)])
  const events = await eventsOf(store, row.id)
  const mask = inFull ? same : (text: string) => maskedDigits(known(text))
  return {
    ...entryLineOf(row, owned.get(row.id) ?? null, remarks, inFull),
    evidence: await entryEvidence(store.read, row),
    isMasked: !inFull,
    individualIdentificationNumber: typed.individualIdentificationNumber,
    discretionaryData: typed.discretionaryData,
    addendaTexts: typed.addenda.filter((text) => text.trim() !== '').map(mask),
    payeeId: row.payee_id,
    problems: remarks.problems.slice(0, mostEntryProblems).map((one) => ({
      path: one.path,
      source: one.source,
      message: mask(one.message),
    })),
    return: await returnOf(context, row, mask),
    returnReport: await openReturnOf(context, row, mask),
    returnReply: await returnReplyOf(context, row.id),
    change: await changeOf(context, row, inFull, mask),
    ...acknowledgedBeside(context, row, events.at(-1)?.seq ?? 0, mask),
    events: events.map((event) => ({
      ...event,
      detail: mask(event.detail),
    })),
    shownAmount: row.shown_amount === null ? null : writtenIn(row.shown_amount),
    returnPossibleUntil: await possibleUntil(store, row),
  }
}

const same = (text: string): string => text
const changedAccount = ({ change_data: data }: NumberedRow): string[] =>
  data === null ? [] : [data.trim(), ...(data.match(/[0-9A-Za-z]{5,}/g) ?? [])]

async function eventsOf(store: Store, entryId: string): Promise<EntryEvent[]> {
  const rows = await store.read
    .selectFrom('batch_entry_status_events as v')
    .leftJoin('alerts as a', 'a.seq', 'v.alert_seq')
    .select(['v.seq', 'v.at', 'v.source', 'v.text as statusText', 'v.detail'])
    .select(['v.call_id as callId', 'a.id as alertId'])
    .where('v.entry_id', '=', entryId)
    .orderBy('v.seq')
    .execute()
  return rows
}

const network = (path: string, message: string, where: string): RequestWarning => ({
  path,
  message,
  where,
  source: 'network',
})

/** Returns the network's warnings about presenting a returned entry again. */
export function retryWarnings(code: string | null, reentries: number): RequestWarning[] {
  const where = 'Nacha, reinitiated entries (RETRY PYMT)'
  if (code === null || !retriedCodes.includes(code)) {
    const codeText = code ?? 'this return'
    return [
      network('return', `After ${codeText}, correct an entry before presenting it again`, where),
    ]
  }
  return [
    network('companyEntryDescription', 'The batch description must be RETRY PYMT', where),
    ...(reentries >= mostRetries
      ? [
          network(
            'return',
            `Already presented again ${String(mostRetries)} times, the network\u2019s limit`,
            where,
          ),
        ]
      : []),
  ]
}

type Mask = (text: string) => string

/** Returns the acknowledgement for display, with the operator's name instead of the id. */
function acknowledgedIn(
  { operatorName }: BatchContext,
  mark: AcknowledgedMark | undefined,
  mask: Mask,
): AcknowledgedMark | null {
  return mark ? { by: operatorName(mark.by, mark.at), at: mark.at, note: mask(mark.note) } : null
}

/** Returns the acknowledgements of a refused or unclear entry. */
function acknowledgedBeside(
  context: BatchContext,
  row: NumberedRow,
  lastSeq: number,
  mask: Mask,
): Pick<BatchEntry, 'verdictAcknowledged' | 'stateAcknowledged'> {
  const stateAcknowledged = row.bank_status === 'unclear' ? stateMark(row, lastSeq) : undefined
  return {
    verdictAcknowledged: acknowledgedIn(context, verdictMark(row), mask),
    stateAcknowledged: acknowledgedIn(context, stateAcknowledged, mask),
  }
}

async function returnOf(
  context: BatchContext,
  row: NumberedRow,
  mask: Mask,
): Promise<BatchEntry['return']> {
  if (row.returned_at === null) return null
  const { store } = context
  const reentries = (await reentriesOf(store.read, [row.id])).get(row.id) ?? 0
  const code = row.return_code?.trim().toUpperCase() ?? null
  return {
    code: row.return_code,
    text: row.return_text,
    date: row.return_date,
    reentries,
    mayRetry: code !== null && retriedCodes.includes(code) && reentries < mostRetries,
    warnings: retryWarnings(code, reentries),
    acknowledged: acknowledgedIn(context, returnMark(row), mask),
  }
}

async function changeOf(
  context: BatchContext,
  row: NumberedRow,
  inFull: boolean,
  mask: Mask,
): Promise<BatchEntry['change']> {
  if (row.changed_at === null) return null
  const data = row.change_data
  const { store, profile } = context
  const batch = await findBatch(store.read, row.order_id)
  return {
    code: row.change_code,
    text: row.change_text,
    arrivedAt: row.changed_at,
    correctedData: data === null || inFull ? data : maskedAccount(data),
    corrects: [...correctedFields(row.change_code)],
    deadline: changeDeadline(row.changed_at),
    proposal: await proposalOf(store, row),
    acknowledged: acknowledgedIn(context, changeMark(row), mask),
    payee: await payeeOfEntry(store, row),
    polledAt: batch?.polled_at ?? null,
    otherAccount: await otherAccountOf(store.read, row.order_id, profile().accounts),
  }
}

/**
 * Returns until when the entry may come back; an entry that was refused or already returned cannot.
 */
async function possibleUntil(store: Store, row: NumberedRow): Promise<string | null> {
  const isOpen = row.returned_at === null && (row.verdict ?? 'accepted') !== 'rejected'
  const batch = await findBatch(store.read, row.order_id)
  const order = await findSummary(store.read, row.order_id)
  if (!isOpen || !batch || order?.state !== 'accepted') return null
  return returnPossibleUntil({
    secCode: batch.sec_code,
    creditDebitCode: row.direction,
    effectiveDate: effectiveDateOf({ batch, order }),
  })
}
