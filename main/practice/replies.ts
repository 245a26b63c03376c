import type { BreachRule } from './breach-book.ts'

/** The answer to a call, before a scenario changes it. */
export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** An object is written as JSON, a string unchanged. */
  readonly body: object | string
  /** Called when the whole answer was sent. */
  readonly handedOver?: () => void
}

/** Returns a 200 with this body. */
export const success = (body: object): Reply => ({ status: 200, body })

/** The `ServiceError` of the common error envelope: an object, or ConnectError's bare text. */
export type ServiceError = object | string

const messages: Readonly<Record<number, string>> = {
  400: 'Invalid request or missing mandatory data',
  401: 'Request unauthorized; valid credentials needed',
  403: 'Access forbidden',
  404: 'Resource not found',
  405: 'Method not allowed',
  415: 'Media type not allowed',
  429: 'Request threshold reached; resubmit later',
  500: 'Runtime or backend error',
  502: 'Connectivity error with a downstream service',
  503: 'Service unavailable (no active targets)',
  504: 'Gateway timeout',
}

/** A refusal; the gateway wraps it in the common envelope (bank document 1, Errors). */
export class Refusal {
  readonly status: number
  readonly serviceError: ServiceError | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    serviceError?: ServiceError,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.status = status
    this.serviceError = serviceError
    this.headers = headers
  }
}

const twoParts = /^([\d+-]+)T([\d:]+)(?:\.\d+)?Z$/

/**
 * Returns the instant as the envelope writes it: YYYY-MM-DD, a space, HH:MM:SS, without a zone
 * (bank note 16).
 */
export const transactionTime = (now: Date): string => now.toISOString().replace(twoParts, '$1 $2')

/**
 * Returns the instant as the health check writes it: YYYY-MM-DDTHH:MM:SS, without a zone (bank note
 * 10).
 */
export const plainTimestamp = (now: Date): string => now.toISOString().replace(twoParts, '$1T$2')

/** Returns the refusal in the common envelope, with its tracing ids. */
export function enveloped(
  refusal: Refusal,
  ids: { readonly correlationId: string; readonly transactionId: string; readonly now: Date },
): Reply {
  return {
    status: refusal.status,
    headers: refusal.headers,
    body: {
      ErrorMessage: messages[refusal.status] ?? 'Refused',
      TransactionId: ids.transactionId,
      'X-CorrelationId': ids.correlationId,
      TransactionTime: transactionTime(ids.now),
      ...(refusal.serviceError !== undefined && { ServiceError: refusal.serviceError }),
    },
  }
}

/** A breach of the document by a call; the breach book adds time and operation. */
export interface Finding {
  readonly rule: BreachRule
  readonly detail: string
}
