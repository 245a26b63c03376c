/**
 * The application menu: the platform's usual entries, and none that opens anything outside the
 * program.
 */
import { Menu, type MenuItemConstructorOptions } from 'electron'

/** Sets the menu. Reload and developer tools exist only in unpackaged builds. */
export function setApplicationMenu(isPackaged: boolean): void {
  const development: MenuItemConstructorOptions[] = isPackaged
    ? []
    : [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { label: 'File', submenu: [{ role: 'quit' }] },
      {
        label: 'Edit',
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
        label: 'View',
        submenu: [
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { role: 'togglefullscreen' },
          ...development,
        ],
      },
    ]),
  )
}
