/**
 * Finds the changes of a batch since somebody viewed it: head, totals, entries added, removed or
 * rewritten, and payee book flags. A stored view holds only a few characters for each entry,
 * because a batch may have ten thousand.
 */
import { createHash } from 'node:crypto'
import {
  entryPayeeFlags,
  type EntryPayeeFlag,
} from '../../../preload/contract/domain/batches/batch.ts'
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import { batchForm, type BatchForm } from '../../../preload/contract/domain/batches/batch-form.ts'
import type { OrderReview } from '../../../preload/contract/domain/orders/order.ts'
import { amountForReading, minorUnits } from '../../../preload/contract/kernel/money.ts'
import { maskedUnnamed } from '../../../preload/contract/domain/personal-names.ts'
import { payeeFlagTexts } from '../../../preload/contract/text/payee-flags.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { lastView } from '../order/approval/order-review.ts'
import type { OrderSnapshot, OrderRow } from '../order/types.ts'
import { mayStillLeave } from '../../../preload/contract/domain/orders/order-states.ts'
import type { Reader } from '../../store/store.ts'
import { payeeFlaggedEntries } from './entries/batch-payee-flags.ts'
import { batchFormIn } from './batch-records.ts'
import { typedIn } from '../batch-facts.ts'
import { rowsText } from './entries/entry-rows.ts'
import {
  payeeEvidence,
  payeeEvidenceOf,
  placesIn,
  type PayeeEvidence,
} from './entries/payee-evidence.ts'
import { storedEntriesOf, type StoredEntry } from './drafts/write-body.ts'

const seenShape = z.object({
  batch: z.literal(1),
  form: batchForm,
  terms: z.string(),
  approvalHash: z.string().nullable(),
  debitAccount: z.string(),
  debitLabel: z.string(),
  /** Ids of entries in order, each followed by the first characters of its content hash. */
  entries: z.string(),
  credits: z.int(),
  debits: z.int(),
  /**
   * Absent if the view was from before typed entries were flagged, or the batch could not leave any
   * more.
   */
  payees: payeeEvidence.optional(),
})
type Seen = z.infer<typeof seenShape>
type Changes = OrderReview['changes']

const idLength = 22
const hashLength = 10
const maxNamed = 20

const shortId = (id: string): string =>
  Buffer.from(id, 'hex').toString('base64url').padEnd(idLength, '-').slice(0, idLength)
const shortHash = (typed: string): string =>
  createHash('sha256').update(typed, 'utf8').digest('base64url').slice(0, hashLength)

/** Returns a view of the batch to store and compare. */
export async function snapshotBatch(reader: Reader, row: OrderRow): Promise<OrderSnapshot> {
  const saved = await storedEntriesOf(reader, row.id)
  const batch = await reader
    .selectFrom('batches')
    .select(['credits', 'debits'])
    .where('order_id', '=', row.id)
    .executeTakeFirst()
  const { form, terms } = batchFormIn(row)
  const seen: Seen = {
    batch: 1,
    form,
    terms: JSON.stringify(terms),
    approvalHash: row.approval_hash,
    debitAccount: row.debit_account,
    debitLabel: row.debit_label,
    entries: saved.map(({ id, typed }) => shortId(id) + shortHash(typed)).join(''),
    credits: batch?.credits ?? 0,
    debits: batch?.debits ?? 0,
    ...(mayStillLeave(row.state) && {
      payees: payeeEvidenceOf(await payeeFlaggedEntries(reader, row.id)),
    }),
  }
  return {
    seen: JSON.stringify(seen),
    since(text) {
      const before = seenShape.safeParse(JSON.parse(text))
      return before.success ? changesBetween(before.data, seen, saved) : null
    },
  }
}

/**
 * Returns the payee book flags at this operator's last view; undefined if there was none, or it
 * showed no flags.
 */
export async function payeesAtLastReview(
  reader: Reader,
  orderId: string,
  operator: string,
): Promise<PayeeEvidence | undefined> {
  const seen = await lastView(reader, orderId, operator)
  return seen === undefined ? seen : seenShape.safeParse(JSON.parse(seen)).data?.payees
}

const headFields: readonly (readonly [keyof BatchForm, string])[] = [
  ['secCode', 'SEC code'],
  ['effectiveDate', 'Effective date'],
  ['companyDescriptiveDate', 'Company descriptive date'],
  ['companyEntryDescription', 'Company entry description'],
  ['reversalOf', 'Reverses the batch'],
]

function changesBetween(before: Seen, after: Seen, saved: readonly StoredEntry[]): Changes {
  const changed = (field: string, was: string | null, is: string | null): Changes =>
    was === is ? [] : [{ field, before: was ?? '', after: is ?? '' }]
  const isOtherAccount = before.debitAccount !== after.debitAccount
  const hasSameLabel = before.debitLabel === after.debitLabel
  const account = isOtherAccount && hasSameLabel ? ' (another number)' : ''
  return [
    ...headFields.flatMap(([name, label]) => changed(label, before.form[name], after.form[name])),
    ...(isOtherAccount
      ? changed('Own account', before.debitLabel, after.debitLabel + account)
      : []),
    ...(before.terms === after.terms
      ? []
      : [{ field: 'ACH origination settings', before: 'Earlier settings', after: 'New settings' }]),
    ...changed('Credits', dollars(before.credits), dollars(after.credits)),
    ...changed('Debits', dollars(before.debits), dollars(after.debits)),
    ...entryChanges(before.entries, after.entries, saved),
    ...payeeChanges(before.payees, after.payees),
  ]
}

/**
 * Returns flags that were added or removed; with no earlier flags stored, only the present ones.
 */
const payeeChanges = (before: PayeeEvidence | undefined, after: PayeeEvidence | undefined) =>
  entryPayeeFlags.flatMap((flag): Changes => {
    const [was, is] = [before === undefined ? before : (before[flag] ?? ''), after?.[flag] ?? '']
    if (after === undefined || is === (was ?? '')) return []
    const field = `Payee book: ${payeeFlagTexts[flag]}`
    const shown = was === undefined ? 'Not shown at your last review' : placesText(was, flag)
    return [{ field, before: shown, after: placesText(is, flag) }]
  })

function placesText(ranges: string, flag: EntryPayeeFlag): string {
  const places = placesIn({ [flag]: ranges }, flag)
  if (places.length === 0) return ''
  const count = places.length.toLocaleString('en-US')
  return `${count} ${places.length === 1 ? 'entry' : 'entries'}: ${rowsText(places)}`
}

const dollars = (cents: number): string => `USD ${amountForReading(minorUnits(cents))}`

interface StoredHash {
  readonly hash: string
  readonly number: number
}
function hashesIn(entries: string): ReadonlyMap<string, StoredHash> {
  const known = new Map<string, StoredHash>()
  const each = idLength + hashLength
  for (let at = 0; at + each <= entries.length; at += each) {
    const id = entries.slice(at, at + idLength)
    known.set(id, { hash: entries.slice(at + idLength, at + each), number: known.size + 1 })
  }
  return known
}

function entryChanges(was: string, is: string, saved: readonly StoredEntry[]): Changes {
  if (was === is) return []
  const [before, after] = [hashesIn(was), hashesIn(is)]
  const removed = [...before].filter(([id]) => !after.has(id))
  const here = saved.map((entry, at) => ({ entry, id: shortId(entry.id), number: at + 1 }))
  const added = here.filter(({ id }) => !before.has(id))
  const rewritten = here.filter(({ id, entry }) => {
    const known = before.get(id)
    return known !== undefined && known.hash !== shortHash(entry.typed)
  })
  const named: Changes = [
    ...rewritten.map((one) => change(one, 'As it was')),
    ...added.map((one) => change(one, '')),
    ...removed.map(([, { number }]) => ({
      field: `Entry ${String(number)} as it was numbered`,
      before: 'In the batch',
      after: '',
    })),
  ]
  const counts = [`${String(rewritten.length)} changed`, `${String(added.length)} added`]
  const isOrder = named.length === 0
  return [
    {
      field: 'Entries',
      before: String(before.size),
      after: isOrder
        ? `${String(after.size)} (in another order)`
        : `${String(after.size)} (${[...counts, `${String(removed.length)} removed`].join(', ')})`,
    },
    ...named.slice(0, maxNamed),
  ]
}

interface Placed {
  readonly entry: StoredEntry
  readonly number: number
}

/** Describes a changed entry as it is now; only a hash of its earlier content is stored. */
function change({ entry, number }: Placed, before: string): Changes[number] {
  const { receiverName, amount, accountNumber, routingNumber, creditDebitCode } = typedIn(entry)
  const account = accountNumber.trim() === '' ? 'no account' : maskedAccount(accountNumber.trim())
  const after = `${creditDebitCode.trim()} ${amount.trim()} to ${account} at ${routingNumber.trim()}`
  return {
    field: `Entry ${String(number)}, ${maskedUnnamed('name', receiverName.trim())}`,
    before,
    after,
  }
}
