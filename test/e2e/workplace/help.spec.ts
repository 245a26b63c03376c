/** Help beside the work, by keyboard, and the operator's guide on paper. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { helpPages } from '../../../preload/contract/api/help/help.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/shared-fixtures.ts'
import { textOfPdf } from '../support/pdf-text.ts'
import { savingAs } from '../support/real-bank.ts'

test('F1 opens the help of the screen beside what is being typed, and Escape goes back to it', async ({
  window,
  validationScreen,
}) => {
  const { page } = window
  await validationScreen.type({ 'Routing number': '02100' })
  const field = page.getByRole('textbox', { name: 'Routing number' })
  await field.focus()
  await page.keyboard.press('F1')
  const help = page.getByRole('complementary', { name: 'Help' })
  await expect(help.getByRole('heading', { name: 'Validation', level: 2 })).toBeFocused()
  await expect(field).toHaveValue('02100')
  await expectNoViolation(page, 'help on a screen')

  // The screen behind stays usable, and the help shows the page of its present screen.
  await window.open('Payment status')
  await expect(window.heading).toHaveText('Payment status')
  await expect(help.getByRole('heading', { name: 'Payment status', level: 2 })).toBeVisible()
  await window.open('Validation')
  await expect(field).toHaveValue('02100')

  await field.focus()
  await page.keyboard.press('F1')
  await expect(help.getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('02100')
})

test('all of the help is searched, and every page leads on', async ({
  window,
  validationScreen,
}) => {
  await expect(validationScreen.headline).toBeHidden()
  const { page } = window
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Help on this screen')
  await page.keyboard.press('Enter')
  const help = page.getByRole('complementary', { name: 'Help' })
  await expect(help).toBeVisible()
  await help.getByRole('textbox', { name: 'Find in help' }).fill('keychain locked')
  await help.getByRole('button', { name: /The keychain is locked/ }).focus()
  await page.keyboard.press('Enter')
  await expect(help.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(help).toContainText('open the profile with its recovery file')
  await help.getByRole('button', { name: 'Contents' }).click()
  for (const { title } of Object.values(helpPages))
    await expect(help.getByRole('button', { name: title, exact: true })).toBeVisible()
})

test('the locked window explains itself', async ({ window, validationScreen }) => {
  await expect(validationScreen.headline).toBeHidden()
  const { page } = window
  await page.keyboard.press('Control+l')
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await page.keyboard.press('F1')
  const help = page.getByRole('complementary', { name: 'Help' })
  await expect(help.getByRole('heading', { name: 'Sign in and lock' })).toBeFocused()
  await expectNoViolation(page, 'help on the lock screen')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
})

test('the operator’s guide is printed in full', async ({
  countersign,
  window,
  validationScreen,
}) => {
  await expect(validationScreen.headline).toBeHidden()
  const { page } = window
  const folder = await mkdtemp(join(tmpdir(), 'countersign-guide-'))
  const file = join(folder, 'guide.pdf')
  await savingAs(countersign.app, file)
  await page.keyboard.press('F1')
  const help = page.getByRole('complementary', { name: 'Help' })
  await help.getByRole('button', { name: 'Print the operator’s guide' }).click()
  await expect(help.getByText('Saved as guide.pdf')).toBeVisible({ timeout: 30_000 })
  const pdf = await readFile(file)
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const text = textOfPdf(pdf).replaceAll(/\s+/g, '')
  for (const { title, sources } of Object.values(helpPages))
    for (const part of [title, ...sources]) expect(text).toContain(part.replaceAll(/\s+/g, ''))
  // The page numbers are at the bottom.
  expect(text).toMatch(/1\/\d\d/)
  await rm(folder, { recursive: true, force: true })
})
