/**
 * The application menu: the platform's usual entries, and none that opens anything outside the
 * program.
 */
import type { MenuItemConstructorOptions } from 'electron'
import { menuLabels } from '../../../preload/contract/text/desktop.ts'

/**
 * Returns the menu of a system. Reload and developer tools exist only in unpackaged builds. On macOS
 * the first menu is the program's own, and the window's is expected.
 */
export function applicationMenu(
  isPackaged: boolean,
  platform: NodeJS.Platform,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const development: MenuItemConstructorOptions[] = isPackaged
    ? []
    : [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
  return [
    isMac ? { role: 'appMenu' } : { label: menuLabels.file, submenu: [{ role: 'quit' }] },
    {
      label: menuLabels.edit,
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    {
      label: menuLabels.view,
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...development,
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' } as const] : []),
  ]
}
