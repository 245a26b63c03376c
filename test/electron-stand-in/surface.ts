/**
 * The part of Electron that the stand-in has, in Electron's own types.
 *
 * - electron.ts holds every object to it: a change of Electron's typings, or a wrong signature here, fails.
 * - The app is compiled a second time against this module in Electron's place (tsconfig.app.json): using
 *   more of Electron than there is here fails too.
 */

/** The two sides have these from Node's EventEmitter. */
type Listening = 'on' | 'once' | 'off' | 'addListener' | 'removeListener' | 'removeAllListeners'

/** Without the event methods, which are Node's own in the stand-in. */
export type Checked<T> = Omit<T, Listening>
/** A class whose instances are held to a type. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any constructor will do
export type CheckedClass<T> = abstract new (...args: any[]) => Checked<T>

export type App = Pick<
  Electron.App,
  | Listening
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
  | 'setAboutPanelOptions'
  | 'focus'
  | 'relaunch'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'quit'
  | 'exit'
> & {
  readonly commandLine: Pick<Electron.CommandLine, 'appendSwitch' | 'hasSwitch' | 'getSwitchValue'>
  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean
}
export type IpcMain = Pick<Electron.IpcMain, Listening | 'handle' | 'handleOnce' | 'removeHandler'>
export type WebContents = Pick<
  Electron.WebContents,
  | Listening
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
  | 'setWebRTCIPHandlingPolicy'
  | 'setWindowOpenHandler'
  | 'openDevTools'
  | 'isDevToolsOpened'
  | 'toggleDevTools'
  | 'setZoomFactor'
  | 'capturePage'
  | 'printToPDF'
  | 'close'
  | 'forcefullyCrashRenderer'
> & { readonly mainFrame: WebFrameMain }
export type WebFrameMain = Pick<
  Electron.WebFrameMain,
  | 'url'
  | 'origin'
  | 'name'
  | 'routingId'
  | 'processId'
  | 'frameToken'
  | 'detached'
  | 'isDestroyed'
  | 'send'
  | 'executeJavaScript'
> & { readonly parent: WebFrameMain | null; readonly top: WebFrameMain | null }
export type BrowserWindow = Pick<
  Electron.BrowserWindow,
  | Listening
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
> & {
  /** The handler may answer with Node's own Response. */
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void
}
export type Session = Pick<
  Electron.Session,
  | Listening
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setSpellCheckerEnabled'
  | 'isPersistent'
> & {
  readonly protocol: Protocol
  readonly webRequest: Pick<Electron.WebRequest, 'onBeforeRequest'>
}
interface Sessions {
  readonly defaultSession: Session
  fromPartition(partition: string): Session
}
export type Net = Pick<Electron.Net, 'fetch' | 'isOnline'>
export type MenuItem = Pick<
  Electron.MenuItem,
  'id' | 'label' | 'type' | 'enabled' | 'visible' | 'checked' | 'commandId'
> & { click(): void }
export type Menu = Pick<Electron.Menu, Listening | 'closePopup'> & {
  readonly items: MenuItem[]
  getMenuItemById(id: string): MenuItem | null
  popup(): void
}
export type Notification = Pick<
  Electron.Notification,
  Listening | 'show' | 'close' | 'title' | 'body' | 'silent'
>
export type Tray = Pick<
  Electron.Tray,
  Listening | 'setImage' | 'setToolTip' | 'destroy' | 'isDestroyed'
> & { setContextMenu(menu: Menu | null): void }
export type Shell = Pick<
  Electron.Shell,
  'openExternal' | 'openPath' | 'showItemInFolder' | 'trashItem' | 'beep'
>
export type Clipboard = Pick<Electron.Clipboard, 'readText' | 'writeText' | 'clear'>
type Requested<Options, Answer> = {
  (window: BrowserWindow, options: Options): Promise<Answer>
  (options: Options): Promise<Answer>
}
export interface Dialog {
  showOpenDialog: Requested<Electron.OpenDialogOptions, Electron.OpenDialogReturnValue>
  showSaveDialog: Requested<Electron.SaveDialogOptions, Electron.SaveDialogReturnValue>
  showMessageBox: Requested<Electron.MessageBoxOptions, Electron.MessageBoxReturnValue>
  showErrorBox(title: string, content: string): void
}
export type NativeTheme = Pick<
  Electron.NativeTheme,
  Listening | 'themeSource' | 'shouldUseDarkColors' | 'shouldUseHighContrastColors'
>
export type PowerMonitor = Pick<
  Electron.PowerMonitor,
  Listening | 'getSystemIdleTime' | 'getSystemIdleState' | 'isOnBatteryPower'
>
export type MessagePortMain = Pick<Electron.MessagePortMain, Listening | 'start' | 'close'> & {
  postMessage(message: unknown, transfer?: MessagePortMain[]): void
}
export interface MessageChannelMain {
  readonly port1: MessagePortMain
  readonly port2: MessagePortMain
}
export type UtilityProcess = Pick<
  Electron.UtilityProcess,
  Listening | 'kill' | 'pid' | 'stdout' | 'stderr'
> & { postMessage(message: unknown, transfer?: MessagePortMain[]): void }

// How electron.ts holds what contains other held things.
type CheckedContents = Checked<WebContents>
type CheckedPort = Checked<Omit<MessagePortMain, 'postMessage'>>
export type CheckedWindowClass = CheckedClass<
  Omit<BrowserWindow, 'webContents'> & { readonly webContents: CheckedContents }
>
/** By a path only: there are no images of its own. */
export type CheckedTrayClass = new (image: string) => Checked<Omit<Tray, 'setContextMenu'>>
export interface CheckedContentsClass {
  getAllWebContents(): CheckedContents[]
  fromId(id: number): CheckedContents | undefined
  fromDevToolsTargetId(targetId: string): CheckedContents | undefined
}
export interface CheckedSessions {
  readonly defaultSession: Checked<Session>
  fromPartition(partition: string): Checked<Session>
}
export interface CheckedUtilityProcesses {
  fork(
    modulePath: string,
    args?: string[],
    options?: Electron.ForkOptions,
  ): Checked<Omit<UtilityProcess, 'postMessage'>>
}
export type CheckedChannelClass = new () => {
  readonly port1: CheckedPort
  readonly port2: CheckedPort
}

// The module as the app may see it.
export declare const app: App
export declare const ipcMain: IpcMain
export declare const BrowserWindow: (new (
  options?: Electron.BrowserWindowConstructorOptions,
) => BrowserWindow) & {
  getAllWindows(): BrowserWindow[]
  fromWebContents(contents: WebContents): BrowserWindow | null
  fromId(id: number): BrowserWindow | null
  getFocusedWindow(): BrowserWindow | null
}
export declare const webContents: {
  getAllWebContents(): WebContents[]
  fromId(id: number): WebContents | undefined
  fromDevToolsTargetId(targetId: string): WebContents | undefined
}
export declare const protocol: Protocol
export declare const net: Net
export declare const session: Sessions
export declare const Menu: {
  buildFromTemplate(template: Electron.MenuItemConstructorOptions[]): Menu
  setApplicationMenu(menu: Menu | null): void
  getApplicationMenu(): Menu | null
}
export declare const MenuItem: new (options: Electron.MenuItemConstructorOptions) => MenuItem
export declare const Notification: (new (
  options?: Electron.NotificationConstructorOptions,
) => Notification) & { isSupported(): boolean }
export declare const Tray: new (image: string) => Tray
export declare const shell: Shell
export declare const clipboard: Clipboard
export declare const dialog: Dialog
export declare const nativeTheme: NativeTheme
export declare const powerMonitor: PowerMonitor
export declare const utilityProcess: {
  fork(modulePath: string, args?: string[], options?: Electron.ForkOptions): UtilityProcess
}
export declare const MessageChannelMain: new () => MessageChannelMain

// Types without behavior are Electron's own. A missing one fails the check: add it here.
export type BrowserWindowConstructorOptions = Electron.BrowserWindowConstructorOptions
export type CustomScheme = Electron.CustomScheme
export type Event = Electron.Event
export type ForkOptions = Electron.ForkOptions
export type IpcMainEvent = Electron.IpcMainEvent
export type IpcMainInvokeEvent = Electron.IpcMainInvokeEvent
export type MenuItemConstructorOptions = Electron.MenuItemConstructorOptions
export type MessageBoxOptions = Electron.MessageBoxOptions
export type MessageBoxReturnValue = Electron.MessageBoxReturnValue
export type OpenDialogOptions = Electron.OpenDialogOptions
export type ParentPort = Electron.ParentPort
export type SaveDialogOptions = Electron.SaveDialogOptions
export type WebPreferences = Electron.WebPreferences
