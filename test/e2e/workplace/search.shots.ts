/**
 * Pictures of the global search and of related records: `npm run screenshots` writes them to
 * build/screenshots.
 */
import { ComposeScreen, toRidgeway } from '../pages/compose-screen.ts'
import { Palette } from '../pages/palette.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseTheme, inBothSizes, themes } from '../support/pictures.ts'

for (const theme of themes) {
  test(`Search everywhere in the ${theme} theme`, async ({ validationScreen }) => {
    test.setTimeout(120_000)
    const { page } = validationScreen
    const palette = new Palette(page)
    await chooseTheme(page, theme)
    const compose = new ComposeScreen(page)
    await compose.open()
    await compose.write(toRidgeway({ amount: '7731.55' }))
    await compose.checkOwner()
    await compose.validate()
    await compose.submit()
    await inBothSizes(page, theme, async (take) => {
      await palette.search('ridgeway')
      await expect(palette.lines.filter({ hasText: 'USD 7,731.55' })).toBeVisible()
      await take('search')
      await palette.openLine('USD 7,731.55')
      const related = page.getByRole('region', { name: 'Related' })
      await related.scrollIntoViewIfNeeded()
      await take('search-related')
    })
  })
}
