/** The tray icon. Electron gives no access to it, so this works only with the stand-in. */
import type { ElectronApplication } from 'playwright/test'

/** The additions of the stand-in's trays and notifications to Electron's own. */
export interface StandIns {
  readonly Tray: {
    all(): {
      readonly toolTip: string
      readonly menu: {
        readonly items: readonly { readonly label: string; readonly type: string }[]
        getMenuItemById(id: string): { click(): void } | null
      }
      emit(event: 'click'): boolean
    }[]
  }
  readonly Notification: { readonly shown: readonly { title: string; body: string }[] }
}

/** The icon, its menu, and the notifications. */
export class TrayIcon {
  readonly #app: ElectronApplication

  constructor(app: ElectronApplication) {
    this.#app = app
  }

  isThere(): Promise<boolean> {
    return this.#app.evaluate((electron) => (electron as unknown as StandIns).Tray.all().length > 0)
  }
  tooltip(): Promise<string | undefined> {
    return this.#app.evaluate(
      (electron) => (electron as unknown as StandIns).Tray.all()[0]?.toolTip,
    )
  }
  /** The labels of the menu, without separators. */
  entries(): Promise<string[]> {
    return this.#app.evaluate((electron) =>
      ((electron as unknown as StandIns).Tray.all()[0]?.menu.items ?? [])
        .filter(({ type }) => type !== 'separator')
        .map(({ label }) => label),
    )
  }
  choose(id: 'show' | 'quit'): Promise<void> {
    return this.#app.evaluate((electron, chosen) => {
      const [icon] = (electron as unknown as StandIns).Tray.all()
      // One turn later: quitting must not prevent the answer to this call.
      setImmediate(() => icon?.menu.getMenuItemById(chosen)?.click())
    }, id)
  }
  click(): Promise<void> {
    return this.#app.evaluate((electron) => {
      ;(electron as unknown as StandIns).Tray.all()[0]?.emit('click')
    })
  }
  /** The notifications outside the window, title and text. */
  notifications(): Promise<string[]> {
    return this.#app.evaluate((electron) =>
      (electron as unknown as StandIns).Notification.shown.map(
        ({ title, body }) => `${title}: ${body}`,
      ),
    )
  }
}
