/**
 * Requests, intercepted for the whole browser and before any name resolution: custom schemes need
 * no port and no network, and one place serves pages, frames and workers. (A page's own
 * interception would come too late for the first document of an app window.)
 */
import type { OnBeforeRequestListenerDetails } from 'electron'
import { allSessions, type StandInSession } from '../api/session.ts'
import type { StandInWebContents } from '../api/web-contents.ts'
import { ignoreFailure, makeEvent } from '../events.ts'
import { contentsOfFrame } from '../registry.ts'
import {
  fromAlias,
  headerFromAlias,
  headerToAlias,
  schemeOfAlias,
  schemes,
} from '../scheme-alias.ts'
import { trace } from '../trace.ts'
import { runningBrowser } from './engine.ts'
import type { Pipe } from './pipe.ts'
import type { Protocol } from './protocol.ts'
import { isRefused } from './targets.ts'

type Paused = Protocol.Fetch.requestPausedPayload

/**
 * Sets which requests Chromium pauses: documents and custom schemes, or all once an app filters
 * them.
 */
export function updateInterception(pipe = runningBrowser()?.pipe): void {
  const ours = [...schemes.keys()].map((scheme) => ({
    urlPattern: `https://*.${scheme}.invalid/*`,
  }))
  const some: Protocol.Fetch.RequestPattern[] = [
    { urlPattern: '*', resourceType: 'Document' },
    ...ours,
  ]
  const isFiltered = allSessions().some((session) => session.requestFilter !== undefined)
  if (pipe)
    ignoreFailure(
      pipe.send('Fetch.enable', { patterns: isFiltered ? [{ urlPattern: '*' }] : some }),
    )
}

/** Decides about one request and answers it. */
export async function onRequestPaused(pipe: Pipe, paused: Paused): Promise<void> {
  trace(`request ${paused.request.url}`)
  const { requestId } = paused
  const fail = (errorReason: Protocol.Network.ErrorReason): void =>
    ignoreFailure(pipe.send('Fetch.failRequest', { requestId, errorReason }))
  if (isRefused(paused.frameId)) {
    fail('Aborted')
    return
  }
  const contents = contentsOfFrame(paused.frameId)
  const isMainFrame =
    paused.resourceType === 'Document' && contents?.page?.targetId === paused.frameId

  if (contents && !mayNavigate(contents, paused, isMainFrame)) {
    fail('Aborted')
    return
  }
  const session = contents?.session
  if (session && !(await passesFilter(session, contents, paused, isMainFrame))) {
    fail('BlockedByClient')
    return
  }
  // As in Electron, every document gets the preload as it is on disk now.
  if (isMainFrame) await contents.link.refresh()

  const scheme = schemeOfAlias(paused.request.url)
  if (scheme === undefined) {
    ignoreFailure(pipe.send('Fetch.continueRequest', { requestId }))
    return
  }
  const response = await answerOf(scheme, session, paused)
  // A test driver on the same page clears the emulated theme when it attaches.
  if (isMainFrame) contents.updateTheme()
  if (response) ignoreFailure(pipe.send('Fetch.fulfillRequest', { requestId, ...response }))
  else fail('Failed')
}

/** Emits Electron's navigation events for navigations by the page itself. */
function mayNavigate(
  contents: StandInWebContents,
  { resourceType, request, redirectedRequestId }: Paused,
  isMainFrame: boolean,
): boolean {
  if (resourceType !== 'Document') return true
  const url = fromAlias(request.url)
  const emit = (name: string): boolean => {
    const frame = isMainFrame ? contents.mainFrame : null
    const event = makeEvent({ url, isSameDocument: false, isMainFrame, frame, initiator: frame })
    contents.emit(name, event, url, false, isMainFrame, 1, 1)
    return !event.defaultPrevented
  }
  if (redirectedRequestId !== undefined) return emit('will-redirect')
  if (!isMainFrame) return emit('will-frame-navigate')
  if (!contents.isPageNavigation(request.url)) return true
  return emit('will-frame-navigate') && emit('will-navigate')
}

const resourceTypes: Partial<
  Record<Protocol.Network.ResourceType, OnBeforeRequestListenerDetails['resourceType']>
> = {
  Document: 'subFrame',
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  XHR: 'xhr',
  Fetch: 'xhr',
  Media: 'media',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
  WebSocket: 'webSocket',
}

/** Applies the app's `webRequest.onBeforeRequest`, if there is one. */
async function passesFilter(
  session: StandInSession,
  contents: StandInWebContents,
  { request, resourceType }: Paused,
  isMainFrame: boolean,
): Promise<boolean> {
  const filter = session.requestFilter
  if (!filter) return true
  const details = {
    id: 0,
    url: fromAlias(request.url),
    method: request.method,
    webContentsId: contents.id,
    resourceType: isMainFrame ? 'mainFrame' : (resourceTypes[resourceType] ?? 'other'),
    referrer: headerFromAlias(request.headers['Referer'] ?? ''),
    timestamp: Date.now(),
    uploadData: [],
  } satisfies OnBeforeRequestListenerDetails
  const { cancel } = await new Promise<Electron.CallbackResponse>((resolve) =>
    filter(details, resolve),
  )
  return cancel !== true
}

type Fulfilled = Omit<Protocol.Fetch.fulfillRequestParameters, 'requestId'>

async function answerOf(
  scheme: string,
  session: StandInSession | undefined,
  paused: Paused,
): Promise<Fulfilled | undefined> {
  const isFetch = paused.resourceType === 'Fetch' || paused.resourceType === 'XHR'
  if (isFetch && schemes.get(scheme)?.supportFetchAPI !== true) return undefined
  // Chromium requests the favicon by itself, Electron does not.
  if (new URL(paused.request.url).pathname === '/favicon.ico') return { responseCode: 204 }
  // A worker's request names no frame that is known here; then any session that serves the scheme will do.
  const owner = session ?? allSessions().find((one) => one.protocol.isProtocolHandled(scheme))
  const handler = owner?.handlers.get(scheme)
  if (!handler) return undefined
  const request = requestOf(paused)
  try {
    const response = await handler(request)
    return response.type === 'error' ? undefined : await fulfilled(response)
  } catch (error) {
    console.error(`protocol.handle('${scheme}') failed for ${request.url}:`, error)
    return undefined
  }
}

function requestOf({ request }: Paused): Request {
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    headerFromAlias(value),
  ])
  const parts = (request.postDataEntries ?? []).map(({ bytes = '' }) =>
    Buffer.from(bytes, 'base64'),
  )
  const body = parts.length > 0 ? { body: Buffer.concat(parts) } : {}
  return new Request(fromAlias(request.url), { method: request.method, headers, ...body })
}

async function fulfilled(response: Response): Promise<Fulfilled> {
  const responseHeaders = [...response.headers]
    .filter(([name]) => name !== 'content-encoding' && name !== 'content-length')
    .map(([name, value]) => ({ name, value: headerToAlias(name, value) }))
  const body = Buffer.from(await response.arrayBuffer()).toString('base64')
  return { responseCode: response.status, responseHeaders, body }
}
