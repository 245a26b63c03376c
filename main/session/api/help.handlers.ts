/**
 * The operator's guide as a PDF. Printing is not recorded, because the guide contains no data of a
 * profile.
 */
import type { Paper } from '../../../preload/contract/api/help/channels.ts'
import { err } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { FileDialogs } from '../../platform/files/chosen-file.ts'
import type { PdfPrinter } from '../../platform/ports.ts'
import { fileFailed } from '../../platform/files/file-text.ts'
import { printPage } from '../../platform/print/print-page.ts'
import type { WorkstationStateService } from '../workstation-state.service.ts'
import { operatorsGuide } from '../../workplace/guide.ts'

interface HelpDeps {
  readonly state: Pick<WorkstationStateService, 'current'>
  readonly clock: Pick<Clock, 'now'>
  readonly printer: PdfPrinter
}

export const helpHandlers = (deps: HelpDeps): Pick<Handlers, 'help'> => ({
  help: { printGuide: ({ paper }, { dialogs }) => printGuide(deps, paper, dialogs) },
})

async function printGuide(
  { state, clock, printer }: HelpDeps,
  paper: Paper,
  dialogs: Pick<FileDialogs, 'save'>,
) {
  const { version } = state.current()
  const suggestedName = `Countersign ${version} operator guide.pdf`
  const html = operatorsGuide({
    version,
    paper,
    at: clock.now(),
    isApple: process.platform === 'darwin',
  })
  const printed = await printPage(printer, html, suggestedName)
  if (!printed.ok) return printed
  const saved = await dialogs.save({
    title: 'Save the operator’s guide',
    suggestedName,
    content: printed.value,
    kinds: [{ name: 'PDF', extensions: ['pdf'] }],
  })
  return saved.ok ? saved : err(fileFailed(saved.error))
}
