/**
 * The app: Electron around the workstation. This file only composes; every part has its own folder.
 */
import { join } from 'node:path'
import {
  app,
  clipboard,
  dialog,
  Menu,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  session,
  type BrowserWindow,
} from 'electron'
import { announceThrough } from './platform/announce.ts'
import { serve } from './shell/ipc/serve.ts'
import { launchKeychainInUtilityProcess } from './shell/launch-keychain.ts'
import { launchInUtilityProcess } from './shell/launch-practice-bank.ts'
import { launchReaderInUtilityProcess } from './shell/launch-reader.ts'
import { atMost, systemClock } from './platform/clock.ts'
import { launchReadersWith } from './platform/reader-launcher.ts'
import { logUnforeseen, openLog } from './platform/log/log.ts'
import { ok } from '../preload/contract/kernel/result.ts'
import {
  dataFolderRefused,
  nothingAtStake,
  switchRefused,
  windowFailed,
} from '../preload/contract/text/desktop.ts'
import { accountName } from './shell/account-name.ts'
import { dataFolder } from './shell/data-folder.ts'
import { endFailedStart } from './shell/failed-start.ts'
import { askBeforeQuitting, endWithSystem, quitBox } from './shell/quitting.ts'
import { refusedSwitch } from './shell/security/debugging.ts'
import {
  lockWithSystem,
  systemPresence,
  wakeWithSystem,
} from './shell/security/lock-with-system.ts'
import { guardNavigation } from './shell/security/navigation.ts'
import { closeNetwork } from './shell/security/no-network.ts'
import { refuseNewWindows } from './shell/security/no-new-windows.ts'
import { refuseWebviews } from './shell/security/no-webviews.ts'
import { ownOrigin, ownScheme, serveOwnScheme } from './shell/security/own-scheme.ts'
import { refusePermissions } from './shell/security/permissions.ts'
import { sandboxAll } from './shell/security/sandbox.ts'
import { windowPreferences } from './shell/security/secure-windows.ts'
import { trustedSender } from './shell/security/trusted-sender.ts'
import { storeThread } from './store/store-thread.ts'
import type { TeamStore } from './store/team-store.ts'
import { systemDialogs } from './shell/windows/file-dialogs.ts'
import { listenerLines, mayChangeLines } from './shell/windows/listener-lines.ts'
import { openMainWindow } from './shell/windows/main-window.ts'
import { applicationMenu } from './shell/windows/menu.ts'
import { desktopNotices } from './shell/windows/desktop-notices.ts'
import { pdfPrinter } from './shell/windows/pdf-printer.ts'
import { secretClipboard } from './shell/windows/secret-clipboard.ts'
import { openTray, type TrayIcon } from './shell/windows/tray.ts'
import { manageWindow } from './shell/windows/managed-window.ts'
import { memberIn, openMemberWindows, quitWithTeam } from './shell/practice-member.ts'
import type { PracticeMember } from './practice/practice-team.ts'
import type { PracticeTeamMember } from './session/practice/practice-session.ts'
import { createWorkstation, type Workstation } from './workstation.ts'

const here = import.meta.dirname
const storeWorker = new URL('./store-worker.js', import.meta.url)
const partition = 'countersign'
/** A development server and another data folder exist for unpackaged builds only. */
const development = app.isPackaged ? {} : process.env
const developmentServer = development['VITE_DEV_SERVER_URL']
const updateKey = development['COUNTERSIGN_UPDATE_KEY']
const origins = [ownOrigin, ...(developmentServer ? [new URL(developmentServer).origin] : [])]

/**
 * What the end of a system's session leaves: Linux and Windows 5 seconds by default. The orderly end
 * has the most of it; what is not closed by then is closed at once.
 */
const sessionEnd = { orderlyMs: 3_000, atOnceMs: 1_500, windowsMs: 4_000 } as const

const window = manageWindow(buildWindow)
const report = (where: string) => (problem: unknown) => log.unforeseen(where, problem)
const secrets = secretClipboard(clipboard, report('clipboard'))
let tray: TrayIcon | undefined
let workstation: Workstation | undefined
let started: Promise<void> | undefined
let closing: Promise<unknown> | undefined
let isClosed = false

const refused = refusedSwitch(app)
if (refused !== undefined) {
  dialog.showErrorBox(switchRefused.title(refused), switchRefused.text)
  app.exit(1)
}
// As the installer's shortcut: Windows groups the task bar and names notifications by it.
app.setAppUserModelId('invalid.example.countersign')
const member = memberIn(app)
const given = member?.dataFolder ?? development['COUNTERSIGN_DATA']
const placed = given ? ok(given) : dataFolder()
if (!placed.ok) {
  dialog.showErrorBox(dataFolderRefused.title, dataFolderRefused.text(placed.error))
  app.exit(1)
} else if (placed.value !== undefined) app.setPath('userData', placed.value)
const logFolder = join(app.getPath('userData'), 'log')
const log = openLog(logFolder, systemClock)
logUnforeseen(log)
launchReadersWith(launchReaderInUtilityProcess)
closeNetwork(app, developmentServer && new URL(developmentServer).hostname)
sandboxAll(app)
const quitting = askBeforeQuitting({
  app,
  atStake: () => workstation?.atStake() ?? nothingAtStake,
  ask: quitBox(dialog, window.current),
  report: report('quitting'),
})
protocol.registerSchemesAsPrivileged([ownScheme])
guardNavigation(app, origins)
refuseNewWindows(app)
refuseWebviews(app)

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', showWindow)
  app.on('activate', showWindow)
  app.on('window-all-closed', () => {
    if (!tray) app.quit()
  })
  app.on('will-quit', closeFirst)
  // Without the orderly end before it: the session of a Linux desktop is gone, or a start has failed.
  app.on('quit', () => closeNow(sessionEnd.atOnceMs))
  void app.whenReady().then(start).catch(failedToStart)
} else {
  app.quit()
}

function start(): void {
  const ourSession = session.fromPartition(partition)
  refusePermissions(ourSession)
  serveOwnScheme(ourSession.protocol, join(here, '../renderer'))
  Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu(app.isPackaged, process.platform)))

  const countersign = createWorkstation({
    version: app.getVersion(),
    log,
    dataFolder: app.getPath('userData'),
    startStoreWorker: storeThread(storeWorker),
    practiceTeam: member && teamMember(member),
    openMemberWindow: openMemberWindows(app),
    launchPracticeBank: launchInUtilityProcess(join(here, 'practice-bank.js')),
    launchKeychain: launchKeychainInUtilityProcess(join(here, 'keychain.js')),
    runningPracticeBank: member?.controlUrl ?? development['COUNTERSIGN_PRACTICE_BANK'],
    announce: announceThrough((channel, payload) => {
      window.send(channel, payload)
      if (mayChangeLines(channel)) tray?.refresh()
    }),
    applyTheme: (theme) => {
      nativeTheme.themeSource = theme
    },
    systemDialogs: systemDialogs(window.current),
    clipboard: secrets,
    printer: pdfPrinter(),
    notices: desktopNotices({
      Notification,
      show: showWindow,
      window: window.current,
      report: report('notices'),
    }),
    accountName: accountName(),
    updateKeys: updateKey === undefined ? [] : [updateKey],
    system: systemPresence(powerMonitor),
  })
  lockWithSystem(powerMonitor, countersign.lock)
  wakeWithSystem(powerMonitor, () => countersign.wake())
  endWithSystem(powerMonitor, endSoon)
  // Node's listener takes the place of Electron's, which quits with the question.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, quitting.quitUnasked)
  workstation = countersign
  serve(countersign.handlers, {
    ...countersign.answering,
    isTrustedSender: trustedSender(window.isOurs, origins),
  })
  window.show()
  if (member) {
    // Without a tray icon, closing the window ends the program.
    quitWithTeam({ quit: quitting.quitUnasked, exit: (code) => app.exit(code) }, member)
    return
  }
  tray = openTray({
    pictures: join(app.getAppPath(), 'build/tray'),
    lines: () => listenerLines(countersign),
    show: showWindow,
    quit: () => app.quit(),
    report: report('tray'),
  })
}

function teamMember({ number, server, factor }: PracticeMember): PracticeTeamMember {
  const workstation = {
    id: `workstation-${String(number)}`,
    name: `Workstation ${String(number)}`,
    program: app.getVersion(),
  }
  const store: TeamStore = { ...server, workstation, factor }
  return { number, startStoreWorker: storeThread(storeWorker, store) }
}

function buildWindow(): BrowserWindow {
  return openMainWindow({
    url: developmentServer ?? `${ownOrigin}/index.html`,
    preferences: windowPreferences(join(here, '../preload/index.cjs'), partition, app.isPackaged),
    dark: nativeTheme.shouldUseDarkColors,
    // The store, the bank and every other file wait until the operator sees the window.
    onFirstPaint: firstPaint,
    onFailure: pageFailed,
    onClose: windowCloses,
    onSessionEnd: () => closeNow(sessionEnd.windowsMs),
  })
}

function failedToStart(problem: unknown): void {
  const showErrorBox = dialog.showErrorBox.bind(dialog)
  const exit = app.exit.bind(app)
  void endFailedStart({ log, logFolder, showErrorBox, exit }, problem)
}

/** The first window without a page is a failed start; after a later one the listeners go on. */
function pageFailed(problem: unknown): void {
  if (!started) failedToStart(problem)
  else dialog.showErrorBox(windowFailed.title, windowFailed.text(report('window')(problem)))
}

function startWork(): void {
  started ??= workstation?.start()
}

function firstPaint(): void {
  if (!started) log.reached('window-shown')
  startWork()
}

/** Shows no window once the program has begun to end. */
function showWindow(): void {
  if (workstation && !closing) window.show()
}

/**
 * In the tray the listeners go on, and what is typed stays. Without a tray icon nobody would notice
 * that, so then the program quits.
 */
function windowCloses(event: Electron.Event): void {
  if (quitting.isDecided()) return
  event.preventDefault()
  if (!tray) {
    // Later, because a prevented closing ends a quit in progress.
    setImmediate(() => app.quit())
    return
  }
  window.hide()
  startWork()
  tray.notifyStillRunning()
}

function closeAll(): Promise<unknown> {
  if (closing) return closing
  tray?.remove()
  closing = Promise.allSettled([secrets.forget(), workstation?.close()]).then(() => {
    isClosed = true
    log.reached('ended')
    return log.flushed()
  })
  return closing
}

/** Quits only after the store is closed and the practice bank has ended. */
function closeFirst(event: Electron.Event): void {
  if (!workstation || isClosed) return
  event.preventDefault()
  void closeAll().finally(() => app.quit())
}

/** The system waits for this end, and not for long. */
function endSoon(): void {
  void Promise.race([closeAll(), atMost(sessionEnd.orderlyMs)]).finally(() => app.exit(0))
}

/** Closes while this thread waits what is not closed yet: the secret first, then the stores. */
function closeNow(withinMs: number): void {
  if (isClosed) return
  secrets.clearNow()
  workstation?.closeNow(withinMs)
}
