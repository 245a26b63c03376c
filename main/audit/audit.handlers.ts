/** The audit: each verb on the desk that does the work. */
import { err } from '../../preload/contract/result.ts'
import type { Handlers } from '../ipc/handlers.ts'
import type { ProfilesService } from '../profiles/profiles.service.ts'
import { onShownDesk } from '../profiles/shown-desk.ts'
import type { FileDialogs } from '../windows/chosen-file.ts'
import { fileFailed, fileNameOf } from '../windows/file-words.ts'

/** What the handlers reach. */
export interface AuditHandlersParts {
  readonly profiles: ProfilesService
  readonly dialogs: FileDialogs
}

const kinds = [{ name: 'Audit chain', extensions: ['jsonl'] }]

/** Derives the handlers. */
export function auditHandlers({ profiles, dialogs }: AuditHandlersParts): Pick<Handlers, 'audit'> {
  const onDesk = onShownDesk(profiles)
  return {
    audit: {
      getState: (input, caller) => onDesk(({ audit }) => audit.verbs.getState(input, caller)),
      list: (input, caller) => onDesk(({ audit }) => audit.verbs.list(input, caller)),
      getFacets: (input, caller) => onDesk(({ audit }) => audit.verbs.getFacets(input, caller)),
      check: (input, caller) => onDesk(({ audit }) => audit.verbs.check(input, caller)),
      sign: (input, caller) => onDesk(({ audit }) => audit.verbs.sign(input, caller)),
      exportFile: (_input, { operator }) =>
        onDesk(async ({ audit }) => {
          const { name } = profiles.shown().identity
          const begun = await audit.beginExport(operator.id, name)
          if (!begun.ok) return begun
          const { day, lines } = begun.value
          const saved = await dialogs.save({
            title: 'Export the audit chain',
            suggestedName: `${fileNameOf(name)} audit ${day}.jsonl`,
            kinds,
            content: lines,
          })
          await audit.endExport(operator.id, saved.ok ? (saved.value?.file ?? null) : null)
          return saved.ok ? saved : err(fileFailed(saved.error))
        }),
    },
  }
}
