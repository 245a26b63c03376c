/**
 * Saves a report as a spreadsheet or a PDF where a person chooses. For a spreadsheet the act comes
 * before the file; for a PDF it comes after the file, because the act holds the file's hash.
 */
import { createHash } from 'node:crypto'
import type { Environment } from '../../../preload/contract/domain/environment.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { ExportFormat } from '../../../preload/contract/api/tables.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Store } from '../../store/store.ts'
import type { FileDialogs } from '../../platform/files/chosen-file.ts'
import type { PdfPrinter } from '../../platform/ports.ts'
import { fileFailed, fileNameOf } from '../../platform/files/file-text.ts'
import { printPage } from '../../platform/print/print-page.ts'
import { reportFile } from './report-file.ts'
import { reportSheet } from './report-sheet.ts'
import type { BuiltReport } from './sign-offs.ts'

export interface SavingDeps {
  readonly dialogs: Pick<FileDialogs, 'save'>
  readonly printer: PdfPrinter
  readonly clock: Pick<Clock, 'now'>
  readonly profileName: string
  readonly environment: Environment
}
/** The file that was written; null if the person chose no place. */
export type SavedReport = Result<{ readonly file: string } | null, Failure<'file-failed'>>

const kinds = {
  csv: [{ name: 'Table', extensions: ['csv'] }],
  xlsx: [{ name: 'Workbook', extensions: ['xlsx'] }],
  pdf: [{ name: 'PDF', extensions: ['pdf'] }],
}

/** Saves the report as a spreadsheet. */
export async function saveFile(
  store: Store,
  built: BuiltReport,
  { dialogs, profileName }: SavingDeps,
  { format, inFull }: { readonly format: ExportFormat; readonly inFull: boolean },
  { id: actor }: Operator,
): Promise<SavedReport> {
  const { day, accountId: subject, account, totals } = built.report
  const kind = inFull ? 'reconciliation.exported-in-full' : 'reconciliation.exported'
  const detail = { day, account, format, lines: totals.lines.all }
  const bytes = await reportFile(built, { format, inFull })
  // Requested once the person has chosen a place, before the file has its first byte: a cancelled
  // export is not recorded, and no file exists without its record.
  async function* recorded() {
    await store.note({ actor, kind, subject, detail })
    yield bytes
  }
  const saved = await dialogs.save({
    title: 'Save the reconciliation',
    suggestedName: `${fileNameOf(`${profileName} reconciliation ${day}`)}.${format}`,
    kinds: kinds[format],
    content: recorded(),
  })
  return saved.ok ? saved : err(fileFailed(saved.error))
}

/** Saves the report as a PDF; the audit chain holds the hash of the file. */
export async function printReport(
  store: Store,
  built: BuiltReport,
  { dialogs, printer, clock, ...who }: SavingDeps,
  { id: actor, name: by }: Operator,
): Promise<SavedReport> {
  const entry = await store.read
    .selectFrom('audit_entries')
    .select(['seq', 'hash', 'at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const html = reportSheet({ built, ...who, by, entry, at: clock.now() })
  const { day, accountId: subject, account } = built.report
  const suggestedName = `${fileNameOf(`${who.profileName} reconciliation ${day}`)}.pdf`
  const printed = await printPage(printer, html, suggestedName)
  if (!printed.ok) return printed
  const saved = await dialogs.save({
    title: 'Save the reconciliation',
    suggestedName,
    kinds: kinds.pdf,
    content: printed.value,
  })
  if (!saved.ok) return err(fileFailed(saved.error))
  if (saved.value === null) return ok(null)
  const sha256 = createHash('sha256').update(printed.value).digest('hex')
  const detail = { day, account, entry: entry.seq, hash: entry.hash, sha256 }
  await store.note({ actor, kind: 'reconciliation.printed', subject, detail })
  return saved
}
