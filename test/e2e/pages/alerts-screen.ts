/**
 * The Alerts screen as an operator uses it, by keyboard: the list, an alert beside it, the
 * quarantine.
 */
import { expect, type Locator, type Page } from 'playwright/test'
import { CountersignWindow } from './window.ts'

/** Four tabs; the first is the list. */
export class AlertsScreen {
  readonly page: Page
  readonly grid: Locator
  readonly alert: Locator
  readonly quarantined: Locator
  readonly quarantineGrid: Locator
  readonly search: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid', { name: 'Alerts' })
    this.alert = page.getByRole('region', { name: 'Alert', exact: true })
    this.quarantineGrid = page.getByRole('grid', { name: 'Deliveries in quarantine' })
    this.quarantined = page.getByRole('region', { name: 'Quarantined delivery' })
    this.search = page.getByRole('textbox', { name: 'Search the alerts' })
  }

  /** Opens the screen by its shortcut and waits for the list. */
  async open(): Promise<void> {
    await new CountersignWindow(this.page).open('Alerts')
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('Alerts')
    await expect(this.grid).not.toHaveAttribute('aria-busy', 'true')
  }

  async openTab(name: 'Alerts' | 'Quarantine' | 'Listener' | 'Forwarding'): Promise<void> {
    const tab = this.page
      .getByRole('tablist', { name: 'Alert sections' })
      .getByRole('tab', { name })
    await tab.focus()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  }

  lines(name: string | RegExp): Locator {
    return this.grid.getByRole('row', { name })
  }

  /** Replaces the search text. */
  async find(text: string): Promise<void> {
    await this.page.keyboard.press('Control+f')
    await expect(this.search).toBeFocused()
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(text)
  }

  async choose(option: string, value: string): Promise<void> {
    await this.page.getByRole('combobox', { name: option }).selectOption({ label: value })
  }
}
