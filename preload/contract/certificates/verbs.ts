/**
 * The verbs of the noun `certificates`. Main opens the dialogs and keeps the bytes; the window holds a draft’s id.
 */
import {
  certificateInspection,
  certificatePurposes,
  privateCaDraft,
} from '../certificate-inspection.ts'
import { openProfile } from '../profile.ts'
import { administrators } from '../roles.ts'
import { command, nothing, setUpFailures } from '../verbs.ts'
import { z } from '../zod.ts'

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
