/** Why a call to the bank ended without an answer, in words. */
import type { CallFailure } from '../../preload/contract/account-validation.ts'
import { assertNever, type Explanation } from './explanation.ts'

/** Explains the end of a call that brought no answer. */
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
