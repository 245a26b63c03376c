/**
 * Channels of `certificates`. Main opens the dialogs and holds the bytes; the window gets only a
 * draft id.
 */
import {
  certificateInspection,
  certificatePurposes,
  privateCaDraft,
} from './certificate-inspection.ts'
import { wantedRequest } from './certificate-request.ts'
import { openProfile, writtenFile } from '../profiles/profile.ts'
import { administrators } from '../../domain/operators/roles.ts'
import { command, event, nothing, query, setUpFailures } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'
import { stepTicking } from './steps.ts'
import { certificateWarning } from './warnings.ts'

export const certificates = {
  select: command(
    /** Purpose of the certificate; `client` by default. */
    z.object({ purpose: z.enum(certificatePurposes) }).optional(),
    certificateInspection.nullable(),
    [...setUpFailures, 'file-failed'],
    administrators,
  ),
  /** Adds a missing key or intermediate to a draft. */
  addFiles: command(
    z.object({ draftId: z.string() }),
    certificateInspection.nullable(),
    [...setUpFailures, 'file-failed', 'draft-gone'],
    administrators,
  ),
  /** Tries a password on the encrypted parts of the draft. */
  unlock: command(
    z.object({ draftId: z.string(), secret: z.string().min(1).max(1000) }),
    certificateInspection,
    ['practice-only', 'draft-gone'],
    administrators,
  ),
  commit: command(
    z.object({ draftId: z.string() }),
    openProfile,
    [
      ...setUpFailures,
      'draft-gone',
      'certificate-refused',
      'keychain-problem',
      'second-person-needed',
    ],
    administrators,
  ),
  discard: command(z.object({ draftId: z.string() }), nothing, [], administrators),
  /** Restores the previous certificate, while it is still stored. */
  restorePrevious: command(
    nothing,
    openProfile,
    [...setUpFailures, 'not-found', 'keychain-problem', 'second-person-needed'],
    administrators,
  ),
  /** Creates a key, stored only in the keychain, and a certificate request. */
  createRequest: command(
    wantedRequest,
    openProfile,
    [...setUpFailures, 'request-pending', 'keychain-problem'],
    administrators,
  ),
  /** Writes the request to a file that the person chooses. */
  saveRequest: command(
    nothing,
    writtenFile,
    [...setUpFailures, 'not-found', 'file-failed'],
    administrators,
  ),
  /** Destroys the key of the pending request; a certificate issued for it becomes useless. */
  discardRequest: command(
    z.strictObject({ publicKeySha256: z.string().max(200) }),
    openProfile,
    [...setUpFailures, 'not-found', 'keychain-problem'],
    administrators,
  ),
  /** Writes the public chain in use to a file, for the bank. */
  saveChain: command(
    nothing,
    writtenFile,
    [...setUpFailures, 'not-found', 'file-failed'],
    administrators,
  ),
  /** Records that a step with the authority or the bank was done. */
  tickStep: command(stepTicking, openProfile, [...setUpFailures, 'not-found'], administrators),
  /**
   * Certificates that have expired or expire within 60 days, earliest first; `warningsChanged`
   * follows each change.
   */
  getWarnings: query(nothing, z.array(certificateWarning)),
  warningsChanged: event(z.strictObject({})),
  selectPrivateCa: command(
    nothing,
    privateCaDraft.nullable(),
    [...setUpFailures, 'file-failed'],
    administrators,
  ),
  /**
   * Trusts a private CA if the fingerprint entered, as received from the bank, matches the draft.
   */
  trustPrivateCa: command(
    z.object({ draftId: z.string(), sha256: z.string().max(200) }),
    openProfile,
    [
      ...setUpFailures,
      'draft-gone',
      'fingerprint-differs',
      'certificate-refused',
      'second-person-needed',
    ],
    administrators,
  ),
  removePrivateCa: command(nothing, openProfile, setUpFailures, administrators),
} as const
