/**
 * Result of one call to the bank, for every API: one closed union, so a screen can show every
 * possible end of a call. Rules: bank document 1, Errors; bank notes 13-23.
 */
import { z } from '../../kernel/zod.ts'
import { bankMessage, type BankMessage } from './bank-message.ts'
import { callFailures, type CallFailure } from './call-failure.ts'
import { otherField, type OtherField } from './shape.ts'

/**
 * Reasons why the bank declined or failed. Texts are in `preload/contract/text/bank-problems.ts`.
 */
export const bankProblems = [
  /** 400: invalid, or a mandatory value is missing. */
  'request-invalid',
  /**
   * 401: the token was not accepted, even after renewal (bank note 7). Credentials refused by the
   * token call end a call as `not-sent` with `credentials-refused`, because a call without a token
   * never leaves.
   */
  'not-authenticated',
  /** 401 with SVC-0006: authenticated, but not authorized for this service (bank note 7). */
  'service-not-authorized',
  /** 403: forbidden, perhaps because of the client's IP address (bank note 8). */
  'forbidden',
  /** 404: no such resource; for a payment inquiry no proof of absence (bank note 67). */
  'not-found',
  'method-not-allowed',
  'media-type-not-allowed',
  /** 429: the bank requests a pause (bank note 19). */
  'threshold-reached',
  /** 500. */
  'backend-failed',
  /** 500 with SVC-9999, for example a backend that could not authenticate (bank note 7). */
  'backend-unknown-error',
  /** 502: a downstream service could not be reached. */
  'downstream-unreachable',
  /** 503: no active targets. */
  'service-unavailable',
  /** 504: no timely answer from behind the gateway. */
  'gateway-timed-out',
  /**
   * 2xx whose body reports a failure, or contains only an error envelope (bank notes 22, 23 and
   * 71).
   */
  'failed-in-success',
  /** A status that the document does not list. */
  'status-not-listed',
] as const
export const bankProblem = z.enum(bankProblems)
export type BankProblem = z.infer<typeof bankProblem>

/** Ids that the bank's support needs to trace a call; null if the answer had none. */
export const answerTrace = z.object({
  status: z.number().int(),
  /** The payment's own id, else the envelope's (bank note 18). */
  transactionId: z.string().nullable(),
  /**
   * True if that id is a payment's own: then even a rejected call may have created a payment (bank
   * note 18).
   */
  namesPayment: z.boolean(),
  /** From the header, else from the body, in any format (bank note 13). */
  correlationId: z.string().nullable(),
  /** Exact text: the document gives neither separator nor zone (bank note 16). */
  transactionTime: z.string().nullable(),
  /** The codings of a body that was not decoded. */
  coding: z.string().optional(),
})
export type AnswerTrace = z.infer<typeof answerTrace>

/** Reasons why a body is not a documented answer. The body is stored and shown as raw text. */
export const unreadableKinds = [
  'empty',
  'html',
  'not-text',
  /** Compressed or otherwise coded, and nothing here decodes it: `coding` of the trace names how. */
  'coded',
  'not-json',
  'too-deep',
  /** One object has the same member twice, so its meaning is not certain. */
  'names-repeated',
  'not-listed',
  /**
   * JSON of a call whose answer the document does not show, without a clear result (bank note 65).
   */
  'not-decided',
] as const
export type UnreadableKind = (typeof unreadableKinds)[number]

/** Other content of the body, by its path: neither its reading nor the envelope (Promise P6). */
const beside = z.array(otherField)

/** The kinds of answers, as lists store and sort them. */
export const answerKinds = [
  'answered',
  'nothing-found',
  'refused',
  'not-understood',
  'no-answer',
  'not-sent',
] as const satisfies readonly BankAnswer<unknown>['kind'][]

/** Returns the schema of an answer whose success parses as `reading`. */
export const bankAnswer = <R extends z.ZodType>(reading: R) =>
  z.discriminatedUnion('kind', [
    /** A success, including 299 with warnings (bank note 20). */
    z.object({
      kind: z.literal('answered'),
      reading,
      /** Messages of a 299, or beside the data of a success. */
      warnings: z.array(bankMessage),
      beside,
      trace: answerTrace,
    }),
    /** A 400 that reports no match, which is not a failure (bank note 21). */
    z.object({
      kind: z.literal('nothing-found'),
      reading: reading.nullable(),
      messages: z.array(bankMessage),
      beside,
      trace: answerTrace,
    }),
    /**
     * The bank declined or failed. `reading` is set if the body contains documented fields
     * nevertheless.
     */
    z.object({
      kind: z.literal('refused'),
      problem: bankProblem,
      messages: z.array(bankMessage),
      /** The envelope's information about the connection behind the gateway (bank note 15). */
      connectError: z.string().nullable(),
      /** Why the body could not be read; null if it was. */
      unreadable: z.enum(unreadableKinds).nullable(),
      reading: reading.nullable(),
      beside,
      trace: answerTrace,
    }),
    /** A status of success, but a body that is not a documented answer. */
    z.object({
      kind: z.literal('not-understood'),
      why: z.enum(unreadableKinds),
      beside,
      trace: answerTrace,
    }),
    /** No answer, although the request may have reached the bank. */
    z.object({ kind: z.literal('no-answer'), reason: z.enum(callFailures) }),
    /** The request was never sent. */
    z.object({ kind: z.literal('not-sent'), reason: z.enum(callFailures) }),
  ])

/** Result of a call whose success parses as `R`. */
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
