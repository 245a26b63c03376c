/**
 * Finds the notifications of change of an entry that nobody has handled; a bank may send several at
 * once.
 */
import { sql } from 'kysely'
import { either } from '../../../store/dialect.ts'
import type { Store } from '../../../store/store.ts'
import type { EntryRow } from '../types.ts'
import { changeInText, derivedCorrection, type Corrections } from './corrected-data.ts'
import { isAcknowledged, storedCorrection, type AnsweredChange } from './entry-correction.ts'

export interface OpenChange {
  readonly code: string | null
  readonly data: string | null
}
type ChangedRow = Pick<EntryRow, 'id' | 'change_code' | 'change_data' | 'correction'>

/** Returns the open ones, the newest last, and the seq of the newest event with a notification. */
export async function openChangesOf(
  store: Pick<Store, 'read'>,
  row: ChangedRow,
): Promise<{ readonly open: readonly OpenChange[]; readonly until: number }> {
  const events = await store.read
    .selectFrom('batch_entry_status_events')
    .select(['seq', 'text', 'detail'])
    .where('entry_id', '=', row.id)
    .where('source', 'in', ['detail', 'addenda-status'])
    .where(either(sql<boolean>`text GLOB 'C[0-9][0-9]'`, sql<boolean>`text ~ '^C[0-9][0-9]$'`))
    .orderBy('seq')
    .execute()
  const covered = await coveredUntil(store, row)
  const reported = events.map(({ seq, text, detail }) => ({
    seq,
    code: text,
    data: changeInText(`${text} ${detail}`)?.data ?? detail,
  }))
  const newest = { code: row.change_code, data: row.change_data }
  const others = reported.filter(
    ({ seq, code, data }, at) =>
      seq > covered &&
      !isSame({ code, data }, newest) &&
      // The same notification from two sources counts once, where it came first.
      reported.findIndex((one) => isSame(one, { code, data })) === at,
  )
  const open = [...others.map(({ code, data }) => ({ code, data })), newest]
  return { open, until: events.at(-1)?.seq ?? 0 }
}

const isSame = (one: OpenChange, other: OpenChange): boolean =>
  one.code?.trim() === other.code?.trim() && one.data?.trim() === other.data?.trim()

/**
 * Returns the seq up to which valid earlier responses reach; one that was refused or leaves
 * something open does not count.
 */
async function coveredUntil(store: Pick<Store, 'read'>, row: ChangedRow): Promise<number> {
  let until = 0
  for (const answer of storedCorrection(row).earlier ?? []) {
    if (await isStillValid(store, answer)) until = Math.max(until, answer.until ?? 0)
  }
  return until
}

async function isStillValid(store: Pick<Store, 'read'>, answer: AnsweredChange): Promise<boolean> {
  if (isAcknowledged(answer)) return true
  if (answer.payeeId === undefined || answer.version === undefined || answer.whole === false) {
    return false
  }
  const found = await store.read
    .selectFrom('payee_versions')
    .select('state')
    .where('payee_id', '=', answer.payeeId)
    .where('version', '=', answer.version)
    .executeTakeFirst()
  return found?.state === 'proposed' || found?.state === 'approved'
}

/** The payee fields that the book holds; account type and identification are not among them. */
const inTheBook = ['accountNumber', 'routingNumber', 'receiverName'] as const
type InTheBook = Pick<Corrections, (typeof inTheBook)[number]>

/** The merged correction of open notifications; a later one overrides an earlier one. */
export type MergedCorrection =
  | {
      readonly kind: 'derived'
      readonly corrections: InTheBook
      /** Whether nothing of them is left open. */
      readonly whole: boolean
    }
  | { readonly kind: 'not-derived'; readonly why: string }

const notDerived =
  'The payee book does not have these details. Correct the next entry, and mark it as handled'

/** Merges the corrections; if none concerns the payee book, returns why the newest does not. */
export function mergedCorrection(open: readonly OpenChange[]): MergedCorrection {
  const derived = open.map(({ code, data }) => derivedCorrection(code, data))
  const corrections = derived.reduce<Corrections>(
    (all, one) => (one.kind === 'derived' ? { ...all, ...one.corrections } : all),
    {},
  )
  const usable = Object.fromEntries(
    inTheBook.flatMap((field) =>
      corrections[field] === undefined ? [] : [[field, corrections[field]]],
    ),
  ) as InTheBook
  const newest = derived.at(-1)
  if (Object.keys(usable).length === 0) {
    return newest?.kind === 'not-derived' ? newest : { kind: 'not-derived', why: notDerived }
  }
  const isWhole = Object.keys(corrections).length === Object.keys(usable).length
  const whole = isWhole && derived.every(({ kind }) => kind === 'derived')
  return { kind: 'derived', corrections: usable, whole }
}
