/**
 * The module that `import ... from 'electron'` returns in main. surface.ts states the subset in
 * Electron's own types; `satisfies` checks every part against it, so a change of Electron's typings
 * fails the type check.
 */
import { app as standInApp } from './api/app.ts'
import { StandInWindow } from './api/browser-window.ts'
import {
  clipboard as standInClipboard,
  shell as standInShell,
  StandInNotification,
} from './api/desktop.ts'
import { dialog as standInDialog } from './api/dialog.ts'
import { ipcMain as standInIpcMain } from './api/ipc-main.ts'
import { StandInMenu, StandInMenuItem } from './api/menu.ts'
import { net as standInNet } from './api/net.ts'
import { session as standInSession, sessionOf } from './api/session.ts'
import {
  nativeTheme as standInNativeTheme,
  powerMonitor as standInPowerMonitor,
} from './api/system.ts'
import { StandInTray } from './api/tray.ts'
import { StandInWebContents } from './api/web-contents.ts'
import type * as Surface from './surface.ts'
import { StandInMessageChannel } from './utility/message-port.ts'
import { utilityProcess as standInUtilityProcess } from './utility/utility-process.ts'

export const app = standInApp satisfies Surface.Checked<Surface.App>
export const ipcMain = standInIpcMain satisfies Surface.Checked<Surface.IpcMain>
export const BrowserWindow = StandInWindow satisfies Surface.CheckedWindowClass
export const webContents = StandInWebContents satisfies Surface.CheckedContentsClass
export const protocol = sessionOf('').protocol satisfies Surface.Protocol
export const net = standInNet satisfies Surface.Net
export const session = standInSession satisfies Surface.CheckedSessions
export const Menu = StandInMenu satisfies Surface.CheckedClass<Surface.Menu>
export const MenuItem = StandInMenuItem satisfies Surface.CheckedClass<Surface.MenuItem>
export const Notification = StandInNotification satisfies Surface.CheckedClass<Surface.Notification>
export const Tray = StandInTray satisfies Surface.CheckedTrayClass
export const shell = standInShell satisfies Surface.Shell
export const clipboard = standInClipboard satisfies Surface.Clipboard
export const dialog = standInDialog satisfies Surface.Dialog
export const nativeTheme = standInNativeTheme satisfies Surface.Checked<Surface.NativeTheme>
export const powerMonitor = standInPowerMonitor satisfies Surface.Checked<Surface.PowerMonitor>
export const utilityProcess = standInUtilityProcess satisfies Surface.CheckedUtilityProcesses
export const MessageChannelMain = StandInMessageChannel satisfies Surface.CheckedChannelClass

// For require('electron'), which Playwright's loader and the inspector use.
export default {
  app,
  ipcMain,
  BrowserWindow,
  webContents,
  protocol,
  net,
  session,
  Menu,
  MenuItem,
  Notification,
  Tray,
  shell,
  clipboard,
  dialog,
  nativeTheme,
  powerMonitor,
  utilityProcess,
  MessageChannelMain,
}
