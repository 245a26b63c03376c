/** Electron's fuses in every package (https://www.electronjs.org/docs/latest/tutorial/fuses). */
import { FuseV1Options } from '@electron/fuses'

/**
 * All fuses: a new one of Electron fails the build until it is listed here
 * (`strictlyRequireAllFuses`).
 */
export const fuses: Readonly<Record<FuseV1Options, boolean>> = {
  // The program must not act as Node: ELECTRON_RUN_AS_NODE would run any script under its name and
  // with its keychain entry.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // macOS and Windows refuse a changed archive; Linux has no such check.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // Documents come from countersign://app, never from file://.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
}

/** The same by name. */
export const fusesByName: Readonly<Record<string, boolean>> = Object.fromEntries(
  Object.entries(fuses).map(([at, on]) => [FuseV1Options[Number(at)] ?? at, on]),
)
