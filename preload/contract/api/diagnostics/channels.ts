/** Channels of `diagnostics`: one readable support file without secrets, accounts and names. */
import { writtenFile } from '../profiles/profile.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, nothing } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'

/** The exact text of the file. */
export const diagnosticsDraft = z.object({
  draftId: z.string(),
  text: z.string(),
  bytes: z.int(),
})
export type DiagnosticsDraft = z.infer<typeof diagnosticsDraft>

export const diagnostics = {
  /** Builds the text for the operator to read before saving. */
  preview: command(nothing, diagnosticsDraft, [], anyOperator),
  /** Writes the previewed text to a file that the operator chooses: an audited act. */
  save: command(
    z.strictObject({ draftId: z.string() }),
    writtenFile,
    ['draft-gone', 'file-failed'],
    anyOperator,
  ),
} as const
