/** Main's side of the spreadsheet worker: every end of its thread is told as a refusal of the file. */
import { ReaderThread, ReadingEnded, readerProgram, type ThreadPlace } from '../reader-thread.ts'
import { failedReading, SheetRefusal } from './spreadsheet.ts'
import type { SheetReply, SheetRequest } from './worker-protocol.ts'

/** The worker. */
export const spreadsheetWorker = readerProgram('spreadsheet', import.meta.url)

/** One worker at work on one file. */
export class SpreadsheetLink extends ReaderThread<SheetRequest, SheetReply> {
  constructor(place?: ThreadPlace) {
    super(spreadsheetWorker, place)
  }

  /** Asks the worker. Rejects with a {@link SheetRefusal} when it refuses, dies or does not answer in time. */
  override async ask(request: SheetRequest): Promise<SheetReply> {
    const reply = await super.ask(request).catch((error: unknown) => {
      if (!(error instanceof ReadingEnded)) throw error
      // What a library said as it failed is no text for a screen.
      throw error.why === 'failed'
        ? failedReading()
        : new SheetRefusal(`${error.message} Divide it into parts.`)
    })
    if (reply.kind === 'refused') throw new SheetRefusal(reply.detail)
    return reply
  }
}
