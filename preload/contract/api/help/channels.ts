/** Channels of the help; main is needed only for printing. */
import { writtenFile } from '../profiles/profile.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'

export const papers = ['A4', 'Letter'] as const
export const paper = z.enum(papers)
export type Paper = z.infer<typeof paper>

export const help = {
  /**
   * Writes the operator's guide as a PDF where the operator chooses; null if no file was chosen.
   * The guide contains no data of a profile.
   */
  printGuide: command(z.strictObject({ paper }), writtenFile, ['file-failed'], anyOperator),
}
