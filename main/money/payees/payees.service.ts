/** The payee book of one profile: whom it pays, and what two people have agreed about each. */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type {
  Payee,
  PayeeDetails,
  PayeeLine,
  PayeesRequest,
} from '../../../preload/contract/domain/payees/payee.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { Reader } from '../../store/store.ts'
import { slicesOf } from '../../platform/slices.ts'
import {
  approvedRows,
  findPayee,
  lastActs,
  listPayees,
  versionsOf,
  type PayeesContext,
} from './payee.records.ts'
import { createPayeeChanges, type Decided } from './payee-changes.ts'
import { detailsHash, readDetails } from './payee-details.ts'
import { payeeLineOf, payeeOf } from './payee-view.ts'

/** What an order needs to know of a payee. */
export interface PayeeStatus {
  readonly id: string
  /** The approved details and their version; null: nobody approved any, or the payee was removed. */
  readonly approved: {
    readonly version: number
    readonly details: PayeeDetails
    readonly at: string
  } | null
  /** A proposal waits for a second person. */
  readonly isProposed: boolean
  readonly isRemoved: boolean
}

type NotFound = Failure<'not-found'>
type Changed = Failure<'order-changed'>
type NotDecider = Failure<'own-work'> | Failure<'not-approver'>

/** The book. */
export interface Payees {
  /** By name, or sorted; masked. */
  list(request: PayeesRequest): Promise<{ items: PayeeLine[]; next: string | null; total: number }>
  /** Masked. */
  get(id: string): Promise<Result<Payee, NotFound>>
  /** With account numbers in full: recorded. */
  reveal(id: string, actor: string): Promise<Result<Payee, NotFound>>
  /**
   * Proposes a new payee (`id` null) or other details; an earlier proposal is replaced. One that was removed is
   * not found: whoever is paid again is entered anew.
   */
  propose(
    id: string | null,
    details: PayeeDetails,
    operator: Operator,
  ): Promise<Result<Payee, NotFound>>
  proposeRemoval(id: string, operator: Operator): Promise<Result<Payee, NotFound>>
  /** Only one's own proposal, and only the one that waits. */
  withdraw(
    id: string,
    version: number,
    operator: Operator,
  ): Promise<Result<Payee, NotFound | Changed | Failure<'not-maker'>>>
  /**
   * Decides about the proposal that waits. `own-work`: the proposer, whatever the roles (P3). `not-approver`: one
   * whose sign-in the proposer set last, or who is no checker now. Refused attempts are recorded.
   */
  decide(
    decided: Decided,
    operator: Operator,
  ): Promise<Result<Payee, NotFound | Changed | NotDecider>>
  /**
   * For an order; undefined: there is no such payee. `approved` only where the audit chain holds the approval of
   * these very details. By `read`, where it is part of a larger reading.
   */
  standing(id: string, read?: Reader): Promise<PayeeStatus | undefined>
  /** The same of many, by their ids; what is no payee is left out. Two statements, however many they are. */
  standings(ids: readonly string[]): Promise<ReadonlyMap<string, PayeeStatus>>
}

/** Makes the book of an open store. */
export function createPayees(context: PayeesContext): Payees {
  const { store, operatorName } = context
  const shown = async (id: string, isInFull = false): Promise<Result<Payee, NotFound>> => {
    const row = await findPayee(store, id)
    if (!row) return err({ code: 'not-found' })
    return ok(payeeOf(row, await versionsOf(store, id), { isInFull, operatorName }))
  }
  const changes = createPayeeChanges(context)

  return {
    async list(request) {
      const { rows, next, total } = await listPayees(store, request)
      return { items: rows.map(payeeLineOf), next, total }
    },
    get: (id) => shown(id),
    async reveal(id, actor) {
      const row = await findPayee(store, id)
      if (!row) return err({ code: 'not-found' })
      const detail = { version: row.approved_version, proposed: row.proposed_version }
      await store.note({ actor, kind: 'payee.revealed', subject: id, detail })
      return shown(id, true)
    },
    async propose(id, details, { id: actor }) {
      const proposed = await changes.propose(id, details, actor)
      return proposed.ok ? shown(proposed.value) : proposed
    },
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
    standing: async (id, read) => (await standingsOf(context, [id], read)).get(id),
    async standings(ids) {
      const standings = new Map<string, PayeeStatus>()
      for (const some of slicesOf(ids))
        for (const [id, one] of await standingsOf(context, some)) standings.set(id, one)
      return standings
    },
  }
}

/** What is approved, where table and chain agree; else nobody may rely on it, and it is reported. */
async function standingsOf(
  { store, report }: PayeesContext,
  ids: readonly string[],
  read: Reader = store.read,
): Promise<ReadonlyMap<string, PayeeStatus>> {
  const [rows, acts] = await Promise.all([
    approvedRows({ read }, ids),
    lastActs({ read }, ids, 'payee.approved'),
  ])
  const standings = rows.map((row) => {
    const { id, details, approved_version: version, approved_at: at } = row
    const isRemoved = row.removed_at !== null
    const rest = { id, isProposed: row.proposed_version !== null, isRemoved }
    if (version === 0 || isRemoved) return { ...rest, approved: null }
    const act = acts.get(id)
    const holds = act?.version === version && act.detailsSha256 === detailsHash(details)
    if (!holds || details === null || at === null) {
      report('payees.standing', new Error(`what is approved of ${id} is not what the chain holds`))
      return { ...rest, approved: null }
    }
    return { ...rest, approved: { version, at, details: readDetails(details) } }
  })
  return new Map(standings.map((one) => [one.id, one]))
}
