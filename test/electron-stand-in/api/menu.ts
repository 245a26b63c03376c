/** Menus: their items and actions. There is no menu bar; accelerators and clicks by id work. */
import type { KeyboardEvent, MenuItem, MenuItemConstructorOptions } from 'electron'
import { Emitter } from '../events.ts'
import { allContents } from '../registry.ts'
import { shareAccelerators } from '../renderer-link.ts'
import { state } from '../state.ts'
import { notImplemented, strictClass } from '../strict.ts'
import { app } from './app.ts'
import { StandInWindow } from './browser-window.ts'

interface Role {
  readonly label: string
  readonly accelerator?: string
  act(): void
}

const focusedWindow = (): StandInWindow | undefined =>
  StandInWindow.getFocusedWindow() ?? StandInWindow.getAllWindows()[0]

const role = (label: string, accelerator: string, act: () => void): Role => ({
  label,
  accelerator,
  act,
})
const actingRoles: Readonly<Record<string, Role>> = {
  quit: role('Quit', 'Ctrl+Q', () => app.quit()),
  close: role('Close', 'Ctrl+W', () => focusedWindow()?.close()),
  minimize: role('Minimize', 'Ctrl+M', () => focusedWindow()?.minimize()),
  reload: role('Reload', 'Ctrl+R', () => focusedWindow()?.reload()),
  forcereload: role('Force Reload', 'Ctrl+Shift+R', () =>
    focusedWindow()?.webContents.reloadIgnoringCache(),
  ),
  toggledevtools: role('Toggle Developer Tools', 'Ctrl+Shift+I', () =>
    focusedWindow()?.webContents.toggleDevTools(),
  ),
  togglefullscreen: role('Toggle Full Screen', 'F11', () => {
    const window = focusedWindow()
    window?.setFullScreen(!window.isFullScreen())
  }),
}
/** Chromium does these by itself, or they only group others. */
const silentRoles = new Set(
  (
    'undo redo cut copy paste pasteandmatchstyle delete selectall resetzoom zoomin zoomout about editmenu ' +
    'viewmenu windowmenu filemenu appmenu help window services hide hideothers unhide front zoom'
  ).split(' '),
)

function roleOf(name: string | undefined): Role | undefined {
  if (name === undefined) return undefined
  const key = name.toLowerCase()
  if (silentRoles.has(key)) return { label: name, act: () => undefined }
  const known = actingRoles[key]
  if (!known) throw notImplemented(`the menu role '${name}'`)
  return known
}

const controls = new Set(
  'cmdorctrl commandorcontrol ctrl control cmd command super meta'.split(' '),
)
const alternates = new Set(['alt', 'option', 'altgr'])
const keyNames: Readonly<Record<string, string>> = {
  plus: '+',
  space: ' ',
  esc: 'escape',
  return: 'enter',
}

/** An accelerator as the preload world writes a key press. */
function normalised(accelerator: string): string {
  const parts = accelerator
    .toLowerCase()
    .split('+')
    .map((part) => part.trim())
  const last = parts.pop() ?? ''
  return [
    parts.some((part) => controls.has(part)) ? 'ctrl+' : '',
    parts.some((part) => alternates.has(part)) ? 'alt+' : '',
    parts.includes('shift') ? 'shift+' : '',
    keyNames[last] ?? last,
  ].join('')
}

let lastCommand = 0

/** One entry. */
export class StandInMenuItem {
  readonly commandId = ++lastCommand
  readonly id: string
  readonly label: string
  readonly type: NonNullable<MenuItemConstructorOptions['type']>
  readonly role: MenuItemConstructorOptions['role']
  readonly accelerator: string | undefined
  readonly submenu: StandInMenu | undefined
  enabled: boolean
  visible: boolean
  checked: boolean
  readonly #act: () => void

  constructor(options: MenuItemConstructorOptions) {
    const known = roleOf(options.role)
    const { submenu } = options
    this.submenu = Array.isArray(submenu)
      ? StandInMenu.buildFromTemplate(submenu)
      : (submenu as unknown as StandInMenu | undefined)
    this.id = options.id ?? ''
    this.role = options.role
    this.label = options.label ?? known?.label ?? ''
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal')
    this.accelerator = options.accelerator ?? known?.accelerator
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    this.#act = () => {
      if (!options.click) return known?.act()
      const window = focusedWindow() as unknown as Electron.BrowserWindow | undefined
      const event = { triggeredByAccelerator: false } as KeyboardEvent
      options.click(this as unknown as MenuItem, window, event)
    }
  }

  click(): void {
    if (!this.enabled) return
    if (this.type === 'checkbox') this.checked = !this.checked
    this.#act()
  }
}
strictClass(StandInMenuItem, 'MenuItem')

/** A menu. */
export class StandInMenu extends Emitter {
  static #application: StandInMenu | null = null
  readonly items: StandInMenuItem[] = []

  append(item: StandInMenuItem): void {
    this.items.push(item)
  }
  insert(position: number, item: StandInMenuItem): void {
    this.items.splice(position, 0, item)
  }
  getMenuItemById(id: string): StandInMenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
  popup(): void {
    this.emit('menu-will-show')
  }
  closePopup(): void {
    this.emit('menu-will-close')
  }

  static buildFromTemplate(
    template: readonly (MenuItemConstructorOptions | StandInMenuItem)[],
  ): StandInMenu {
    const menu = new StandInMenu()
    for (const entry of template)
      menu.append(entry instanceof StandInMenuItem ? entry : new StandInMenuItem(entry))
    return menu
  }
  static getApplicationMenu(): StandInMenu | null {
    return this.#application
  }
  static setApplicationMenu(menu: StandInMenu | null): void {
    this.#application = menu
    state.accelerators.clear()
    for (const item of menu ? itemsBelow(menu) : [])
      if (item.accelerator !== undefined)
        state.accelerators.set(normalised(item.accelerator), () => item.click())
    shareAccelerators(allContents().map(({ link }) => link))
  }
}
strictClass(StandInMenu, 'Menu')

function itemsBelow(menu: StandInMenu): StandInMenuItem[] {
  return menu.items.flatMap((item) => [item, ...(item.submenu ? itemsBelow(item.submenu) : [])])
}
