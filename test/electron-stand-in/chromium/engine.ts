/** The one Chromium of this process: started once, its events passed to their receivers. */
import { contentsOfSession, allContents } from '../registry.ts'
import { findChromium } from '../find-chromium.ts'
import { state } from '../state.ts'
import { trace } from '../trace.ts'
import { Browser } from './browser.ts'
import type { CdpEvent } from './protocol.ts'
import { onRequestPaused, updateInterception } from './requests.ts'
import { onTargetAttached } from './targets.ts'

const noChromium = [
  'electron stand-in: no Chromium was found, and Electron itself is not installed.',
  '  Debian, Ubuntu:            apt-get install chromium',
  '  Electron (needs github.com): npx install-electron',
  '  or let STANDIN_CHROMIUM name the program of a Chromium or Chrome.',
].join('\n')

let starting: Promise<Browser> | undefined
let running: Browser | undefined

/** Returns the running Chromium, once it answers. */
export const runningBrowser = (): Browser | undefined => running

/**
 * Starts Chromium, once.
 *
 * @param folder where Chromium keeps its profile.
 * @param onGone called when Chromium has ended, in order or not.
 */
export function startEngine(folder: string, onGone: () => void): Promise<Browser> {
  return (starting ??= start(folder, onGone))
}

/** The start in progress, for windows that wait for it. */
export function engine(): Promise<Browser> {
  return starting ?? Promise.reject(new Error('electron stand-in: Chromium was not started'))
}

async function start(folder: string, onGone: () => void): Promise<Browser> {
  const program = findChromium()
  if (!program) throw new Error(noChromium)
  trace('starting Chromium')
  const { switches, debuggingPort } = state
  const browser = await Browser.start({ program, folder, switches, debuggingPort })
  trace('Chromium answers')
  running = browser
  Object.assign(process.versions, { chrome: browser.version })
  browser.pipe.on('event', (event) => dispatch(browser, event))
  updateInterception(browser.pipe)
  void browser.pipe.send('Browser.setDownloadBehavior', { behavior: 'deny' })
  browser.process.once('exit', (code, signal) => {
    if (!state.isQuitting)
      console.error(`electron stand-in: Chromium ended by itself (${code ?? signal ?? 'unknown'})`)
    onGone()
    for (const contents of allContents()) contents.onGone()
  })
  await browser.pipe.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }, { exclude: true }],
  })
  return browser
}

function dispatch({ pipe }: Browser, event: CdpEvent): void {
  if (event.sessionId !== undefined) {
    contentsOfSession(event.sessionId)?.onPageEvent(event)
    return
  }
  if (event.method === 'Target.attachedToTarget') onTargetAttached(pipe, event.params)
  if (event.method === 'Fetch.requestPaused') void onRequestPaused(pipe, event.params)
  if (event.method === 'Target.detachedFromTarget')
    contentsOfSession(event.params.sessionId)?.onGone()
}
