import { CoverageScreen } from '../pages/coverage-screen.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'

test.describe('coverage, by keyboard alone', () => {
  test('P2: reports complete coverage, and sweeps chosen days', async ({ window }) => {
    test.setTimeout(120_000)
    const { page } = window
    const screen = new CoverageScreen(page)
    await screen.open()
    await expect(screen.head).toContainText('Covered since')
    await expectNoViolation(page, 'coverage, the days')
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Sweep days' })
    await expect(dialog).toContainText('At least')
    await expectNoViolation(page, 'coverage, to sweep days')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await screen.inquire()
    await screen.part(/^Gaps/)
    const gaps = page.getByRole('grid', { name: 'Gaps' })
    const requested = gaps.getByRole('row', { name: /Requested/ })
    await expect(requested).toBeVisible()
    await requested.focus()
    await page.keyboard.press('Enter')
    const gap = page.getByRole('region', { name: 'Gap', exact: true })
    await expect(gap).toContainText('An operator requested these days')
    await expectNoViolation(page, 'coverage, a gap')
    await page.keyboard.press('Escape')
    await expect(gap).toBeHidden()
  })
})
