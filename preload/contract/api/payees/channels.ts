/** Channels of `payees`. */
import { page } from '../../kernel/paging.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, query } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'
import * as book from '../../domain/payees/payee.ts'

const ofPayee = z.object({ id: z.string() })
const fromRun = z.strictObject({ runId: z.string(), threshold: z.int().min(0).max(100) })
const ofVersion = z.strictObject({ id: z.string(), version: z.int() })

/** The payee book. Every change waits for a second person. */
export const payees = {
  list: query(book.payeesRequest, page(book.payeeLine)),
  get: query(ofPayee, book.payee),
  /**
   * Returns the only approved payee with the routing and account number of a validation; null if there
   * is none, or more than one. Names do not count.
   */
  findByValidation: query(
    z.strictObject({ validationId: z.string() }),
    z.object({ id: z.string().nullable() }),
  ),
  /** Returns a payee with unmasked account numbers: an audited act. */
  reveal: command(ofPayee, book.payee, ['not-found'], anyOperator),
  /**
   * Proposes a new payee (`id` null) or changed details; replaces an earlier proposal for the same
   * payee.
   */
  propose: command(
    z.strictObject({ id: z.string().nullable(), details: book.payeeDetails }),
    book.payee,
    ['not-found'],
    ['maker', 'checker'],
  ),
  /** Returns how many accounts `proposeFromRun` would propose, in as many acts as it takes. */
  countFromRun: query(fromRun, z.object({ count: z.int() })),
  /**
   * Proposes the accounts of a bulk run whose owner matches as new payees, at most 1,000 in one act.
   * The higher of `threshold` and the score threshold of the settings counts.
   */
  proposeFromRun: command(
    fromRun,
    z.object({
      proposed: z.int(),
      /** Left out: the account is in the book, proposed or approved, or twice in the run. */
      inBook: z.int(),
      /** Left out: not valid as a payee. */
      unfit: z.int(),
      /** Left out: the bank's answer names another account (bank note 36). */
      aboutAnother: z.int(),
      /** Not proposed yet: above the most of one act. */
      left: z.int(),
    }),
    ['not-found'],
    ['maker', 'checker'],
  ),
  proposeRemoval: command(ofPayee, book.payee, ['not-found'], ['maker', 'checker']),
  /** Withdraws the operator's own proposal. */
  withdraw: command(
    ofVersion,
    book.payee,
    ['not-found', 'order-changed', 'not-maker'],
    ['maker', 'checker'],
  ),
  /** Decides on exactly the shown proposal; never on the operator's own. */
  decide: command(
    z.strictObject({
      id: z.string(),
      version: z.int(),
      decision: z.enum(['approve', 'refuse']),
      comment: z.string().trim().max(500),
    }),
    book.payee,
    ['not-found', 'order-changed', 'own-work', 'not-approver'],
    ['checker'],
  ),
  changed: event(z.strictObject({ id: z.string() })),
} as const
