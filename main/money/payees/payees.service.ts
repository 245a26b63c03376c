/** The payee book of one profile: its payees, and the details that two people approved for each. */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import {
  payeeDetails,
  type Payee,
  type PayeeDetails,
  type PayeeKind,
  type PayeeLine,
  type PayeesRequest,
} from '../../../preload/contract/domain/payees/payee.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { Reader } from '../../store/store.ts'
import { slicesOf } from '../../platform/slices.ts'
import {
  approvedRows,
  findPayee,
  idsAtValidated,
  isPaidChangeProposed,
  lastActs,
  lastPayment,
  listPayees,
  versionsOf,
  type PayeesContext,
} from './payee.records.ts'
import { createPayeeChanges, notInBook, type Decided } from './payee-changes.ts'
import { detailsHash, readDetails } from '../payee-details.ts'
import { payeeLineOf, payeeOf } from './payee-view.ts'

/** The facts of a payee that an order needs. */
export interface PayeeStatus {
  readonly id: string
  /**
   * The approved details and their version; null if nobody approved any, or the payee was removed.
   */
  readonly approved: {
    readonly version: number
    readonly details: PayeeDetails
    readonly at: string
  } | null
  /** A proposal that would change what is paid, or remove the payee, waits for a second person. */
  readonly isProposed: boolean
  readonly isRemoved: boolean
}

/** An account with the owner that a validation confirmed. */
export interface ValidatedAccount {
  readonly kind: PayeeKind
  readonly name: string
  readonly routingNumber: string
  readonly accountNumber: string
  readonly note: string
}

type NotFound = Failure<'not-found'>
type Changed = Failure<'order-changed'>
type NotDecider = Failure<'own-work'> | Failure<'not-approver'>

export interface Payees {
  /** Returns one page by name, or sorted; masked. */
  list(request: PayeesRequest): Promise<{ items: PayeeLine[]; next: string | null; total: number }>
  /** Returns the payee, masked. */
  get(id: string): Promise<Result<Payee, NotFound>>
  /** Returns the payee with full account numbers and records the act. */
  reveal(id: string, actor: string): Promise<Result<Payee, NotFound>>
  /**
   * Returns the id of the only approved payee with the routing and account number of a validation,
   * in any spelling (bank note 36); null if there is none, or more than one.
   */
  findByValidation(validationId: string): Promise<string | null>
  /**
   * Proposes a new payee (`id` null) or other details; replaces an earlier proposal. Fails with
   * `not-found` for a removed payee, who must be entered as a new one.
   */
  propose(
    id: string | null,
    details: PayeeDetails,
    operator: Operator,
  ): Promise<Result<Payee, NotFound>>
  /**
   * Proposes validated accounts as new payees, at most 1,000 at once, each with its own act. Accounts
   * that are in the book, or not valid as a payee, are left out and counted.
   */
  proposeValidated(
    accounts: readonly ValidatedAccount[],
    operator: Operator,
  ): Promise<{ proposed: number; inBook: number; unfit: number; left: number }>
  /** Returns how many of the accounts `proposeValidated` would propose. */
  countProposable(accounts: readonly ValidatedAccount[]): Promise<number>
  proposeRemoval(id: string, operator: Operator): Promise<Result<Payee, NotFound>>
  /** Withdraws one's own proposal while it waits. */
  withdraw(
    id: string,
    version: number,
    operator: Operator,
  ): Promise<Result<Payee, NotFound | Changed | Failure<'not-maker'>>>
  /**
   * Decides about the waiting proposal. Fails with `own-work` for the proposer, whatever the roles
   * (Promise P3), and with `not-approver` if proposer or operator last set the other's sign-in, or
   * the operator is no checker now. Refused attempts are recorded.
   */
  decide(
    decided: Decided,
    operator: Operator,
  ): Promise<Result<Payee, NotFound | Changed | NotDecider>>
  /**
   * Returns the facts for an order; undefined if there is no such payee. `approved` only if the
   * audit chain holds the approval of exactly these details. Uses `read` where it is part of a
   * larger reading.
   */
  statusOf(id: string, read?: Reader): Promise<PayeeStatus | undefined>
  /**
   * Returns the facts of many payees by id; ids without a payee are absent. Two SQL statements for
   * each slice of ids.
   */
  statusesOf(ids: readonly string[]): Promise<ReadonlyMap<string, PayeeStatus>>
}

const detailsOf = ({ kind, name, routingNumber, accountNumber, note }: ValidatedAccount) => ({
  kind,
  name,
  accountNumber,
  address: [],
  bank: { name: '', aba: routingNumber, address: [] },
  intermediaries: [],
  services: [],
  note,
})

const validDetails = (accounts: readonly ValidatedAccount[]): readonly PayeeDetails[] =>
  accounts.flatMap((account) => payeeDetails.safeParse(detailsOf(account)).data ?? [])

export function createPayees(context: PayeesContext): Payees {
  const { store, operatorName } = context
  const shown = async (id: string, isInFull = false): Promise<Result<Payee, NotFound>> => {
    const row = await findPayee(store.read, id)
    if (!row) return err({ code: 'not-found' })
    const [versions, last] = await Promise.all([
      versionsOf(store.read, id),
      lastPayment(store.read, id),
    ])
    return ok(payeeOf(row, versions, last, { isInFull, operatorName }))
  }
  const changes = createPayeeChanges(context)

  return {
    async list(request) {
      const { rows, next, total } = await listPayees(store, request)
      return { items: rows.map(payeeLineOf), next, total }
    },
    get: (id) => shown(id),
    async reveal(id, actor) {
      const row = await findPayee(store.read, id)
      if (!row) return err({ code: 'not-found' })
      const detail = { version: row.approved_version, proposed: row.proposed_version }
      await store.note({ actor, kind: 'payee.revealed', subject: id, detail })
      return shown(id, true)
    },
    async findByValidation(validationId) {
      const ids = await idsAtValidated(store, validationId)
      const statuses = await loadStatuses(context, ids)
      const [only, ...others] = ids.filter((id) => statuses.get(id)?.approved)
      return only !== undefined && others.length === 0 ? only : null
    },
    async propose(id, details, { id: actor }) {
      const proposed = await changes.propose(id, details, actor)
      return proposed.ok ? shown(proposed.value) : proposed
    },
    async proposeValidated(accounts, { id: actor }) {
      const all = validDetails(accounts)
      const result = await changes.proposeNew(all, actor)
      return { ...result, unfit: accounts.length - all.length }
    },
    countProposable: async (accounts) => (await notInBook(context, validDetails(accounts))).length,
    async proposeRemoval(id, { id: actor }) {
      const proposed = await changes.propose(id, null, actor)
      return proposed.ok ? shown(id) : proposed
    },
    async withdraw(id, version, { id: actor }) {
      const withdrawn = await changes.withdraw(id, version, actor)
      return withdrawn.ok ? shown(id) : withdrawn
    },
    async decide(decided, operator) {
      const result = await changes.decide(decided, operator)
      return result.ok ? shown(decided.id) : result
    },
    statusOf: async (id, read) => (await loadStatuses(context, [id], read)).get(id),
    async statusesOf(ids) {
      const statusesOf = new Map<string, PayeeStatus>()
      for (const some of slicesOf(ids))
        for (const [id, one] of await loadStatuses(context, some)) statusesOf.set(id, one)
      return statusesOf
    },
  }
}

async function loadStatuses(
  { store, report }: PayeesContext,
  ids: readonly string[],
  read: Reader = store.read,
): Promise<ReadonlyMap<string, PayeeStatus>> {
  return readStatuses(read, ids, (id) => {
    report('payees.status', new Error(`what is approved of ${id} is not what the chain holds`))
  })
}

/**
 * Returns the facts of payees by id. Approved details count only if table and audit chain agree;
 * otherwise nobody may rely on them, and `onMismatch` is called.
 */
export async function readStatuses(
  read: Reader,
  ids: readonly string[],
  onMismatch: (id: string) => void = () => undefined,
): Promise<ReadonlyMap<string, PayeeStatus>> {
  const [rows, acts] = await Promise.all([
    approvedRows(read, ids),
    lastActs(read, ids, 'payee.approved'),
  ])
  const statusesOf = rows.map((row) => {
    const { id, details, approved_version: version, approved_at: at } = row
    const isRemoved = row.removed_at !== null
    const rest = { id, isProposed: isPaidChangeProposed(row), isRemoved }
    if (version === 0 || isRemoved) return { ...rest, approved: null }
    const act = acts.get(id)
    const holds = act?.version === version && act.detailsSha256 === detailsHash(details)
    if (!holds || details === null || at === null) {
      onMismatch(id)
      return { ...rest, approved: null }
    }
    return { ...rest, approved: { version, at, details: readDetails(details) } }
  })
  return new Map(statusesOf.map((one) => [one.id, one]))
}
