/**
 * Matches returns and notifications of change of a file with our entries. The store does not
 * change.
 */
import {
  maskedAccount,
  significantAccount,
} from '../../../../preload/contract/kernel/account-number.ts'
import type { ImportedReturn } from '../../../../preload/contract/domain/batches/drafts.ts'
import type { Reader } from '../../../store/store.ts'
import type { EntryRow } from '../types.ts'
import { typedIn } from '../../batch-facts.ts'
import { derivedCorrection } from '../entries/corrected-data.ts'
import type { NachaReturn } from '../../../platform/spreadsheets/nacha/nacha-entry.ts'

type Own = EntryRow & { readonly batch_uuid: string }

/** A trace number without leading zeros, as a bank may write it; empty if there is none. */
const withoutLeadingZeros = (trace: string): string => trace.trim().replace(/^0+/, '')

/** Trace numbers in one query. */
const tracesAtOnce = 1_000

/**
 * Returns each with our entry of its original trace number. Trace numbers repeat over the years, so
 * of several entries the one whose account and amount fit best is chosen, the newest first.
 */
export async function returnsWithEntries(
  reader: Reader,
  returns: readonly NachaReturn[],
): Promise<ImportedReturn[]> {
  const traces = [
    ...new Set(returns.map(({ originalTrace }) => withoutLeadingZeros(originalTrace))),
  ]
  const known = await entriesByTrace(
    reader,
    traces.filter((trace) => trace !== ''),
  )
  return returns.map((one) => {
    const fitting = (known.get(withoutLeadingZeros(one.originalTrace)) ?? [])
      .map((own) => ({ own, differs: differencesOf(one, own) }))
      .toSorted((left, right) => left.differs.length - right.differs.length)
    const { line, kind, code, originalTrace, receiverName, account, amount } = one
    const best = fitting[0]
    return {
      line,
      kind,
      code,
      originalTrace,
      receiverName,
      amount,
      account: account === '' ? '' : maskedAccount(account),
      corrections: one.kind === 'change' ? shownCorrections(code, one.corrected) : {},
      entry: best
        ? {
            orderId: best.own.order_id,
            entryId: best.own.id,
            batchUuid: best.own.batch_uuid,
            receiverName: typedIn(best.own).receiverName,
            amount: best.own.amount,
            differs: best.differs,
          }
        : null,
      others: Math.max(0, fitting.length - 1),
    }
  })
}

function shownCorrections(code: string, data: string): ImportedReturn['corrections'] {
  const read = derivedCorrection(code, data)
  if (read.kind === 'not-derived') return {}
  const { accountNumber, ...rest } = read.corrections
  return accountNumber === undefined
    ? rest
    : { ...rest, accountNumber: maskedAccount(accountNumber) }
}

/** A notification of change has no amount (Nacha, notification of change entries). */
function differencesOf(one: NachaReturn, own: Own): ('account' | 'amount')[] {
  const isOther = significantAccount(one.account) !== own.account_significant
  return [
    ...(isOther ? (['account'] as const) : []),
    ...(one.kind === 'return' && one.amount !== own.amount ? (['amount'] as const) : []),
  ]
}

async function entriesByTrace(
  reader: Reader,
  traces: readonly string[],
): Promise<ReadonlyMap<string, readonly Own[]>> {
  const rows: Own[] = []
  for (let from = 0; from < traces.length; from += tracesAtOnce) {
    const found = await reader
      .selectFrom('batch_entries')
      .innerJoin('orders', 'orders.id', 'batch_entries.order_id')
      .selectAll('batch_entries')
      .select('orders.reference as batch_uuid')
      .where(
        'trace_number',
        'in',
        traces
          .slice(from, from + tracesAtOnce)
          .flatMap((trace) => [trace, trace.padStart(15, '0')]),
      )
      .orderBy('orders.created_at', 'desc')
      .orderBy('batch_entries.id')
      .execute()
    for (const row of found) rows.push(row)
  }
  return Map.groupBy(rows, (row) => withoutLeadingZeros(row.trace_number ?? ''))
}
