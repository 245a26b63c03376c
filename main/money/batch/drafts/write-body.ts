/**
 * Builds the body of a batch and the columns beside it. Only head, terms, entries and the stored
 * uuid determine the body, so that it can be rebuilt wherever somebody decides (Promise P3; bank
 * notes 79, 80, 81, 82 and 88).
 */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  maskedAccount,
  significantAccount,
  significantRouting,
} from '../../../../preload/contract/kernel/account-number.ts'
import type { OriginationBatch } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import type { FieldProblem } from '../../../../preload/contract/bank/account-validation.ts'
import type {
  BatchForm,
  OriginationTerms,
} from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { ShownTotals } from '../../../../preload/contract/domain/batches/batch.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import {
  centsIn,
  readBatch,
  totalsOfTyped,
} from '../../../../preload/contract/domain/batches/read-batch.ts'
import { originationBody } from '../../../bank/apis/ach-origination-wire.ts'
import { EvidenceOutdated } from '../../order/approval/evidence.ts'
import type { OrderRow } from '../../order/types.ts'
import type { StoredAccount } from '../../../profile/profile-records.ts'
import type { Reader } from '../../../store/store.ts'
import type { EntryRow } from '../types.ts'
import { batchFormIn, findBatch, type StoredBatchForm } from '../batch-records.ts'
import { typedIn } from '../../batch-facts.ts'
import { sha256Of } from '../../../platform/sha256.ts'

/** The entry columns that determine the body, or that status inquiries use. */
export type StoredEntry = Pick<
  EntryRow,
  'id' | 'typed' | 'amount' | 'direction' | 'routing_number' | 'account_significant'
>

/** Returns the stored entries of a batch, in order. */
export const storedEntriesOf = (reader: Reader, orderId: string): Promise<StoredEntry[]> =>
  reader
    .selectFrom('batch_entries')
    .select(['id', 'typed', 'amount', 'direction', 'routing_number', 'account_significant'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Returns the columns derived from a typed entry; status inquiries and rules use them. */
export const entryColumns = (typed: TypedEntry) => ({
  amount: centsIn(typed.amount),
  direction: typed.creditDebitCode.trim().toUpperCase(),
  routing_number: significantRouting(typed.routingNumber),
  account_significant: significantAccount(typed.accountNumber),
})

/** Returns whether the stored columns of an entry match its typed text, and its id is its own. */
const isEntryAsTyped = (saved: StoredEntry | undefined, typed: TypedEntry): boolean =>
  typed.id === saved?.id &&
  Object.entries(entryColumns(typed)).every(
    ([name, is]) => saved[name as keyof ReturnType<typeof entryColumns>] === is,
  )

/** A built batch: its body, or every broken rule by the paths of the request. */
export interface BuiltBatch {
  readonly batch: OriginationBatch | null
  readonly body: string | null
  readonly problems: readonly FieldProblem[]
  readonly totals: ShownTotals
  /** Entries whose stored columns differ from their typed text. */
  readonly askew: readonly TypedEntry[]
}

/** Entries as stored and as typed, in the same order. */
export interface ReadEntries {
  readonly saved: readonly StoredEntry[]
  readonly entries: readonly TypedEntry[]
}

const readAtOnce = 500

/** Parses entries in chunks, so that main can do other work in between. */
export async function readEntries(saved: readonly StoredEntry[]): Promise<ReadEntries> {
  const entries: TypedEntry[] = []
  for (let from = 0; from < saved.length; from += readAtOnce) {
    for (const one of saved.slice(from, from + readAtOnce)) entries.push(typedIn(one))
    await setImmediate()
  }
  return { saved, entries }
}

/**
 * Builds the body of stored entries in chunks, so that main can do other work in between.
 *
 * @param today YYYY-MM-DD if the distance of the effective date is checked; null if it was checked
 * at submission.
 */
export async function buildBatch(
  { form, terms }: { readonly form: BatchForm; readonly terms: OriginationTerms },
  { saved, entries }: ReadEntries,
  uuid: string,
  today: string | null,
): Promise<BuiltBatch> {
  const { batch, problems } = readBatch(form, entries, terms, uuid, today)
  await setImmediate()
  const body = batch && originationBody(batch, terms)
  await setImmediate()
  const askew = entries.filter((typed, at) => !isEntryAsTyped(saved[at], typed))
  return { batch, body, problems, totals: totalsOfTyped(entries), askew }
}

/** Returns the columns used by limits and display, taken from what is sent. */
export const writtenBatchColumns = (
  { form, account }: { readonly form: BatchForm; readonly account: string },
  { credits, debits }: ShownTotals,
) => ({
  service: form.secCode,
  amount: credits + debits,
  currency: 'USD',
  value_date: form.effectiveDate.trim(),
  debit_account: account,
  debit_significant: significantAccount(account),
  beneficiary: form.companyEntryDescription.trim(),
  beneficiary_account: '',
  beneficiary_significant: '',
  beneficiary_bank: '',
})

/** Returns the label of an own account: its name and masked number. */
export const accountLabel = (account: StoredAccount): string =>
  `${account.name} ${maskedAccount(account.account_number)}`

interface Known {
  readonly bodySha256: string | null
  readonly totals: ShownTotals
}
/**
 * Results of recent inputs, by input hash; null: they give none. Equal inputs give equal text, so ten
 * thousand entries are read once and not at every step; rewritten inputs have another hash and are
 * built again.
 */
const known = new Map<string, Known | null>()
const mostKnown = 32

/** Hashes everything that determines a body and the columns of its entries. */
export function inputsHash(
  { form, reference }: Pick<OrderRow, 'form' | 'reference'>,
  saved: readonly StoredEntry[],
): string {
  const hash = createHash('sha256').update(JSON.stringify([reference, form]))
  for (const { id, typed, amount, direction, ...one } of saved)
    hash.update(
      JSON.stringify([id, typed, amount, direction, one.routing_number, one.account_significant]),
    )
  return hash.digest('hex')
}

async function buildKnown(
  hash: string,
  row: OrderRow,
  { form, terms }: { readonly form: BatchForm; readonly terms: OriginationTerms },
  saved: readonly StoredEntry[],
): Promise<void> {
  try {
    const read = await readEntries(saved)
    const { body, totals, askew } = await buildBatch({ form, terms }, read, row.reference, null)
    const isWhole = body !== null && askew.length === 0
    cache(hash, { bodySha256: isWhole ? sha256Of(body) : null, totals })
  } catch {
    // An entry is malformed.
    cache(hash, null)
  }
}

function cache(hash: string, built: Known | null): void {
  for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - mostKnown + 1)))
    known.delete(oldest)
  known.set(hash, built)
}

/** Caches the result for a submitted row that was just built. */
export function remember(
  row: Pick<OrderRow, 'form' | 'reference'>,
  saved: readonly StoredEntry[],
  { body, totals, askew }: Omit<BuiltBatch, 'batch' | 'problems'>,
): void {
  if (body !== null && askew.length === 0)
    cache(inputsHash(row, saved), { bodySha256: sha256Of(body), totals })
}

/**
 * Returns whether the stored text and columns match those built from the stored head, terms and
 * entries. Throws {@link EvidenceOutdated} if they are not built yet; may be called in a transaction.
 */
export async function batchMatchesStored(tx: Reader, row: OrderRow): Promise<boolean> {
  const [batch, saved] = [await findBatch(tx, row.id), await storedEntriesOf(tx, row.id)]
  const stored = storedFormOf(row)
  if (!stored || stored.terms === null || !batch || row.body === null) return false
  const { form, terms } = stored
  const hash = inputsHash(row, saved)
  const built = known.get(hash)
  if (built === undefined)
    throw new EvidenceOutdated(() => buildKnown(hash, row, { form, terms }, saved))
  if (built === null || sha256Of(row.body) !== built.bodySha256) return false
  const { entries, credits, debits } = built.totals
  const columns = { sec_code: form.secCode, entries, credits, debits }
  return (
    holds(batch, columns) &&
    holds(row, writtenBatchColumns({ form, account: row.debit_account }, built.totals))
  )
}

/** Returns the stored head; undefined if it is malformed. */
function storedFormOf(row: OrderRow): StoredBatchForm | undefined {
  try {
    return batchFormIn(row)
  } catch {
    return undefined
  }
}

const holds = (row: object, columns: Readonly<Record<string, unknown>>): boolean => {
  const saved = row as Readonly<Record<string, unknown>>
  return Object.entries(columns).every(([name, is]) => saved[name] === is)
}
