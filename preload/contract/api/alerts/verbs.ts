/** The verbs of the nouns `alerts` and `listener`. */
import { page } from '../../kernel/paging.ts'
import { writtenFile } from '../profiles/profile.ts'
import { administrators, anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query, setUpFailures } from '../verbs.ts'
import { z } from '../../kernel/zod.ts'
import * as alert from './alert.ts'
import { listenerState } from './listener.ts'

/** What the bank told on its own account. What was acknowledged is stored (P2). */
export const alerts = {
  list: query(alert.alertListRequest, alert.alertPage),
  getSummary: query(nothing, alert.alertSummary),
  get: query(z.object({ id: z.string() }), alert.alertRecord),
  /** The alert with its accounts in full: an audited act. The screen masks it again by itself. */
  reveal: command(z.object({ id: z.string() }), alert.alertRecord, ['not-found'], anyOperator),
  /** Reads a stored alert again and tells its effect; nothing is changed. */
  replay: query(z.object({ id: z.string() }), alert.alertReplay),
  /** Takes note of an alarm: same id, other content. */
  noteConflict: command(
    z.object({ id: z.string() }),
    alert.alertRecord,
    ['not-found'],
    anyOperator,
  ),
  /** Writes the list as it is narrowed down to a file that the operator chooses. */
  exportFile: command(alert.alertExportRequest, alert.writtenAlerts, ['file-failed'], anyOperator),
  /** Deliveries that could not be read. */
  listQuarantined: query(alert.quarantineListRequest, page(alert.quarantinedDelivery)),
  getQuarantined: query(z.object({ id: z.string() }), alert.quarantinedBody),
  /** The delivery's body as it came: an audited act. */
  revealQuarantined: command(
    z.object({ id: z.string() }),
    alert.quarantinedBody,
    ['not-found'],
    anyOperator,
  ),
  /** Reads what is held once more: all of it, or one. */
  readAgain: command(
    z.object({ id: z.string().nullable() }),
    alert.readAgainAnswer,
    ['not-found'],
    anyOperator,
  ),
  changed: event(alert.alertsChanged),
} as const

/** Where the bank's alerts come in. Its password is made by main and never comes to the window. */
export const listener = {
  getState: query(nothing, listenerState),
  stateChanged: event(listenerState),
  /** Calls the public address and sees whether this listener answers. */
  probe: command(nothing, listenerState, ['listener-off', 'no-public-address'], anyOperator),
  /** Makes new credentials; those before are taken beside them until `endPrevious`, and none are made before that. */
  makeCredentials: command(
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
  /** Puts the password on the clipboard for a minute: an audited act. */
  copyPassword: command(nothing, nothing, ['not-found', 'clipboard-failed'], administrators),
  /** Writes what the bank needs, password included, to a PDF that the operator chooses: an audited act. */
  saveSheet: command(nothing, writtenFile, ['not-found', 'file-failed'], administrators),
  /** Makes a key and a certificate of its own for the listener's host names. */
  makeCertificate: command(
    nothing,
    listenerState,
    [...setUpFailures, 'keychain-problem'],
    administrators,
  ),
  /** Takes the certificate of a draft of `certificates.select` for the listener. */
  takeCertificate: command(
    z.object({ draftId: z.string() }),
    listenerState,
    [...setUpFailures, 'draft-gone', 'certificate-refused', 'keychain-problem'],
    administrators,
  ),
  /** Writes the certificate, without its key, to a file: for whoever sets up what stands in front. */
  saveCertificate: command(nothing, writtenFile, ['not-found', 'file-failed'], anyOperator),
} as const
