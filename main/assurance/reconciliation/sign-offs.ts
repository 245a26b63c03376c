/** A person's sign-off of an account's day, saved with the sums of that moment. */
import {
  reportTotals,
  type SignOff,
  type ReconciliationLine,
  type ReconciliationReport,
} from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import type { SessionContext } from '../../profile/session-context.ts'

/** A report with its lines, for files and lists. */
export interface BuiltReport {
  readonly report: ReconciliationReport
  readonly lines: readonly ReconciliationLine[]
  /** The account without leading zeros, and in full. */
  readonly significant: string
  readonly accountNumber: string
}

/** Returns the newest sign-off of an account's day; null if there is none. */
export async function newestSignOff(
  { store, operatorName }: Pick<SessionContext, 'store' | 'operatorName'>,
  day: string,
  account: string,
  digest: string,
): Promise<SignOff | null> {
  const row = await store.read
    .selectFrom('reconciliation_sign_offs')
    .selectAll()
    .where('day', '=', day)
    .where('account_significant', '=', account)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const totals = row && reportTotals.safeParse(JSON.parse(row.totals)).data
  if (!row || !totals) return null
  const { at, note } = row
  return { at, by: operatorName(row.actor, at), note, totals, isChanged: row.digest !== digest }
}

/** Writes a sign-off with an audited act, which names the account masked. */
export async function writeSignOff(
  { store, clock, newId }: Pick<SessionContext, 'store' | 'clock' | 'newId'>,
  { report, significant }: Pick<BuiltReport, 'report' | 'significant'>,
  note: string,
  actor: string,
): Promise<void> {
  const { day, account, totals, digest } = report
  const id = newId()
  const detail = { day, account, lines: totals.lines.all, flows: totals.flows, digest, note }
  await store.record(
    { actor, kind: 'reconciliation.signed-off', subject: id, detail },
    async (tx) => {
      await tx
        .insertInto('reconciliation_sign_offs')
        .values({
          id,
          day,
          account_significant: significant,
          at: clock.now().toISOString(),
          actor,
          note,
          totals: JSON.stringify(totals),
          digest,
        })
        .execute()
    },
  )
}
