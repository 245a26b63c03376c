/**
 * Main's side of the spreadsheet worker: every failure of its process is reported as a refusal of
 * the file.
 */
import { readerProgram } from '../reader-launcher.ts'
import { ReaderProcess, ReadingEnded, type ReaderOptions } from '../reader-process.ts'
import { failedReading, SheetRefusal } from './spreadsheet.ts'
import type { SheetReply, SheetRequest } from './worker-protocol.ts'

export const spreadsheetWorker = readerProgram('spreadsheet', import.meta.url)

/** One worker for one file. */
export class SpreadsheetLink extends ReaderProcess<SheetRequest, SheetReply> {
  constructor(options?: ReaderOptions) {
    super(spreadsheetWorker, options)
  }

  /**
   * Sends a request. Rejects with a {@link SheetRefusal} if the worker refuses, dies or does not
   * answer in time.
   */
  override async send(request: SheetRequest): Promise<SheetReply> {
    const reply = await super.send(request).catch((error: unknown) => {
      if (!(error instanceof ReadingEnded)) throw error
      // An error message of a library is not shown on the screen.
      throw error.why === 'failed'
        ? failedReading()
        : new SheetRefusal(`${error.message} Divide the file into parts.`)
    })
    if (reply.kind === 'refused') throw new SheetRefusal(reply.detail)
    return reply
  }
}
