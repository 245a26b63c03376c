/** New pages of Chromium: windows that the app requested, and others, which the app must allow. */
import type { StandInWebContents } from '../api/web-contents.ts'
import { ignoreFailure } from '../events.ts'
import { contentsOfTarget } from '../registry.ts'
import { fromAlias } from '../scheme-alias.ts'
import { trace } from '../trace.ts'
import type { Browser } from './browser.ts'
import { Page } from './page.ts'
import type { Pipe } from './pipe.ts'
import type { Protocol } from './protocol.ts'

interface Expected {
  readonly contents: StandInWebContents
  readonly attached: () => void
}

/**
 * `<a target=_blank>` has no openerId, so Page.windowOpen shows which page opened the next target.
 */
const openedByPages: { readonly opener: StandInWebContents; readonly url: string }[] = []
const refused = new Set<string>()
let expected: Expected | undefined
let turn: Promise<void> = Promise.resolve()

/**
 * Opens windows one after the other: a new target does not show which of two requests it answers.
 */
export function openWindow(
  starting: Promise<Browser>,
  contents: StandInWebContents,
  size: string,
): Promise<void> {
  turn = turn.then(async () => {
    const browser = await starting
    if (contents.isDestroyed()) return
    const url = contents.takeFirstAddress()
    await new Promise<void>((attached) => {
      expected = { contents, attached }
      trace('requesting the window')
      browser.openAppWindow(url, size, contents.session.isIncognito)
    })
  })
  return turn
}

/** Whether a frame belongs to a page that is being closed, which receives nothing more. */
export const isRefused = (frameId: string): boolean => refused.has(frameId)

/** A page requested a window; its target follows. */
export function onWindowRequested(opener: StandInWebContents, url: string): void {
  openedByPages.push({ opener, url })
}

/** Chromium pauses the new target at its start: nothing has run or loaded yet. */
export function onTargetAttached(
  pipe: Pipe,
  { sessionId, targetInfo }: Protocol.Target.attachedToTargetPayload,
): void {
  trace(`attached ${targetInfo.url}`)
  const requested = openedByPages.shift()
  if (!requested && targetInfo.openerId === undefined && expected) {
    const { contents, attached } = expected
    expected = undefined
    contents.attach(new Page(pipe, sessionId, targetInfo.targetId))
    attached()
    return
  }
  const opener = requested?.opener ?? contentsOfTarget(targetInfo.openerId ?? '')
  if (opener && mayOpen(opener, fromAlias(requested?.url ?? targetInfo.url))) {
    // A bare page without any app content.
    ignoreFailure(pipe.send('Runtime.runIfWaitingForDebugger', {}, sessionId))
    return
  }
  // Also pages that the app did not open, e.g. a tab opened by a browser shortcut: Electron has
  // none.
  refuse(pipe, sessionId, targetInfo.targetId)
}

/**
 * Closes a page before it has loaded anything. A paused page may share the thread of the page that
 * opened it, which would then wait for ever, so it must not stay paused.
 */
function refuse(pipe: Pipe, sessionId: string, targetId: string): void {
  refused.add(targetId)
  ignoreFailure(pipe.send('Target.closeTarget', { targetId }))
  ignoreFailure(pipe.send('Runtime.runIfWaitingForDebugger', {}, sessionId))
}

/** As in Electron, everything that the app does not deny is allowed. */
function mayOpen(opener: StandInWebContents, url: string): boolean {
  const answer = opener.windowOpenHandler?.({
    url,
    frameName: '',
    features: '',
    disposition: 'new-window',
    referrer: { url: '', policy: 'no-referrer' },
  })
  return answer?.action !== 'deny'
}
