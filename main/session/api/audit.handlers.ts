import { err } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { forward, onActiveSession } from '../active-session.ts'
import type { FileDialogs } from '../../platform/files/chosen-file.ts'
import { CallerLeft } from '../../platform/files/file-dialogs.ts'
import { fileFailed, fileNameOf } from '../../platform/files/file-text.ts'
import type { ExportEnd } from '../../workplace/audit.service.ts'

export interface AuditHandlersDeps {
  readonly profiles: ProfilesService
}

const kinds = [{ name: 'Audit chain', extensions: ['jsonl'] }]

/**
 * Distinguishes a failed export from a cancelled one: a reader of the chain must see that a
 * half-written file may exist.
 */
function endOf(saved: Awaited<ReturnType<FileDialogs['save']>>): ExportEnd {
  if (!saved.ok) return { kind: 'failed', file: saved.error.file, why: saved.error.detail }
  return saved.value === null ? { kind: 'cancelled' } : { kind: 'written', file: saved.value.file }
}

export function auditHandlers({ profiles }: AuditHandlersDeps): Pick<Handlers, 'audit'> {
  const onSession = onActiveSession(profiles)
  return {
    audit: forward(profiles, 'audit', ({ audit }) => audit.handlers, {
      exportFile: (_input, { operator, dialogs }) =>
        onSession(async ({ audit }) => {
          const { name } = profiles.shown().identity
          const begun = await audit.beginExport(operator.id, name)
          if (!begun.ok) return begun
          const { day, lines } = begun.value
          const suggestedName = `${fileNameOf(name)} audit ${day}.jsonl`
          const saved = await dialogs
            .save({ title: 'Export the audit chain', suggestedName, kinds, content: lines })
            .catch(async (problem: unknown) => {
              if (problem instanceof CallerLeft) throw problem
              const why = problem instanceof Error ? problem.name : 'unforeseen'
              const failed = { kind: 'failed', file: suggestedName, why } as const
              await audit.endExport(operator.id, failed).catch(() => undefined)
              throw problem
            })
          await audit.endExport(operator.id, endOf(saved))
          return saved.ok ? saved : err(fileFailed(saved.error))
        }),
    }),
  }
}
