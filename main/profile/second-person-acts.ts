/**
 * Who may change what alone, by command of the window (Promise P3). Two people change what decides
 * to whom the program speaks, who is paid as whom, who decides, and who hears of it; one alone ends
 * something, works, looks, and asks the bank. A command without its place here does not compile.
 */
import type { ApiMethods } from '../../preload/contract/api/api.ts'
import type { Command } from '../../preload/contract/api/define-channel.ts'

type CommandsOf<N extends keyof ApiMethods> = {
  [V in keyof ApiMethods[N]]: ApiMethods[N][V] extends Command ? `${N}.${V & string}` : never
}[keyof ApiMethods[N]]
/** The name of a channel that changes something. */
export type CommandChannel = { [N in keyof ApiMethods]: CommandsOf<N> }[keyof ApiMethods]

/**
 * `two`: what asks for a second person, by `proposed-changes.ts`. `alone`: what one person does
 * without, or why one is enough for the whole command.
 */
export type ActRule =
  | { readonly two: string; readonly alone?: string }
  | { readonly two?: never; readonly alone: string }

const looks = { alone: 'Shows, checks or exports what the profile has, and is recorded' }
const own = { alone: 'Concerns the screen and the work of one person' }
const asks = { alone: 'Asks the bank, and moves no money' }
const drafts = { alone: 'Writes a draft: nothing leaves without the approvals of the policy' }
const orders = { alone: 'The rules of orders decide who may, and ask for their own second person' }
const payees = { alone: 'Takes effect once another person has decided on it' }
const files = { alone: 'Reads files and holds them as a draft' }
const remarks = { alone: 'Says what a person has seen, under the name of that person' }
const presence = { alone: 'Proves who is at the workstation, or that nobody is' }
const practice = { alone: 'Reaches the practice bank alone' }
const listening = {
  alone: 'Alerts decide nothing about money by themselves, and the bank is told of the address',
}

/** Every command of the contract. */
export const secondPersonActs: Readonly<Record<CommandChannel, ActRule>> = {
  'workstation.changeSettings': {
    two: 'a lower score threshold',
    alone:
      'every other setting: the screen, and the version of account validation at the same bank',
  },
  'policy.change': { two: 'a weaker policy', alone: 'a policy that lets less leave' },

  'operators.add': { two: 'a new operator' },
  'operators.change': { two: 'new rights, or another name', alone: 'fewer rights, disabling' },
  'operators.resetPassphrase': { two: 'the passphrase of another person' },
  'operators.confirmAsSecond': { alone: 'Is what the second person does' },
  'operators.changePassphrase': { alone: 'One’s own passphrase, with the old one' },
  'operators.createFirst': { alone: 'Nobody else is there yet' },
  'operators.signIn': presence,
  'operators.lock': presence,
  'operators.beActive': presence,
  'workstation.setUnsaved': own,

  'profiles.changeDetails': {
    two: 'another bank or client identity, a product that was blocked, more calls per second than documented, more senders of alerts',
    alone:
      'fewer products, fewer calls, the listener’s address, the proxy, which carries TLS alone, and what only describes the agreement',
  },
  'profiles.saveAccount': { two: 'a new own account, or any field of one' },
  'profiles.removeAccount': { alone: 'Ends the use of an account' },
  'profiles.saveCredentials': { two: 'credentials at the bank' },
  'profiles.saveProxyCredentials': {
    alone: 'The proxy sees hosts and ports alone, and the bank does not know them',
  },
  'profiles.reinstate': { two: 'a retired profile in use again' },
  'profiles.retire': { alone: 'Ends the use of a profile' },
  'profiles.rename': { alone: 'A label; the environment is shown beside it' },
  'profiles.create': { alone: 'A new profile is free until its first order is submitted' },
  'profiles.open': { alone: 'Shows another profile, which asks for its own sign-in' },
  'profiles.exportFile': looks,
  'profiles.revealAccount': looks,
  'profiles.selectFile': files,

  'certificates.commit': { two: 'another client certificate' },
  'certificates.restorePrevious': { two: 'the previous client certificate' },
  'certificates.trustPrivateCa': { two: 'a trusted root' },
  'certificates.removePrivateCa': { alone: 'Ends trust' },
  'certificates.createRequest': {
    alone: 'Its key is not used before the certificate is committed',
  },
  'certificates.discardRequest': { alone: 'Ends a request' },
  'certificates.saveRequest': looks,
  'certificates.saveChain': looks,
  'certificates.tickStep': remarks,
  'certificates.select': files,
  'certificates.addFiles': files,
  'certificates.unlock': files,
  'certificates.discard': files,
  'certificates.selectPrivateCa': files,

  'recovery.writeFile': { two: 'one more recovery file' },
  'recovery.selectFile': files,
  'recovery.openWith': {
    alone: 'Needs the recovery file and its passphrase, and changes no right',
  },
  'keychain.check': looks,

  'forwarding.changeSettings': {
    two: 'forwarding switched on, another address, alerts of past days',
    alone: 'forwarding switched off, or from now on',
  },
  'forwarding.saveSecret': { two: 'a credential', alone: 'removing it' },
  'forwarding.sendAgain': {
    two: 'alerts that were parked for another address',
    alone: 'alerts that the same address did not take',
  },
  'forwarding.tryOnce': { alone: 'Posts an empty list to the address that two people agreed on' },

  'listener.createCredentials': listening,
  'listener.endPrevious': listening,
  'listener.createCertificate': listening,
  'listener.takeCertificate': listening,
  'listener.copyPassword': looks,
  'listener.saveSheet': looks,
  'listener.saveCertificate': looks,
  'listener.probe': looks,

  'backups.restore': {
    alone: 'No money leaves before two people have confirmed the restored store',
  },
  'backups.restoreClosedProfile': {
    alone: 'No money leaves before two people have confirmed the restored store',
  },
  'backups.confirmRestored': { two: 'the operators and the policy of a restored store' },
  'backups.inspect': looks,
  'backups.inspectForClosedProfile': looks,
  'backups.test': looks,
  'backups.takeNow': looks,
  'backups.chooseFolder': { alone: 'Copies there are encrypted, with the key in the keychain' },
  'backups.forgetFolder': { alone: 'Ends copying' },

  'batches.changeSettings': {
    alone:
      'Each batch is approved with these settings; another unit locks production until pre-production has confirmed it',
  },
  'batches.confirmUnit': { alone: 'Decided by what the bank shows of an entry' },
  'updates.setFeed': {
    alone: 'Nothing is installed, and only manifests with a built-in key count',
  },
  'updates.check': looks,
  'updates.download': looks,
  'updates.checkFiles': looks,
  'bankNames.selectDirectory': files,
  'bankNames.commitDirectory': { alone: 'Names of banks help, and decide nothing' },

  'orders.submit': orders,
  'orders.approve': orders,
  'orders.sendBack': orders,
  'orders.release': orders,
  'orders.takeBack': orders,
  'orders.returnToDraft': orders,
  'orders.acknowledgeRestore': orders,
  'orders.proposeResend': orders,
  'orders.confirmResend': orders,
  'orders.withdrawResend': orders,
  'orders.recordSupportReply': orders,
  'orders.confirmSupportReply': orders,
  'orders.withdrawSupportReply': orders,
  'orders.closeNotMade': orders,
  'orders.decideAlert': orders,
  'orders.review': orders,
  'orders.attachOwnership': orders,
  'orders.saveDraft': drafts,
  'orders.openDraft': drafts,
  'orders.copy': drafts,
  'orders.copyLast': drafts,
  'orders.discard': drafts,
  'orders.selectImport': files,
  'orders.commitImport': drafts,
  'orders.preCheck': asks,
  'orders.inquire': asks,
  'orders.reveal': looks,
  'orders.saveFile': looks,
  'orders.printReceipt': looks,
  'orders.addComment': remarks,
  'orders.attachFiles': remarks,

  'schedules.create': drafts,
  'schedules.change': drafts,
  'schedules.act': drafts,

  'batches.create': drafts,
  'batches.openDraft': drafts,
  'batches.readDraftEntries': drafts,
  'batches.saveForm': drafts,
  'batches.saveEntries': drafts,
  'batches.sendAnyway': drafts,
  'batches.copy': drafts,
  'batches.commitImport': drafts,
  'batches.prepareReentry': drafts,
  'batches.prepareReversal': drafts,
  'batches.saveTemplate': drafts,
  'batches.changeRecurrence': drafts,
  'batches.useTemplate': drafts,
  'batches.removeTemplate': drafts,
  'batches.selectImport': files,
  'batches.readDroppedImport': files,
  'batches.mapImport': files,
  'batches.discardImport': files,
  'batches.findDuplicates': looks,
  'batches.findOutliers': looks,
  'batches.compareWithLast': looks,
  'batches.exportFile': looks,
  'batches.revealEntry': looks,
  'batches.checkOwnership': asks,
  'batches.resumeOwnership': asks,
  'batches.stopOwnership': asks,
  'batches.poll': asks,
  'batches.useAccount': asks,
  'batches.queryAddenda': asks,
  'batches.proposeCorrection': payees,
  'batches.acknowledgeException': remarks,
  'batches.recordReturnReply': orders,
  'batches.confirmReturnReply': orders,
  'batches.withdrawReturnReply': orders,

  'payees.propose': payees,
  'payees.proposeFromRun': payees,
  'payees.proposeRemoval': payees,
  'payees.withdraw': payees,
  'payees.decide': payees,
  'payees.reveal': looks,

  'connection.checkHealth': asks,
  'doctor.examine': asks,
  'validation.submit': asks,
  'validation.reveal': looks,
  'bulk.selectFile': files,
  'bulk.takeFile': files,
  'bulk.chooseSheet': files,
  'bulk.check': files,
  'bulk.revealDraftRow': files,
  'bulk.editDraftRow': files,
  'bulk.discard': files,
  'bulk.start': asks,
  'bulk.pause': asks,
  'bulk.resume': asks,
  'bulk.stop': asks,
  'bulk.reopenFile': files,
  'bulk.correctHeldBack': files,
  'bulk.retryUnknown': asks,
  'bulk.queryFailed': asks,
  'bulk.exportFile': looks,
  'achInquiry.inquire': asks,
  'achInquiry.inquireAgain': asks,
  'achInquiry.readOn': asks,
  'achInquiry.stopReading': asks,
  'achInquiry.queryDetail': asks,
  'achInquiry.reveal': looks,
  'achInquiry.takeReceiver': looks,
  'paymentInquiry.inquire': asks,
  'paymentInquiry.inquireAgain': asks,
  'paymentInquiry.revealStatusInquiry': looks,
  'paymentInquiry.downloadParticipants': asks,
  'paymentInquiry.stopDownload': asks,
  'reports.request': asks,
  'reports.takeQuestion': looks,
  'reports.readOn': asks,
  'reports.stopReading': asks,
  'coverage.sweepNow': asks,
  'coverage.markChecked': remarks,
  'coverage.confirmWireFields': remarks,
  'coverage.withdrawWireFields': remarks,
  'reconciliation.fetchLists': asks,
  'reconciliation.exportFile': looks,
  'reconciliation.printReport': looks,
  'reconciliation.signOff': remarks,

  'alerts.reveal': looks,
  'alerts.revealQuarantined': looks,
  'alerts.reviewConflict': remarks,
  'alerts.exportFile': looks,
  'alerts.readAgain': looks,
  'inbox.assign': own,
  'inbox.note': remarks,
  'inbox.markDone': own,
  'inbox.reopen': own,
  'notices.changeSettings': own,
  'notices.showOne': own,
  'notices.takeOpened': own,
  'saved.save': own,
  'saved.take': own,
  'saved.remove': own,
  'tables.saveLayout': own,
  'tables.saveView': own,
  'tables.removeView': own,
  'tables.startExport': looks,
  'tables.addRows': looks,
  'tables.saveExport': looks,
  'tables.discardExport': looks,
  'traffic.reveal': looks,
  'traffic.curl': looks,
  'traffic.previewBundle': looks,
  'traffic.saveBundle': looks,
  'diagnostics.preview': looks,
  'diagnostics.save': looks,
  'help.printGuide': looks,
  'audit.check': looks,
  'audit.sign': looks,
  'audit.exportFile': looks,

  'practice.startAgain': { alone: 'Creates practice data, and removes nothing' },
  'practice.setScenario': practice,
  'practice.clearScenarios': practice,
  'practice.sendAlerts': practice,
  'practice.startTeam': practice,
  'practice.endTeam': practice,
}
