/** System state: theme and power. */
import { Emitter, makeEvent } from '../events.ts'
import { allContents } from '../registry.ts'
import { state } from '../state.ts'
import { strictClass } from '../strict.ts'

type ThemeSource = 'system' | 'light' | 'dark'

/** The theme applies to every page, through Chromium's emulated media. */
class StandInNativeTheme extends Emitter {
  readonly shouldUseHighContrastColors = false
  #source: ThemeSource = 'system'

  get themeSource(): ThemeSource {
    return this.#source
  }
  set themeSource(source: ThemeSource) {
    this.#source = source
    state.colorScheme = source === 'system' ? undefined : source
    for (const contents of allContents()) contents.updateTheme()
    this.emit('updated')
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark'
  }
}
strictClass(StandInNativeTheme, 'nativeTheme')

/** A machine that never sleeps; a test emits `suspend` and `resume` itself. */
class StandInPowerMonitor extends Emitter {
  /** Own: macOS logs off, or macOS or Linux shuts down; true where the app holds that back. */
  shutDown(): boolean {
    const event = makeEvent()
    this.emit('shutdown', event)
    return event.defaultPrevented
  }
  getSystemIdleTime(): number {
    return 0
  }
  getSystemIdleState(): 'active' {
    return 'active'
  }
  isOnBatteryPower(): boolean {
    return false
  }
}
strictClass(StandInPowerMonitor, 'powerMonitor')

/** Electron's `nativeTheme`. */
export const nativeTheme = new StandInNativeTheme()
/** Electron's `powerMonitor`. */
export const powerMonitor = new StandInPowerMonitor()
