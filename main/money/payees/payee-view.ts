/** A payee as the window sees it: account numbers masked, unless an audited act reveals them. */
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import type {
  Payee,
  PayeeDetails,
  PayeeLine,
} from '../../../preload/contract/domain/payees/payee.ts'
import type { PaidRow, PayeeRow, VersionRow } from './payee.records.ts'
import {
  changedFields,
  payeeMask,
  readDetails,
  shownDetails,
  type PayeeMask,
} from '../payee-details.ts'

function lineOf(
  row: PayeeRow,
  details: PayeeDetails,
  mask: PayeeMask,
  isInFull: boolean,
): PayeeLine {
  const { id, state, payments, last_paid_at: lastPaidAt, changed_at: changedAt } = row
  return {
    id,
    state,
    payments,
    lastPaidAt,
    lastAmount: row.last_amount === null ? null : lastAmountIn(row.last_amount),
    changedAt,
    kind: details.kind,
    name: mask.text(details.name),
    account: isInFull ? details.accountNumber : maskedAccount(details.accountNumber),
    aba: mask.text(details.bank.aba),
    bankName: mask.text(details.bank.name),
    services: details.services,
  }
}

/** Returns a list line, masked. */
export function payeeLineOf(row: PayeeRow): PayeeLine {
  const details = readDetails(row.details)
  return lineOf(row, details, payeeMask([details], false), false)
}

/** Returns the details of every version by number; null for a removal. */
const detailsOf = (versions: readonly VersionRow[]): ReadonlyMap<number, PayeeDetails | null> =>
  new Map(
    versions.map(({ version, details }) => [
      version,
      details === null ? null : readDetails(details),
    ]),
  )

type HistoryLine = Payee['history'][number]

export interface ShownAs {
  readonly isInFull: boolean
  readonly operatorName: (id: string, at?: string) => string
}

/**
 * Returns proposals and decisions, newest first; each proposal is compared with the details
 * approved before it.
 */
function historyOf(
  versions: readonly VersionRow[],
  details: ReadonlyMap<number, PayeeDetails | null>,
  mask: PayeeMask,
  operatorName: ShownAs['operatorName'],
): HistoryLine[] {
  const approvedBefore = (version: number): PayeeDetails | null => {
    const row = versions.find((one) => one.state === 'approved' && one.version < version)
    return row ? (details.get(row.version) ?? null) : null
  }
  return versions.flatMap((row) => {
    const { version, proposed_by, proposed_at, state, decided_by, decided_at } = row
    const after = details.get(version) ?? null
    const changed = after ? changedFields(approvedBefore(version), after) : []
    const proposed: HistoryLine = {
      version,
      at: proposed_at,
      by: operatorName(proposed_by, proposed_at),
      comment: '',
      changed,
      what: after ? 'proposed' : 'removal-proposed',
    }
    if (state === 'proposed' || state === 'replaced') return [proposed]
    const at = decided_at ?? proposed_at
    const by = operatorName(decided_by ?? proposed_by, at)
    return [{ version, at, by, what: state, comment: mask.remark(row.comment), changed }, proposed]
  })
}

/** Returns the full view of a payee. `versions` are all its versions, newest first. */
export function payeeOf(
  row: PayeeRow,
  versions: readonly VersionRow[],
  lastPayment: PaidRow | undefined,
  { isInFull, operatorName }: ShownAs,
): Payee {
  const details = detailsOf(versions)
  const mask = payeeMask(
    [...details.values()].filter((one) => one !== null),
    isInFull,
  )
  const shown = (of: PayeeDetails | null): PayeeDetails | null =>
    of && shownDetails(of, mask, isInFull)
  const latest = readDetails(row.details)
  const proposal = versions.find(({ version }) => version === row.proposed_version)
  return {
    ...lineOf(row, latest, mask, isInFull),
    latest: shownDetails(latest, mask, isInFull),
    approved: shown(details.get(row.approved_version) ?? null),
    version: row.approved_version,
    proposal: proposal
      ? {
          version: proposal.version,
          details: shown(details.get(proposal.version) ?? null),
          by: {
            id: proposal.proposed_by,
            name: operatorName(proposal.proposed_by, proposal.proposed_at),
          },
          at: proposal.proposed_at,
        }
      : null,
    lastPayment: lastPayment ?? null,
    history: historyOf(versions, details, mask, operatorName),
    isMasked: !isInFull,
  }
}

function lastAmountIn(text: string): PayeeLine['lastAmount'] {
  const [amount = '', currency = ''] = text.split(' ')
  return { amount: Number(amount), currency }
}
