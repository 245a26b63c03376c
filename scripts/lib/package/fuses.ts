/** How Electron's fuses are set in every package (https://www.electronjs.org/docs/latest/tutorial/fuses). */
import { FuseV1Options } from '@electron/fuses'

/** All of them: one that Electron adds fails the build until it stands here (`strictlyRequireAllFuses`). */
export const fuses: Readonly<Record<FuseV1Options, boolean>> = {
  // The program is no Node: ELECTRON_RUN_AS_NODE would run any script under its name and its keychain entry.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // macOS and Windows refuse an archive that was changed; Linux has no such check.
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
