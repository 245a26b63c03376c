/** The verbs of the noun `payments`: what the bank says of a payment, and whom RTP reaches. Nothing here moves money. */
import { ownAccount } from '../profiles/profile-details.ts'
import { page } from '../../kernel/paging.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../verbs.ts'
import { z } from '../../kernel/zod.ts'
import * as payment from './inquiry.ts'

const mayAsk = [
  'rate-paused',
  'bank-not-running',
  'profile-incomplete',
  'profile-retired',
  'product-not-agreed',
] as const

const ofLookUp = z.object({ id: z.string() })

/** The verbs of payment status: looking one up, and the RTP participants. */
export const payments = {
  /** The accounts that a payment can have been sent from. */
  listAccounts: query(nothing, z.array(ownAccount)),
  lookUp: command(
    payment.paymentLookUpQuestion,
    payment.paymentLookUp,
    ['not-found', ...mayAsk],
    anyOperator,
  ),
  /** Asks once more for what was asked: the numbers are those that were sent, whatever the profile says now. */
  lookUpAgain: command(ofLookUp, payment.paymentLookUp, ['not-found', ...mayAsk], anyOperator),
  listLookUps: query(payment.lookUpsRequest, page(payment.paymentLookUpLine)),
  getLookUp: query(ofLookUp, payment.paymentLookUp),
  /** With accounts and parties in full: an audited act. */
  revealLookUp: command(ofLookUp, payment.paymentLookUp, ['not-found'], anyOperator),
  getParticipants: query(nothing, payment.participantsState),
  listParticipants: query(payment.participantsRequest, page(payment.participant)),
  /** Reads the list page by page; it takes the place of the one before when it is complete. */
  downloadParticipants: command(nothing, payment.participantsState, mayAsk, anyOperator),
  stopDownload: command(nothing, payment.participantsState, [], anyOperator),
  participantsChanged: event(payment.participantsState),
} as const
