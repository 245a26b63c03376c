/** Fetching from main: files, the app's own schemes, and the network. */
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strictObject } from '../strict.ts'
import { sessionOf } from './session.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Electron's `net`. */
export const net = strictObject('net', {
  async fetch(
    input: string | Request,
    init?: RequestInit & { bypassCustomProtocolHandlers?: boolean },
  ): Promise<Response> {
    const url = typeof input === 'string' ? input : input.url
    if (url.startsWith('file:')) return fileResponse(url)
    const handler = sessionOf('').handlers.get(url.slice(0, url.indexOf(':')))
    if (handler && init?.bypassCustomProtocolHandlers !== true)
      return handler(new Request(input, init))
    return fetch(input, init)
  },
  isOnline: (): boolean => true,
})

async function fileResponse(url: string): Promise<Response> {
  const path = fileURLToPath(url)
  const body = await readFile(path).catch(() => {
    throw new Error('net::ERR_FILE_NOT_FOUND')
  })
  const type = contentTypes[extname(path)] ?? 'application/octet-stream'
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } })
}
