/**
 * Channels of `paymentInquiry`: status of a payment at the bank, and RTP participants. Nothing here moves
 * money.
 */
import { ownAccount } from '../profiles/profile-details.ts'
import { page } from '../../kernel/paging.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'
import * as payment from './inquiry.ts'

const callFailures = [
  'rate-paused',
  'bank-not-running',
  'profile-incomplete',
  'profile-retired',
  'product-not-agreed',
] as const

const byInquiryId = z.object({ id: z.string() })

/** Payment status and the RTP participants. */
export const paymentInquiry = {
  /** Accounts from which a payment may have been sent. */
  listAccounts: query(nothing, z.array(ownAccount)),
  inquire: command(
    payment.paymentInquiryRequest,
    payment.paymentStatusInquiry,
    ['not-found', ...callFailures],
    anyOperator,
  ),
  /** Repeats an inquiry with the numbers that were sent, even if the profile has changed since. */
  inquireAgain: command(
    byInquiryId,
    payment.paymentStatusInquiry,
    ['not-found', ...callFailures],
    anyOperator,
  ),
  listStatusInquiries: query(
    payment.statusInquiriesRequest,
    page(payment.paymentStatusInquiryLine),
  ),
  getStatusInquiry: query(byInquiryId, payment.paymentStatusInquiry),
  /** Returns the inquiry with unmasked accounts and parties: an audited act. */
  revealStatusInquiry: command(
    byInquiryId,
    payment.paymentStatusInquiry,
    ['not-found'],
    anyOperator,
  ),
  getParticipants: query(nothing, payment.participantsState),
  listParticipants: query(payment.participantsRequest, page(payment.participant)),
  /** Reads the list page by page; the new list replaces the previous one when complete. */
  downloadParticipants: command(nothing, payment.participantsState, callFailures, anyOperator),
  stopDownload: command(nothing, payment.participantsState, [], anyOperator),
  participantsChanged: event(payment.participantsState),
} as const
