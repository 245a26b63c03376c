/**
 * The program for one test: in a data folder of its own, at its first start, on a practice bank of
 * its own.
 */
import { fileURLToPath } from 'node:url'
import { test as base } from 'playwright/test'
import {
  connectPracticeBank,
  type PracticeControl,
} from '../../../main/practice/practice-control.ts'
import { launchInNode } from '../../../main/practice/start-practice-bank.ts'
import { CountersignWindow } from '../pages/window.ts'
import { ValidationScreen } from '../pages/validation-screen.ts'
import { launchCountersign, type Countersign } from './launch.ts'

/** The practice bank, which outlives the program; a breach of the document fails the test. */
export interface Bank {
  readonly control: PracticeControl
  readonly env: Readonly<Record<string, string>>
}

export interface Fixtures {
  /**
   * The factor for all delays of the practice bank. A test that waits for the bank uses less than
   * 1.
   */
  readonly stretch: number
  readonly bank: Bank
  readonly countersign: Countersign
  readonly window: CountersignWindow
  readonly validationScreen: ValidationScreen
}

/** Programs that a Playwright worker starts once, when a test first needs them. */
interface WorkerFixtures {
  /** `shared-fixtures.ts` passes it to the tests. */
  readonly shared: { readonly bank: Bank; readonly countersign: Countersign }
  /**
   * The program without the guards that are a preference of a window; only for tests of those
   * preferences.
   */
  readonly withoutSettings: Countersign
}

const entry = fileURLToPath(new URL('../../../dist/main/practice-bank.js', import.meta.url))

/** Runs a practice bank during `use`; fails if a breach of the document is left at the end. */
async function useBank(use: (bank: Bank) => Promise<void>, stretch = 1): Promise<void> {
  const running = await launchInNode(entry, ['--stretch', String(stretch)])()
  const control = connectPracticeBank(running.controlUrl)
  await use({ control, env: { COUNTERSIGN_PRACTICE_BANK: running.controlUrl } })
  const breaches = await control.breaches()
  await control.close()
  running.stop()
  await running.exited
  base.expect(breaches, 'breaches of the document').toEqual([])
}

/**
 * Playwright's test with the program in it. Tests that launch the program themselves use `bank`
 * alone.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // Defined for every test, because Playwright replaces a worker whose next test has other worker
  // fixtures.
  shared: [
    async ({}, use) => {
      await useBank(async (bank) => {
        const countersign = await launchCountersign({ env: bank.env })
        await new CountersignWindow(countersign.page).ready()
        await use({ bank, countersign })
        await countersign.close()
      })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  withoutSettings: [
    async ({}, use) => {
      // The import builds main, which no other test does.
      const variants = await import('../../security/support/guard-variants.ts')
      const folder = await variants.layOut(...variants.withoutSettings)
      const countersign = await launchCountersign({ app: folder, env: variants.uncompiled })
      await new CountersignWindow(countersign.page).ready()
      await use(countersign)
      await countersign.close()
      await variants.clearAway(folder)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  stretch: [1, { option: true }],
  bank: async ({ stretch }, use) => useBank(use, stretch),
  countersign: async ({ bank }, use) => {
    const countersign = await launchCountersign({ env: bank.env })
    await use(countersign)
    await countersign.close()
  },
  window: async ({ countersign }, use) => {
    const window = new CountersignWindow(countersign.page)
    await window.ready()
    await use(window)
  },
  validationScreen: async ({ window }, use) => {
    await window.leaveWelcome()
    await use(new ValidationScreen(window.page))
  },
})
export { expect } from 'playwright/test'
