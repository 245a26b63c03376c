import { describe, expect, it } from 'vitest'
import ComponentsPage from '../../../renderer/app/components/ComponentsPage.vue'
import { allByRole, axeViolations, byRole, settle, show, useStage } from './stage.ts'

describe('the gallery', () => {
  useStage()

  it('shows every component without an axe violation', async () => {
    show(ComponentsPage)
    await settle(50)
    expect(document.querySelectorAll('[data-specimen]').length).toBeGreaterThan(25)
    expect(await axeViolations()).toEqual([])
  })

  it('links to each of its sections', async () => {
    show(ComponentsPage)
    for (const link of allByRole('link').filter((a) =>
      a.getAttribute('href')?.startsWith('#components-'),
    )) {
      link.click()
      await settle(1)
      expect(document.activeElement).toBe(byRole('heading', link.textContent))
    }
  })
})
