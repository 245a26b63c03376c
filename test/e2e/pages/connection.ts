/** The Connection screen as a person finds it: by role and name. */
import { expect, type Locator, type Page } from 'playwright/test'
import type { RealBank } from '../support/real-bank.ts'
import { choosing } from '../support/real-bank.ts'
import { LockScreen } from './lock-screen.ts'
import type { Countersign } from '../support/launch.ts'

/** An operator's actions on the screen. */
export class ConnectionScreen {
  readonly page: Page
  readonly profiles: Locator
  readonly #app: Countersign['app']

  constructor({ page, app }: Countersign) {
    this.page = page
    this.#app = app
    this.profiles = page.getByRole('navigation', { name: 'Profiles' })
  }

  /** Creates a profile and waits until the window has reloaded with it. */
  async createProfile(name: string, environment: 'pre-production' | 'production'): Promise<void> {
    const { page } = this
    await this.profiles.getByRole('button', { name: 'New profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'New profile' })
    await dialog.getByLabel('Name').fill(name)
    if (environment === 'production') {
      await dialog.getByRole('radio', { name: 'Production', exact: true }).check()
      await dialog.getByLabel('Type PRODUCTION to continue').fill('PRODUCTION')
    }
    await dialog.getByRole('button', { name: `Create ${name} in ${environment}` }).click()
    await new LockScreen(page).createFirstAdministrator()
    await expect(page.getByTestId('environment')).toContainText(new RegExp(environment, 'i'))
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  }

  async section(name: string): Promise<void> {
    const sections = this.page.getByRole('navigation', { name: 'Sections of the profile' })
    await sections.getByRole('link', { name }).click()
  }

  /** Enters the addresses and identifiers from onboarding. */
  async enterDetails({ enrolment }: RealBank): Promise<void> {
    const { page } = this
    await this.section('Addresses')
    await page.getByLabel('Base URL').fill(enrolment.baseUrl)
    await page.getByLabel('Registered IP addresses of this client').fill('127.0.0.1')
    await page.getByLabel('Partner client id').fill(enrolment.partnerClientId)
    await page.getByLabel('Secondary id').fill(enrolment.secondaryId)
    await page.getByLabel('Additional id').fill(enrolment.additionalId)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Everything is saved')).toBeVisible()
  }

  async storeCredentials({ enrolment }: RealBank): Promise<void> {
    const { page } = this
    await this.section('Credentials')
    const fields = {
      'Consumer key': enrolment.consumerKey,
      'Consumer secret': enrolment.consumerSecret,
      'Client id': enrolment.clientId,
      'Client secret': enrolment.clientSecret,
    }
    for (const [label, value] of Object.entries(fields))
      await page.getByRole('textbox', { name: label }).fill(value)
    const form = page.getByRole('form', { name: 'Credentials' })
    await form.getByRole('button', { name: /^Store / }).click()
    await expect(page.getByText(/^Stored in the keychain/)).toBeVisible()
  }

  async trustPrivateCa(bank: RealBank): Promise<void> {
    const { page } = this
    await this.section('Certificates')
    await choosing(this.#app, bank.file('bank-root.pem'))
    await page.getByRole('button', { name: 'Choose a CA' }).click()
    await page.getByLabel('SHA-256 fingerprint from the bank').fill(bank.rootFingerprint)
    await page.getByRole('button', { name: /^Trust/ }).click()
    await expect(page.getByRole('list', { name: 'Trusted private CA' })).toBeVisible()
  }

  async importCertificate(bank: RealBank): Promise<void> {
    const { page } = this
    await this.section('Certificates')
    await choosing(this.#app, bank.file('client.p12'))
    // The listener's certificate is imported on the same page.
    const panel = page.getByRole('region', { name: 'Client certificate' })
    await panel.getByRole('button', { name: 'Import a certificate' }).click()
    await panel.getByLabel('Password of the file').fill(bank.p12Password)
    await panel.getByRole('button', { name: 'Open it' }).click()
    await panel.getByRole('button', { name: /^Import / }).click()
    await expect(panel.getByText('Not proven yet', { exact: true })).toBeVisible()
  }

  /** Everything between a new profile and its first examination. */
  async setUp(bank: RealBank): Promise<void> {
    await this.enterDetails(bank)
    await this.trustPrivateCa(bank)
    await this.storeCredentials(bank)
    await this.importCertificate(bank)
  }

  /** Runs the examination and waits for its end. */
  async examine(): Promise<Locator> {
    const { page } = this
    await this.section('Overview')
    await page.getByRole('button', { name: 'Check connection' }).click()
    const steps = page.getByRole('list', { name: 'Steps of the check' })
    await expect(page.getByRole('button', { name: 'Copy the findings' })).toBeVisible({
      timeout: 20_000,
    })
    return steps
  }
}
