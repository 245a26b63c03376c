/** The verbs of the noun `diagnostics`: one readable file for whoever helps, without secrets, accounts and names. */
import { writtenFile } from '../profiles/profile.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, nothing } from '../verbs.ts'
import { z } from '../../kernel/zod.ts'

/** What will be in the file, byte for byte. */
export const diagnosticsDraft = z.object({
  draftId: z.string(),
  text: z.string(),
  bytes: z.int(),
})
export type DiagnosticsDraft = z.infer<typeof diagnosticsDraft>

/** Diagnostics. */
export const diagnostics = {
  /** Writes it, for the operator to read before it is saved. */
  preview: command(nothing, diagnosticsDraft, [], anyOperator),
  /** Writes what was read to a file that the operator chooses: an audited act. */
  save: command(
    z.strictObject({ draftId: z.string() }),
    writtenFile,
    ['draft-gone', 'file-failed'],
    anyOperator,
  ),
} as const
