/**
 * The verbs of the noun `certificates`. Main opens the dialogs and keeps the bytes; the window holds a draft’s id.
 */
import {
  certificateInspection,
  certificatePurposes,
  privateCaDraft,
} from './certificate-inspection.ts'
import { wantedRequest } from './certificate-request.ts'
import { openProfile, writtenFile } from '../profiles/profile.ts'
import { administrators } from '../../domain/operators/roles.ts'
import { command, event, nothing, query, setUpFailures } from '../verbs.ts'
import { z } from '../../kernel/zod.ts'
import { stepTicking } from './steps.ts'
import { certificateWarning } from './warnings.ts'

/** Certificates. */
export const certificates = {
  select: command(
    /** What it is for; to sign in with, unless said otherwise. */
    z.object({ purpose: z.enum(certificatePurposes) }).optional(),
    certificateInspection.nullable(),
    [...setUpFailures, 'file-failed'],
    administrators,
  ),
  /** Adds files to a draft: a key or an intermediate that was missing. */
  addFiles: command(
    z.object({ draftId: z.string() }),
    certificateInspection.nullable(),
    [...setUpFailures, 'file-failed', 'draft-gone'],
    administrators,
  ),
  /** Tries a password on what is encrypted in the draft. */
  unlock: command(
    z.object({ draftId: z.string(), secret: z.string().min(1).max(1000) }),
    certificateInspection,
    ['practice-only', 'draft-gone'],
    administrators,
  ),
  commit: command(
    z.object({ draftId: z.string() }),
    openProfile,
    [...setUpFailures, 'draft-gone', 'certificate-refused', 'keychain-problem'],
    administrators,
  ),
  discard: command(z.object({ draftId: z.string() }), nothing, [], administrators),
  /** Goes back to the certificate before, while it is kept. */
  restorePrevious: command(
    nothing,
    openProfile,
    [...setUpFailures, 'not-found', 'keychain-problem'],
    administrators,
  ),
  /** Makes a key, which goes into the keychain and nowhere else, and a request for a certificate. */
  makeRequest: command(
    wantedRequest,
    openProfile,
    [...setUpFailures, 'request-pending', 'keychain-problem'],
    administrators,
  ),
  /** Writes the request where the person chooses. */
  saveRequest: command(
    nothing,
    writtenFile,
    [...setUpFailures, 'not-found', 'file-failed'],
    administrators,
  ),
  /** Destroys the key of the request that was shown: an answer to it is useless from now on. */
  discardRequest: command(
    z.strictObject({ publicKeySha256: z.string().max(200) }),
    openProfile,
    [...setUpFailures, 'not-found', 'keychain-problem'],
    administrators,
  ),
  /** Writes the chain in use, which is public, for the bank. */
  saveChain: command(
    nothing,
    writtenFile,
    [...setUpFailures, 'not-found', 'file-failed'],
    administrators,
  ),
  /** What a person says was done with the authority or the bank. */
  tickStep: command(stepTicking, openProfile, [...setUpFailures, 'not-found'], administrators),
  /** What ends within 60 days or has ended, the first to end first; the window is told when it changes. */
  getWarnings: query(nothing, z.array(certificateWarning)),
  warningsChanged: event(z.strictObject({})),
  selectPrivateCa: command(
    nothing,
    privateCaDraft.nullable(),
    [...setUpFailures, 'file-failed'],
    administrators,
  ),
  /** Trusts a private CA whose fingerprint, as the bank told it, is the draft's. */
  trustPrivateCa: command(
    z.object({ draftId: z.string(), sha256: z.string().max(200) }),
    openProfile,
    [...setUpFailures, 'draft-gone', 'fingerprint-differs', 'certificate-refused'],
    administrators,
  ),
  removePrivateCa: command(nothing, openProfile, setUpFailures, administrators),
} as const
