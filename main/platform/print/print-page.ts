import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { PdfPrinter } from '../ports.ts'
import { fileFailed } from '../files/file-text.ts'

/**
 * Returns the page as PDF, or `file-failed` with the planned file name. The detail is the printer's
 * own message, which contains nothing of the page.
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
