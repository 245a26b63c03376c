/** State shared by the modules; set by cli.ts and the app object. */

/** The one mutable record of the process. */
export const state = {
  /** The folder of the app's package.json. */
  appPath: '',
  appName: 'Electron',
  appVersion: '0.0.0',
  /** This process's own arguments, before they are changed to look like Electron's. */
  commandLine: [] as readonly string[],
  /** The value of --remote-debugging-port, if it was given. */
  debuggingPort: undefined as string | undefined,
  /** Chromium switches that the app requested. */
  switches: [] as string[],
  paths: new Map<string, string>(),
  isReady: false,
  isQuitting: false,
  colorScheme: undefined as 'dark' | 'light' | undefined,
  /** The action of each menu accelerator, by its normalized name. */
  accelerators: new Map<string, () => void>(),
}
