/**
 * Jobs of the store worker for reconciliation: read alerts with the dates in their own JSON, a
 * limited number at a time, so that other store requests run in between.
 */
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { JobContext, StoreJob } from '../../store/store-jobs.ts'
import { wholeDay } from '../../bank/answers/bank-days.ts'
import { readAlert } from '../../alerts/read-alert.ts'
import { elementsIn, type Element } from '../../alerts/split-delivery.ts'

/** Alerts per run of the job. */
export const alertsPerRun = 250

/** An alert as reconciliation reads it; accounts without leading zeros. */
export interface AlertFacts {
  readonly seq: number
  readonly id: string
  readonly at: string
  readonly kind: 'ach' | 'wire' | 'rtp' | 'other'
  readonly statusText: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly direction: 'credit' | 'debit' | null
  readonly reference: string | null
  readonly transactionId: string | null
  readonly isRepeated: boolean
  readonly parNumber: string | null
  readonly transactionCode: string | null
  readonly returnCode: string | null
  readonly collectedOn: string | null
  readonly settledOn: string | null
  readonly returnedOn: string | null
  readonly executedOn: string | null
  /** The originating or debited account, and the other one. */
  readonly from: string | null
  readonly to: string | null
  readonly fromName: string | null
  readonly toName: string | null
}

interface Row {
  readonly seq: number
  readonly id: string
  readonly at: string
  readonly kind: AlertFacts['kind']
  readonly status: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly direction: 'credit' | 'debit' | null
  readonly reference: string | null
  readonly transaction_id: string | null
  readonly receipts: number
  readonly repeats_seq: number | null
  readonly delivery_seq: number
  readonly place: number
}

const select = `SELECT seq, id, at, kind, status, amount, currency, direction, reference, transaction_id,
    receipts, repeats_seq, delivery_seq, place
  FROM alerts WHERE seq IN (SELECT CAST(value AS bigint) FROM json_each(?)) ORDER BY delivery_seq, place`

/** Reads alerts by their numbers. */
export const readAlertFacts: StoreJob<{ readonly seqs: readonly number[] }, AlertFacts[]> = {
  name: 'reconciliation.alerts',
  onlyReads: true,
  run: async (job, { seqs }) => {
    const rows = (await job.all(select, JSON.stringify(seqs))) as readonly Row[]
    const elementOf = elementsOfRows(job)
    const facts: AlertFacts[] = []
    for (const row of rows) facts.push({ ...ofRow(row), ...ofBody(await elementOf(row)) })
    return facts
  },
}

/** Alerts of one delivery are adjacent, so each delivery is parsed once. */
function elementsOfRows(job: JobContext): (row: Row) => Promise<unknown> {
  let last: { readonly seq: number; readonly elements: readonly Element[] } | undefined
  return async ({ delivery_seq: seq, place }) => {
    if (last?.seq !== seq) {
      const found = (await job.one('SELECT body FROM alert_deliveries WHERE seq = ?', seq)) as
        | { readonly body: Uint8Array }
        | undefined
      last = { seq, elements: found ? elementsIn(found.body) : [] }
    }
    return last.elements[place - 1]?.element
  }
}

const ofRow = (row: Row) => ({
  seq: row.seq,
  id: row.id,
  at: row.at,
  kind: row.kind,
  statusText: row.status,
  amount: row.amount,
  currency: row.currency,
  direction: row.direction,
  reference: row.reference,
  transactionId: row.transaction_id,
  isRepeated: row.receipts > 1 || row.repeats_seq !== null,
})

const emptyDetails = {
  parNumber: null,
  transactionCode: null,
  returnCode: null,
  collectedOn: null,
  settledOn: null,
  returnedOn: null,
  executedOn: null,
  from: null,
  to: null,
  fromName: null,
  toName: null,
}

const account = (text: string | null): string | null =>
  text === null ? null : significantAccount(text.trim())

function ofBody(element: unknown): Omit<AlertFacts, keyof ReturnType<typeof ofRow>> {
  const body = element === undefined ? undefined : bodyOf(element)
  if (body?.shape === 'ach') {
    const { reading } = body
    return {
      parNumber: reading.parNumber,
      transactionCode: reading.transactionCode,
      returnCode: reading.returnReasonCode,
      collectedOn: wholeDay(reading.collectionDate),
      settledOn: wholeDay(reading.settlementDate),
      returnedOn: wholeDay(reading.returnDate),
      executedOn: null,
      from: account(reading.originatingAccountNumber),
      to: account(reading.receivingAccountNumber),
      fromName: reading.originatingCompanyName,
      toName: reading.receivingCompanyName,
    }
  }
  if (body?.shape !== 'payment') return emptyDetails
  const { reading } = body
  return {
    ...emptyDetails,
    executedOn: wholeDay(reading.tranExecutedDt),
    from: account(reading.dbArngNum),
    to: account(reading.crArngNum),
    fromName: reading.dbIpNm ?? reading.orgntngIpNm1,
    toName: reading.crIpNm,
  }
}

/**
 * An unreadable alert belongs to no day by the bank's own dates; it is still in the list of alerts.
 */
function bodyOf(element: unknown) {
  try {
    return readAlert(element).body
  } catch {
    return undefined
  }
}
