/** Sentences of the tray, its menu and the notifications on the desktop. */
import { environmentLabels, type Environment } from '../domain/environment.ts'

/** The state of a listener as one word, in the tray and in the status bar. */
export const listenerLabels = {
  off: 'off',
  standby: 'standby',
  starting: 'starting',
  listening: 'listening',
  failed: 'failed',
  'not-storing': 'not storing',
} as const

export const menuLabels = { file: 'File', edit: 'Edit', view: 'View' } as const
export const trayLabels = { show: 'Show Countersign', quit: 'Quit' } as const

/** The box of a start that failed. */
export const startFailed = {
  title: 'Countersign could not start',
  text: ({
    message,
    reference,
    logFolder,
  }: {
    readonly message: string
    readonly reference: string
    readonly logFolder: string
  }): string =>
    `${message}\n\nNothing was opened or sent. The log has the details under ${reference}:\n${logFolder}`,
} as const
/** Why the data has no place on this computer. */
export interface DataFolderRefusal {
  readonly why: 'not-named' | 'on-network'
  /** As Windows named it. */
  readonly folder: string
}
/** The box of a start without a place for the data. */
export const dataFolderRefused = {
  title: startFailed.title,
  text: ({ why, folder }: DataFolderRefusal): string =>
    why === 'on-network'
      ? `The local folder of this Windows account is on a network: ${folder}\n\nThe store of payments must be on a disk of this computer. Ask your administrator to set LOCALAPPDATA to one. Nothing was opened or sent.`
      : `Windows names no local folder for this account. LOCALAPPDATA is ${folder.trim() === '' ? 'empty' : `not a whole path: ${folder}`}\n\nAsk your administrator to set it. Nothing was opened or sent.`,
} as const
/** The box of a window that was closed and cannot be opened again. */
export const windowFailed = {
  title: 'The window could not be opened',
  text: (reference: string): string =>
    `Listeners go on. The log has the details under ${reference}. Quit and start Countersign again.`,
} as const
/** What ends or is lost with the program. */
export interface AtStake {
  /** Places in the window with input that is not saved, as the screens call them. */
  readonly unsaved: readonly string[]
  /** Profiles whose alerts only this program receives. */
  readonly listeners: readonly string[]
  readonly isBulkRunning: boolean
  /** Released orders whose sending has not ended. */
  readonly sending: number
}
export const nothingAtStake: AtStake = {
  unsaved: [],
  listeners: [],
  isBulkRunning: false,
  sending: 0,
}
export interface QuitQuestion {
  readonly title: string
  readonly text: string
  readonly stay: string
  readonly quit: string
}

/** Returns the question before the program ends; undefined: nothing is lost and nothing stops. */
export function quitQuestion(stake: AtStake): QuitQuestion | undefined {
  const { unsaved, listeners, isBulkRunning, sending } = stake
  const isOne = sending === 1
  const sentences = [
    unsaved.length > 0 && `Not saved: ${unsaved.join(', ')}. This input is lost.`,
    listeners.length > 0 &&
      `Countersign stops listening for alerts of ${listeners.join(', ')}. They wait at the bank for a day at most; after that only sweeps find them.`,
    sending > 0 &&
      `${isOne ? '1 release is' : `${String(sending)} releases are`} being sent. What has not left goes back to Approved; what has left may get an unknown outcome.`,
    isBulkRunning &&
      'A bulk validation is running. It stops and can be resumed after the next start.',
  ].filter((sentence) => sentence !== false)
  if (sentences.length === 0) return undefined
  return {
    title: 'Quit Countersign?',
    text: sentences.join('\n\n'),
    stay: 'Keep open',
    quit: 'Quit',
  }
}
/** The box of a switch that a packaged build refuses. */
export const switchRefused = {
  title: (name: string): string => `Countersign does not start with --${name}`,
  text: 'That switch weakens its protection. Start it without the switch.',
} as const

/** Returns a line of the tray's menu, such as `Ridgeway Treasury · Production: listening`. */
export const trayLine = (name: string, environment: Environment, label: string): string =>
  `${name} · ${environmentLabels[environment]}: ${label}`

/** Returns the tooltip of the tray; null: no listener runs. */
export const trayTooltip = (state: string | null): string =>
  `Countersign: ${state ?? 'no listener runs'}`

/** The alerts while the window is closed. */
export const alertsWhileClosed = {
  'not-storing': 'Some alerts cannot be stored. Open the window for details.',
  listening: 'Alerts are still received.',
  standby: 'This workstation is on standby. Another one of the team can receive alerts.',
  none: 'No alerts are received now.',
} as const

/** Returns the notification about the program without its window. */
export const stillRunning = (
  alerts: string,
): { readonly title: string; readonly body: string } => ({
  title: 'Countersign is still running',
  body: `Its window is closed. ${alerts} To open it, click the tray icon or start Countersign again. To end it, choose Quit.`,
})

/** Returns the title of a notification: the environment's name comes first (Promise P7). */
export const noticeTitle = (environment: Environment, title: string): string =>
  `${environmentLabels[environment]}: ${title}`

/** The title of a notification about several items. */
export const itemsTitle = (count: number): string =>
  count === 1 ? '1 item needs a person' : `${String(count)} items need a person`

/** Why the listener receives no alerts. */
export const listenerTitles = {
  down: 'The listener is down',
  'not-storing': 'Alerts cannot be stored',
} as const
export const noAlertsUntilFixed = (profile: string): string =>
  `${profile} receives no alerts until this is fixed.`

/** A notification that may not show more than a count. */
export const hiddenItems = {
  locked: (profile: string) => `In ${profile}. Sign in to see details.`,
  behind: (profile: string) => `In ${profile}. Open that profile to see details.`,
}
/** The start of the text after quiet hours. */
export const inQuietHours = 'During quiet hours: '
/** The text of the notification that the settings show on request. */
export const sampleNotice = 'This is a test notification. No action needed.'
