/** A packaged build refuses to be driven from outside; unpackaged builds may be, for tests and tools. */
import type { App } from 'electron'

const refusedSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'inspect',
  'inspect-brk',
  'inspect-wait',
  'inspect-port',
  'no-sandbox',
  'disable-web-security',
  'ignore-certificate-errors',
]

/** The first switch of the command line that a packaged build must refuse, or undefined. */
export function refusedSwitch(app: Pick<App, 'isPackaged' | 'commandLine'>): string | undefined {
  if (!app.isPackaged) return undefined
  return refusedSwitches.find((name) => app.commandLine.hasSwitch(name))
}
