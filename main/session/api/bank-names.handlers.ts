import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { Inquiry } from '../../inquiry/inquiry.ts'
import type { FileDialogs } from '../../platform/files/chosen-file.ts'
import { fileFailed } from '../../platform/files/file-text.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'

/** The largest published directory has 3 MB. */
const largestDirectoryBytes = 16 * 1024 * 1024

export function bankNamesHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'bankNames'> {
  const onSession = onActiveSession(profiles)
  return {
    bankNames: {
      find: ({ routingNumber }) =>
        onSession(async ({ bankNames }) => ok(await bankNames.find(routingNumber))),
      listDirectories: () => onSession(async ({ bankNames }) => ok(await bankNames.directories())),
      selectDirectory: (_input, { operator, dialogs }) =>
        onSession(({ bankNames }) => selectDirectory(bankNames, dialogs, operator.id)),
      commitDirectory: ({ draftId }, { operator }) =>
        onSession(({ bankNames }) => bankNames.commit(draftId, operator.id)),
    },
  }
}

/** Reads the file that a person chooses in main's dialog; null: none was chosen. */
async function selectDirectory(
  bankNames: Inquiry['bankNames'],
  dialogs: FileDialogs,
  actor: string,
) {
  const chosen = await dialogs.open({
    title: 'Choose a FedACH or Fedwire directory',
    kinds: [{ name: 'Text files', extensions: ['txt'] }],
    several: false,
    largestBytes: largestDirectoryBytes,
  })
  if (!chosen.ok) return err(fileFailed(chosen.error))
  const file = chosen.value?.[0]
  return file ? bankNames.inspect(file, actor) : ok(null)
}
