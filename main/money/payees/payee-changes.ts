/**
 * Proposals and decisions of the payee book, each decided and written in one transaction with its
 * audit act.
 */
import type { Transaction } from 'kysely'
import {
  maskedAccount,
  significantAccount,
  significantRouting,
} from '../../../preload/contract/kernel/account-number.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { isAllowed } from '../../../preload/contract/api/may-use.ts'
import { payees } from '../../../preload/contract/api/payees/channels.ts'
import { mostProposed, type PayeeDetails } from '../../../preload/contract/domain/payees/payee.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { isSetByAny, type OperatorFacts } from '../../profile/operators.service.ts'
import { SerialQueue } from '../../platform/serial.ts'
import { recordUnlessRefused } from '../../store/record-unless-refused.ts'
import type { Reader, Tables } from '../../store/tables.ts'
import { withDetail } from '../../store/with-detail.ts'
import {
  changedFields,
  detailsHash,
  storedDetails,
  readDetails,
  searchText,
  tidied,
} from '../payee-details.ts'
import {
  accountsInBook,
  findPayee,
  lastAct,
  versionsOf,
  type PayeeRow,
  type VersionRow,
  type PayeesContext,
} from './payee.records.ts'

type NotFound = Failure<'not-found'>
/** A decision about a change, for the version that was viewed. */
export interface Decided {
  readonly id: string
  readonly version: number
  readonly decision: 'approve' | 'refuse'
  readonly comment: string
}

const notFound: NotFound = { code: 'not-found' }
/** Another proposal waits, or none. */
const moved: Failure<'order-changed'> = { code: 'order-changed' }

type WithdrawFailure = NotFound | Failure<'order-changed'> | Failure<'not-maker'>
type DecisionFailure =
  | NotFound
  | Failure<'order-changed'>
  | Failure<'own-work'>
  | Failure<'not-approver'>

/**
 * Creates the changes of one book. They run one after another, so that those of this workstation
 * propose no account twice.
 */
export function createPayeeChanges(context: PayeesContext) {
  const changes = new SerialQueue()
  return {
    /** Proposes details, or the removal (null). Returns the payee's id. */
    propose: (id: string | null, details: PayeeDetails | null, actor: string) =>
      changes.run(() => propose(context, id, details, actor)),
    /** Proposes new payees, those left out whose account is in the book. */
    proposeNew: (all: readonly PayeeDetails[], actor: string) =>
      changes.run(() => proposeNew(context, all, actor)),
    withdraw: (id: string, version: number, actor: string) =>
      changes.run(() => withdraw(context, id, version, actor)),
    decide: (decided: Decided, operator: Operator) =>
      changes.run(() => decide(context, decided, operator)),
  }
}

async function propose(
  { store, clock, newId, emitEvent }: PayeesContext,
  known: string | null,
  typed: PayeeDetails | null,
  actor: string,
): Promise<Result<string, NotFound>> {
  const id = known ?? newId()
  const details = typed && tidied(typed)
  const stored = details && storedDetails(details)
  const at = clock.now().toISOString()
  const detail = {
    detailsSha256: detailsHash(stored),
    account: details && maskedAccount(details.accountNumber),
  }
  const act = { actor, kind: 'payee.proposed', subject: id, detail }
  const proposed = await recordUnlessRefused(store, act, async (tx) => {
    const row = known === null ? undefined : await findPayee(tx, known)
    if (known !== null && row?.removed_at !== null) return err(notFound)
    const versions = await versionsOf(tx, id)
    const version = (versions[0]?.version ?? 0) + 1
    const approved = approvedOf(versions, row)
    const found = details && { search_text: searchText(approved ? [approved, details] : [details]) }
    const moved = { proposed_version: version, changed_at: at, ...found }
    if (row) await tx.updateTable('payees').set(moved).where('id', '=', id).execute()
    else {
      const fresh = { id, at, approved_at: null, removed_at: null, search_text: '', ...moved }
      await tx.insertInto('payees').values(fresh).execute()
    }
    await replaceEarlier(tx, id, at)
    await tx
      .insertInto('payee_versions')
      .values({
        payee_id: id,
        version,
        details: stored,
        proposed_by: actor,
        proposed_at: at,
        state: 'proposed',
        decided_by: null,
        decided_at: null,
      })
      .execute()
    const changed = details ? changedFields(approved, details) : []
    return ok(withDetail(id, { version, changed }))
  })
  if (proposed.ok) emitEvent('payees', 'changed', { id })
  return proposed
}

/** Returns those whose account is not in the book, proposed or approved; each account once. */
export async function notInBook(
  { store }: PayeesContext,
  all: readonly PayeeDetails[],
): Promise<readonly PayeeDetails[]> {
  const known = new Set((await accountsInBook(store)).map(accountKey))
  return all.filter((details) => {
    const key = accountKey({ aba: details.bank.aba, accountNumber: details.accountNumber })
    const anyBank = accountKey({ aba: '', accountNumber: details.accountNumber })
    if (known.has(key) || known.has(anyBank)) return false
    known.add(key)
    return true
  })
}

async function proposeNew(
  context: PayeesContext,
  all: readonly PayeeDetails[],
  actor: string,
): Promise<{ proposed: number; inBook: number; left: number }> {
  const fresh = await notInBook(context, all)
  const now = fresh.slice(0, mostProposed)
  for (const details of now) await propose(context, null, details, actor)
  return {
    proposed: now.length,
    inBook: all.length - fresh.length,
    left: fresh.length - now.length,
  }
}

const accountKey = ({ aba, accountNumber }: { aba: string; accountNumber: string }): string =>
  `${significantRouting(aba)}/${significantAccount(accountNumber)}`

const replaceEarlier = (tx: Transaction<Tables>, id: string, at: string): Promise<unknown> =>
  tx
    .updateTable('payee_versions')
    .set({ state: 'replaced', decided_at: at })
    .where('payee_id', '=', id)
    .where('state', '=', 'proposed')
    .execute()

/** Returns the details that are approved now; null if none. */
function approvedOf(
  versions: readonly VersionRow[],
  row: Pick<PayeeRow, 'approved_version'> | undefined,
): PayeeDetails | null {
  const stored = versions.find(({ version }) => version === row?.approved_version)?.details ?? null
  return stored === null ? null : readDetails(stored)
}

/** Ends a waiting proposal inside a transaction. */
async function end(
  tx: Transaction<Tables>,
  { payee_id: id, version }: VersionRow,
  decided: Pick<VersionRow, 'state' | 'decided_by' | 'decided_at' | 'comment'>,
  payee: {
    approved_version?: number
    approved_at?: string
    removed_at?: string
    search_text: string
  },
): Promise<void> {
  await tx
    .updateTable('payees')
    .set({ proposed_version: null, changed_at: decided.decided_at ?? '', ...payee })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('payee_versions')
    .set(decided)
    .where('payee_id', '=', id)
    .where('version', '=', version)
    .execute()
}

interface Waiting {
  readonly row: PayeeRow
  readonly versions: readonly VersionRow[]
  readonly version: VersionRow
}

/** Returns the proposal of this version, if it waits. */
async function waitingProposal(
  reader: Reader,
  id: string,
  wanted: number,
): Promise<Result<Waiting, NotFound | Failure<'order-changed'>>> {
  const row = await findPayee(reader, id)
  if (!row) return err(notFound)
  const versions = await versionsOf(reader, id)
  const version = versions.find((one) => one.version === wanted && one.state === 'proposed')
  if (!version || row.proposed_version !== wanted) return err(moved)
  return ok({ row, versions, version })
}

/**
 * Returns the search text after a proposal has ended: of the approved details, otherwise of the
 * proposed ones.
 */
function foundBy(
  versions: readonly VersionRow[],
  row: PayeeRow,
  ended: { readonly version: VersionRow; readonly isApproved: boolean },
): { search_text: string } {
  const { details } = ended.version
  const proposed = details === null ? null : readDetails(details)
  const approved = approvedOf(versions, row)
  const counting = ended.isApproved ? (proposed ?? approved) : approved
  return { search_text: searchText([counting ?? readDetails(row.details)]) }
}

async function withdraw(
  { store, clock, emitEvent }: PayeesContext,
  id: string,
  version: number,
  actor: string,
): Promise<Result<undefined, WithdrawFailure>> {
  const act = { actor, kind: 'payee.withdrawn', subject: id, detail: { version } }
  const decided_at = clock.now().toISOString()
  const withdrawn = await recordUnlessRefused<undefined, WithdrawFailure>(
    store,
    act,
    async (tx) => {
      const found = await waitingProposal(tx, id, version)
      if (!found.ok) return found
      const { row, versions, version: waiting } = found.value
      if (waiting.proposed_by !== actor) return err({ code: 'not-maker' })
      const decided = { state: 'withdrawn', decided_by: actor, comment: '', decided_at } as const
      const text = foundBy(versions, row, { version: waiting, isApproved: false })
      await end(tx, waiting, decided, text)
      return ok(undefined)
    },
  )
  if (withdrawn.ok) emitEvent('payees', 'changed', { id })
  return withdrawn
}

async function decide(
  context: PayeesContext,
  decided: Decided,
  operator: Operator,
): Promise<Result<undefined, DecisionFailure>> {
  const { store, clock, operatorOf, emitEvent } = context
  const { id, comment } = decided
  const isApproved = decided.decision === 'approve'
  const at = clock.now().toISOString()
  const detail = { version: decided.version }
  const kind = isApproved ? 'payee.approved' : 'payee.declined'
  const act = { actor: operator.id, kind, subject: id, detail }
  const done = await recordUnlessRefused<undefined, DecisionFailure>(store, act, async (tx) => {
    const found = await waitingProposal(tx, id, decided.version)
    if (!found.ok) return found
    const { row, versions, version: waiting } = found.value
    const { version, details, proposed_by: proposedBy } = waiting
    const refusal = whyNotDecider(operatorOf, operator.id, proposedBy)
    if (refusal) return err(refusal)
    const detailsSha256 = detailsHash(details)
    // The proposal must equal the one in the audit chain, so that a store changed from outside is
    // not approved.
    const audited = await lastAct(tx, id, 'payee.proposed')
    if (audited?.version !== version || audited.detailsSha256 !== detailsSha256) return err(moved)
    const state = isApproved ? ('approved' as const) : ('refused' as const)
    const counts =
      details === null ? { removed_at: at } : { approved_version: version, approved_at: at }
    await end(
      tx,
      waiting,
      { state, decided_by: operator.id, decided_at: at, comment },
      { ...(isApproved && counts), ...foundBy(versions, row, { version: waiting, isApproved }) },
    )
    return ok(withDetail(undefined, { detailsSha256, proposedBy }))
  })
  if (!done.ok)
    return done.error.code === 'not-found' ? done : refused(context, decided, operator, done.error)
  emitEvent('payees', 'changed', { id })
  return done
}

/** Records the refused attempt: its operator and the reason. */
async function refused(
  { store }: PayeesContext,
  { id, version, decision }: Decided,
  { id: actor }: Operator,
  failure: DecisionFailure,
): Promise<Result<never, DecisionFailure>> {
  const detail = { act: 'decide', code: failure.code, decision, version }
  await store.note({ actor, kind: 'payee.refused', subject: id, detail })
  return err(failure)
}

/**
 * Returns why an operator may not decide about a proposal; undefined if they may: a second person,
 * whose sign-in the first did not set, and the reverse (Promise P3).
 */
export function whyNotDecider(
  operatorOf: (id: string) => OperatorFacts | undefined,
  operator: string,
  proposer: string,
): Failure<'own-work'> | Failure<'not-approver'> | undefined {
  if (proposer === operator) return { code: 'own-work' }
  const decider = operatorOf(operator)
  if (!decider || decider.disabled || !isAllowed(payees.decide.allowed, decider.roles))
    return { code: 'not-approver', why: 'not-named' }
  const maker = operatorOf(proposer)
  if (maker && isSetByAny(maker, [operator]))
    return { code: 'not-approver', why: 'set-sign-in-of-maker' }
  if (isSetByAny(decider, [proposer])) return { code: 'not-approver', why: 'sign-in-set-by-maker' }
  return undefined
}
