import { BatchScreen, dayAhead, holdOnClipboard } from '../pages/batch-screen.ts'
import { confirm } from '../pages/orders-screen.ts'
import { expectNoViolation } from '../support/axe.ts'
import { test as firstStart } from '../support/fixtures.ts'
import { everyScreen } from '../support/screens.ts'
import { expect, test } from '../support/shared-fixtures.ts'

test.describe('the first start', () => {
  firstStart(
    'opens on practice, sends nothing and welcomes once, and its overview ticks the first steps that were done',
    async ({ window, bank }) => {
      firstStart.setTimeout(180_000)
      const { page } = window
      await expect(window.environment).toHaveText(/Practice/)
      await expect(window.heading).toHaveText('Welcome')
      await expect(window.status.getByText('not checked yet')).toBeVisible()
      expect((await bank.control.counters()).arrived).toBe(0)
      await expectNoViolation(page, 'welcome')
      await page.getByRole('button', { name: 'Open the practice bank' }).focus()
      await page.keyboard.press('Enter')
      await expect(window.heading).toHaveText('Practice bank')
      await expect(page.getByRole('row', { name: /Margaret Alder/ })).toBeVisible()
      await page.reload()
      await expect(window.heading).toHaveText('Practice bank')

      // The overview of a new profile starts with its first steps, and shows the finished ones.
      await window.open('Overview')
      await expect(window.heading).toHaveText('Overview')
      const steps = page.getByRole('region', { name: 'First steps' })
      await expect(steps.getByRole('link')).toHaveCount(6)
      await expect(page.getByText('No payments or batches with an unknown outcome')).toBeVisible()
      await expectNoViolation(page, 'overview, new')

      const writing = new BatchScreen(page)
      await writing.open()
      const row = ['Margaret Alder', 'M-1', '', '550010016', '1000200031', 'C', 'C', 'L', '125.50']
      await holdOnClipboard(page, row.join('\t'))
      await writing.cell(0, 0).focus()
      await page.keyboard.press('Control+v')
      await expect(writing.cell(0, 0)).toHaveText('Margaret Alder')
      await writing.writeHead(dayAhead(), 'PAYROLL')
      await writing.saved()
      await page.keyboard.press('Control+Enter')
      await confirm(page, /^Submit /)
      await expect(window.heading).toHaveText('ACH batches', {
        timeout: 30_000,
      })

      await window.open('Overview')
      await expect(steps).toContainText('Done: Create a batch')
      await expect(steps.getByRole('link')).toHaveCount(5)
      const awaiting = page
        .getByRole('table', { name: 'ACH batches by status' })
        .getByRole('link', { name: 'Awaiting approval: 1' })
      await expect(awaiting).toBeVisible()
      await expect(page.getByRole('table', { name: 'ACH batches by status' })).toContainText(
        'USD 125.50',
      )
      await awaiting.focus()
      await page.keyboard.press('Enter')
      await expect(window.heading).toHaveText('ACH batches')
      await expect(page.getByRole('row', { name: /PAYROLL/ })).toBeVisible()
    },
  )

  test('lists only screens that there are, and each opens by the palette and by its shortcut', async ({
    window,
    validationScreen,
  }) => {
    const { page } = validationScreen
    // Slow because forty screens are opened.
    test.slow()
    // The inbox and the approvals show their items, which other tests of the program may have left.
    await expect(window.rail.getByRole('link')).toHaveText([
      'Overview',
      /^Inbox(, \d+ open)?$/,
      /^Approvals/,
      'Unknown outcomes',
      'Payments',
      'ACH batches',
      'Payees',
      'Validation',
      'Inquiry',
      'Alerts',
      'Reconciliation',
      'Tools',
      'Setup',
      'Practice bank',
    ])
    for (const name of everyScreen) await window.open(name)
    for (const [keys, name] of [
      ['g o', 'Overview'],
      ['g a', 'Approvals'],
      ['g u', 'Unknown outcomes'],
      ['g p', 'Payments'],
      ['Control+n', 'New payment'],
      // The key of a screen types nothing in a field, and a field keeps its letters.
      ['Escape g y', 'Payees'],
      ['g m', 'Operators'],
      ['g j', 'Audit'],
      ['g v', 'Validation'],
      ['Escape g h', 'Validation history'],
      ['g f', 'Bulk validation'],
      ['g q', 'ACH inquiry'],
      ['g s', 'Payment status'],
      ['g l', 'Alerts'],
      ['g e', 'Reports'],
      ['g ,', 'Settings'],
      ['g x', 'Practice bank'],
    ] as const) {
      for (const key of keys.split(' ')) await page.keyboard.press(key)
      await expect(window.heading).toHaveText(name)
      // A form that is the whole screen begins in its first control.
      const begun =
        name === 'New payment'
          ? page.getByRole('button', { name: 'Choose payee' })
          : name === 'Validation'
            ? page.getByLabel('Routing number')
            : window.heading
      await expect(begun).toBeFocused()
    }
  })

  test('keeps nothing of the window in its own storage and has no way to the network', async ({
    window,
  }) => {
    const found = await window.page.evaluate(async () => {
      const tried = await Promise.allSettled([
        fetch('https://bank.invalid/'),
        new Promise((_, reject) => {
          const image = new Image()
          image.onerror = () => reject(new Error('blocked'))
          image.src = 'https://bank.invalid/x.png'
        }),
      ])
      const node = typeof (globalThis as { require?: unknown }).require
      return { tried: tried.map(({ status }) => status), node, cookies: document.cookie }
    })
    expect(found).toEqual({ tried: ['rejected', 'rejected'], node: 'undefined', cookies: '' })
  })

  test('changes the operator and the theme, and remembers the theme', async ({
    window,
    validationScreen,
  }) => {
    const { page } = validationScreen
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Continue as Theo')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Theo Park' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Theme: dark')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(window.heading).toHaveText('Overview')
  })
})
