/** The editable grid in the real window, driven in the gallery of components as a person would: by keyboard. */
import type { Locator, Page } from 'playwright/test'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/shared-fixtures.ts'

const gridOf = (page: Page): Locator =>
  page.getByRole('grid', { name: 'Example entries', exact: true })
const cell = (page: Page, row: number, column: number): Locator =>
  gridOf(page).locator(`[data-row="${String(row)}"] > [data-cell="${String(column)}"]`)
const press = async (page: Page, ...all: readonly string[]): Promise<void> => {
  for (const keys of all) await page.keyboard.press(keys)
}
/** The last row, which is still empty. */
const empty = 10_000
const amount = 6

/** Puts a text on the clipboard as another program would: by copying it from a separate field. */
async function holdOnClipboard(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const area = document.createElement('textarea')
    area.id = 'elsewhere'
    area.value = copied
    document.body.append(area)
    area.focus()
    area.select()
  }, text)
  await page.keyboard.press('Control+c')
  await page.evaluate(() => document.getElementById('elsewhere')?.remove())
}

test.describe('the editable grid, by keyboard alone', () => {
  test.beforeEach(async ({ window }) => {
    await window.openGallery()
    await cell(window.page, 0, 0).focus()
  })

  test('supports typing, moving, filling, undo and redo', async ({ window }) => {
    const { page } = window
    await press(page, 'ArrowDown', 'ArrowRight')
    await expect(cell(page, 1, 1)).toBeFocused()
    await page.keyboard.type('0042')
    await press(page, 'Tab')
    await expect(cell(page, 1, 1)).toHaveText('0042')
    await page.keyboard.type('021000021')
    await press(page, 'Enter')
    await expect(cell(page, 1, 2)).toHaveText('021000021')
    // Enter moves to the next row in the column where Tab started.
    await expect(cell(page, 2, 1)).toBeFocused()
    await press(page, 'F2')
    await page.keyboard.type('-A')
    await press(page, 'Escape')
    await expect(cell(page, 2, 1)).toHaveText('INV-00003')
    await press(page, 'ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d')
    await expect(cell(page, 3, 1)).toHaveText('0042')
    await press(page, 'Delete')
    await expect(cell(page, 2, 1)).toHaveText('')
    await press(page, 'Control+z')
    await expect(cell(page, 2, 1)).toHaveText('0042')
    await press(page, 'Control+z')
    await expect(cell(page, 2, 1)).toHaveText('INV-00003')
    await press(page, 'Control+Shift+Z')
    await expect(cell(page, 2, 1)).toHaveText('0042')
    // Typing selects the option that begins with the text.
    await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')
    await page.keyboard.type('sav')
    await press(page, 'Enter')
    await expect(cell(page, 2, 4)).toHaveText('Savings')
    await press(page, 'Control+ArrowDown')
    await expect(cell(page, empty - 1, 4)).toBeFocused()
    await press(page, 'Control+Home')
    await expect(cell(page, 0, 0)).toBeFocused()
    await press(page, 'PageDown', 'End')
    // In a small window the page above is no longer drawn, so the place is read from the focus.
    await expect(gridOf(page).locator('[data-cell]:focus')).toHaveAttribute('data-cell', '7')
    await expect(gridOf(page).locator('[data-row="0"] > :focus')).toHaveCount(0)
    await expectNoViolation(page, 'the grid')
    await press(page, 'PageUp', 'Home')
    await expect(cell(page, 0, 0)).toBeFocused()
  })

  test('pastes from Excel: rows are added, zeros stay, and one value fills the selection', async ({
    window,
  }) => {
    const { page } = window
    const excel =
      'Ada Cole\t0007\t021000021\t000123\tchecking\tCredit\t1234.5\r\n"Bo ""B"" Hale"\t0008\t021000021\t000124\tS\t-\t7\r\n'
    await holdOnClipboard(page, excel)
    await cell(page, 0, 0).focus()
    await press(page, 'Control+End', 'ArrowDown', 'Home')
    await expect(cell(page, empty, 0)).toBeFocused()
    await press(page, 'Control+v')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', String(empty + 4))
    await expect(cell(page, empty, 3)).toHaveText('000123')
    await expect(cell(page, empty, 4)).toHaveText('Checking')
    await expect(cell(page, empty, amount)).toHaveText('1,234.5')
    await expect(cell(page, empty + 1, 0)).toHaveText('Bo "B" Hale')
    await press(page, 'Control+z')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', String(empty + 2))

    await press(page, 'Control+Home', 'ArrowRight', 'Control+c')
    await press(page, 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight', 'Control+v')
    for (const [row, column] of [
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
    ] as const) {
      await expect(cell(page, row, column)).toHaveText('INV-00001')
    }
    await press(page, 'Control+x')
    await expect(cell(page, 2, 2)).toHaveText('')
    await press(page, 'ArrowRight', 'ArrowRight', 'Control+v')
    await expect(cell(page, 2, 4)).toHaveText('INV-00001')
  })

  test('finds, jumps to marked cells, shows their message under the grid, inserts and deletes rows', async ({
    window,
  }) => {
    const { page } = window
    await press(page, 'F8')
    await expect(cell(page, 3, 2)).toBeFocused()
    await expect(cell(page, 3, 2)).toHaveAccessibleDescription(
      /A routing number has nine digits\. \(Example rule 1\)/,
    )
    await expect(page.getByText('A routing number has nine digits.')).toBeVisible()
    // Warnings are skipped while a rule is broken.
    await press(page, 'F8')
    await expect(cell(page, 3, 2)).toBeFocused()
    await page.keyboard.type('021000048')
    await press(page, 'Enter', 'F8')
    await expect(cell(page, 6, 7)).toBeFocused()
    await press(page, 'Shift+F8')
    await expect(cell(page, 6, 7)).toBeFocused()

    await press(page, 'Control+f')
    const search = page.getByRole('search', { name: 'Find in Example entries' })
    await page.keyboard.type('INV-0999')
    await expect(search).toContainText('1 of 10')
    await press(page, 'Enter', 'Enter')
    await expect(search).toContainText('3 of 10')
    await press(page, 'Escape')
    await expect(cell(page, 9991, 1)).toBeFocused()
    await press(page, 'Shift+F3')
    await expect(cell(page, 9990, 1)).toBeFocused()

    await press(page, 'Control+Shift+Equal')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', String(empty + 3))
    await expect(cell(page, 9990, 1)).toHaveText('')
    await press(page, 'Control+z', 'Control+Home', 'Shift+ArrowDown', 'Control+-')
    await expect(gridOf(page)).toHaveAttribute('aria-rowcount', String(empty))
    await expect(cell(page, 0, 1)).toHaveText('INV-00003')
    await press(page, 'F4')
    await expect(page.getByText('Opened: E00002.')).toBeVisible()
    // Tab moves through the cells; after Escape it leaves the grid.
    await press(page, 'Escape', 'Tab')
    await expect(page.getByRole('button', { name: 'Keys of the grid' }).first()).toBeFocused()
  })
})

test.describe('the editable grid, by mouse', () => {
  test('marks, fills by the handle and makes columns wider', async ({ window }) => {
    const { page } = window
    await window.openGallery()
    await cell(page, 1, 1).click()
    await cell(page, 2, 2).click({ modifiers: ['Shift'] })
    await expect(gridOf(page).locator('[aria-selected="true"]')).toHaveCount(4)
    await cell(page, 1, 1).click()
    const handle = page.locator('[data-fill-handle]').first()
    await handle.hover()
    await page.mouse.down()
    await cell(page, 4, 1).hover()
    await page.mouse.up()
    await expect(cell(page, 4, 1)).toHaveText('INV-00002')
    await expect(cell(page, 5, 1)).toHaveText('INV-00006')
    await cell(page, 0, 0).dblclick()
    await page.keyboard.type(' and Sons')
    await cell(page, 3, 3).click()
    await expect(cell(page, 0, 0)).toHaveText('Harbor Freight Lines and Sons')
    const header = gridOf(page).locator('th[data-column="name"]')
    await header.locator('.resize-edge').hover()
    await page.mouse.down()
    await page.mouse.move(900, 300)
    await page.mouse.up()
    expect((await header.boundingBox())?.width).toBeGreaterThan(250)
  })
})
