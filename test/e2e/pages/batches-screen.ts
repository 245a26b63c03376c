/** The screens of batches and of returns as an operator uses them, by keyboard. */
import { expect, type Locator, type Page } from 'playwright/test'
import { confirm } from './orders-screen.ts'
import { CountersignWindow } from './window.ts'

/** The list, and one batch or one of its entries beside it. */
export class BatchesScreen {
  readonly page: Page
  readonly grid: Locator
  readonly batch: Locator
  readonly entries: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid', { name: 'ACH batches' })
    this.batch = page.getByRole('region', { name: 'Batch', exact: true })
    this.entries = this.batch.getByRole('grid', { name: 'Entries' })
  }

  async open(): Promise<void> {
    await new CountersignWindow(this.page).open('ACH batches')
    await expect(this.grid).not.toHaveAttribute('aria-busy', 'true')
  }

  async openLine(name: string | RegExp): Promise<void> {
    await this.grid.getByRole('row', { name }).first().focus()
    await this.page.keyboard.press('Enter')
    await expect(this.batch).toBeFocused()
  }

  async part(name: string | RegExp): Promise<void> {
    const tab = this.batch.getByRole('tab', { name })
    await tab.focus()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  }

  /**
   * Releases the open batch: the shortcut opens the question, and its button confirms.
   */
  async release(): Promise<void> {
    await expect(this.batch.getByRole('button', { name: 'Release' })).toBeVisible()
    await this.page.keyboard.press('r')
    await confirm(this.page, 'Release batch', ['Credits', 'Own account', 'Practice'])
  }

  async openEntry(name: string | RegExp): Promise<void> {
    await this.entries.getByRole('row', { name }).first().focus()
    await this.page.keyboard.press('Enter')
    await expect(this.batch.getByTestId('entry')).toBeVisible()
  }
}

/** Returned entries and corrections, and one entry of them beside the list. */
export class ReturnsScreen {
  readonly page: Page
  readonly grid: Locator
  readonly entry: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid', { name: 'Returns' })
    this.entry = page.getByRole('region', { name: 'Entry', exact: true })
  }

  async open(): Promise<void> {
    await new CountersignWindow(this.page).open('Returns')
    await expect(this.grid).not.toHaveAttribute('aria-busy', 'true')
  }

  async openLine(name: string | RegExp): Promise<void> {
    await this.grid.getByRole('row', { name }).first().focus()
    await this.page.keyboard.press('Enter')
    await expect(this.entry).toBeFocused()
    await expect(this.entry.getByTestId('entry')).toBeVisible()
  }
}

/** Approves the waiting batch as the signed-in operator. */
export async function approveBatch(page: Page, name: string | RegExp): Promise<void> {
  await new CountersignWindow(page).open('Approvals')
  const batch = page.getByRole('region', { name: 'Batch to decide' })
  await page
    .getByRole('grid', { name: 'Waiting for approval' })
    .getByRole('row', { name })
    .first()
    .focus()
  await expect(batch.getByTestId('order')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(batch).toBeFocused()
  await page.keyboard.press('a')
  await confirm(page, 'Approve batch', ['Credits', 'Own account', 'Practice'])
  await expect(batch).toContainText('Approved (1 of 1)')
}
