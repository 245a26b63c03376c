/** PDF of our documents, printed by a hidden window that runs no script and loads nothing. */
import { BrowserWindow, session, type Session } from 'electron'
import { newId } from '../../platform/identifiers.ts'
import { printPolicy } from '../security/content-policy.ts'
import { ownScheme } from '../security/own-scheme.ts'
import { refusePermissions } from '../security/permissions.ts'
import { printingPreferences } from '../security/secure-windows.ts'
import type { PdfPrinter } from '../../platform/ports.ts'

const partition = 'countersign-print'
const { scheme } = ownScheme
/** Printing begins in about a second; a window that never answers must not block. */
const leastMs = 30_000
/** A minute for the operator's guide, of almost 100,000 letters, on a slow computer. */
const msPerLetter = 60_000 / 100_000

/** How long a document of so many letters may take. */
const printingMs = (letters: number): number => leastMs + Math.round(letters * msPerLetter)

/**
 * Creates the printer. Each document has an address of its own, which is served while it is
 * printed.
 */
export function pdfPrinter(msFor = printingMs): PdfPrinter {
  const documents = new Map<string, string>()
  let prepared: Session | undefined
  return {
    async print(html) {
      prepared ??= prepareSession(documents)
      const address = `${scheme}://print/${newId()}`
      documents.set(address, html)
      try {
        return await printed(address, msFor(html.length))
      } finally {
        documents.delete(address)
      }
    },
  }
}

/** The session serves the documents that are being printed, and blocks all other requests. */
function prepareSession(documents: ReadonlyMap<string, string>): Session {
  const own = session.fromPartition(partition)
  refusePermissions(own)
  own.webRequest.onBeforeRequest(({ url, resourceType }, answer) => {
    const isDocument = resourceType === 'mainFrame' && documents.has(url)
    // A picture embedded in the document needs no network.
    const isWithin = resourceType === 'image' && url.startsWith('data:')
    answer({ cancel: !isDocument && !isWithin })
  })
  own.protocol.handle(scheme, ({ url }) => {
    const html = documents.get(url)
    if (html === undefined) return new Response(null, { status: 404 })
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': printPolicy,
      'x-content-type-options': 'nosniff',
    }
    return new Response(html, { headers })
  })
  return own
}

async function printed(address: string, deadlineMs: number): Promise<Uint8Array> {
  const window = new BrowserWindow({
    show: false,
    focusable: false,
    skipTaskbar: true,
    title: 'Printing',
    webPreferences: printingPreferences(partition),
  })
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    const seconds = String(Math.round(deadlineMs / 1_000))
    const late = new Error(
      `Printing took longer than ${seconds} seconds. Try again when the computer is less busy.`,
    )
    timer = setTimeout(() => reject(late), deadlineMs)
    // The program quits: nothing waits for the rest of the time.
    window.once('closed', () => reject(new Error('The program ended while it printed.')))
  })
  const printing = window
    .loadURL(address)
    .then(() => window.webContents.printToPDF({ preferCSSPageSize: true, printBackground: true }))
  try {
    return await Promise.race([printing, tooLate])
  } finally {
    clearTimeout(timer)
    if (!window.isDestroyed()) window.destroy()
  }
}
