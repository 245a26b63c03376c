/** The lock screen as a person finds it: by role and name. */
import { expect, type Locator, type Page } from 'playwright/test'

/** The administrator of real profiles in these tests. */
export const ana = { name: 'Ana Ruiz', passphrase: 'harbour lantern quietly 41' }

/** The actions on the lock screen. */
export class LockScreen {
  readonly page: Page
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.locator('[data-lock-screen]')
  }

  /** Creates the first administrator of a new profile, by keyboard alone. */
  async createFirstAdministrator(): Promise<void> {
    const { page } = this
    await expect(this.dialog.getByRole('heading', { name: 'First administrator' })).toBeVisible()
    await expect(this.dialog.getByLabel('Your name')).toBeFocused()
    await page.keyboard.type(ana.name)
    await this.dialog.getByRole('textbox', { name: 'Passphrase', exact: true }).focus()
    await page.keyboard.type(ana.passphrase)
    await this.dialog.getByRole('textbox', { name: 'Passphrase again' }).focus()
    await page.keyboard.type(ana.passphrase)
    await page.keyboard.press('Enter')
    await expect(this.dialog).toBeHidden()
  }

  /** Types a passphrase for the selected operator. */
  async tryPassphrase(passphrase: string): Promise<void> {
    await expect(this.dialog.getByRole('textbox', { name: 'Passphrase' })).toBeVisible()
    await this.dialog.getByRole('textbox', { name: 'Passphrase' }).focus()
    await this.page.keyboard.type(passphrase)
    await this.page.keyboard.press('Enter')
  }

  /** Signs in as the only operator. */
  async signIn(): Promise<void> {
    await this.tryPassphrase(ana.passphrase)
    await expect(this.dialog).toBeHidden()
  }

  /** Practice only requires a name. */
  async chooseInPractice(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name, exact: true }).click()
    await expect(this.dialog).toBeHidden()
  }
}
