/**
 * The printer and the guards of the program without its other parts, and a counting server for
 * foreign requests.
 */
import { app, BrowserWindow, protocol, session } from 'electron'
import { guardNavigation } from '../../../../main/shell/security/navigation.ts'
import { refuseNewWindows } from '../../../../main/shell/security/no-new-windows.ts'
import { ownOrigin, ownScheme } from '../../../../main/shell/security/own-scheme.ts'
import { pdfPrinter } from '../../../../main/shell/windows/pdf-printer.ts'

/** The functions that a test finds in main once the app is ready. */
export interface Printing {
  /** The PDF, in base64. */
  print(html: string): Promise<string>
  /** The same with a time limit of zero; resolves to the reason of the failure. */
  printInNoTime(html: string): Promise<string>
  /** Loads a document in a window without any of the printer's rules, and leaves it open. */
  loadPlainly(html: string): Promise<void>
  /** The requests to `elsewhere://server/`, by path. */
  requested(): string[]
  windows(): number
}

if (process.env['PRINTING_DATA']) app.setPath('userData', process.env['PRINTING_DATA'])
// A scheme and not a server, because Chromium has its own reasons to keep documents from servers on
// loopback.
const privileges = { standard: true, secure: true, supportFetchAPI: true }
protocol.registerSchemesAsPrivileged([ownScheme, { scheme: 'elsewhere', privileges }])
guardNavigation(app, [ownOrigin])
refuseNewWindows(app)
app.on('window-all-closed', () => undefined)

const printer = pdfPrinter()
const requested: string[] = []
let plain = ''

/** Receives every request that passes the rules of a session. */
function serveElsewhere(partition: string): void {
  session.fromPartition(partition).protocol.handle('elsewhere', ({ url }) => {
    const { pathname } = new URL(url)
    if (pathname === '/plain')
      return new Response(plain, { headers: { 'content-type': 'text/html' } })
    requested.push(pathname.slice(1))
    return new Response(null, { status: 404 })
  })
}

const printing: Printing = {
  print: async (html) => Buffer.from(await printer.print(html)).toString('base64'),
  printInNoTime: (html) =>
    pdfPrinter(() => 0)
      .print(html)
      .then(() => 'printed', String),
  loadPlainly: (html) => {
    plain = html
    const window = new BrowserWindow({ webPreferences: { partition: 'plain' } })
    return window.loadURL('elsewhere://server/plain')
  },
  requested: () => requested,
  windows: () => BrowserWindow.getAllWindows().length,
}
void app.whenReady().then(() => {
  for (const partition of ['countersign-print', 'plain']) serveElsewhere(partition)
  Object.assign(globalThis, { printing })
})
