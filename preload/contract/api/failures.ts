/**
 * All failures of channels. A closed union: the renderer's explain.ts turns each into text and does
 * not compile if one is missing.
 */
import { apiVersions } from '../bank/account-validation.ts'
import { backupRefusals } from './backups/backups.ts'
import { certificateFinding } from './certificates/certificate-inspection.ts'
import { keychainProblem } from './keychain-problem.ts'
import { possibleDuplicates } from '../domain/orders/order-course.ts'
import { missingEvidence, notApproverReasons, overLimit } from '../domain/orders/act-blockers.ts'
import { aloneReasons } from '../domain/orders/decided-alone.ts'
import { orderState } from '../domain/orders/order-states.ts'
import { products } from './profiles/profile-details.ts'
import { role } from '../domain/operators/roles.ts'
import { z } from '../kernel/zod.ts'

const fieldProblem = z.object({
  path: z.string(),
  message: z.string(),
  /** Source of the rule; null if only the shape is wrong. */
  source: z.string().nullable(),
})

/**
 * What a call had done before the store failed. `part`: something was stored or sent, or may have
 * been. A call whose commit was not confirmed is `unknown`.
 */
export const doneBefore = ['nothing', 'part'] as const

/**
 * Data of each failure. The audit stores the code of a refusal; one that was renamed is stored as
 * before (`order/refusals.ts` in main).
 */
export const failures = {
  /** The message came from a frame, origin or window that is not ours. */
  'untrusted-sender': z.object({}),
  /** The input breaks a rule; every broken field is named. */
  'invalid-input': z.object({ fields: z.array(fieldProblem) }),
  /** The window showed another profile when it sent the call; nothing was done. */
  'profile-changed': z.object({}),
  /** The operator has none of the roles that the channel requires. */
  'not-permitted': z.object({ needs: z.array(role) }),
  /** Nobody is signed in, or the workstation is locked. */
  'signed-out': z.object({}),
  /** Unexpected error; main's log has the detail under this reference. */
  internal: z.object({ reference: z.string() }),
  /** The store is still being opened. */
  'store-opening': z.object({}),
  /** The store was refused and left unchanged. */
  'store-refused': z.object({ reason: z.string(), detail: z.string().nullable() }),
  /** The disk of the store has no room. */
  'store-full': z.object({
    disk: z.enum(['this-computer', 'database-server']),
    done: z.enum(doneBefore),
  }),
  /** The database of the team does not answer. */
  'store-away': z.object({ done: z.enum([...doneBefore, 'unknown']) }),
  /** The bank requested a pause (HTTP 429); nothing was sent. */
  'rate-paused': z.object({ until: z.iso.datetime() }),
  /** The practice bank has not started or has stopped. */
  'bank-not-running': z.object({}),
  /** The practice team did not start, and nothing is left of it; `detail` is a program's message. */
  'team-not-started': z.object({
    why: z.enum(['postgres-missing', 'disk-full', 'failed']),
    detail: z.string(),
  }),
  /** This window belongs to a practice team, and all of its data is removed with the team. */
  'in-practice-team': z.object({}),
  /** No path is configured for this version of the call (bank note 26). */
  'version-not-configured': z.object({ version: z.enum(apiVersions) }),
  /** The record is not in the store. */
  'not-found': z.object({}),
  /** The OS keychain failed to return or store an item. Nothing was stored elsewhere instead. */
  'keychain-problem': z.object({ problem: keychainProblem }),
  /** The typed confirmation is wrong. */
  'confirmation-wrong': z.object({ wanted: z.string() }),
  /** Another profile has this name. */
  'name-taken': z.object({}),
  /** The agreement described in the profile does not include this product. */
  'product-not-agreed': z.object({ product: z.enum(products) }),
  /** The profile is retired and read-only. */
  'profile-retired': z.object({}),
  /** Calls are in flight, or another profile is being opened. */
  'profile-busy': z.object({}),
  /** Not available in the practice profile. */
  'practice-only': z.object({}),
  /** The profile lacks a setting that a call needs. */
  'profile-incomplete': z.object({ missing: z.array(z.string()) }),
  /** The file, bundle or preview that main stored for this step has expired. */
  'draft-gone': z.object({}),
  /** No listener is running. */
  'listener-off': z.object({}),
  /** Alerts are never forwarded to the address that they come from. */
  'address-not-allowed': z.object({ why: z.enum(['bank', 'own-listener']) }),
  'no-public-address': z.object({}),
  /**
   * The previous password is still valid; a third one would end it without warning (bank note 95).
   */
  'previous-not-ended': z.object({}),
  /** A request created here is pending; a second would orphan the first one's key. */
  'request-pending': z.object({ createdAt: z.iso.datetime() }),
  'clipboard-failed': z.object({}),
  /** The chosen calls exceed the size of one bundle. */
  'bundle-too-large': z.object({ megabytes: z.number(), atMost: z.number() }),
  /** The download from a feed was rejected; the reason is text. */
  'download-failed': z.object({ reason: z.string() }),
  /** The file, the list or the batch has more rows than allowed. */
  'too-many-rows': z.object({ atMost: z.int() }),
  /** The list has as many saved views as allowed. */
  'too-many-views': z.object({ atMost: z.int() }),
  /** No entry or row can be sent, exported, validated or presented again. */
  'nothing-to-send': z.object({}),
  /** Another bulk validation is running. */
  'run-under-way': z.object({ name: z.string() }),
  /** Another workstation sends the rows of this bulk validation. */
  'run-elsewhere': z.object({ workstation: z.string() }),
  /**
   * Values held only in memory are gone: the run's file is needed again, or the operator continues
   * without them.
   */
  'file-needed': z.object({ rows: z.int() }),
  /** The chosen file differs from the one that the run was created from. */
  'file-differs': z.object({ file: z.string(), wanted: z.string() }),
  /** Too many failed sign-ins; no passphrase is tried before this instant. */
  'sign-in-paused': z.object({ until: z.iso.datetime() }),
  /** The new passphrase equals the old one. */
  'passphrase-same': z.object({}),
  /** The profile already has operators. */
  'operators-exist': z.object({}),
  /** Without this operator, nobody could administer the profile. */
  'last-administrator': z.object({}),
  /**
   * A change that needs two people. Main holds it briefly as `changeId`, and the repeated request
   * after `operators.confirmAsSecond` makes it. `administrators`: people who can make the change if
   * nobody can confirm for this operator.
   */
  'second-person-needed': z.object({
    changeId: z.string(),
    about: z.enum([
      'policy',
      'operator',
      'bank',
      'own-account',
      'credentials',
      'certificate',
      'trusted-root',
      'reinstate',
      'forwarding',
      'recovery-file',
      'restore',
    ]),
    changes: z.array(
      z.object({ what: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
    ),
    people: z.array(z.object({ id: z.string(), name: z.string() })),
    administrators: z.array(z.string()),
    /**
     * The recovery file replaces the second person: no two people who could do it together can sign
     * in.
     */
    byRecovery: z.boolean(),
  }),
  /** The store was restored, and two people have not yet confirmed operators and policy. */
  'restore-unconfirmed': z.object({ restoredAt: z.iso.datetime() }),
  /** The store was not restored, or its content is already confirmed. */
  'nothing-to-confirm': z.object({}),
  /** The operator's own work; a second person is needed (Promise P3). */
  'own-work': z.object({}),
  /** The same person who requested it; another is needed. */
  'same-person': z.object({}),
  /** Only the maker may do this. */
  'not-maker': z.object({}),
  /** What was shown has changed since, by a person or by the bank; nothing was done. */
  'changed-meanwhile': z.object({}),
  /** The shown data is outdated; nothing was done. */
  'order-changed': z.object({}),
  /** Not possible in the current state of the order. */
  'order-state': z.object({ state: orderState }),
  /** Fewer approvals than the policy requires. */
  'approvals-missing': z.object({ have: z.int(), needed: z.int() }),
  /** The approval would not count; `why` has the reason. */
  'not-approver': z.object({ why: z.enum(notApproverReasons) }),
  /** The order must be decided alone, not together with others; `why` has the reason. */
  'decided-alone': z.object({ why: z.enum(aloneReasons) }),
  /** The amount exceeds a limit of the policy. */
  'over-limit': overLimit,
  /** Evidence that the policy requires is missing. */
  'evidence-needed': z.object({ missing: z.array(z.enum(missingEvidence)) }),
  /** The stored data differs from the approved data; nothing was sent. */
  'integrity-broken': z.object({ what: z.enum(['body', 'bank', 'approvals', 'chain', 'journal']) }),
  /** A status inquiry must come first, and counts only from this instant on (bank note 67). */
  'inquiry-first': z.object({ countsFrom: z.iso.datetime() }),
  /** The bank has reported this payment, so it is not sent again. */
  'known-at-bank': z.object({}),
  /**
   * An alert may concern this payment; an operator must first decide whether it does (bank note
   * 100).
   */
  'alert-undecided': z.object({}),
  /**
   * The reply of bank support does not permit a resend: a second person has not
   * confirmed it, it is "made", or an inquiry cannot answer.
   */
  'support-reply-unresolved': z.object({}),
  /** The workstation that sent it is gone, and may still send it. */
  'sending-not-ended': z.object({}),
  /** A copy of the order may leave, or has left. */
  'copied-already': z.object({}),
  /** A status inquiry is running; its answer comes first. */
  'inquiry-under-way': z.object({}),
  /**
   * Nobody has confirmed the unit of amounts in pre-production (bank note 81); production
   * originates nothing until then.
   */
  'unit-not-confirmed': z.object({
    unit: z.enum(['dollars', 'cents']),
    why: z.enum(['never', 'another-unit', 'nothing-shown', 'amount-differs']),
  }),
  /** The ACH origination settings changed after submission, so the body no longer matches them. */
  'terms-changed': z.object({}),
  /** The ownership check is about another account or bank. */
  'account-differs': z.object({}),
  /** The payee in the book is of this kind, but the ownership check used the other. */
  'owner-kind-differs': z.object({ payee: z.enum(['person', 'business']) }),
  /** The certificate cannot be installed. */
  'certificate-refused': z.object({ findings: z.array(certificateFinding) }),
  /** The entered fingerprint differs from the file's. */
  'fingerprint-differs': z.object({}),
  /** The passphrase does not open the recovery file. */
  'passphrase-wrong': z.object({}),
  /** The recovery file is of another profile. */
  'recovery-of-another': z.object({}),
  /** The file is not what it should be. */
  'file-not-understood': z.object({ file: z.string(), detail: z.string() }),
  /** The file could not be written or read; `detail` is the system's message. */
  'file-failed': z.object({ file: z.string(), detail: z.string() }),
  /** Submission and approval of a possible duplicate need a reason. */
  'possible-duplicate': possibleDuplicates,
  /** The files were not attached: one is empty or too large, or the order has no room left. */
  'not-attached': z.object({ file: z.string(), why: z.enum(['empty', 'too-large', 'order-full']) }),
  /** The stored file is not the one that was attached; nothing was saved. */
  'file-changed': z.object({ file: z.string() }),
  /** No backup was created; `detail` is the system's message. Earlier backups stay. */
  'backup-failed': z.object({ detail: z.string() }),
  /** The chosen file cannot be restored. The file and the current store are unchanged. */
  'backup-refused': z.object({ why: z.enum(backupRefusals), detail: z.string().nullable() }),
} as const

export type FailureCode = keyof typeof failures
/** One failure: its code and its data. */
export type Failure<C extends FailureCode = FailureCode> = {
  [K in C]: { readonly code: K } & DataOf<z.infer<(typeof failures)[K]>>
}[C]
/** zod infers an object without fields as a record that may hold nothing, not even its code. */
type DataOf<D> = string extends keyof D ? unknown : D

/** Failures that any channel may return. */
export const universalFailures = [
  'untrusted-sender',
  'profile-changed',
  'invalid-input',
  'signed-out',
  'not-permitted',
  'internal',
  'store-opening',
  'store-refused',
  'store-full',
  'store-away',
] as const satisfies readonly FailureCode[]
export type UniversalFailure = (typeof universalFailures)[number]
