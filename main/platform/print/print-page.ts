/** Printing a page that a person places afterwards. */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { PdfPrinter } from '../ports.ts'
import { fileFailed } from '../files/file-text.ts'

/**
 * The page as PDF, or why there is none: `file-failed` under the name that it was to get. The words of a printer that
 * fails are the system's own; they hold nothing of the page.
 */
export async function printPage(
  printer: PdfPrinter,
  html: string,
  file: string,
): Promise<Result<Uint8Array, Failure<'file-failed'>>> {
  try {
    return ok(await printer.print(html))
  } catch (problem) {
    const detail = problem instanceof Error ? problem.message : String(problem)
    return err(fileFailed({ file, detail }))
  }
}
