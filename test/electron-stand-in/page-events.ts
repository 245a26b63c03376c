/** Translates events of a page into Electron's events. */
import { blankAddress, type StandInWebContents } from './api/web-contents.ts'
import type { CdpEvent, Protocol } from './chromium/protocol.ts'
import { onWindowRequested } from './chromium/targets.ts'
import { makeEvent } from './events.ts'
import { fromAlias } from './scheme-alias.ts'
import { state } from './state.ts'
import { trace } from './trace.ts'

/** Handles one event of the DevTools protocol. */
export function onDocumentEvent(contents: StandInWebContents, event: CdpEvent): void {
  const { document } = contents
  const isMain = (frameId: string): boolean => frameId === contents.page?.targetId
  switch (event.method) {
    case 'Page.frameAttached':
      contents.page?.childFrames.add(event.params.frameId)
      break
    case 'Page.frameDetached':
      contents.page?.childFrames.delete(event.params.frameId)
      break
    case 'Page.windowOpen':
      onWindowRequested(contents, event.params.url)
      break
    case 'Page.frameRequestedNavigation': {
      const { frameId, reason, url } = event.params
      if (isMain(frameId) && reason !== 'reload') contents.expectPageNavigation(url)
      break
    }
    case 'Page.frameNavigated':
      if (event.params.frame.parentId === undefined) onNavigated(contents, event.params.frame)
      break
    case 'Page.navigatedWithinDocument': {
      if (!isMain(event.params.frameId)) break
      document.url = fromAlias(event.params.url)
      contents.mainFrame.moveTo(document.url)
      contents.emit('did-navigate-in-page', makeEvent(), document.url, true, 1, 1)
      break
    }
    case 'Page.frameStartedLoading':
      if (isMain(event.params.frameId)) setLoading(contents, true)
      break
    case 'Page.frameStoppedLoading':
      if (isMain(event.params.frameId)) setLoading(contents, false)
      break
    case 'Page.domContentEventFired':
      trace('dom-ready')
      contents.updateTheme()
      contents.emit('dom-ready', makeEvent())
      break
    case 'Page.loadEventFired':
      trace('load')
      if (!isShown(contents)) break
      contents.onLoaded()
      void readTitle(contents)
      break
    case 'Page.lifecycleEvent':
      if (event.params.name !== 'firstPaint' || !isMain(event.params.frameId)) break
      trace('first paint')
      if (isShown(contents)) contents.emit('-first-paint')
      break
    case 'Page.javascriptDialogOpening':
      if (event.params.type === 'beforeunload') onBeforeUnload(contents)
      break
    case 'Inspector.targetCrashed':
      onCrashed(contents)
      break
    case 'Runtime.consoleAPICalled':
      onConsole(contents, event.params)
      break
    default:
  }
}

const isShown = ({ document }: StandInWebContents): boolean =>
  document.url !== '' && !document.url.startsWith(blankAddress)

function onNavigated(contents: StandInWebContents, frame: Protocol.Page.Frame): void {
  contents.onNewDocument(fromAlias(frame.url + (frame.urlFragment ?? '')))
  if (isShown(contents)) contents.emit('did-navigate', makeEvent(), contents.getURL(), 200, '')
}

function setLoading(contents: StandInWebContents, isLoading: boolean): void {
  contents.document.isLoading = isLoading
  contents.emit(isLoading ? 'did-start-loading' : 'did-stop-loading')
}

async function readTitle(contents: StandInWebContents): Promise<void> {
  const title = await contents.executeJavaScript('document.title').catch(() => undefined)
  if (typeof title !== 'string' || title === contents.document.title) return
  contents.document.title = title
  contents.emit('page-title-updated', makeEvent(), title, true)
}

function onBeforeUnload(contents: StandInWebContents): void {
  const event = makeEvent()
  contents.emit('will-prevent-unload', event)
  const accept = event.defaultPrevented
  if (!accept) state.isQuitting = false
  contents.page?.sendCommand('Page.handleJavaScriptDialog', { accept })
}

function onCrashed(contents: StandInWebContents): void {
  contents.document.isCrashed = true
  contents.emit('render-process-gone', makeEvent(), { reason: 'crashed', exitCode: 5 })
}

const levels: Partial<Record<string, string>> = {
  warning: 'warning',
  error: 'error',
  debug: 'debug',
}

function onConsole(
  contents: StandInWebContents,
  { type, args, stackTrace }: Protocol.Runtime.consoleAPICalledPayload,
): void {
  const frame = stackTrace?.callFrames[0]
  const texts = args.map(({ value, description, type: kind }) =>
    typeof value === 'string' ? value : (description ?? kind),
  )
  contents.emit(
    'console-message',
    makeEvent({
      level: levels[type] ?? 'info',
      message: texts.join(' '),
      lineNumber: (frame?.lineNumber ?? 0) + 1,
      sourceId: fromAlias(frame?.url ?? ''),
      frame: contents.mainFrame,
    }),
  )
}
