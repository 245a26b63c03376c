/**
 * Saves a report as a spreadsheet or a PDF where a person chooses. The act is recorded before
 * anybody has the file.
 */
import { createHash } from 'node:crypto'
import type { Environment } from '../../../preload/contract/domain/environment.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { DayOfAccount } from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { ExportFormat } from '../../../preload/contract/api/tables.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Store } from '../../store/store.ts'
import type { FileDialogs } from '../../platform/files/chosen-file.ts'
import type { PdfPrinter } from '../../platform/ports.ts'
import { fileFailed, fileNameOf } from '../../platform/files/file-text.ts'
import { printPage } from '../../platform/print/print-page.ts'
import type { ReconciliationService } from './reconciliation.service.ts'
import { reportFile } from './report-file.ts'
import { reportSheet } from './report-sheet.ts'

export interface SavingDeps {
  readonly dialogs: Pick<FileDialogs, 'save'>
  readonly printer: PdfPrinter
  readonly clock: Pick<Clock, 'now'>
  readonly profileName: string
  readonly environment: Environment
}
interface Desk {
  readonly reconciliation: ReconciliationService
  readonly store: Store
}

const kinds = {
  csv: [{ name: 'Table', extensions: ['csv'] }],
  xlsx: [{ name: 'Workbook', extensions: ['xlsx'] }],
  pdf: [{ name: 'PDF', extensions: ['pdf'] }],
}

/** Null if the person chose no place. */
export async function saveFile(
  { reconciliation, store }: Desk,
  { dialogs, profileName }: SavingDeps,
  { format, inFull, ...of }: DayOfAccount & { format: ExportFormat; inFull: boolean },
  { id: actor }: Operator,
) {
  const made = await reconciliation.report(of)
  if (!made.ok) return made
  const { day, account, totals } = made.value.report
  const kind = inFull ? 'reconciliation.exported-in-full' : 'reconciliation.exported'
  const detail = { day, account, format, lines: totals.lines.all }
  await store.note({ actor, kind, subject: of.accountId, detail })
  const saved = await dialogs.save({
    title: 'Save the reconciliation',
    suggestedName: `${fileNameOf(`${profileName} reconciliation ${day}`)}.${format}`,
    kinds: kinds[format],
    content: await reportFile(made.value, { format, inFull }),
  })
  return saved.ok ? saved : err(fileFailed(saved.error))
}

/** Saves the report as a PDF; the audit chain holds the hash of the file. */
export async function printReport(
  { reconciliation, store }: Desk,
  { dialogs, printer, clock, ...who }: SavingDeps,
  of: DayOfAccount,
  { id: actor, name: by }: Operator,
) {
  const made = await reconciliation.report(of)
  if (!made.ok) return made
  const entry = await store.read
    .selectFrom('audit_entries')
    .select(['seq', 'hash', 'at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const html = reportSheet({ made: made.value, ...who, by, entry, at: clock.now() })
  const { day, account } = made.value.report
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
  await store.note({ actor, kind: 'reconciliation.printed', subject: of.accountId, detail })
  return saved
}
