/** The Payments screen as an operator uses it, by keyboard: the list, and one payment beside it. */
import { expect, type Locator, type Page } from 'playwright/test'
import { CountersignWindow } from './window.ts'

/** The facts of a payment to Ridgeway, which every question about it shows. */
export const ridgewayFacts = (amount: string): readonly string[] => [
  `USD ${amount}`,
  'Ridgeway Supply LLC',
  'Alder Falls Operating',
  'Practice',
]

/** Expects that a question shows these facts; its buttons name the action only. */
export async function expectFacts(question: Locator, facts: readonly string[]): Promise<void> {
  for (const fact of facts) await expect(question).toContainText(fact)
}

/** Confirms the open question, which shows these facts. */
export async function confirm(
  page: Page,
  act: string | RegExp,
  facts: readonly string[] = [],
): Promise<void> {
  const question = page.getByRole('alertdialog')
  await expectFacts(question, facts)
  const button = question.getByRole('button', { name: act })
  // A question that is longer than its dialog is read to its end first.
  await page.keyboard.press('End')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeHidden()
}

/**
 * Switches to the other practice operator; the window reloads, and nothing of the first one stays
 * in it.
 */
export async function become(
  page: Page,
  who: string,
  other = who === 'Theo Park' ? 'Mara Ellison' : 'Theo Park',
): Promise<void> {
  await page.getByRole('button', { name: other, exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: who }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: who, exact: true })).toBeVisible()
  await new CountersignWindow(page).ready()
}

/** The list and the open payment. */
export class OrdersScreen {
  readonly page: Page
  readonly grid: Locator
  readonly payment: Locator
  readonly search: Locator
  /** The status of the open payment. */
  readonly status: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid', { name: 'Payments' })
    this.payment = page.getByRole('region', { name: 'Payment', exact: true })
    this.status = this.payment.getByTestId('status')
    this.search = page.getByRole('textbox', { name: 'Search the payments' })
  }

  async open(): Promise<void> {
    await new CountersignWindow(this.page).open('Payments')
    await expect(this.grid).not.toHaveAttribute('aria-busy', 'true')
  }

  line(name: string | RegExp): Locator {
    return this.grid.getByRole('row', { name })
  }

  /** Opens the payment of a line; its details then have the focus. */
  async openLine(name: string | RegExp): Promise<void> {
    await this.line(name).first().focus()
    await this.page.keyboard.press('Enter')
    await expect(this.payment).toBeFocused()
  }

  /** Shows only the payments of one view. */
  async view(name: string | RegExp): Promise<void> {
    await this.page.getByRole('radio', { name }).focus()
    await this.page.keyboard.press('Space')
  }

  async part(name: string | RegExp): Promise<void> {
    const tab = this.payment.getByRole('tab', { name })
    await tab.focus()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  }

  /**
   * Releases the open payment: the shortcut opens the question, which shows these facts, and its
   * button confirms.
   */
  async release(facts: readonly string[]): Promise<void> {
    await expect(this.payment.getByRole('button', { name: 'Release' })).toBeVisible()
    await this.page.keyboard.press('r')
    await confirm(this.page, 'Release payment', facts)
  }

  async find(text: string): Promise<void> {
    await this.page.keyboard.press('Control+f')
    await expect(this.search).toBeFocused()
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.insertText(text)
  }
}
