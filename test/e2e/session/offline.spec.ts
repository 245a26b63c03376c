/**
 * The bank is unreachable: seen data stays readable, every form can be filled and checked, and
 * every action that needs the bank gives its reason. A new screen is added by one line in `lists`
 * and one in `forms`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright/test'
import {
  connectPracticeBank,
  type PracticeControl,
} from '../../../main/practice/practice-control.ts'
import { launchInNode } from '../../../main/practice/start-practice-bank.ts'
import { BulkScreen, vendorsCsv } from '../pages/bulk-screen.ts'
import { InquiryScreen } from '../pages/inquiry-screen.ts'
import { PaymentInquiryScreen } from '../pages/payment-inquiry-screen.ts'
import { margaret } from '../pages/residents.ts'
import { ReportsScreen } from '../pages/reports-screen.ts'
import { ValidationScreen } from '../pages/validation-screen.ts'
import { CountersignWindow } from '../pages/window.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { launchCountersign, type Countersign } from '../support/launch.ts'
import { choosing } from '../support/real-bank.ts'

const entry = fileURLToPath(new URL('../../../dist/main/practice-bank.js', import.meta.url))

/** A list of seen data: its place, and the details of its first line. */
interface SeenList {
  readonly screen: string
  readonly address: string
  readonly grid: string
  /** The region that Enter on a line opens. */
  readonly detail: string
  readonly says: RegExp
}

const lists: readonly SeenList[] = [
  {
    screen: 'Validation history',
    address: '/validation/history',
    grid: 'Validations',
    detail: 'Answer',
    says: /Open Valid|matches/i,
  },
  { screen: 'Traffic', address: '/traffic', grid: 'Calls', detail: 'Call', says: /answered/i },
  { screen: 'Alerts', address: '/alerts', grid: 'Alerts', detail: 'Alert', says: /Wire/ },
  { screen: 'Reports', address: '/reports', grid: 'Answers', detail: 'Answer', says: /BAI code/ },
  {
    screen: 'ACH inquiry',
    address: '/ach-inquiry',
    grid: 'Earlier inquiries',
    detail: 'Results',
    says: /Complete/,
  },
  {
    screen: 'Payment status',
    address: '/payment-status',
    grid: 'Status checks',
    detail: 'Payment',
    says: /COMPLETED/,
  },
]

/**
 * A form that sends a query: how to break a rule, the resulting message, and the button that would
 * send it.
 */
interface RequestForm {
  readonly screen: string
  readonly address: string
  /** Fills the form with an invalid value and presses the shortcut that sends. */
  readonly spoil: (page: Page) => Promise<void>
  /** The message of the rule. */
  readonly rule: RegExp
  readonly button: string
}

const forms: readonly RequestForm[] = [
  {
    screen: 'Validation',
    address: '/validation',
    spoil: (page) =>
      new ValidationScreen(page).type({ ...margaret, 'Routing number': '123456789' }),
    rule: /Unusual routing number/,
    button: 'Validate account',
  },
  {
    screen: 'Reports',
    address: '/reports',
    spoil: async (page) => {
      const reports = new ReportsScreen(page)
      await reports.write('{"fromDate":"2026-01-01","toDate":"2026-06-01"}')
      await page.keyboard.press('Control+Enter')
    },
    rule: /more than 90 days/,
    button: 'Request the report',
  },
  {
    screen: 'ACH inquiry',
    address: '/ach-inquiry',
    spoil: async (page) => {
      const inquiry = new InquiryScreen(page)
      await inquiry.press('radio', 'Earlier endpoints')
      await inquiry.type({ From: '2026-11-20', To: '2026-11-20' })
      await page.keyboard.press('Control+Enter')
    },
    rule: /a single day is not possible/,
    button: 'Query the bank',
  },
  {
    screen: 'Payment status',
    address: '/payment-status',
    spoil: async (page) => {
      await page.getByRole('radio', { name: 'Account and reference' }).focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('Control+Enter')
    },
    rule: /reference/i,
    button: 'Check status',
  },
]

/** Creates one record of everything that `lists` names. */
async function see(page: Page, window: CountersignWindow, bank: PracticeControl): Promise<void> {
  await window.leaveWelcome()
  const validationScreen = new ValidationScreen(page)
  await validationScreen.type(margaret)
  await validationScreen.inquire()
  await expect(validationScreen.headline).toBeVisible()
  const reports = new ReportsScreen(page)
  await reports.open()
  await reports.write('{}', '1', '20')
  await reports.inquire()
  await expect(reports.answer.getByRole('grid', { name: 'Rows of the report' })).toBeVisible()
  const inquiry = new InquiryScreen(page)
  await inquiry.open()
  await inquiry.choose('Account', 'Alder Falls Receivables ••••4500 USD')
  await inquiry.inquire()
  await expect(inquiry.grid.getByRole('row').nth(1)).toBeVisible()
  const payments = new PaymentInquiryScreen(page)
  await payments.open()
  await payments.byReference('0072004500', 'HIST0003')
  await expect(payments.payment).toContainText('COMPLETED')
  await payments.openParticipants()
  await payments.download()
  await expect(page.getByText(/\d+ participants, downloaded/)).toBeVisible()
  await bank.sendAlerts({ kind: 'incoming-wire', count: 1 })
  await goTo(page, '/alerts')
  await expect(firstLine(page, 'Alerts')).toBeVisible()
}

async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => (location.hash = `#${to}`), address)
}
const firstLine = (page: Page, grid: string): Locator =>
  page.getByRole('grid', { name: grid, exact: true }).locator('[data-row="0"]')

test.describe('a program that was started where no bank is', () => {
  let dataDir: string
  let countersign: Countersign

  /** The store contains one record of each list. The tests do not change it. */
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    dataDir = await mkdtemp(join(tmpdir(), 'countersign-e2e-'))
    const bank = await launchInNode(entry)()
    const env = { COUNTERSIGN_PRACTICE_BANK: bank.controlUrl }
    const control = connectPracticeBank(bank.controlUrl)
    const before = await launchCountersign({ env, dataDir })
    const online = new CountersignWindow(before.page)
    await online.ready()
    await see(before.page, online, control)
    await before.close()
    await control.close()
    bank.stop()
    await bank.exited
    countersign = await launchCountersign({ env, dataDir })
    const file = join(dataDir, 'vendors.csv')
    await writeFile(file, vendorsCsv(5))
    await choosing(countersign.app, file)
  })
  test.afterAll(async () => {
    await countersign.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** The reloaded window: it contains no input of another test. */
  async function brought(): Promise<CountersignWindow> {
    const window = new CountersignWindow(countersign.page)
    // The window reloads itself once while the program starts.
    await window.ready()
    // The screen of the test before would still be opened after the reload, over the one wanted.
    await goTo(countersign.page, '/overview')
    await expect(countersign.page.getByRole('heading', { level: 1 })).toHaveText('Overview')
    await countersign.page.reload()
    await window.ready()
    return window
  }

  test('everything that was seen stays readable without the bank', async () => {
    test.setTimeout(120_000)
    const { page } = await brought()
    for (const { screen, address, grid, detail, says } of lists) {
      await test.step(screen, async () => {
        await goTo(page, address)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen)
        const line = firstLine(page, grid)
        await line.focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('region', { name: detail, exact: true })).toContainText(says)
        await expectNoViolation(page, `${screen}, offline`)
      })
    }
  })

  test('every form can be filled and checked without the bank, and sending says why it is disabled', async () => {
    test.setTimeout(120_000)
    const { page } = await brought()
    for (const { screen, address, spoil, rule, button } of forms) {
      await test.step(screen, async () => {
        await goTo(page, address)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen)
        await spoil(page)
        await page.keyboard.press('Tab')
        await expect(page.getByText(rule).first()).toBeVisible()
        const pending = page.getByRole('button', { name: button })
        await expect(pending).toHaveAttribute('aria-disabled', 'true')
        await pending.focus()
        await expect(page.getByRole('tooltip')).toContainText('The bank did not start')
      })
    }
  })

  test('participants are searched and a file is checked without the bank, and starting a run says why it is disabled', async () => {
    test.setTimeout(120_000)
    const { page } = await brought()
    const payments = new PaymentInquiryScreen(page)
    await payments.open()
    await payments.openParticipants()
    await expect(payments.participants.locator('[data-row="0"]')).toBeVisible()
    const bulk = new BulkScreen(page)
    await bulk.open()
    await bulk.chooseFile('vendors.csv')
    await expect(bulk.draftRows.locator('[data-row="0"]')).toBeVisible()
    const start = page.getByRole('button', { name: /^Validate \d+ accounts/ })
    await expect(start).toHaveAttribute('aria-disabled', 'true')
    await start.focus()
    await expect(page.getByRole('tooltip')).toContainText('The bank did not start')
  })
})

test('a bank that disconnects while the program runs is reported, and nothing typed or shown is lost', async () => {
  test.setTimeout(90_000)
  const bank = await launchInNode(entry)()
  const countersign = await launchCountersign({
    env: { COUNTERSIGN_PRACTICE_BANK: bank.controlUrl },
  })
  const { page } = countersign
  const window = new CountersignWindow(page)
  await window.ready()
  await window.leaveWelcome()
  const validationScreen = new ValidationScreen(page)
  await validationScreen.type(margaret)
  const reports = new ReportsScreen(page)
  await reports.open()
  await reports.write('{ "accountNumber": "7200450011" }', '1', '20')
  await reports.inquire()
  await expect(reports.answer.getByRole('grid', { name: 'Rows of the report' })).toBeVisible()
  bank.stop()
  await bank.exited
  await reports.inquire()
  await expect(reports.answer).toContainText(/Connection refused|gave no access token|lost/i)
  await page.keyboard.press('Escape')
  await expect(reports.body).toHaveValue('{ "accountNumber": "\u2022\u2022\u2022\u20220011" }')
  const answers = reports.answer.getByRole('grid', { name: 'Answers' })
  await expect(answers.locator('[data-row]')).toHaveCount(2)
  await answers.locator('[data-row="1"]').focus()
  await page.keyboard.press('Enter')
  await expect(reports.answer).toContainText('BAI code')

  await window.open('Validation')
  await validationScreen.inquire()
  await expect(validationScreen.answer).toContainText(/Connection refused|gave no access token/)
  await expect(window.status.getByText('not reachable')).toBeVisible()
  await expect(validationScreen.field('First name')).toHaveValue('Margaret')
  await expectNoViolation(page, 'bank gone')
  await window.open('Practice bank')
  await expect(page.getByText('The practice bank is not running').first()).toBeVisible()
  await countersign.close()
})
