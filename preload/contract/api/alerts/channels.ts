/** Channels of `alerts` and `listener`. */
import { page } from '../../kernel/paging.ts'
import { writtenFile } from '../profiles/profile.ts'
import { administrators, anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query, setUpFailures } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'
import * as alert from './alert.ts'
import { listenerState } from './listener.ts'

/** Alerts from the bank. Every acknowledged alert is stored (Promise P2). */
export const alerts = {
  list: query(alert.alertListRequest, alert.alertPage),
  getSummary: query(nothing, alert.alertSummary),
  get: query(z.object({ id: z.string() }), alert.alertRecord),
  /**
   * Returns the alert with unmasked accounts: an audited act. The screen masks it again
   * automatically.
   */
  reveal: command(z.object({ id: z.string() }), alert.alertRecord, ['not-found'], anyOperator),
  /** Parses a stored alert again and returns its effect; changes nothing. */
  replay: query(z.object({ id: z.string() }), alert.alertReplay),
  /**
   * Acknowledges a conflict alarm: same id, other content. It ends for the alerts that were shown;
   * one that came since stays an alarm.
   */
  reviewConflict: command(alert.reviewedConflict, alert.alertRecord, ['not-found'], anyOperator),
  /** Writes the filtered list to a file that the operator chooses. */
  exportFile: command(alert.alertExportRequest, alert.writtenAlerts, ['file-failed'], anyOperator),
  /** Deliveries that could not be parsed. */
  listQuarantined: query(alert.quarantineListRequest, page(alert.quarantinedDelivery)),
  getQuarantined: query(z.object({ id: z.string() }), alert.quarantinedBody),
  /** Returns the delivery's body unmasked: an audited act. */
  revealQuarantined: command(
    z.object({ id: z.string() }),
    alert.quarantinedBody,
    ['not-found'],
    anyOperator,
  ),
  /** Parses quarantined deliveries again: all, or one. */
  readAgain: command(
    z.object({ id: z.string().nullable() }),
    alert.readAgainAnswer,
    ['not-found'],
    anyOperator,
  ),
  changed: event(alert.alertsChanged),
} as const

/**
 * The listener for the bank's alerts. Main creates its password, which never reaches the window.
 */
export const listener = {
  getState: query(nothing, listenerState),
  stateChanged: event(listenerState),
  /** Calls the public address and checks that this listener answers. */
  probe: command(nothing, listenerState, ['listener-off', 'no-public-address'], anyOperator),
  /**
   * Creates new credentials. The previous ones stay valid until `endPrevious`; no further ones can
   * be created before that.
   */
  createCredentials: command(
    nothing,
    listenerState,
    [...setUpFailures, 'keychain-problem', 'previous-not-ended'],
    administrators,
  ),
  endPrevious: command(
    nothing,
    listenerState,
    [...setUpFailures, 'keychain-problem', 'not-found'],
    administrators,
  ),
  /** Copies the password to the clipboard for one minute: an audited act. */
  copyPassword: command(nothing, nothing, ['not-found', 'clipboard-failed'], administrators),
  /** Writes a PDF for the bank, password included, to a chosen file: an audited act. */
  saveSheet: command(nothing, writtenFile, ['not-found', 'file-failed'], administrators),
  /** Creates a key and a self-signed certificate for the listener's host names. */
  createCertificate: command(
    nothing,
    listenerState,
    [...setUpFailures, 'keychain-problem'],
    administrators,
  ),
  /** Installs the certificate of a `certificates.select` draft for the listener. */
  takeCertificate: command(
    z.object({ draftId: z.string() }),
    listenerState,
    [...setUpFailures, 'draft-gone', 'certificate-refused', 'keychain-problem'],
    administrators,
  ),
  /** Writes the certificate without its key to a file, for the administrator of a reverse proxy. */
  saveCertificate: command(nothing, writtenFile, ['not-found', 'file-failed'], anyOperator),
} as const
