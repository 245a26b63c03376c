/** The window as a person finds it: by landmark, role and name. */
import { expect, type Locator, type Page } from 'playwright/test'

/** The parts around every screen. */
export class CountersignWindow {
  readonly page: Page
  readonly heading: Locator
  readonly environment: Locator
  readonly rail: Locator
  readonly status: Locator

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1 })
    this.environment = page.getByTestId('environment')
    this.rail = page.getByRole('navigation', { name: 'Screens' })
    this.status = page.getByRole('contentinfo', { name: 'Status' })
  }

  /** Waits until the store is open and the bank answers. */
  async ready(): Promise<void> {
    await expect(this.status.getByText('open', { exact: true })).toBeVisible()
    await expect(this.status.getByText('starting')).toBeHidden()
  }

  /** Leaves the first-run welcome for the validation form, by keyboard. */
  async leaveWelcome(): Promise<void> {
    await expect(this.heading).toHaveText('Welcome')
    await this.page.getByRole('button', { name: 'Validate an account' }).focus()
    await this.page.keyboard.press('Enter')
    await expect(this.heading).toHaveText('Validation')
  }

  /** Opens a screen through the palette, by keyboard. */
  async open(screen: string): Promise<void> {
    await this.page.keyboard.press('Control+k')
    const palette = this.page.getByRole('dialog', { name: 'Search or run a command' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    await this.page.keyboard.insertText(screen)
    // A person presses Enter after seeing its effect.
    await expect(palette.locator('[role="option"][data-highlighted]')).toContainText(screen)
    await this.page.keyboard.press('Enter')
    await expect(this.heading).toHaveText(screen)
  }

  /** Opens the gallery of components, to which the window itself has no way. */
  async openGallery(): Promise<void> {
    await this.page.evaluate(() => location.assign('/gallery.html'))
    await expect(this.heading).toHaveText('Components')
  }

  /** Returns to the window. */
  async closeGallery(): Promise<void> {
    await this.page.evaluate(() => location.assign('/index.html#/overview'))
    await expect(this.heading).toHaveText('Overview')
  }
}
