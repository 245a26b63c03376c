/** What `import … from 'electron'` gives in main under the stand-in. `surface.ts` states the subset and tsc holds both to electron.d.ts. */
import { app as appImpl, setWindowList } from './app.ts'
import { ipcMain as ipcMainImpl } from './ipc-main.ts'
import { WebContentsImpl } from './web-contents.ts'
import { BrowserWindowImpl } from './window.ts'
import * as x from './extras.ts'
import type * as S from './surface.ts'

setWindowList(() => BrowserWindowImpl.getAllWindows())
export const app = appImpl satisfies S.Held<S.App>
export const ipcMain = ipcMainImpl satisfies S.Held<S.IpcMain>
export const BrowserWindow = BrowserWindowImpl satisfies abstract new (
  ...args: any[]
) => S.HeldWindow
export const webContents = WebContentsImpl satisfies S.HeldContents
export const protocol = x.protocol satisfies S.Held<S.Protocol>
export const net = x.net satisfies S.Held<S.Net>
export const session = x.session
export const Menu = x.MenuImpl satisfies S.HeldClass<S.Menu>
export const MenuItem = x.MenuItemImpl
export const Notification = x.NotificationImpl satisfies S.HeldClass<S.Notification>
export const shell = x.shell satisfies S.Held<S.Shell>
export const clipboard = x.clipboard satisfies S.Held<S.Clipboard>
export const dialog = x.dialog satisfies S.Held<S.Dialog>
export const nativeTheme = x.nativeTheme satisfies S.Held<S.NativeTheme>
export const powerMonitor = x.powerMonitor satisfies S.Held<S.PowerMonitor>
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
  shell,
  clipboard,
  dialog,
  nativeTheme,
  powerMonitor,
}
