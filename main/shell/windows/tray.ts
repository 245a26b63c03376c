/** The tray icon, which represents the program while its window is closed. */
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Menu, Notification, Tray, type MenuItemConstructorOptions } from 'electron'
import { trayLabels } from '../../../preload/contract/text/desktop.ts'
import { goesOn, plainLabel, tooltipOf, lineText, type ListenerLine } from './tray-text.ts'
import { SerialQueue } from '../../platform/serial.ts'

export interface TrayDeps {
  /** The folder of the pictures, `tray.png` and `trayTemplate.png`, each with its `@2x`. */
  readonly pictures: string
  readonly lines: () => Promise<readonly ListenerLine[]>
  readonly show: () => void
  readonly quit: () => void
  /** Reports why there is no icon, or why it cannot be updated. */
  readonly report: (problem: unknown) => void
}

export interface TrayIcon {
  /** Queries the lines again. */
  refresh(): void
  /** Notifies the operator, once in a run, that the program goes on without its window. */
  notifyStillRunning(): void
  remove(): void
}

/**
 * Creates the icon; undefined if the system refuses it. Some Linux desktops accept it and show
 * nothing, which no program can detect: there the notification says that starting the program again
 * shows the window.
 */
export function openTray(deps: TrayDeps): TrayIcon | undefined {
  const { lines, show, report } = deps
  const tray = makeTray(deps)
  if (!tray) return undefined
  let shownLines: readonly ListenerLine[] = []
  /**
   * Holds a reference: a notification without one is garbage-collected, and its click handler with
   * it.
   */
  let notice: Notification | undefined
  const refreshes = new SerialQueue()

  const setLines = (next: readonly ListenerLine[]): void => {
    shownLines = next
    tray.setToolTip(tooltipOf(next))
    tray.setContextMenu(Menu.buildFromTemplate(entriesOf(next, deps)))
  }
  const prompt = async (): Promise<void> => {
    const next = await lines()
    // An open menu closes when it is set again, so it is set only for a change.
    if (!tray.isDestroyed() && !isDeepStrictEqual(next, shownLines)) setLines(next)
  }
  setLines([])
  // On macOS a click opens the menu.
  if (process.platform !== 'darwin') tray.on('click', show)
  const icon: TrayIcon = {
    refresh() {
      void refreshes.run(prompt).catch(report)
    },
    notifyStillRunning() {
      if (notice || !Notification.isSupported()) return
      notice = new Notification(goesOn(shownLines))
      notice.on('click', show)
      notice.show()
    },
    remove: () => tray.destroy(),
  }
  icon.refresh()
  return icon
}

function makeTray({ pictures, report }: TrayDeps): Tray | undefined {
  // macOS colors a template itself, to suit its bar.
  const picture = process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png'
  try {
    return new Tray(join(pictures, picture))
  } catch (problem) {
    report(problem)
    return undefined
  }
}

const entriesOf = (
  lines: readonly ListenerLine[],
  { show, quit }: TrayDeps,
): MenuItemConstructorOptions[] => [
  ...lines.map((line) => ({
    id: `listener ${line.profileId}`,
    label: plainLabel(lineText(line)),
    enabled: false,
  })),
  { type: 'separator' },
  { id: 'show', label: trayLabels.show, click: show },
  { id: 'quit', label: trayLabels.quit, click: quit },
]
