/** What every test starts with: the program on a data folder and a practice bank of its own. */
import { fileURLToPath } from 'node:url'
import { test as base } from 'playwright/test'
import {
  connectPracticeBank,
  type PracticeControl,
} from '../../../main/practice/practice-control.ts'
import { launchInNode } from '../../../main/practice/start-practice-bank.ts'
import { CountersignWindow } from '../pages/window.ts'
import { ValidationDesk } from '../pages/validation-desk.ts'
import { launchCountersign, type Countersign } from './launch.ts'

interface Desk {
  /** The practice bank, which outlives the program; a breach of the document fails the test. */
  readonly bank: {
    readonly control: PracticeControl
    readonly env: Readonly<Record<string, string>>
  }
  readonly countersign: Countersign
  readonly window: CountersignWindow
  readonly desk: ValidationDesk
}

const entry = fileURLToPath(new URL('../../../dist/main/practice-bank.js', import.meta.url))

/** Playwright's test with the program in it. Tests that launch by themselves take `bank` alone. */
export const test = base.extend<Desk>({
  bank: async ({}, use) => {
    const running = await launchInNode(entry)()
    const control = connectPracticeBank(running.controlUrl)
    await use({ control, env: { COUNTERSIGN_PRACTICE_BANK: running.controlUrl } })
    const breaches = await control.breaches()
    await control.close()
    running.stop()
    await running.exited
    base.expect(breaches, 'breaches of the document').toEqual([])
  },
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
  desk: async ({ window }, use) => {
    await window.leaveWelcome()
    await use(new ValidationDesk(window.page))
  },
})
export { expect } from 'playwright/test'
