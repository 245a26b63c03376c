import { largestImportBytes } from '../../../preload/contract/api/bulk/import.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { forward, onActiveSession } from '../active-session.ts'
import type { FileDialogs } from '../../platform/files/chosen-file.ts'
import { fileFailed } from '../../platform/files/file-text.ts'
import type { Money } from '../../money/money.ts'

export interface BatchHandlersDeps {
  readonly profiles: ProfilesService
}

export function batchHandlers({ profiles }: BatchHandlersDeps): Pick<Handlers, 'batches'> {
  const onSession = onActiveSession(profiles)
  return {
    batches: forward(profiles, 'batches', ({ batches }) => batches.handlers, {
      changeSettings: (input, caller) =>
        profiles.shown().identity.retired
          ? err({ code: 'profile-retired' })
          : onSession(({ batches }) => batches.handlers.changeSettings(input, caller)),
      selectImport: (_input, { operator, dialogs }) =>
        onSession(({ batches }) => selectImport(batches, dialogs, operator.id)),
      readDroppedImport: ({ name, base64 }, { operator }) =>
        onSession(({ batches }) =>
          batches.readImport({ name, bytes: Buffer.from(base64, 'base64') }, operator.id),
        ),
      exportFile: (input, { operator, dialogs }) =>
        onSession(({ batches }) => exportFile(batches, dialogs, input, operator.id)),
    }),
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
  batches: Pick<Money['batches'], 'readImport'>,
  dialogs: FileDialogs,
  actor: string,
) {
  const chosen = await dialogs.open({
    title: 'Choose entries to import',
    kinds,
    several: false,
    largestBytes: largestImportBytes,
  })
  if (!chosen.ok) return err({ code: 'file-failed', ...chosen.error } as const)
  const file = chosen.value?.[0]
  return file ? batches.readImport(file, actor) : ok(null)
}

/** Writes a batch to a file that a person chooses; null: none was chosen. */
async function exportFile(
  batches: Pick<Money['batches'], 'exported'>,
  dialogs: Pick<FileDialogs, 'save'>,
  input: { readonly id: string; readonly as: 'csv' | 'nacha' },
  actor: string,
) {
  const written = await batches.exported(input, actor)
  if (!written.ok) return written
  const saved = await dialogs.save({
    title: 'Export the batch',
    ...written.value,
    kinds: [
      input.as === 'csv'
        ? { name: 'CSV', extensions: ['csv'] }
        : { name: 'NACHA file', extensions: ['ach'] },
    ],
  })
  return saved.ok ? ok(saved.value) : err(fileFailed(saved.error))
}
