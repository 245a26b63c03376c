/** ACH batches: each verb on the desk that does the work. */
import { largestImportBytes } from '../../../preload/contract/bulk/import.ts'
import { err, ok } from '../../../preload/contract/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onShownDesk } from '../shown-desk.ts'
import type { FileDialogs } from '../../platform/files/chosen-file.ts'
import { fileFailed } from '../../platform/files/file-words.ts'
import type { BatchDesk } from '../../money/batch/batches.service.ts'

/** What the handlers reach. */
export interface BatchHandlersParts {
  readonly profiles: ProfilesService
  readonly dialogs: FileDialogs
}

/** Derives the handlers. */
export function batchHandlers({
  profiles,
  dialogs,
}: BatchHandlersParts): Pick<Handlers, 'batches'> {
  const onDesk = onShownDesk(profiles)
  return {
    batches: {
      create: (input, caller) => onDesk(({ batches }) => batches.verbs.create(input, caller)),
      openDraft: (input, caller) => onDesk(({ batches }) => batches.verbs.openDraft(input, caller)),
      takeEntries: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.takeEntries(input, caller)),
      saveForm: (input, caller) => onDesk(({ batches }) => batches.verbs.saveForm(input, caller)),
      saveEntries: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.saveEntries(input, caller)),
      sendAnyway: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.sendAnyway(input, caller)),
      listSentAnyway: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.listSentAnyway(input, caller)),
      findAlike: (input, caller) => onDesk(({ batches }) => batches.verbs.findAlike(input, caller)),
      listPayees: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.listPayees(input, caller)),
      copy: (input, caller) => onDesk(({ batches }) => batches.verbs.copy(input, caller)),
      checkOwnership: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.checkOwnership(input, caller)),
      resumeOwnership: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.resumeOwnership(input, caller)),
      stopOwnership: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.stopOwnership(input, caller)),
      getOwnershipRun: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.getOwnershipRun(input, caller)),
      listOwnership: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.listOwnership(input, caller)),
      mapImport: (input, caller) => onDesk(({ batches }) => batches.verbs.mapImport(input, caller)),
      listImportRows: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.listImportRows(input, caller)),
      listImportReturns: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.listImportReturns(input, caller)),
      commitImport: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.commitImport(input, caller)),
      discardImport: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.discardImport(input, caller)),
      listEntries: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.listEntries(input, caller)),
      getEntry: (input, caller) => onDesk(({ batches }) => batches.verbs.getEntry(input, caller)),
      revealEntry: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.revealEntry(input, caller)),
      listAccounts: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.listAccounts(input, caller)),
      useAccount: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.useAccount(input, caller)),
      follow: (input, caller) => onDesk(({ batches }) => batches.verbs.follow(input, caller)),
      askAddenda: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.askAddenda(input, caller)),
      listExceptions: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.listExceptions(input, caller)),
      getReturnRates: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.getReturnRates(input, caller)),
      proposeCorrection: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.proposeCorrection(input, caller)),
      markHeeded: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.markHeeded(input, caller)),
      prepareReentry: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.prepareReentry(input, caller)),
      prepareReversal: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.prepareReversal(input, caller)),
      saveTemplate: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.saveTemplate(input, caller)),
      changeRecurrence: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.changeRecurrence(input, caller)),
      listTemplates: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.listTemplates(input, caller)),
      useTemplate: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.useTemplate(input, caller)),
      removeTemplate: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.removeTemplate(input, caller)),
      getSettings: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.getSettings(input, caller)),
      changeSettings: (input, caller) =>
        profiles.shown().identity.retired
          ? err({ code: 'profile-retired' })
          : onDesk(({ batches }) => batches.verbs.changeSettings(input, caller)),
      selectImport: (_input, { operator }) =>
        onDesk(({ batches }) => selectImport(batches, dialogs, operator.id)),
      takeImport: ({ name, base64 }, { operator }) =>
        onDesk(({ batches }) =>
          batches.readImport({ name, bytes: Buffer.from(base64, 'base64') }, operator.id),
        ),
      exportFile: (input, { operator }) =>
        onDesk(({ batches }) => exportFile(batches, dialogs, input, operator.id)),
      confirmUnit: (input, caller) =>
        onDesk(({ batches }) => batches.verbs.confirmUnit(input, caller)),
    },
  }
}

const kinds = [
  {
    name: 'Spreadsheets and NACHA files',
    extensions: ['csv', 'xlsx', 'txt', 'tsv', 'ach', 'nacha'],
  },
] as const

/** Reads the file that a person chooses in main's dialog; null: none was chosen. */
async function selectImport(
  batches: Pick<BatchDesk, 'readImport'>,
  dialogs: FileDialogs,
  actor: string,
) {
  const chosen = await dialogs.open({
    ...{ title: 'Entries to import', kinds, several: false },
    largestBytes: largestImportBytes,
  })
  if (!chosen.ok) return err({ code: 'file-failed', ...chosen.error } as const)
  const file = chosen.value?.[0]
  return file ? batches.readImport(file, actor) : ok(null)
}

/** Writes a batch to a place that a person chooses; null: none was chosen. */
async function exportFile(
  batches: Pick<BatchDesk, 'exported'>,
  dialogs: Pick<FileDialogs, 'save'>,
  input: { readonly id: string; readonly as: 'csv' | 'nacha' },
  actor: string,
) {
  const written = await batches.exported(input, actor)
  if (!written.ok) return written
  const saved = await dialogs.save({
    ...{ title: 'Save the batch', ...written.value },
    kinds: [
      input.as === 'csv'
        ? { name: 'CSV', extensions: ['csv'] }
        : { name: 'NACHA file', extensions: ['ach'] },
    ],
  })
  return saved.ok ? ok(saved.value) : err(fileFailed(saved.error))
}
