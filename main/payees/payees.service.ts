/** The payee book of one profile: whom it pays, and what two people have agreed about each. */
import type { DeskContext } from '../profiles/desk-context.ts'
import { notBuilt } from '../ipc/not-built.ts'
import type { OperatorFacts } from '../operators/operators.service.ts'
import type {
  Payee,
  PayeeDetails,
  PayeeLine,
  PayeesRequest,
} from '../../preload/contract/payees/payee.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import type { Operator } from '../../preload/contract/roles.ts'
import type { Result } from '../../preload/contract/result.ts'

/** What an order needs to know of a payee. */
export interface PayeeStanding {
  readonly id: string
  /** The approved details and their version; null: nobody approved any. */
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

/** The book. */
export interface Payees {
  list(request: PayeesRequest): Promise<{ items: PayeeLine[]; next: string | null; total: number }>
  get(id: string): Promise<Result<Payee, NotFound>>
  reveal(id: string, actor: string): Promise<Result<Payee, NotFound>>
  propose(
    id: string | null,
    details: PayeeDetails,
    operator: Operator,
  ): Promise<Result<Payee, NotFound>>
  proposeRemoval(id: string, operator: Operator): Promise<Result<Payee, NotFound>>
  withdraw(
    id: string,
    version: number,
    operator: Operator,
  ): Promise<Result<Payee, NotFound | Failure<'order-changed'>>>
  decide(
    decided: { id: string; version: number; decision: 'approve' | 'refuse'; comment: string },
    operator: Operator,
  ): Promise<
    Result<
      Payee,
      NotFound | Failure<'order-changed'> | Failure<'own-work'> | Failure<'not-approver'>
    >
  >
  /** For an order; undefined: there is no such payee. */
  standing(id: string): Promise<PayeeStanding | undefined>
}

/** What the book needs beside its store. */
export interface PayeesContext extends DeskContext {
  readonly operatorOf: (id: string) => OperatorFacts | undefined
}

/** Makes the book of an open store. */
export function createPayees(_context: PayeesContext): Payees {
  return new Proxy({}, { get: () => notBuilt }) as Payees
}
