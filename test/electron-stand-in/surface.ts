/**
 * The subset of Electron that the stand-in has, in Electron's own types (electron.d.ts).
 * - electron.ts: every object `satisfies Held<…>`: a change in electron.d.ts, or a wrong signature here, fails tsc.
 * - the app is also compiled against THIS module in place of electron (tsconfig.standin-app.json): using more than the subset fails tsc.
 */
type Ev = 'on' | 'once' | 'off' | 'addListener' | 'removeListener'
export type App = Pick<
  Electron.App,
  | Ev
  | 'name'
  | 'getName'
  | 'setName'
  | 'getVersion'
  | 'getAppPath'
  | 'isPackaged'
  | 'getLocale'
  | 'isReady'
  | 'whenReady'
  | 'getPath'
  | 'setPath'
  | 'setAppLogsPath'
  | 'disableHardwareAcceleration'
  | 'enableSandbox'
  | 'setAppUserModelId'
  | 'focus'
  | 'relaunch'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'quit'
  | 'exit'
> & { commandLine: Pick<Electron.CommandLine, 'appendSwitch' | 'hasSwitch' | 'getSwitchValue'> }
export type IpcMain = Pick<Electron.IpcMain, Ev | 'handle' | 'handleOnce' | 'removeHandler'>
export type WebContents = Pick<
  Electron.WebContents,
  | Ev
  | 'id'
  | 'send'
  | 'getURL'
  | 'getTitle'
  | 'isLoading'
  | 'isDestroyed'
  | 'isCrashed'
  | 'loadURL'
  | 'loadFile'
  | 'reload'
  | 'reloadIgnoringCache'
  | 'executeJavaScript'
  | 'setWindowOpenHandler'
  | 'openDevTools'
  | 'closeDevTools'
  | 'isDevToolsOpened'
  | 'toggleDevTools'
  | 'setZoomFactor'
  | 'capturePage'
  | 'close'
  | 'forcefullyCrashRenderer'
>
export type WebContentsStatic = {
  getAllWebContents(): WebContents[]
  fromId(id: number): WebContents | undefined
  fromDevToolsTargetId(id: string): WebContents | undefined
}
export type BrowserWindow = Pick<
  Electron.BrowserWindow,
  | Ev
  | 'id'
  | 'loadURL'
  | 'loadFile'
  | 'reload'
  | 'show'
  | 'showInactive'
  | 'hide'
  | 'focus'
  | 'blur'
  | 'isFocused'
  | 'isVisible'
  | 'minimize'
  | 'restore'
  | 'isMinimized'
  | 'maximize'
  | 'unmaximize'
  | 'isMaximized'
  | 'setFullScreen'
  | 'isFullScreen'
  | 'getBounds'
  | 'setBounds'
  | 'getNormalBounds'
  | 'getSize'
  | 'setSize'
  | 'getTitle'
  | 'setTitle'
  | 'setMenuBarVisibility'
  | 'removeMenu'
  | 'setBackgroundColor'
  | 'setMinimumSize'
  | 'flashFrame'
  | 'setProgressBar'
  | 'close'
  | 'destroy'
  | 'isDestroyed'
> & { readonly webContents: WebContents }
export type Protocol = Pick<
  Electron.Protocol,
  'registerSchemesAsPrivileged' | 'unhandle' | 'isProtocolHandled'
> & { handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void }
export type Net = Pick<Electron.Net, 'fetch' | 'isOnline'>
export type Menu = Pick<Electron.Menu, Ev | 'closePopup'> & { popup(): void }
export type Notification = Pick<Electron.Notification, Ev | 'show' | 'close' | 'title' | 'body'>
export type Shell = Pick<
  Electron.Shell,
  'openExternal' | 'openPath' | 'showItemInFolder' | 'trashItem' | 'beep'
>
export type Clipboard = Pick<Electron.Clipboard, 'readText' | 'writeText' | 'clear'>
export type Dialog = Pick<
  Electron.Dialog,
  'showOpenDialog' | 'showSaveDialog' | 'showMessageBox' | 'showErrorBox'
>
export type NativeTheme = Pick<
  Electron.NativeTheme,
  Ev | 'themeSource' | 'shouldUseDarkColors' | 'shouldUseHighContrastColors'
>
export type PowerMonitor = Pick<
  Electron.PowerMonitor,
  Ev | 'getSystemIdleTime' | 'getSystemIdleState' | 'isOnBatteryPower'
>
export interface Session {
  defaultSession: Pick<
    Electron.Session,
    | Ev
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'clearStorageData'
    | 'clearCache'
    | 'getUserAgent'
  > & { webRequest: Pick<Electron.WebRequest, 'onBeforeRequest'>; protocol: Protocol }
}

/** Event methods come from Node's EventEmitter in both and are left out of the comparison. */
export type Held<T> = Omit<T, Ev>
export type HeldWindow = Held<Omit<BrowserWindow, 'webContents'>> & {
  readonly webContents: Held<WebContents>
}
export type HeldContents = {
  getAllWebContents(): Held<WebContents>[]
  fromId(id: number): Held<WebContents> | undefined
  fromDevToolsTargetId(id: string): Held<WebContents> | undefined
}
export type HeldClass<T> = abstract new (...args: any[]) => Held<T>

// The module, as the app may see it.
export declare const app: App
export declare const ipcMain: IpcMain
export declare const BrowserWindow: (new (
  options?: Electron.BrowserWindowConstructorOptions,
) => BrowserWindow) & {
  getAllWindows(): BrowserWindow[]
  fromWebContents(wc: WebContents): BrowserWindow | null
  fromId(id: number): BrowserWindow | null
  getFocusedWindow(): BrowserWindow | null
}
export declare const webContents: WebContentsStatic
export declare const protocol: Protocol
export declare const net: Net
export declare const session: Session
export declare const Menu: {
  buildFromTemplate(t: Electron.MenuItemConstructorOptions[]): Menu
  setApplicationMenu(m: Menu | null): void
  getApplicationMenu(): Menu | null
}
export declare const Notification: (new (
  o?: Electron.NotificationConstructorOptions,
) => Notification) & { isSupported(): boolean }
export declare const shell: Shell
export declare const clipboard: Clipboard
export interface DialogFor {
  showOpenDialog(
    w: BrowserWindow,
    o: Electron.OpenDialogOptions,
  ): Promise<Electron.OpenDialogReturnValue>
  showOpenDialog(o: Electron.OpenDialogOptions): Promise<Electron.OpenDialogReturnValue>
  showSaveDialog(
    w: BrowserWindow,
    o: Electron.SaveDialogOptions,
  ): Promise<Electron.SaveDialogReturnValue>
  showMessageBox(
    w: BrowserWindow,
    o: Electron.MessageBoxOptions,
  ): Promise<Electron.MessageBoxReturnValue>
  showErrorBox(title: string, content: string): void
}
export declare const dialog: DialogFor
export declare const nativeTheme: NativeTheme
export declare const powerMonitor: PowerMonitor
export type IpcMainInvokeEvent = Electron.IpcMainInvokeEvent
export type IpcMainEvent = Electron.IpcMainEvent
