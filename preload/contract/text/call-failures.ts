/** The only texts about calls that ended without an answer. */
import type { AnswerAim, AnswerText } from '../bank/answers/answer-aim.ts'
import type { CallFailure } from '../bank/answers/call-failure.ts'

interface FailureText {
  readonly title: string
  readonly reason: string
  /** Corrective action; empty if only waiting helps. */
  readonly fix: string
  /** When the call may be sent again, as the end of a sentence. */
  readonly when: string
  readonly source?: string
}

const errors = 'Platform Specification, Errors'
const limits = 'Platform Specification, Limits'
const token = 'Platform Specification, Token'
const connected = 'when the connection is back'
const resolved = 'once that is fixed'

const texts: Readonly<Record<CallFailure, FailureText>> = {
  'rate-paused': {
    title: 'The bank asked for a pause',
    reason: 'The bank answered 429.',
    fix: '',
    when: 'when the countdown in the status bar ends',
    source: limits,
  },
  'address-not-found': {
    title: 'Address not found',
    reason: 'The bank\u2019s host name has no address here.',
    fix: 'Check the network and the base URL.',
    when: resolved,
  },
  'connection-refused': {
    title: 'Connection refused',
    reason: 'No server answers at the bank\u2019s address.',
    fix: '',
    when: connected,
  },
  'connection-lost': {
    title: 'Connection lost',
    reason: 'The connection ended before an answer came. A refused certificate looks the same.',
    fix: '',
    when: connected,
  },
  'server-certificate-not-trusted': {
    title: 'The bank\u2019s certificate is not trusted',
    reason: 'This profile does not trust the issuer of the bank\u2019s certificate.',
    fix: 'Do not continue. Check the profile\u2019s CA with the bank.',
    when: resolved,
  },
  'server-name-mismatch': {
    title: 'The bank\u2019s certificate names another host',
    reason: 'The certificate does not contain the requested host name.',
    fix: 'Do not continue. Check the base URL with the bank.',
    when: resolved,
  },
  'client-certificate-refused': {
    title: 'The bank refused this workstation\u2019s certificate',
    reason: 'The bank ended the TLS handshake.',
    fix: 'Check the certificate of this profile with the bank.',
    when: resolved,
  },
  'proxy-unreachable': {
    title: 'Proxy not reached',
    reason: 'Nothing accepts connections at the proxy\u2019s host and port.',
    fix: 'Check the proxy under Connection, Addresses.',
    when: connected,
  },
  'proxy-no-answer': {
    title: 'No answer from the proxy',
    reason: 'The proxy gave no complete answer.',
    fix: 'Check that host and port belong to an HTTP proxy.',
    when: connected,
  },
  'proxy-answer-unusable': {
    title: 'The proxy\u2019s answer cannot be used',
    reason: 'The answer is not that of an HTTP proxy.',
    fix: 'Check that host and port belong to an HTTP proxy.',
    when: resolved,
  },
  'proxy-sign-in-refused': {
    title: 'The proxy asks for user name and password',
    reason: 'The proxy answered 407: they are missing or wrong.',
    fix: 'Store them under Connection, Addresses.',
    when: resolved,
  },
  'proxy-sign-in-unsupported': {
    title: 'The proxy asks for another sign-in',
    reason: 'The proxy answered 407 without Basic, such as for NTLM or Kerberos.',
    fix: 'Ask the network team for Basic or for access without sign-in.',
    when: resolved,
  },
  'proxy-refused': {
    title: 'The proxy refused the connection',
    reason: 'The proxy does not permit connections to the bank\u2019s host and port.',
    fix: 'Ask the network team to permit the bank\u2019s host and port.',
    when: resolved,
  },
  'proxy-no-way': {
    title: 'The proxy does not reach the bank',
    reason: 'The proxy answered that it has no connection to the bank.',
    fix: '',
    when: connected,
  },
  'proxy-opens-tls': {
    title: 'The proxy opens TLS',
    reason: 'A certificate from an issuer that this profile does not trust answered.',
    fix: 'Ask for an exception for the bank\u2019s host, or check the profile\u2019s CA.',
    when: resolved,
  },
  'timed-out': {
    title: 'No answer in time',
    reason: 'The bank usually answers within five seconds; the wait was far longer.',
    fix: '',
    when: 'later',
    source: limits,
  },
  'credentials-refused': {
    title: 'The bank does not accept the credentials',
    reason: 'The bank answered 401 to the token call. Without a token it answers no other call.',
    fix: 'Enter the keys and secrets of this profile again, or check them with the bank.',
    when: resolved,
    source: token,
  },
  'token-refused': {
    title: 'The bank gave no access token',
    reason: 'Without a token the bank answers no other call.',
    fix: 'Check the API keys of this profile with the bank.',
    when: resolved,
    source: token,
  },
  'answer-too-large': {
    title: 'The answer was too large',
    reason: 'The answer was longer than any documented one.',
    fix: 'The answer was cut off. Inform the bank.',
    when: resolved,
  },
  cancelled: {
    title: 'Canceled',
    reason: 'The call was canceled before it was sent.',
    fix: '',
    when: 'at any time',
  },
  'not-recorded': {
    title: 'The answer was not saved',
    reason: 'The bank answered, but there is no record of the call.',
    fix: '',
    when: 'at any time',
  },
  unexpected: {
    title: 'Ended unexpectedly',
    reason: 'Details are in the record of the call.',
    fix: '',
    when: 'after reading the record of the call',
  },
}

/**
 * Returns the title for a call that may have moved money, with the unknown outcome first (Promise
 * P10).
 */
export function outcomeUnknown(title: string): string {
  const isCapitalized = /^[A-Z]([a-z]|\s)/.test(title)
  return `Outcome unknown: ${isCapitalized ? title.charAt(0).toLowerCase() + title.slice(1) : title}`
}

const sentences = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(' ')

/** Returns the texts about a missing answer, for a call that only reads. */
export function callFailureText(reason: CallFailure): AnswerText {
  const { title, reason: why, fix, when, source = null } = texts[reason]
  return { title, reason: why, next: sentences(fix, `Query again ${when}.`), source }
}

/** Returns the texts about a request that was never sent. */
export function notSentText(reason: CallFailure, aim: AnswerAim): AnswerText {
  const { title, reason: why, fix, when, source = null } = texts[reason]
  const again = aim === 'reads' ? `Query again ${when}.` : `It may be sent ${when}.`
  return {
    title,
    reason: sentences(why, 'Nothing left this workstation.'),
    next: sentences(fix, again),
    source,
  }
}

/**
 * Returns the texts about a call that may have reached the bank and got no answer (bank note 17).
 */
export function noAnswerText(reason: CallFailure, aim: AnswerAim): AnswerText {
  const { title, reason: before, fix, when, source = null } = texts[reason]
  const why = reason === 'cancelled' ? 'The call was canceled while in progress.' : before
  if (aim === 'reads') {
    return {
      title,
      reason: sentences(
        why,
        reason === 'not-recorded'
          ? 'The request moves no money.'
          : 'The request may have reached the bank; it moves no money.',
      ),
      next: sentences(fix, `It is safe to query again ${when}.`),
      source,
    }
  }
  return {
    title: outcomeUnknown(title),
    reason: sentences(why, 'The request may have reached the bank, and the money may move.'),
    next: sentences(fix, 'Do not resend it. Check its status by its reference.'),
    source: source ?? errors,
  }
}

/** Returns the title of a failure. */
export const callFailureTitle = (reason: CallFailure): string => texts[reason].title
