/**
 * The program of the Playwright worker, for tests that only read or own their records: a launch
 * costs six seconds of CPU, a reloaded page one. Such a test finds data of others in the store and
 * counts only its own.
 */
import type { Page } from 'playwright/test'
import { defaultSettings } from '../../../main/profile/settings.service.ts'
import { CountersignWindow } from '../pages/window.ts'
import { ValidationScreen } from '../pages/validation-screen.ts'
import { expect, test as base, type Fixtures } from './fixtures.ts'

/**
 * Playwright's test with the shared program in it, at Validation, as Mara, with the settings of a
 * new profile.
 */
export const test = base.extend<Fixtures & { readonly noBreach: undefined }>({
  bank: async ({ shared }, use) => use(shared.bank),
  /** A breach fails the running test, and the bank's counters restart for the next one. */
  noBreach: [
    async ({ bank: { control } }, use) => {
      await use(undefined)
      expect(await control.breaches(), 'breaches of the document').toEqual([])
      await control.reset()
    },
    { auto: true },
  ],
  countersign: async ({ shared }, use) => use(shared.countersign),
  window: async ({ countersign: { page } }, use) => {
    const window = new CountersignWindow(page)
    // The window reloads when it shows another operator: once, in the middle of this.
    await expect(() => bringBack(page)).toPass()
    await window.ready()
    await page.evaluate(() => (location.hash = '#/validation'))
    await expect(window.heading).toHaveText('Validation')
    await use(window)
  },
  validationScreen: async ({ window }, use) => use(new ValidationScreen(window.page)),
})

/**
 * Clears everything of an earlier test from the screen, including sign-ins, input,
 * settings and emulation.
 */
async function bringBack(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: null, forcedColors: null, contrast: null })
  if (page.viewportSize()) await page.setViewportSize({ width: 1360, height: 860 })
  await page.evaluate(
    async (settings) => {
      const { countersign } = window
      const mara = { operatorId: 'practice-mara', passphrase: null }
      await countersign.invoke('operators.signIn', mara)
      await countersign.invoke('workstation.changeSettings', settings)
      history.replaceState(null, '', '/index.html#/validation')
    },
    { ...defaultSettings, welcomeSeen: true },
  )
  await page.reload()
}
export { expect } from 'playwright/test'
