/** Diagnostics: created, read by the operator, and saved unchanged. */
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handlers.ts'
import { createDraft } from '../../platform/draft.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { fileFailed } from '../../platform/files/file-text.ts'

export interface DiagnosticsHandlerDeps {
  readonly profiles: ProfilesService
  readonly clock: Clock
  readonly newId: () => string
  readonly writeDiagnostics: () => Promise<string>
}

export function diagnosticsHandlers(deps: DiagnosticsHandlerDeps): Pick<Handlers, 'diagnostics'> {
  const { profiles, clock } = deps
  const drafts = createDraft<string>(deps)
  return {
    diagnostics: {
      preview: async () => {
        const text = await deps.writeDiagnostics()
        return ok({ draftId: drafts.put(text), text, bytes: Buffer.byteLength(text) })
      },
      save: async ({ draftId }, { operator, dialogs }) => {
        const text = drafts.get(draftId)
        if (text === undefined) return err({ code: 'draft-gone' })
        const act = { actor: operator.id, kind: 'diagnostics.saved', subject: 'diagnostics' }
        // Recorded before the dialog: a file that is not recorded must not exist.
        const detail = { bytes: Buffer.byteLength(text) }
        await profiles.shown().services?.store.note({ ...act, detail })
        const saved = await dialogs.save({
          title: 'Save the diagnostics',
          suggestedName: `Countersign diagnostics ${utcDay(clock.now())}.json`,
          kinds: [{ name: 'Diagnostics', extensions: ['json'] }],
          content: text,
        })
        return saved.ok ? saved : err(fileFailed(saved.error))
      },
    },
  }
}
