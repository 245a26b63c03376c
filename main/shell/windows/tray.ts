/** The icon beside the clock: the program's face while its window is closed. */
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Menu, Notification, Tray, type MenuItemConstructorOptions } from 'electron'
import { goesOn, plainLabel, tooltipOf, wordsOf, type ListenerLine } from './tray-text.ts'

/** What the icon shows and does. */
export interface TrayDeps {
  /** The folder of the pictures, `tray.png` and `trayTemplate.png`, each with its `@2x`. */
  readonly pictures: string
  readonly lines: () => Promise<readonly ListenerLine[]>
  readonly show: () => void
  readonly quit: () => void
  /** Why there is no icon, or why it cannot say anything new. */
  readonly report: (problem: unknown) => void
}

/** The icon, once it is there. */
export interface TrayIcon {
  /** Asks for the lines again. */
  refresh(): void
  /** Tells the operator, once in a run, that the program goes on without its window. */
  tellThatItGoesOn(): void
  remove(): void
}

/**
 * Puts the icon there; undefined where the system takes none. Some Linux desktops take it and show
 * nothing, which no program can see: there the notification says that another start shows the window.
 */
export function openTray(deps: TrayDeps): TrayIcon | undefined {
  const { lines, show, report } = deps
  const tray = makeTray(deps)
  if (!tray) return undefined
  let said: readonly ListenerLine[] = []
  /** Kept: what nobody holds is cleared away, and its click with it. */
  let told: Notification | undefined
  let turn: Promise<void> = Promise.resolve()

  const say = (next: readonly ListenerLine[]): void => {
    said = next
    tray.setToolTip(tooltipOf(next))
    tray.setContextMenu(Menu.buildFromTemplate(entriesOf(next, deps)))
  }
  const ask = async (): Promise<void> => {
    const next = await lines()
    // A menu that is open closes when it is set anew: only for something new.
    if (!tray.isDestroyed() && !isDeepStrictEqual(next, said)) say(next)
  }
  say([])
  tray.on('click', show)
  const icon: TrayIcon = {
    refresh() {
      turn = turn.then(ask).catch(report)
    },
    tellThatItGoesOn() {
      if (told || !Notification.isSupported()) return
      told = new Notification(goesOn(said))
      told.on('click', show)
      told.show()
    },
    remove: () => tray.destroy(),
  }
  icon.refresh()
  return icon
}

function makeTray({ pictures, report }: TrayDeps): Tray | undefined {
  // macOS colours a template itself, to suit its bar.
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
    label: plainLabel(wordsOf(line)),
    enabled: false,
  })),
  { type: 'separator' },
  { id: 'show', label: 'Show Countersign', click: show },
  { id: 'quit', label: 'Quit', click: quit },
]
