/**
 * The messages about a listener: its state, the check of its public address, and rejected requests.
 */
import {
  type ListenerAbsence,
  type LastDelivery,
  type ListenerProblem,
  type ListenerRunning,
  type ListenerState,
  type ReachFinding,
  type RefusalKind,
} from '../../preload/contract/api/alerts/listener.ts'
import type { QuarantineReason } from '../../preload/contract/api/alerts/alert.ts'
import type { Tone } from '../ui/tone.ts'

/** A state, its meaning and the next step. */
export interface Standing {
  readonly tone: Tone
  readonly word: string
  readonly text: string
  readonly next: string
}

const absences: Readonly<Record<ListenerAbsence, Omit<Standing, 'word'>>> = {
  'not-enabled': {
    tone: 'neutral',
    text: 'It is not to run for this profile, so no alert is taken here.',
    next: 'To run it, tick Run the listener under Connection, Addresses. Everything else works without it.',
  },
  'no-address': {
    tone: 'neutral',
    text: 'No address and port to listen on are entered.',
    next: 'Enter both under Connection, Addresses. Everything else works without it.',
  },
  'no-certificate': {
    tone: 'warning',
    text: 'It has no certificate to show to who delivers.',
    next: 'Make one, or take one that a certificate authority has issued.',
  },
  'no-credentials': {
    tone: 'warning',
    text: 'It has no user name and password by which the bank signs in.',
    next: 'Make them under What the bank needs.',
  },
  retired: {
    tone: 'neutral',
    text: 'The profile is retired: no alert is taken.',
    next: 'Reinstate it on the Connection screen to run it again.',
  },
  'not-started': {
    tone: 'neutral',
    text: 'It has not been started.',
    next: 'It starts with the profile. If it stays so, restart Countersign; the reason is in the log.',
  },
}

const problems: Readonly<Record<ListenerProblem, Pick<Standing, 'text' | 'next'>>> = {
  'port-in-use': {
    text: 'The port is in use by another program or profile.',
    next: 'End the other program, or choose another port under Connection, Addresses.',
  },
  'port-not-allowed': {
    text: 'The operating system does not let this program listen on the port.',
    next: 'Choose a port from 1024 on under Connection, Addresses. The public address keeps its own.',
  },
  'address-not-here': {
    text: 'The address to listen on is none of this computer.',
    next: 'Enter one that it has under Connection, Addresses: 127.0.0.1 where the proxy runs here too.',
  },
  'certificate-refused': {
    text: 'TLS does not start with this certificate and key.',
    next: 'Make a new certificate, or take another.',
  },
  other: {
    text: 'The operating system refused it.',
    next: 'Its words stand below. Pass them on to whoever looks after this computer.',
  },
}

export function standingOf(running: ListenerRunning): Standing {
  switch (running.state) {
    case 'off':
      return { word: 'Off', ...absences[running.why] }
    case 'starting':
      return { tone: 'info', word: 'Starting', text: 'It is about to listen.', next: '' }
    case 'listening':
      return {
        tone: 'good',
        word: 'Listening',
        text: 'What arrives is stored before it is acknowledged.',
        next: '',
      }
    case 'failed':
      return { tone: 'bad', word: 'Could not start', ...problems[running.problem] }
  }
}

/** The alarm that deliveries cannot be stored: the problem and the next step. */
export function notStoringStanding({
  detail,
  needsRestart,
}: NonNullable<ListenerState['notStoring']>): Standing & { readonly detail: string } {
  const text =
    'Nothing is acknowledged that is not stored: each delivery is answered 503, and the bank sends it again for 24 hours at most.'
  return {
    tone: 'bad',
    word: 'Not storing',
    text,
    next: needsRestart
      ? 'The store has ended: restart Countersign. Nothing is stored before.'
      : 'Free space on the disk. Storing begins again by itself, without a restart.',
    detail,
  }
}

/** Why a delivery is in quarantine, in a word. */
export const heldLabels: Readonly<Record<QuarantineReason, string>> = {
  'not-json': 'not JSON',
  compressed: 'compressed, not read',
  'too-deep': 'nested too deep',
  'no-alerts': 'no alerts in it',
  'too-many': 'too many alerts',
  unread: 'not read yet',
}

/** The content of a delivery: `3 alerts`, or `held: not JSON`. */
export const broughtBy = ({ alerts, held }: Pick<LastDelivery, 'alerts' | 'held'>): string =>
  held === null
    ? `${alerts.toLocaleString('en-US')} ${alerts === 1 ? 'alert' : 'alerts'}`
    : `held: ${heldLabels[held]}`

/** The result of a call from this computer to the public address. */
export const reachStandings: Readonly<Record<ReachFinding, Standing>> = {
  reachable: {
    tone: 'good',
    word: 'Leads here',
    text: 'The public address led to this listener, with a certificate that this computer trusts.',
    next: 'Ask the bank for a test alert: only its own call proves that it gets here.',
  },
  'own-certificate': {
    tone: 'warning',
    word: 'Leads here, not trusted',
    text: 'The public address led here and showed the certificate that this workstation made. A bank has no reason to trust it.',
    next: 'Put a certificate of a public authority in front, or take one for this listener.',
  },
  'not-found': {
    tone: 'bad',
    word: 'No such host',
    text: 'The name of the public address leads nowhere.',
    next: 'Check its spelling under Connection, and its entry in the DNS.',
  },
  refused: {
    tone: 'bad',
    word: 'Refused',
    text: 'The host is there and nothing takes connections on that port.',
    next: 'Check that the proxy or relay runs, and its port.',
  },
  timeout: {
    tone: 'bad',
    word: 'No answer',
    text: 'Nothing answered in time. Some networks do not let a computer call its own public address: the bank may get here all the same.',
    next: 'Check firewall and proxy, and try the address from outside this network.',
  },
  tls: {
    tone: 'bad',
    word: 'TLS failed',
    text: 'Something answers, and its certificate or TLS version was not accepted.',
    next: 'Check what the proxy shows: the host\u2019s name, its dates and its chain.',
  },
  'other-answer': {
    tone: 'bad',
    word: 'Something else answers',
    text: 'The public address answers, and it is not this listener.',
    next: 'Check where the proxy leads, path included.',
  },
  other: {
    tone: 'unknown',
    word: 'Not known',
    text: 'The call came to something that is not understood here.',
    next: 'Its words stand below.',
  },
}

/** A rejected request, and its consequence. */
export interface RefusalWords {
  readonly label: string
  readonly text: string
  /** Whether the bank sends an alert among them again. */
  readonly isSentAgain: boolean
}

/**
 * The message for each kind of rejection. The bank retries after 5xx only (bank document 1, Events;
 * bank note 95).
 */
export const refusalWords: Readonly<Record<RefusalKind, RefusalWords>> = {
  credentials: {
    label: 'Wrong user name or password',
    text: 'Answered 401. Alerts refused so are not sent again by the bank. What they told of ACH, and of payments sent from here, is asked for by itself, as Coverage shows; for incoming wires and RTP payments the documents show no inquiry: look in the bank\u2019s portal. Compare what the bank was given.',
    isSentAgain: false,
  },
  address: {
    label: 'Address not permitted',
    text: 'Answered 403 before the password was looked at. If it was the bank, it does not send them again: compare the permitted addresses.',
    isSentAgain: false,
  },
  'too-large': {
    label: 'Larger than 4 MB',
    text: 'Answered 413. A compressed one is held in quarantine, any other is not kept. If it was the bank, it does not send them again: ask it for at most 100 alerts a call, and look under Coverage for what is missing.',
    isSentAgain: false,
  },
  'not-post': {
    label: 'No delivery of alerts',
    text: 'Another method or path than POST /alerts, as from a browser or a scanner. No alert was in it.',
    isSentAgain: false,
  },
  busy: {
    label: 'Too many at once',
    text: 'Answered 503, which the bank sends again on its schedule; or cut before anything was asked, where a retry is not promised. One address that floods makes way for others: enter permitted addresses, or limit it in front.',
    isSentAgain: true,
  },
  'not-stored': {
    label: 'Could not be stored',
    text: 'Answered 503: the bank sends them again on its schedule, for 24 hours at most.',
    isSentAgain: true,
  },
}
