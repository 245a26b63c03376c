/**
 * The application menu: the platform's usual entries, and none that opens anything outside the
 * program.
 */
import { Menu, type MenuItemConstructorOptions } from 'electron'
import { menuLabels } from '../../../preload/contract/text/desktop.ts'

/** Sets the menu. Reload and developer tools exist only in unpackaged builds. */
export function setApplicationMenu(isPackaged: boolean): void {
  const development: MenuItemConstructorOptions[] = isPackaged
    ? []
    : [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { label: menuLabels.file, submenu: [{ role: 'quit' }] },
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
    ]),
  )
}
