/** Tray: an invisible icon; a test reads its text and menu, and clicks it. */
import { existsSync } from 'node:fs'
import type { NativeImage } from 'electron'
import { Emitter } from '../events.ts'
import { notImplemented, strictClass } from '../strict.ts'
import type { StandInMenu } from './menu.ts'

const shownTrays = new Set<StandInTray>()

/** Members marked "own" belong to the stand-in; the others are Electron's. */
export class StandInTray extends Emitter {
  /** Own: what was set last. */
  toolTip = ''
  /** Own: what was set last. */
  menu: StandInMenu | null = null
  #isDestroyed = false

  constructor(image: NativeImage | string) {
    super()
    if (process.env['STANDIN_NO_TRAY'] === '1') throw new Error('this desktop has no tray')
    refuseMissing(image)
    shownTrays.add(this)
  }

  setImage(image: NativeImage | string): void {
    refuseMissing(image)
  }
  setToolTip(text: string): void {
    this.toolTip = text
  }
  setContextMenu(menu: Electron.Menu | null): void {
    this.menu = menu as unknown as StandInMenu | null
  }
  destroy(): void {
    this.#isDestroyed = true
    shownTrays.delete(this)
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  /** Own: every icon that is there, for tests. `emit('click')` clicks one. */
  static all(): StandInTray[] {
    return [...shownTrays]
  }
}
strictClass(StandInTray, 'Tray')

/** As in Electron, a missing image file creates no icon. */
function refuseMissing(image: NativeImage | string): void {
  if (typeof image !== 'string') throw notImplemented('a tray of a NativeImage')
  if (!existsSync(image)) throw new Error(`Failed to load image from path '${image}'`)
}
