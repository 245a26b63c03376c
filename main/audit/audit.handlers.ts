/** The audit: each verb on the desk that does the work. */
import type { Handlers } from '../ipc/handlers.ts'
import { notBuilt } from '../ipc/not-built.ts'
import type { ProfilesService } from '../profiles/profiles.service.ts'
import { onShownDesk } from '../profiles/shown-desk.ts'
import type { FileDialogs } from '../windows/chosen-file.ts'

/** What the handlers reach. */
export interface AuditHandlersParts {
  readonly profiles: ProfilesService
  readonly dialogs: FileDialogs
}

/** Derives the handlers. */
export function auditHandlers({ profiles }: AuditHandlersParts): Pick<Handlers, 'audit'> {
  const onDesk = onShownDesk(profiles)
  return {
    audit: {
      getState: (input, caller) => onDesk(({ audit }) => audit.verbs.getState(input, caller)),
      list: (input, caller) => onDesk(({ audit }) => audit.verbs.list(input, caller)),
      getFacets: (input, caller) => onDesk(({ audit }) => audit.verbs.getFacets(input, caller)),
      check: (input, caller) => onDesk(({ audit }) => audit.verbs.check(input, caller)),
      sign: (input, caller) => onDesk(({ audit }) => audit.verbs.sign(input, caller)),
      exportFile: notBuilt,
    },
  }
}
