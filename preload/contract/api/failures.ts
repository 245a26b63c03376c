/**
 * Everything that a verb may answer instead of its result. A closed union: the renderer's explain.ts
 * turns each into words and does not compile when one is missing.
 */
import { apiVersions } from '../bank/account-validation.ts'
import { backupRefusals } from './backups/backups.ts'
import { certificateFinding } from './certificates/certificate-inspection.ts'
import { keychainProblem } from './keychain-problem.ts'
import { limitedServices } from '../domain/operators/policy.ts'
import { orderState } from '../domain/orders/order-states.ts'
import { products } from './profiles/profile-details.ts'
import { role } from '../domain/operators/roles.ts'
import { z } from '../kernel/zod.ts'

const fieldProblem = z.object({
  path: z.string(),
  message: z.string(),
  /** Where the rule stands; null when it is plain shape. */
  source: z.string().nullable(),
})

/** The data that each failure carries. */
export const failures = {
  /** The message came from another frame, origin or window than ours. */
  'untrusted-sender': z.object({}),
  /** The input breaks a rule; every broken field is named. */
  'invalid-input': z.object({ fields: z.array(fieldProblem) }),
  /** The window showed another profile when it asked: nothing was done. */
  'profile-changed': z.object({}),
  /** The operator has none of the roles that the verb needs. */
  'not-permitted': z.object({ needs: z.array(role) }),
  /** Nobody is signed in, or the workstation is locked. */
  'signed-out': z.object({}),
  /** Something unforeseen; the detail is in main's log under this reference. */
  internal: z.object({ reference: z.string() }),
  /** The store is still being opened. */
  'store-opening': z.object({}),
  /** The store was refused and left untouched. */
  'store-refused': z.object({ reason: z.string(), detail: z.string().nullable() }),
  /** The bank asked for silence (HTTP 429): nothing was sent. */
  'rate-paused': z.object({ until: z.iso.datetime() }),
  /** The practice bank has not started or has gone. */
  'bank-not-running': z.object({}),
  /** No path is configured for this version of the call (trap 26). */
  'version-not-configured': z.object({ version: z.enum(apiVersions) }),
  /** The record is not in the store. */
  'not-found': z.object({}),
  /** The OS keychain did not give or take what it was asked to. Nothing was stored elsewhere instead. */
  'keychain-problem': z.object({ problem: keychainProblem }),
  /** The typed word is not the one that was asked for. */
  'confirmation-wrong': z.object({ wanted: z.string() }),
  /** Another profile has this name. */
  'name-taken': z.object({}),
  /** The agreement that the profile describes does not name this product. */
  'product-not-agreed': z.object({ product: z.enum(products) }),
  /** The profile is retired: it is read only. */
  'profile-retired': z.object({}),
  /** Calls under way, or another profile being opened. */
  'profile-busy': z.object({}),
  /** The practice profile has nothing of this to change. */
  'practice-only': z.object({}),
  /** The profile lacks what a call needs. */
  'profile-incomplete': z.object({ missing: z.array(z.string()) }),
  /** What was being looked at is gone: begin again. */
  'draft-gone': z.object({}),
  /** No listener runs that could be reached. */
  'listener-off': z.object({}),
  /** Alerts are never handed on to where they come from. */
  'address-not-allowed': z.object({ why: z.enum(['bank', 'own-listener']) }),
  /** No public address is entered. */
  'no-public-address': z.object({}),
  /** The password before the current one is still taken: a third would end it unsaid (trap 95). */
  'previous-not-ended': z.object({}),
  /** A request made here waits for its answer: a second would leave the first one's key behind. */
  'request-pending': z.object({ madeAt: z.iso.datetime() }),
  /** The system's clipboard did not take it. */
  'clipboard-failed': z.object({}),
  /** The chosen calls are more than one bundle holds. */
  'bundle-too-large': z.object({ megabytes: z.number(), atMost: z.number() }),
  /** What a feed gave is not kept; why, in words. */
  'download-failed': z.object({ reason: z.string() }),
  /** A file holds no more rows than this. */
  'too-many-rows': z.object({ atMost: z.int() }),
  /** No row of the file can be sent. */
  'nothing-to-send': z.object({}),
  /** Another bulk validation is under way. */
  'run-under-way': z.object({ name: z.string() }),
  /** What is kept in memory only is gone: the run's file is needed again, or the operator goes on without it. */
  'file-needed': z.object({ rows: z.int() }),
  /** The chosen file is not the one that the run was made of. */
  'file-differs': z.object({ file: z.string(), wanted: z.string() }),
  /** Too many failed sign-ins: no passphrase is tried before this instant. */
  'sign-in-paused': z.object({ until: z.iso.datetime() }),
  /** The new passphrase is the old one. */
  'passphrase-same': z.object({}),
  /** The profile has operators: the first administrator was made. */
  'operators-exist': z.object({}),
  /** Without this one nobody could administer the profile. */
  'last-administrator': z.object({}),
  /**
   * A change that one person does not make alone: it is kept for a moment as `changeId`, and is made when it is asked for
   * again after `operators.confirmAsSecond`. `administrators`: who can make it where nobody can confirm for this one.
   */
  'second-person-needed': z.object({
    changeId: z.string(),
    about: z.enum(['policy', 'operator', 'bank', 'own-account', 'recovery-file', 'restore']),
    changes: z.array(
      z.object({ what: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
    ),
    people: z.array(z.object({ id: z.string(), name: z.string() })),
    administrators: z.array(z.string()),
    /** The recovery file stands for the second person: no two people can sign in who could do it together. */
    byRecovery: z.boolean(),
  }),
  /** The store was restored: two people have not confirmed yet who may sign in and which policy holds. */
  'restore-unconfirmed': z.object({ restoredAt: z.iso.datetime() }),
  /** The store was not restored, or what it holds has been confirmed. */
  'nothing-to-confirm': z.object({}),
  /** One's own work: a second person is needed (P3). */
  'own-work': z.object({}),
  /** The very person who asked for it: another is needed. */
  'same-person': z.object({}),
  /** Only who made it may do this. */
  'not-maker': z.object({}),
  /** What was shown is not what stands now: nothing was done. */
  'order-changed': z.object({}),
  /** The order is in a state in which this cannot be done. */
  'order-state': z.object({ state: orderState }),
  /** The policy asks for more approvals than stand. */
  'approvals-missing': z.object({ have: z.int(), needed: z.int() }),
  /** Whose approval does not count, and why. */
  'not-approver': z.object({
    why: z.enum(['not-named', 'already-approved', 'sign-in-set-by-maker', 'set-sign-in-of-maker']),
  }),
  /** The amount is above what the policy allows. Amounts in the currency's smallest unit. */
  'over-limit': z.object({
    limit: z.enum(['per-payment', 'per-day', 'none-set']),
    /** What the limit is set for. */
    service: z.enum(limitedServices),
    currency: z.string(),
    allowed: z.int().nullable(),
    wanted: z.int(),
    /** The banking day that has no room; null: no day has, or the limit is of none. */
    day: z
      .object({
        counts: z.enum(['submitted', 'sent']),
        /** YYYY-MM-DD, by the clock of the zone. */
        date: z.string(),
        zone: z.string(),
        /** The first day with room; null: it counts to a day that is over. */
        roomFrom: z.string().nullable(),
      })
      .nullable(),
  }),
  /**
   * What the policy asks for and is not there. `payees-changed`: the payee book flags entries otherwise than when the
   * batch was approved. `payees-not-shown`: it was approved before approvers were told of typed entries.
   */
  'evidence-needed': z.object({
    missing: z.array(
      z.enum([
        'ownership',
        'ownership-too-old',
        'ownership-no-match',
        'validate',
        'validate-failed',
        'payee',
        'payees-changed',
        'payees-not-shown',
        'restored',
      ]),
    ),
  }),
  /** What was approved is not what the store holds: nothing was sent. */
  'binding-broken': z.object({ what: z.enum(['body', 'bank', 'approvals', 'chain', 'journal']) }),
  /** A look-up has to come first, and counts only from this instant on (trap 67). */
  'look-up-first': z.object({ countsFrom: z.iso.datetime() }),
  /** The bank has told of this payment, so that it has it: it is not sent again. */
  'known-at-bank': z.object({}),
  /** An alert may be about this payment: whether it is has to be decided first (trap 100). */
  'alert-undecided': z.object({}),
  /** What its desk said does not speak for a second sending: it waits for a second person, says made, or a look-up cannot tell. */
  'desk-word-waits': z.object({}),
  /** A copy of it may leave, or has left. */
  'copied-already': z.object({}),
  /** The bank is being asked about it: its answer comes first. */
  'look-up-under-way': z.object({}),
  /** Nobody has confirmed in pre-production in what the bank counts an amount (trap 81): production originates nothing. */
  'unit-not-confirmed': z.object({
    unit: z.enum(['dollars', 'cents']),
    why: z.enum(['never', 'another-unit', 'nothing-shown', 'amount-differs']),
  }),
  /** The settings of ACH origination changed since the batch was submitted: its body is not what they ask for now. */
  'terms-changed': z.object({}),
  /** The ownership check is about another account or bank. */
  'account-differs': z.object({}),
  /** The payee of the book is of this kind, and the ownership check asked about the other. */
  'owner-kind-differs': z.object({ payee: z.enum(['person', 'business']) }),
  /** The certificate may not be taken as it is. */
  'certificate-refused': z.object({ findings: z.array(certificateFinding) }),
  /** What was compared with the file's fingerprint is another. */
  'fingerprint-differs': z.object({}),
  /** The passphrase does not open the recovery file. */
  'passphrase-wrong': z.object({}),
  /** The recovery file is of another profile. */
  'recovery-of-another': z.object({}),
  /** The file is not what it should be. */
  'file-not-understood': z.object({ file: z.string(), detail: z.string() }),
  /** The file could not be written or read, in the system's words. */
  'file-failed': z.object({ file: z.string(), detail: z.string() }),
  /** No backup was made, in the system's words; earlier ones stay. */
  'backup-failed': z.object({ detail: z.string() }),
  /** The chosen file is not restored. Neither it nor the store in place was changed. */
  'backup-refused': z.object({ why: z.enum(backupRefusals), detail: z.string().nullable() }),
} as const

export type FailureCode = keyof typeof failures
/** One failure: its code and its data. */
export type Failure<C extends FailureCode = FailureCode> = {
  [K in C]: { readonly code: K } & DataOf<z.infer<(typeof failures)[K]>>
}[C]
/** zod infers an object without fields as a record that may hold nothing, its code included. */
type DataOf<D> = string extends keyof D ? unknown : D

/** What any verb may answer whatever it is about. */
export const universalFailures = [
  'untrusted-sender',
  'profile-changed',
  'invalid-input',
  'signed-out',
  'not-permitted',
  'internal',
  'store-opening',
  'store-refused',
] as const satisfies readonly FailureCode[]
export type UniversalFailure = (typeof universalFailures)[number]
