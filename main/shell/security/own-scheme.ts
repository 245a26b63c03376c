/**
 * Electron checklist, items 1 and 18: our documents come from `countersign://app`, never from
 * file://.
 */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { CustomScheme, Protocol } from 'electron'
import { contentPolicy } from './content-policy.ts'

const scheme = 'countersign'
/** The origin of all our documents. */
export const ownOrigin = `${scheme}://app`

/** Registration of the scheme, before the app is ready. No fetch: the window has no network. */
export const ownScheme: CustomScheme = {
  scheme,
  privileges: { standard: true, secure: true, supportFetchAPI: false, codeCache: true },
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/**
 * Serves the files of a folder, and only those that were in it when the program started: a path is
 * looked up in that list and never resolved, so path traversal is not possible.
 */
export function serveOwnScheme(protocol: Protocol, folder: string): void {
  const files = filesBelow(folder)
  protocol.handle(scheme, async (request) => {
    const { host, pathname } = new URL(request.url)
    const file = host === 'app' ? files.get(pathname === '/' ? '/index.html' : pathname) : undefined
    if (file === undefined || request.method !== 'GET') return new Response(null, { status: 404 })
    return new Response(await readFile(file), { headers: headersFor(file) })
  })
}

function filesBelow(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(paths.map((path) => [`/${relative(folder, path).split(sep).join('/')}`, path]))
}

const headersFor = (file: string): Record<string, string> => ({
  'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
})
