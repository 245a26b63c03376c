/** What the modules share; filled by cli.ts and app.ts. */
import { Browser } from './chromium.ts'
import type { WebContentsImpl } from './web-contents.ts'

export const state = {
  packagePath: '',
  appName: 'Electron',
  appVersion: '0.0.0',
  debugPort: undefined as string | undefined,
  switches: [] as string[],
  paths: new Map<string, string>(),
  browser: undefined as Browser | undefined,
  browserStarted: undefined as Promise<Browser> | undefined,
  contents: new Map<number, WebContentsImpl>(),
  byTarget: new Map<string, WebContentsImpl>(),
  bySession: new Map<string, WebContentsImpl>(),
  handlers: new Map<string, (request: Request) => Response | Promise<Response>>(),
  colorScheme: undefined as 'dark' | 'light' | undefined,
  accelerators: new Map<string, () => void>(),
  beforeRequest: undefined as
    | undefined
    | {
        urls: string[] | undefined
        listener: (
          details: Electron.OnBeforeRequestListenerDetails,
          callback: (response: Electron.CallbackResponse) => void,
        ) => void
      },
  quitting: false,
  /** Set by app.ts. Without its browser process an Electron app is over. */
  browserGone: (_expected: boolean): void => {},
}
