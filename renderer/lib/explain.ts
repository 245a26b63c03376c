/** Turns every failure of the contract into words: what it is, why, and what to do next. */
import type { CallFailure } from '../../preload/contract/account-validation.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import { localTime } from './times.ts'

/** What a person is told. */
export interface Explanation {
  readonly title: string
  readonly reason: string
  readonly next: string
}

/** A union that has grown does not compile here. */
export function assertNever(value: never): never {
  throw new Error(`not foreseen: ${JSON.stringify(value)}`)
}

const storeReasons: Readonly<Record<string, string>> = {
  'store-newer': 'It was written by a newer version of Countersign.',
  'store-foreign': 'The file in its place is not a store of Countersign.',
  'store-wrong-key': 'Its key does not open it.',
  'store-damaged': 'It is damaged.',
  'store-in-use': 'Another Countersign has it open.',
  'store-not-durable': 'This disk or build does not keep what was written.',
  'store-unreadable': 'The file cannot be read.',
  'migration-failed': 'It could not be brought up to this version.',
}

/** Why the store was refused, in a sentence. */
export const explainStore = (reason: string): string => storeReasons[reason] ?? `Reason: ${reason}.`

/** Explains a failure that a verb answered. */
export function explain(failure: Failure): Explanation {
  switch (failure.code) {
    case 'untrusted-sender':
      return {
        title: 'Refused',
        reason: 'The request did not come from this program\u2019s own window.',
        next: 'Restart Countersign. If it happens again, tell your administrator.',
      }
    case 'invalid-input':
      return {
        title: 'Not accepted',
        reason: failure.fields.map((field) => field.message).join(' \u00b7 '),
        next: 'Correct the marked fields. Nothing was sent.',
      }
    case 'not-permitted':
      return {
        title: 'Not permitted',
        reason: `This needs the role of ${failure.needs.join(' or ')}.`,
        next: 'Ask an operator who has it.',
      }
    case 'internal':
      return {
        title: 'Stopped by a fault in the program',
        reason: `The detail is in the log under ${failure.reference}.`,
        next: 'Nothing more was done. Pass the reference on to support.',
      }
    case 'store-opening':
      return {
        title: 'The store is still opening',
        reason: 'Nothing can be read or written yet.',
        next: 'Wait a moment and try again.',
      }
    case 'store-refused':
      return {
        title: 'The store was left closed',
        reason: explainStore(failure.reason),
        next: 'It was not changed. Tell your administrator.',
      }
    case 'rate-paused':
      return {
        title: 'The bank asked for silence',
        reason: `It answered 429: too many requests. No call is made before ${localTime(failure.until)}.`,
        next: 'Nothing was sent. The status bar counts down; ask again after that.',
      }
    case 'bank-not-running':
      return {
        title: 'The practice bank is not running',
        reason: 'There is nothing to ask yet.',
        next: 'Wait until it is there, or restart Countersign. Nothing was sent.',
      }
    case 'version-not-configured':
      return {
        title: `No path for ${failure.version}`,
        reason: 'The document does not show the path of this version, so it must be configured.',
        next: 'Enter the path that the bank gave you in Settings, or ask with v1.',
      }
    case 'not-found':
      return {
        title: 'Not found',
        reason: 'The record is not in this store.',
        next: 'Go back to the list.',
      }
    default:
      return assertNever(failure)
  }
}

/** Why a call ended without an answer, in words. */
export function explainCall(reason: CallFailure): Explanation {
  const tryAgain = 'Ask again when the connection is back.'
  switch (reason) {
    case 'rate-paused':
      return {
        title: 'The bank asked for silence',
        reason: 'It answered 429.',
        next: 'Ask again when the countdown in the status bar ends.',
      }
    case 'address-not-found':
      return {
        title: 'Address not found',
        reason: 'The bank\u2019s host name has no address here.',
        next: 'Check the network and the base URL.',
      }
    case 'connection-refused':
      return {
        title: 'Connection refused',
        reason: 'Nothing listens at the bank\u2019s address.',
        next: tryAgain,
      }
    case 'connection-lost':
      return {
        title: 'Connection lost',
        reason: 'It ended before an answer came. A refused certificate looks the same.',
        next: tryAgain,
      }
    case 'server-certificate-not-trusted':
      return {
        title: 'The bank\u2019s certificate is not trusted',
        reason: 'Its chain leads to no root that this profile trusts.',
        next: 'Do not go on. Check the profile\u2019s CA with the bank.',
      }
    case 'server-name-mismatch':
      return {
        title: 'The bank\u2019s certificate names another host',
        reason: 'The name asked for is not in it.',
        next: 'Do not go on. Check the base URL with the bank.',
      }
    case 'client-certificate-refused':
      return {
        title: 'The bank refused this workstation\u2019s certificate',
        reason: 'The handshake ended with an alert.',
        next: 'Check the certificate of this profile with the bank.',
      }
    case 'timed-out':
      return {
        title: 'No answer in time',
        reason: 'The bank usually answers within five seconds; the wait was far longer.',
        next: 'Ask again later.',
      }
    case 'token-refused':
      return {
        title: 'The bank gave no access token',
        reason: 'Without one it answers nothing else.',
        next: 'Check the API keys of this profile with the bank.',
      }
    case 'answer-too-large':
      return {
        title: 'The answer was too large',
        reason: 'More came than any answer of the document can hold.',
        next: 'Tell the bank; the call was cut.',
      }
    case 'cancelled':
      return {
        title: 'Cancelled',
        reason: 'It was taken back before it was sent.',
        next: 'Ask again when you want to.',
      }
    case 'unexpected':
      return {
        title: 'Ended unexpectedly',
        reason: 'The detail is in the record of the call.',
        next: tryAgain,
      }
    default:
      return assertNever(reason)
  }
}
