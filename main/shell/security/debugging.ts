/**
 * A packaged build refuses command-line switches for remote control, weaker security or inspection.
 * Unpackaged builds allow them, for tests and tools. Settings that never reach this code, such as
 * ELECTRON_RUN_AS_NODE, NODE_OPTIONS and Node's own `--inspect`, are disabled by the fuses
 * (`scripts/lib/package/fuses.ts`).
 *
 * Left out on purpose: `allow-file-access-from-files` and `disable-features`, which Electron may
 * set by itself.
 */
import type { App } from 'electron'

/** A debugger or automation tool can read and click everything in the program. */
const driving = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-socket-name',
  'remote-debugging-targets',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-wait',
  'inspect-port',
  'inspect-publish-uid',
  'enable-automation',
  'headless',
  'screenshot',
  'print-to-pdf',
  'dump-dom',
  'repl',
]

/** Code of others in our processes. */
const foreignCode = [
  'js-flags',
  'load-extension',
  'disable-extensions-except',
  'browser-subprocess-path',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'plugin-launcher',
  'enable-blink-features',
  'enable-experimental-web-platform-features',
]

/** Switches that disable the sandbox, the same-origin policy or certificate checks. */
const loosening = [
  'no-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-gpu-sandbox',
  'single-process',
  'no-zygote',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-running-insecure-content',
  'unsafely-treat-insecure-origin-as-secure',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'allow-insecure-localhost',
  'use-fake-ui-for-media-stream',
  'auto-accept-camera-and-microphone-capture',
]

/** Network routes and logs of the window's process, and the program's data folder. */
const elsewhere = [
  'host-rules',
  'host-resolver-rules',
  'proxy-server',
  'proxy-pac-url',
  'webrtc-ip-handling-policy',
  'log-net-log',
  'ssl-key-log-file',
  'user-data-dir',
]

/** Every switch that a packaged build refuses. */
export const refusedSwitches: readonly string[] = [
  ...driving,
  ...foreignCode,
  ...loosening,
  ...elsewhere,
]

/**
 * Returns the first switch of the command line that a packaged build must refuse, or undefined.
 * Call it before the program sets switches of its own.
 */
export function refusedSwitch(
  app: Pick<App, 'isPackaged'> & { readonly commandLine: Pick<App['commandLine'], 'hasSwitch'> },
): string | undefined {
  if (!app.isPackaged) return undefined
  return refusedSwitches.find((name) => app.commandLine.hasSwitch(name))
}
