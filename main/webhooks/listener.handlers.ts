/** The listener: each verb on the service and the profile that do the work. */
import { err, ok } from '../../preload/contract/result.ts'
import type { ListenerState } from '../../preload/contract/alerts/listener.ts'
import type { Handlers } from '../ipc/handlers.ts'
import type { ProfilesService } from '../profiles/profiles.service.ts'
import { shownDesk } from '../profiles/shown-desk.ts'
import type { FileDialogs } from '../windows/chosen-file.ts'
import type { PdfPrinter, SecretClipboard } from '../windows/desk-ports.ts'

/** What the handlers reach. */
export interface ListenerHandlerParts {
  readonly profiles: ProfilesService
  readonly dialogs: FileDialogs
  readonly clipboard: SecretClipboard
  readonly printer: PdfPrinter
}

/** Derives the handlers. */
export function listenerHandlers(parts: ListenerHandlerParts): Pick<Handlers, 'listener'> {
  const desk = () => shownDesk(parts.profiles)
  const state = () => {
    const on = desk()
    return on.ok ? ok<ListenerState>({ ...on.value.listener.state(), others: [] }) : on
  }
  const notBuilt = () => err({ code: 'not-found' } as const)
  const practiceOnly = () => err({ code: 'practice-only' } as const)
  return {
    listener: {
      getState: state,
      probe: async () => {
        const on = desk()
        if (!on.ok) return on
        const probed = await on.value.listener.probe()
        return probed.ok ? state() : probed
      },
      makeCredentials: practiceOnly,
      endPrevious: practiceOnly,
      copyPassword: notBuilt,
      saveSheet: notBuilt,
      makeCertificate: practiceOnly,
      takeCertificate: practiceOnly,
      saveCertificate: notBuilt,
    },
  }
}
