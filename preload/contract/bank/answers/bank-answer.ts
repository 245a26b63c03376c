/**
 * What became of one call to the bank, whatever its API: one closed union, so that a screen can show
 * every way in which a call can end. Rules: `1-platform.md`, Errors; traps 13-23.
 */
import { z } from '../../kernel/zod.ts'
import { bankMessage, type BankMessage } from './bank-message.ts'
import { callFailures, type CallFailure } from './call-failure.ts'
import { otherField, type OtherField } from './shape.ts'

/** What the bank declined or could not do. Each has its words in `bank-problem-words.ts`. */
export const bankProblems = [
  /** 400: invalid, or something mandatory is missing. */
  'request-invalid',
  /**
   * 401: the token is not accepted, a renewed one included (trap 7). Credentials that the token call
   * refuses end a call as `not-sent` for `credentials-refused`, since without a token it never leaves.
   */
  'not-authenticated',
  /** 401 with SVC-0006: authenticated, but not authorized for this service (trap 7). */
  'service-not-authorized',
  /** 403: forbidden, perhaps for the address that calls (trap 8). */
  'forbidden',
  /** 404: no such resource; for a look-up no proof of absence (trap 67). */
  'not-found',
  'method-not-allowed',
  'media-type-not-allowed',
  /** 429: silence is asked for (trap 19). */
  'threshold-reached',
  /** 500. */
  'backend-failed',
  /** 500 with SVC-9999, such as a backend that could not authenticate (trap 7). */
  'backend-unknown-error',
  /** 502: a downstream service could not be reached. */
  'downstream-unreachable',
  /** 503: no active targets. */
  'service-unavailable',
  /** 504: nothing came back from behind the gateway in time. */
  'gateway-timed-out',
  /** 2xx whose body says failure, or holds an error envelope alone (traps 22, 23 and 71). */
  'failed-in-success',
  /** A status that the document does not list. */
  'status-not-listed',
] as const
export const bankProblem = z.enum(bankProblems)
export type BankProblem = z.infer<typeof bankProblem>

/** What traces a call with the bank's desk; null where the answer did not carry it. */
export const answerTrace = z.object({
  status: z.number().int(),
  /** The payment's own id before the envelope's (trap 18). */
  transactionId: z.string().nullable(),
  /** Whether that id is a payment's own: then a refusal may have created something all the same (trap 18). */
  namesPayment: z.boolean(),
  /** From the header, else from the body; in whatever form it came (trap 13). */
  correlationId: z.string().nullable(),
  /** As it came: neither separator nor zone is given (trap 16). */
  transactionTime: z.string().nullable(),
})
export type AnswerTrace = z.infer<typeof answerTrace>

/** Why a body is no answer of the document. It is kept and shown raw. */
export const unreadableKinds = [
  'empty',
  'html',
  'not-text',
  'not-json',
  'too-deep',
  /** One object names a member more than once, so that what it says is not certain. */
  'names-repeated',
  'not-listed',
  /** JSON of a call whose answer is not shown, which does not say clearly what it found (trap 65). */
  'not-decided',
] as const
export type UnreadableKind = (typeof unreadableKinds)[number]

/** What the body holds beside its reading and the envelope, by its path in the body (P6). */
const beside = z.array(otherField)

/** The schema of an answer whose success reads as `reading`. */
export const bankAnswer = <R extends z.ZodType>(reading: R) =>
  z.discriminatedUnion('kind', [
    /** A success. 299 carries warnings and is a success (trap 20). */
    z.object({
      kind: z.literal('answered'),
      reading,
      /** What a 299 or a success says beside its data. */
      warnings: z.array(bankMessage),
      beside,
      trace: answerTrace,
    }),
    /** A 400 that says that nothing matches, which is no failure (trap 21). */
    z.object({
      kind: z.literal('nothing-found'),
      reading: reading.nullable(),
      messages: z.array(bankMessage),
      beside,
      trace: answerTrace,
    }),
    /** The bank declined or failed. `reading` is there where the body holds documented fields all the same. */
    z.object({
      kind: z.literal('refused'),
      problem: bankProblem,
      messages: z.array(bankMessage),
      /** What the envelope tells of the connection behind the gateway (trap 15). */
      connectError: z.string().nullable(),
      /** Why its body could not be read; null where it was. */
      unreadable: z.enum(unreadableKinds).nullable(),
      reading: reading.nullable(),
      beside,
      trace: answerTrace,
    }),
    /** A success by its status whose body is no answer of the document. */
    z.object({
      kind: z.literal('not-understood'),
      why: z.enum(unreadableKinds),
      beside,
      trace: answerTrace,
    }),
    /** Nothing came back, although the request may have reached the bank. */
    z.object({ kind: z.literal('no-answer'), reason: z.enum(callFailures) }),
    /** The request never left. */
    z.object({ kind: z.literal('not-sent'), reason: z.enum(callFailures) }),
  ])

/** What became of one call whose success reads as `R`. */
export type BankAnswer<R> =
  | {
      readonly kind: 'answered'
      readonly reading: R
      readonly warnings: readonly BankMessage[]
      readonly beside: readonly OtherField[]
      readonly trace: AnswerTrace
    }
  | {
      readonly kind: 'nothing-found'
      readonly reading: R | null
      readonly messages: readonly BankMessage[]
      readonly beside: readonly OtherField[]
      readonly trace: AnswerTrace
    }
  | {
      readonly kind: 'refused'
      readonly problem: BankProblem
      readonly messages: readonly BankMessage[]
      readonly connectError: string | null
      readonly unreadable: UnreadableKind | null
      readonly reading: R | null
      readonly beside: readonly OtherField[]
      readonly trace: AnswerTrace
    }
  | {
      readonly kind: 'not-understood'
      readonly why: UnreadableKind
      readonly beside: readonly OtherField[]
      readonly trace: AnswerTrace
    }
  | { readonly kind: 'no-answer'; readonly reason: CallFailure }
  | { readonly kind: 'not-sent'; readonly reason: CallFailure }
