/**
 * Every screen without a mouse, at 200 %, and with system settings: WCAG 2.2 AA beyond the checks
 * of axe (1.4.10, 2.4.3, 2.4.7, 2.4.11, 2.5.8, 4.1.2), reduced motion, more contrast and forced
 * colors.
 */
import type { Page } from 'playwright/test'
import { margaret } from '../pages/residents.ts'
import { ValidationScreen } from '../pages/validation-screen.ts'
import { CountersignWindow } from '../pages/window.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { drawnIn, expectDrawnIn, families } from '../support/fonts.ts'
import { launchCountersign } from '../support/launch.ts'
import {
  edgeless,
  focusStep,
  moving,
  nameless,
  prepareReach,
  sameNames,
  squeezedLists,
  tooSmallTargets,
  unreachable,
  type FocusStep,
} from '../support/reach.ts'
import { everyScreen } from '../support/screens.ts'
import { test as sharedTest } from '../support/shared-fixtures.ts'

/** More than any screen has. */
const mostSteps = 160

/** Presses Tab from the heading of a screen until the focus has left it. */
async function walk(page: Page): Promise<readonly FocusStep[]> {
  const steps: FocusStep[] = []
  let hasBegun = false
  await focusStep(page)
  while (steps.length < mostSteps) {
    await page.keyboard.press('Tab')
    const step = await focusStep(page)
    // A grid handles Tab itself until Escape was pressed.
    if (hasBegun && !step.isInScreen) return steps
    hasBegun ||= step.isInScreen
    if (!hasBegun) return steps
    const isHeld = steps.filter(({ name }) => name === step.name).length > 30
    if (isHeld) await page.keyboard.press('Escape')
    steps.push(step)
  }
  throw new Error(`more than ${String(mostSteps)} steps, the last at ${steps.at(-1)?.name ?? ''}`)
}

/** Opens each screen and waits until it has settled. */
async function eachScreen(
  window: CountersignWindow,
  look: (screen: string) => Promise<void>,
): Promise<void> {
  for (const screen of everyScreen) {
    await window.open(screen)
    await window.page.waitForTimeout(150)
    await look(screen)
  }
}

test('Tab reaches every control of every screen in order, visible and named, without animation', async ({
  window,
  validationScreen,
}) => {
  test.setTimeout(240_000)
  const { page } = window
  await validationScreen.type({ ...margaret, 'ZIP code': '97001' })
  await validationScreen.inquire()
  await expect(validationScreen.headline).toBeVisible()
  await expectNoViolation(page, 'answered')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await prepareReach(page)
  let all = 0
  await eachScreen(window, async (screen) => {
    const described = (steps: readonly FocusStep[]): string[] =>
      steps.map(({ name }) => `${screen}: ${name}`)
    const steps = await walk(page)
    all += steps.length
    expect.soft(described(steps.filter(({ isCovered }) => isCovered)), 'covered').toEqual([])
    expect.soft(described(steps.filter(({ hasRing }) => !hasRing)), 'without a ring').toEqual([])
    expect.soft(described(steps.filter(({ isBack }) => isBack)), 'out of order').toEqual([])
    expect.soft(await nameless(page), `${screen}: without a name`).toEqual([])
    expect.soft(await sameNames(page), `${screen}: called the same`).toEqual([])
    expect.soft(await tooSmallTargets(page), `${screen}: too small`).toEqual([])
    expect.soft(await moving(page), `${screen}: moves`).toEqual([])
  })
  // The steps went through the screens, and not past them.
  expect(all).toBeGreaterThan(200)
})

for (const family of families)
  test(`at 200 % nothing is cut off or out of reach, drawn in ${family ?? 'the font of the system'}`, async ({
    bank,
  }) => {
    test.setTimeout(240_000)
    const countersign = await launchCountersign({
      env: { ...bank.env, ...(await drawnIn(family)) },
    })
    const { page } = countersign
    await expectDrawnIn(family, page)
    const window = new CountersignWindow(page)
    await window.ready()
    await window.leaveWelcome()
    const validationScreen = new ValidationScreen(page)
    await validationScreen.type({ ...margaret, 'ZIP code': '97001' })
    await validationScreen.inquire()
    await expect(validationScreen.headline).toBeVisible()
    // 1280 by 800 at 200 %.
    await page.setViewportSize({ width: 640, height: 400 })
    await prepareReach(page)
    await eachScreen(window, async (screen) => {
      expect.soft(await unreachable(page), `${screen}: out of reach`).toEqual([])
      expect.soft(await squeezedLists(page), `${screen}: no room for rows`).toEqual([])
      const wider = await page.evaluate(() => {
        const place = document.querySelector('[data-screen]')
        const isWider = (element: Element): boolean => element.scrollWidth > element.clientWidth + 1
        return [document.documentElement, ...(place ? [place] : [])].filter(isWider).length
      })
      expect.soft(wider, `${screen}: scrolls sideways`).toBe(0)
    })

    await window.open('Validation history')
    await page
      .getByRole('row', { name: /M\u2022\u2022\u2022/ })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await expect(validationScreen.headline).toBeVisible()
    // The answer replaces the list, and the list comes back.
    const rows = page.getByRole('row', { name: /M\u2022\u2022\u2022/ })
    await expect(rows).toBeHidden()
    await expectNoViolation(page, 'history at 200 %')
    await page.keyboard.press('Escape')
    await expect(rows.first()).toBeVisible()

    await page.keyboard.press('F1')
    await expect(page.getByRole('complementary', { name: 'Help' })).toBeVisible()
    expect(await unreachableIn(page, '[data-help]'), 'help').toEqual([])
    await expectNoViolation(page, 'help at 200 %')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await unreachableIn(page, '[data-modal]'), 'dialog').toEqual([])
    await expectNoViolation(page, 'dialog at 200 %')
    await countersign.close()
  })

/** The controls of one part that cannot be scrolled into the window. */
const unreachableIn = async (page: Page, part: string): Promise<string[]> => {
  const cut = await page.evaluate((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect()
    if (!box) return ['it is not there']
    const isWithin =
      box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
    return isWithin ? [] : [JSON.stringify(box)]
  }, part)
  const buried = await page.evaluate((selector) => {
    const root = document.querySelector(selector)
    return [...(root?.querySelectorAll('button, a[href], input') ?? [])].flatMap((element) => {
      element.scrollIntoView({ block: 'center' })
      const { x, y, width, height } = element.getBoundingClientRect()
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      const isThere = top !== null && (root?.contains(top) ?? false)
      return isThere ? [] : [element.textContent.trim()]
    })
  }, part)
  return [...cut, ...buried]
}

sharedTest(
  'forced colours and more contrast keep borders, focus rings and text',
  async ({ window, validationScreen }) => {
    sharedTest.setTimeout(240_000)
    const { page } = window
    await expect(validationScreen.headline).toBeHidden()
    await page.emulateMedia({ forcedColors: 'active' })
    await prepareReach(page)
    for (const screen of ['New payment', 'Validation', 'Settings', 'Practice bank']) {
      await window.open(screen)
      await page.keyboard.press('Tab')
      expect.soft((await focusStep(page)).hasRing, `${screen}: ring`).toBe(true)
      expect.soft(await edgeless(page), `${screen}: no edge`).toEqual([])
      await expectNoViolation(page, `${screen} in forced colours`)
    }
    await page.emulateMedia({ forcedColors: null, contrast: 'more' })
    for (const theme of ['light', 'dark']) {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(`Theme: ${theme}`)
      await page.keyboard.press('Enter')
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      for (const screen of ['Overview', 'New payment', 'Code book']) {
        await window.open(screen)
        await expectNoViolation(page, `${screen} with more contrast, ${theme}`)
      }
    }
  },
)

sharedTest('the text of a select ends before its sign', async ({ window }) => {
  const { page } = window
  await window.open('Practice bank')
  await expect(page.getByRole('combobox').nth(1)).toBeVisible()
  const room = await page.getByRole('combobox').evaluateAll((selects) =>
    selects
      .filter((select) => select.matches('select'))
      .map((select) => {
        const sign = getComputedStyle(select, '::picker-icon')
        const padding = parseFloat(getComputedStyle(select).paddingRight)
        return padding - parseFloat(sign.right) - parseFloat(sign.width)
      }),
  )
  expect(room.length).toBeGreaterThan(1)
  expect(Math.min(...room)).toBeGreaterThanOrEqual(0)
})
