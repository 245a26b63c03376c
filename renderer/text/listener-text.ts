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
  type TeamListener,
} from '../../preload/contract/api/alerts/listener.ts'
import type { QuarantineReason } from '../../preload/contract/api/alerts/alert.ts'
import type { Tone } from '../ui/tone.ts'
import { localTime } from './times.ts'

/** A state, its meaning and the next step. */
export interface ListenerNotice {
  readonly tone: Tone
  readonly label: string
  readonly text: string
  readonly next: string
}

const absences: Readonly<Record<ListenerAbsence, Omit<ListenerNotice, 'label'>>> = {
  'not-enabled': {
    tone: 'neutral',
    text: 'The listener is switched off for this profile. No alerts are received.',
    next: 'To run it, tick Run the listener under Connection, Addresses. Everything else works without it.',
  },
  'no-address': {
    tone: 'neutral',
    text: 'No listening address and port are set.',
    next: 'Enter both under Connection, Addresses. Everything else works without it.',
  },
  'no-certificate': {
    tone: 'warning',
    text: 'The listener has no certificate.',
    next: 'Create one, or import one from a certificate authority.',
  },
  'no-credentials': {
    tone: 'warning',
    text: 'The listener has no user name and password for the bank.',
    next: 'Create them under Details for the bank.',
  },
  retired: {
    tone: 'neutral',
    text: 'The profile is retired. No alerts are received.',
    next: 'Reinstate it on the Connection screen to run it again.',
  },
  'not-started': {
    tone: 'neutral',
    text: 'The listener has not been started.',
    next: 'The listener starts with the profile. If it does not, restart Countersign and check the log.',
  },
}

const problems: Readonly<Record<ListenerProblem, Pick<ListenerNotice, 'text' | 'next'>>> = {
  'port-in-use': {
    text: 'The port is in use by another program or profile.',
    next: 'End the other program, or choose another port under Connection, Addresses.',
  },
  'port-not-allowed': {
    text: 'The operating system does not allow this port.',
    next: 'Choose port 1024 or higher under Connection, Addresses. The public address keeps its own port.',
  },
  'address-not-here': {
    text: 'The listening address is not on this computer.',
    next: 'Enter an address of this computer under Connection, Addresses. Use 127.0.0.1 if the proxy runs here.',
  },
  'certificate-refused': {
    text: 'TLS does not start with this certificate and key.',
    next: 'Create a new certificate, or import another.',
  },
  other: {
    text: 'The operating system refused it.',
    next: 'See its message below. Pass it to your system administrator.',
  },
}

export function listenerNoticeOf(running: ListenerRunning): ListenerNotice {
  switch (running.state) {
    case 'off':
      return { label: 'Off', ...absences[running.why] }
    case 'standby':
      return {
        tone: 'neutral',
        label: 'Standby',
        text: 'Another workstation of the team can listen.',
        next: '',
      }
    case 'starting':
      return { tone: 'info', label: 'Starting', text: 'The listener is starting.', next: '' }
    case 'listening':
      return {
        tone: 'good',
        label: 'Listening',
        text: 'Deliveries are stored before they are acknowledged.',
        next: '',
      }
    case 'failed':
      return { tone: 'bad', label: 'Could not start', ...problems[running.problem] }
  }
}

/** Who listens for the team, and the next step. */
export function teamListenerNotice(team: TeamListener): ListenerNotice {
  switch (team.state) {
    case 'this':
      return {
        tone: 'good',
        label: 'Listening',
        text: `This workstation listens at ${team.address}.`,
        next: '',
      }
    case 'other':
      return {
        tone: 'good',
        label: `On ${team.name}`,
        text: `${team.name} listens at ${team.address}.`,
        next: 'If it stops, another workstation takes over.',
      }
    case 'nobody':
      return {
        tone: 'bad',
        label: 'Nobody listens',
        text:
          team.since === null
            ? 'No workstation of the team listens yet.'
            : `No workstation of the team has listened since ${localTime(team.since)}.`,
        next: 'A workstation that can listen takes over within seconds. If none does, open this screen on each.',
      }
    case 'unknown':
      return {
        tone: 'warning',
        label: 'Unknown',
        text: 'The database of the team does not answer. Which workstation listens is unknown.',
        next: '',
      }
  }
}

/** The state of the listener: of the team where this workstation waits to take over. */
export const stateNoticeOf = ({
  running,
  team,
}: Pick<ListenerState, 'running' | 'team'>): ListenerNotice =>
  running.state === 'standby' && team ? teamListenerNotice(team) : listenerNoticeOf(running)

/** The alarm that deliveries cannot be stored: the problem and the next step. */
export function notStoringNotice({
  detail,
  needsRestart,
}: NonNullable<ListenerState['notStoring']>): ListenerNotice & { readonly detail: string } {
  const text =
    'Deliveries are not acknowledged. Each is answered 503, and the bank resends it for up to 24 hours.'
  return {
    tone: 'bad',
    label: 'Not storing',
    text,
    next: needsRestart
      ? 'The store stopped: restart Countersign. Nothing is stored until then.'
      : 'Free disk space. Storing resumes without a restart.',
    detail,
  }
}

/** The short reason why a delivery is in quarantine. */
export const quarantineLabels: Readonly<Record<QuarantineReason, string>> = {
  'not-json': 'not JSON',
  compressed: 'compressed, not read',
  'too-deep': 'nested too deep',
  'no-alerts': 'no alerts in it',
  'too-many': 'too many alerts',
  unread: 'not read yet',
}

/** The content of a delivery: `3 alerts`, or `quarantined: not JSON`. */
export const broughtBy = ({
  alerts,
  quarantineReason,
}: Pick<LastDelivery, 'alerts' | 'quarantineReason'>): string =>
  quarantineReason === null
    ? `${alerts.toLocaleString('en-US')} ${alerts === 1 ? 'alert' : 'alerts'}`
    : `quarantined: ${quarantineLabels[quarantineReason]}`

/** The result of a call from this computer to the public address. */
export const reachNotices: Readonly<Record<ReachFinding, ListenerNotice>> = {
  reachable: {
    tone: 'good',
    label: 'Leads here',
    text: 'The public address leads to this listener, with a certificate that this computer trusts.',
    next: 'Ask the bank for a test alert: only a call from the bank proves that it reaches this listener.',
  },
  'own-certificate': {
    tone: 'warning',
    label: 'Leads here, not trusted',
    text: 'The public address presents a certificate created by this workstation. The bank may not trust it.',
    next: 'Use a certificate from a public authority on the proxy or for this listener.',
  },
  'not-found': {
    tone: 'bad',
    label: 'No such host',
    text: 'The host name of the public address was not found.',
    next: 'Check its spelling under Connection, and its DNS entry.',
  },
  refused: {
    tone: 'bad',
    label: 'Refused',
    text: 'The host refused the connection on that port.',
    next: 'Check that the proxy or relay is running, and its port.',
  },
  timeout: {
    tone: 'bad',
    label: 'No answer',
    text: 'Nothing answered in time. Some networks block calls to their own public address. The bank may still reach it.',
    next: 'Check firewall and proxy, and try the address from outside this network.',
  },
  tls: {
    tone: 'bad',
    label: 'TLS failed',
    text: 'The certificate or TLS version was not accepted.',
    next: 'Check the proxy certificate: host name, dates and chain.',
  },
  'other-answer': {
    tone: 'bad',
    label: 'Something else answers',
    text: 'The public address leads to another server.',
    next: 'Check where the proxy leads, path included.',
  },
  other: {
    tone: 'unknown',
    label: 'Unknown',
    text: 'The response is unknown.',
    next: 'See the message below.',
  },
}

/** The result of the call; a listener of the team may be on another workstation. */
export function reachNoticeOf(
  finding: ReachFinding,
  { team, reach }: Pick<ListenerState, 'team' | 'reach'>,
): ListenerNotice {
  const notice = reachNotices[finding]
  if (team?.state !== 'other' || reach.answeredBy === null) return notice
  const isTrusted = finding === 'reachable'
  return {
    ...notice,
    label: `Leads to ${reach.answeredBy}${isTrusted ? '' : ', not trusted'}`,
    text: `${reach.answeredBy} answers, ${
      isTrusted
        ? 'with a certificate that this computer trusts.'
        : 'with a certificate created by a workstation. The bank may not trust it.'
    }`,
  }
}

/** A rejected request, and its consequence. */
export interface RefusalTexts {
  readonly label: string
  readonly text: string
  /** Whether the bank sends an alert among them again. */
  readonly isSentAgain: boolean
}

/**
 * The message for each kind of rejection. The bank retries after 5xx only (bank document 1, Events;
 * bank note 95).
 */
export const refusalTexts: Readonly<Record<RefusalKind, RefusalTexts>> = {
  credentials: {
    label: 'Wrong user name or password',
    text: 'Answered 401. The bank does not send these alerts again. ACH events and payments sent from here are swept automatically; see Coverage. For incoming wires and RTP payments, check the bank portal. Compare the user name and password given to the bank.',
    isSentAgain: false,
  },
  address: {
    label: 'Address not permitted',
    text: 'Answered 403 before the password check. If it was the bank, it does not send them again. Compare the permitted addresses.',
    isSentAgain: false,
  },
  'too-large': {
    label: 'Larger than 4 MB',
    text: 'Answered 413. Compressed deliveries go to quarantine; others are not stored. If it was the bank, it does not send them again. Ask it for at most 100 alerts per call, and check Coverage for gaps.',
    isSentAgain: false,
  },
  'not-post': {
    label: 'Not an alert delivery',
    text: 'Wrong method or path, as from a browser or scanner. It contained no alerts.',
    isSentAgain: false,
  },
  unreadable: {
    label: 'Not complete or not readable',
    text: 'Answered 503, so the bank resends them for up to 24 hours. The request broke off, took too long, or its headers were over 8 kB or damaged. Check what a proxy adds to requests, and check Coverage for gaps.',
    isSentAgain: true,
  },
  busy: {
    label: 'Too many at once',
    text: 'Most were answered 503, and the bank resends them. Connections that were cut off may not be resent. Enter permitted addresses, or limit callers at the proxy.',
    isSentAgain: true,
  },
  'not-stored': {
    label: 'Not stored',
    text: 'Answered 503. The bank resends them on its schedule for up to 24 hours.',
    isSentAgain: true,
  },
}
