/** The start of tests of real profiles: the program with a keychain, and a second bank. */
import {
  startPrivateKeyring,
  type PrivateKeyring,
} from '../../unit/profile/keychain/support/private-keyring.ts'
import { ConnectionScreen } from '../pages/connection.ts'
import { CountersignWindow } from '../pages/window.ts'
import { test as base } from './fixtures.ts'
import { launchCountersign, type Countersign } from './launch.ts'
import { openRealBank, type RealBank } from './real-bank.ts'

interface ValidationFixture {
  readonly keyring: PrivateKeyring
  /** Fails the test on any breach of the document. */
  readonly realBank: RealBank
  readonly desktop: Countersign
  readonly connection: ConnectionScreen
}

/** Playwright's test with the Connection screen shown, on practice. */
export const test = base.extend<ValidationFixture>({
  keyring: async ({}, use) => {
    const keyring = await startPrivateKeyring()
    await use(keyring)
    await keyring.stop()
  },
  realBank: async ({}, use) => {
    const bank = await openRealBank()
    await use(bank)
    const breaches = await bank.control.breaches()
    await bank.close()
    base.expect(breaches, 'breaches of the document').toEqual([])
  },
  desktop: async ({ bank, keyring }, use) => {
    const env = { ...(keyring.env as Record<string, string>), ...bank.env }
    const desktop = await launchCountersign({ env })
    await use(desktop)
    await desktop.close()
  },
  connection: async ({ desktop }, use) => {
    const window = new CountersignWindow(desktop.page)
    await window.ready()
    await window.leaveWelcome()
    await window.open('Connection')
    await use(new ConnectionScreen(desktop))
  },
})
export { expect } from 'playwright/test'
